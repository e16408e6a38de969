// Real files, where the machine has them.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <insum/insum.hpp>
#include <string>
#include <vector>

namespace {

std::string data_file(const std::string& name) { return std::string(INSUM_DATA_DIR) + "/" + name; }

/// True, and said, where one of the files is not there: ctest then takes the test as skipped.
bool is_skipped(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (std::filesystem::exists(data_file(name))) continue;
    MESSAGE("skipped: " << data_file(name) << " is not there");
    return true;
  }
  return false;
}

/// Through the format and back nothing changes.
template <class Format>
void check_round_trip(const insum::coo<double>& sorted) {
  const Format there = insum::convert<Format>(sorted);
  there.validate();
  const auto back = insum::convert<insum::coo<double>>(there);
  const std::string format = insum::storage<Format>::format;
  CAPTURE(format);
  CHECK(back.shape == sorted.shape);
  CHECK(back.crd[0] == sorted.crd[0]);
  CHECK(back.crd[1] == sorted.crd[1]);
  CHECK(back.vals == sorted.vals);
}

}  // namespace

TEST_CASE("real matrices through every format") {
  const std::vector<std::string> names = {"matrix/lund_a.mtx.gz", "matrix/jagmesh7.mtx.gz",
                                          "matrix/KNex.mtx.gz"};
  if (is_skipped(names)) return;
  for (const std::string& name : names) {
    const auto a = insum::convert<insum::coo<double>>(insum::read_mtx<double>(data_file(name)));
    CHECK(a.is_sorted_unique());
    check_round_trip<insum::csr<double>>(a);
    check_round_trip<insum::csc<double>>(a);
    check_round_trip<insum::dcsr<double>>(a);
    check_round_trip<insum::dcsc<double>>(a);
    check_round_trip<insum::csf<double, 2>>(a);
    check_round_trip<insum::bcsr<double>>(a);
    check_round_trip<insum::dbcsr<double>>(a);
    check_round_trip<insum::ell<double>>(a);
    check_round_trip<insum::dia<double>>(a);
    check_round_trip<insum::ragged<double>>(a);
    check_round_trip<insum::group_coo<double>>(a);
    check_round_trip<insum::block_coo<double>>(a);
    check_round_trip<insum::block_group_coo<double>>(a);
    check_round_trip<insum::hyb<double>>(a);
    check_round_trip<insum::sr_bcrs<double>>(a);
    check_round_trip<insum::dense<double, 2>>(a);
  }
}

TEST_CASE("matrices have the sizes and entries that their collection states") {
  struct expectation {
    std::string name;
    std::int64_t rows, cols, entries;
  };
  const expectation expected[] = {{"matrix/bcsstk16.mtx.gz", 4884, 4884, 290378},
                                  {"matrix/debtags.mtx.gz", 29795, 597, 109908},
                                  {"matrix/dwt_992.mtx.gz", 992, 992, 16744},
                                  {"matrix/west0479.mtx.gz", 479, 479, 1910},
                                  {"matrix/USCounties.mtx.gz", 3111, 3111, 18202},
                                  {"graph/cora.mtx.gz", 2708, 2708, 10556},
                                  {"graph/lesmis.mtx.gz", 77, 77, 508}};
  std::vector<std::string> names;
  for (const expectation& e : expected) names.push_back(e.name);
  if (is_skipped(names)) return;
  for (const auto& [name, rows, cols, entries] : expected) {
    const auto a = insum::read_mtx<double>(data_file(name));
    a.validate();
    CHECK(a.rows() == rows);
    CHECK(a.cols() == cols);
    CHECK(a.nnz() == entries);
  }
}

TEST_CASE("a tensor") {
  const std::string name = "tensor/nations.tns.gz";
  if (is_skipped({name})) return;
  const auto t = insum::read_tns<float, 3>(data_file(name));
  t.validate();
  CHECK(t.shape == std::array<std::int64_t, 3>{14, 55, 14});
  CHECK(t.nnz() == 1992);
}

TEST_CASE("pruned weights") {
  const std::string name = "pruned/rn50__magnitude_pruning__0.8__bottleneck_3_block_group2_1_1.smtx.gz";
  if (is_skipped({name})) return;
  const auto a = insum::read_smtx<float>(data_file(name));
  a.validate();
  CHECK(a.shape == std::array<std::int64_t, 2>{512, 128});
  CHECK(a.nnz() == 13107);
}

#include <doctest/doctest.h>

#include <insum/insum.hpp>
#include <random>
#include <string>

namespace {

/// Row i has lengths[i] entries in the first columns.
insum::csr<float> with_rows(const std::vector<int>& lengths, std::int64_t cols) {
  insum::csr<float> t;
  t.shape = {static_cast<std::int64_t>(lengths.size()), cols};
  for (const int length : lengths) {
    for (int j = 0; j < length; ++j) t.crd.push_back(j);
    t.pos.push_back(static_cast<int>(t.crd.size()));
  }
  t.vals.assign(t.crd.size(), 1.0f);
  return t;
}

template <class Format>
void check_against_conversion(const insum::advice& a, const insum::csr<float>& m, const std::string& name,
                              std::size_t slots, const insum::convert_options& o = {}) {
  const Format t = insum::convert<Format>(m, o);
  const insum::format_cost& cost = a.at(name);
  CAPTURE(name);
  CHECK(cost.bytes == static_cast<std::int64_t>(t.bytes()));
  CHECK(cost.slots == static_cast<std::int64_t>(slots));
  CHECK(cost.padding == cost.slots - m.nnz());
}

}  // namespace

TEST_CASE("group size: the estimate, rounded to the power of two with fewer accesses") {
  CHECK(insum::group_size(with_rows(std::vector<int>(10, 16), 64)) == 4);  // sqrt(16), all groups full
  // sqrt(12) = 3.5 lies between 2 and 4: 6 * 3 = 18 accesses a row against 3 * 5 = 15
  CHECK(insum::group_size(with_rows(std::vector<int>(10, 12), 64)) == 4);
  // sqrt(6) = 2.4: 3 * 3 = 9 against 2 * 5 = 10
  CHECK(insum::group_size(with_rows(std::vector<int>(10, 6), 64)) == 2);
  CHECK(insum::group_size(with_rows({}, 4)) == 1);
  CHECK(insum::group_size(with_rows(std::vector<int>(5, 0), 4)) >= 1);
  CHECK(insum::group_size(with_rows(std::vector<int>(100, 1), 4)) == 1);
  CHECK(insum::convert<insum::group_coo<float>>(with_rows(std::vector<int>(10, 16), 64)).g == 4);
  CHECK(insum::group_size(insum::convert<insum::coo<float>>(with_rows(std::vector<int>(10, 16), 64))) == 4);
}

TEST_CASE("advice agrees with what conversions make") {
  std::mt19937 random(3);
  insum::coo<float> t;
  t.shape = {61, 83};
  for (int n = 0; n < 700; ++n) {
    t.crd[0].push_back(static_cast<int>(random() % 61 * (random() % 2)));
    t.crd[1].push_back(static_cast<int>(random() % 83));
    t.vals.push_back(1);
  }
  const auto m = insum::convert<insum::csr<float>>(t);
  const insum::advice a = insum::advise(m);
  CHECK((a.rows == 61 && a.cols == 83 && a.entries == m.nnz()));
  const std::size_t n = m.vals.size();
  check_against_conversion<insum::coo<float>>(a, m, "coo", n);
  check_against_conversion<insum::csr<float>>(a, m, "csr", n);
  check_against_conversion<insum::csc<float>>(a, m, "csc", n);
  check_against_conversion<insum::dcsr<float>>(a, m, "dcsr", n);
  check_against_conversion<insum::dense<float, 2>>(a, m, "dense", 61 * 83);
  const auto e = insum::convert<insum::ell<float>>(m);
  check_against_conversion<insum::ell<float>>(a, m, "ell<" + std::to_string(e.width) + ">", e.vals.size());
  check_against_conversion<insum::dia<float>>(a, m, "dia", insum::convert<insum::dia<float>>(m).vals.size());
  const auto g = insum::convert<insum::group_coo<float>>(m);
  check_against_conversion<insum::group_coo<float>>(a, m, "group_coo<" + std::to_string(g.g) + ">",
                                                    g.AV.size());
  for (const std::int64_t b : {2, 4, 8, 16, 32}) {
    const std::string sizes = "<" + std::to_string(b) + "," + std::to_string(b) + ">";
    insum::convert_options o;
    o.bm = o.bn = b;
    const std::size_t slots = insum::convert<insum::bcsr<float>>(m, o).vals.size();
    check_against_conversion<insum::bcsr<float>>(a, m, "bcsr" + sizes, slots, o);
    check_against_conversion<insum::block_coo<float>>(a, m, "block_coo" + sizes, slots, o);
    const auto grouped = insum::convert<insum::block_group_coo<float>>(m, o);
    check_against_conversion<insum::block_group_coo<float>>(
        a, m, "block_group_coo<" + std::to_string(grouped.g) + "," + sizes.substr(1), grouped.AV.size(), o);
  }
  check_against_conversion<insum::sr_bcrs<float>>(a, m, "sr_bcrs<8,8>",
                                                  insum::convert<insum::sr_bcrs<float>>(m).vals.size());
  const auto h = insum::convert<insum::hyb<float>>(m);
  std::size_t slots = 0;
  for (const auto& bucket : h.buckets) slots += bucket.vals.size();
  check_against_conversion<insum::hyb<float>>(a, m, "hyb<1," + std::to_string(h.k) + ">", slots);
  CHECK_THROWS_AS(static_cast<void>(a.at("tree")), std::out_of_range);
}

TEST_CASE("accesses are those of the formulas") {
  const insum::advice a = insum::advise(with_rows({3, 0, 5, 1}, 8));
  CHECK(a.at("coo").accesses == 18);
  CHECK(a.at("csr").accesses == 9 + 4);
  CHECK(a.at("dcsr").accesses == 9 + 3);
  CHECK(a.at("csc").accesses == 9 + 8);
  CHECK(a.at("ell<5>").accesses == 4 * (1 + 5));
  CHECK(a.at("group_coo<2>").accesses == (2 + 3 + 1) * 3);
  CHECK(a.at("bcsr<2,2>").accesses == (2 + 3 + 2) * 2);
  CHECK(a.at("block_group_coo<2,2,2>").accesses == (1 + 2) * (1 + 2) * 2);  // rows of 2 and 3 blocks
  CHECK(insum::advise(with_rows({}, 0)).entries == 0);
}

TEST_CASE("of matrices with far more rows and columns than entries") {
  insum::coo<float, 2, std::int64_t> m;
  const std::int64_t size = std::int64_t{1} << 40;
  m.shape = {size, size};
  m.crd[0] = {0, 7, 7, size - 1};
  m.crd[1] = {5, 12, size - 1, size - 1};
  m.vals = {1, 2, 3, 4};
  const insum::advice a = insum::advise(m);
  CHECK(a.rows == size);
  CHECK(a.at("csr").bytes == 4 * 4 + 8 * (4 + size + 1));
  CHECK(a.at("dcsr").accesses == 4 + 3);
  CHECK(a.at("dia").slots == 3 * size);
  CHECK(a.at("group_coo<1>").slots == 4);
  CHECK(a.at("block_coo<8,8>").slots == 4 * 64);
  CHECK(a.at("bcsr<8,8>").accesses == (4 + size / 8) * 8);
  CHECK_THROWS_AS(static_cast<void>(a.at("dense")), std::out_of_range);
}

TEST_CASE("of matrices with many rows and no entry") {
  insum::coo<float, 2, std::int64_t> m;
  m.shape = {2000000, 5};
  const insum::advice a = insum::advise(m);
  CHECK(a.rows == 2000000);
  const auto bytes = [&](auto* type, const insum::convert_options& o = {}) {
    using Format = std::remove_pointer_t<decltype(type)>;
    return static_cast<std::int64_t>(insum::convert<Format>(m, o).bytes());
  };
  CHECK(a.at("csr").bytes == bytes(static_cast<insum::csr<float, std::int64_t>*>(nullptr)));
  CHECK(a.at("ell<1>").bytes == bytes(static_cast<insum::ell<float, std::int64_t>*>(nullptr)));
  CHECK(a.at("bcsr<8,8>").bytes ==
        bytes(static_cast<insum::bcsr<float, std::int64_t>*>(nullptr), {.bm = 8, .bn = 8}));
  CHECK(a.at("sr_bcrs<8,8>").bytes == bytes(static_cast<insum::sr_bcrs<float, std::int64_t>*>(nullptr)));
  CHECK(a.at("dcsr").bytes == bytes(static_cast<insum::dcsr<float, std::int64_t>*>(nullptr)));
  CHECK(a.at("group_coo<1>").bytes == 0);
  m.shape = {std::int64_t{1} << 40, 0};
  CHECK(insum::advise(m).at("bcsr<8,8>").bytes == 8 * ((std::int64_t{1} << 37) + 1));
  CHECK(insum::advise(m).at("sr_bcrs<8,8>").bytes == 8 * ((std::int64_t{1} << 37) + 1));
}

// Conversions of matrices that are large, or have far more rows than entries.
#include <doctest/doctest.h>

#include <cstdint>
#include <insum/advise.hpp>
#include <insum/convert.hpp>
#include <map>
#include <random>
#include <utility>

using insum::convert;

/// Of a matrix, by row and column.
using entries = std::map<std::pair<std::int64_t, std::int64_t>, double>;

TEST_CASE("large enough for several threads, with the same result as one") {
  std::mt19937 random(7);
  insum::coo<float> t;
  t.shape = {3000, 5000};
  for (int n = 0; n < 300000; ++n) {
    t.crd[0].push_back(static_cast<int>(random() % 3000));
    t.crd[1].push_back(static_cast<int>(random() % 50 * (random() % 100)));
    t.vals.push_back(static_cast<float>(random() % 1000) / 7);
  }
  const auto a = convert<insum::csr<float>>(t);
  a.validate();
  const auto c = convert<insum::csc<float>>(a);
  c.validate();
  CHECK(convert<insum::csc<float>>(t).vals == c.vals);
  CHECK(convert<insum::csr<float>>(c).vals == a.vals);
  const auto d = convert<insum::dense<float, 2>>(a);
  CHECK(convert<insum::dense<float, 2>>(t).vals == d.vals);
  CHECK(convert<insum::dense<float, 2>>(convert<insum::bcsr<float>>(a)).vals == d.vals);
  CHECK(convert<insum::dense<float, 2>>(convert<insum::csf<float, 2>>(t)).vals == d.vals);
  CHECK(convert<insum::dense<float, 2>>(convert<insum::group_coo<float>>(a)).vals == d.vals);
#ifdef _OPENMP
  const int threads = omp_get_max_threads();
  for (const int count : {1, 2, 5, 16}) {
    omp_set_num_threads(count);
    const auto b = convert<insum::csr<float>>(t);
    CHECK(b.vals == a.vals);
    CHECK(b.crd == a.crd);
    CHECK(b.pos == a.pos);
    CHECK(convert<insum::csc<float>>(a).vals == c.vals);
    CHECK(convert<insum::csf<float, 2>>(t).crd[1] == a.crd);
  }
  omp_set_num_threads(threads);
#endif
}

TEST_CASE("sizes without entries take neither time nor memory") {
  constexpr std::int64_t huge = std::int64_t{1} << 57;
  using wide = insum::coo<double, 2, std::int64_t>;
  insum::ell<double, std::int64_t> no_slots;
  no_slots.shape = {huge, 4};
  no_slots.width = 0;
  no_slots.validate();
  CHECK(insum::convert<wide>(no_slots).nnz() == 0);
  insum::dia<double, std::int64_t> no_diagonals;
  no_diagonals.shape = {huge, 4};
  CHECK(insum::convert<wide>(no_diagonals).nnz() == 0);
  insum::dense<double, 2> no_columns;
  no_columns.shape = {huge, 0};
  CHECK(insum::convert<wide>(no_columns).nnz() == 0);
}

TEST_CASE("what a conversion needs in between does not follow the rows of few diagonals") {
  insum::coo<double, 2, std::int64_t> t;
  t.shape = {3000000, std::int64_t{1} << 50};
  t.crd[0] = {2, 5, 5, 2999999};
  t.crd[1] = {0, 3, (std::int64_t{1} << 50) - 1, 3000001};
  t.vals = {1, 2, 3, 4};
  const auto d = insum::convert<insum::dia<double, std::int64_t>>(t);
  d.validate();
  CHECK(d.offsets == insum::buffer<std::int64_t>{-2, 2, (std::int64_t{1} << 50) - 6});
  CHECK(d.nnz() == 4);
  const auto back = insum::convert<insum::coo<double, 2, std::int64_t>>(d);
  CHECK((back.crd == t.crd && back.vals == t.vals));
  CHECK(insum::advise(t).at("dia").slots == 9000000);
}

TEST_CASE("arrays that memory does not hold are refused, those in between too") {
  using L = std::int64_t;
  CHECK(insum::detail::available_bytes() > 0);
  CHECK(insum::detail::available_bytes() <= insum::detail::memory_bytes());
  insum::coo<double, 2, L> t;
  t.shape = {L{1} << 45, L{1} << 45};
  t.crd[0] = t.crd[1] = {7};
  t.vals = {1};
  CHECK_THROWS_AS((insum::convert<insum::csr<double, L>>(t)), insum::storage_error);
  CHECK_THROWS_AS((insum::convert<insum::dia<double, L>>(t)), insum::storage_error);
  CHECK_THROWS_AS((insum::convert<insum::ragged<double, L>>(t)), insum::storage_error);
  CHECK_THROWS_AS((insum::convert<insum::bcsr<double, L>>(t)), insum::storage_error);
  insum::csr<double, L> row;
  row.shape = {1, L{1} << 45};
  row.pos = {0, 1}, row.crd = {7}, row.vals = {1};
  CHECK_THROWS_AS((insum::convert<insum::csc<double, L>>(row)), insum::storage_error);
}

TEST_CASE("matrices with far more rows than entries") {
  using L = std::int64_t;
  constexpr L huge = L{1} << 40;
  insum::coo<double, 2, L> t;
  t.shape = {huge + 3, 9};  // no multiple of the block sizes
  entries expected;
  for (const L row : {L{5}, L{6}, L{7}, huge / 3, huge / 3 + 1, huge + 2})
    for (const L col : {row % 4, row % 3 + 5}) {
      t.crd[0].push_back(row);
      t.crd[1].push_back(col);
      t.vals.push_back(static_cast<double>(row % 10 + col + 1));
      expected[{row, col}] = t.vals.back();
    }
  const auto columns = convert<insum::csc<double, L>>(t);
  const auto check = [&](const auto& to) {
    to.validate();
    CHECK(to.bytes() < 10000);
    CHECK(to.size(0) == huge + 3);
    const auto back = convert<insum::coo<double, 2, L>>(to);
    entries found;
    for (std::size_t p = 0; p < back.vals.size(); ++p) found[{back.crd[0][p], back.crd[1][p]}] = back.vals[p];
    CHECK(found == expected);
  };
  for (const L g : {0, 1, 3}) {
    check(convert<insum::group_coo<double, L>>(t, {.group = g}));
    check(convert<insum::group_coo<double, L>>(columns, {.group = g}));
    check(convert<insum::block_group_coo<double, L>>(t, {.bm = 3, .bn = 2, .group = g}));
  }
  for (const L bm : {1, 2, 5, 16}) {
    check(convert<insum::block_coo<double, L>>(t, {.bm = bm, .bn = 4}));
    check(convert<insum::dbcsr<double, L>>(t, {.bm = bm, .bn = 4}));
    check(convert<insum::dbcsr<double, L>>(columns, {.bm = bm, .bn = 4}));
  }
  check(convert<insum::hyb<double, L>>(t));
  check(convert<insum::group_coo<double, L, 2>>(convert<insum::dcsr<double, L>>(t)));
  CHECK(insum::group_size(t) == 1);
  t.crd[0].clear(), t.crd[1].clear(), t.vals.clear();
  CHECK(convert<insum::group_coo<double, L>>(t).groups() == 0);
  CHECK(convert<insum::dbcsr<double, L>>(t).nnz() == 0);
  CHECK(insum::group_size(t) == 1);
}

TEST_CASE("groups are the same whether rows without entries are left out or not") {
  insum::coo<double> t{{(1 << 20) + 8, 700}, {}, {}};
  std::mt19937 random(11);
  for (int n = 0; n < 30000; ++n) {
    t.crd[0].push_back(static_cast<int>(random() % 90 * (random() % 11000)));
    t.crd[1].push_back(static_cast<int>(random() % 700));
    t.vals.push_back(static_cast<double>(random() % 100 + 1));
  }
  const auto rows = convert<insum::csr<double>>(t);
  const auto a = convert<insum::group_coo<double>>(t), b = convert<insum::group_coo<double>>(rows);
  CHECK((a.g == b.g && a.AM == b.AM && a.AK == b.AK && a.AV == b.AV));
  CHECK(insum::group_size(t) == insum::group_size(rows));
  const auto c = convert<insum::block_group_coo<double>>(t, {.bm = 6, .bn = 4}),
             d = convert<insum::block_group_coo<double>>(rows, {.bm = 6, .bn = 4});
  CHECK((c.g == d.g && c.AM == d.AM && c.AK == d.AK && c.AV == d.AV));
  const auto e = convert<insum::dbcsr<double>>(t), f = convert<insum::dbcsr<double>>(rows);
  CHECK((e.pos0 == f.pos0 && e.crd0 == f.crd0 && e.pos1 == f.pos1 && e.crd1 == f.crd1 && e.vals == f.vals));
}

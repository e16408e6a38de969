// Decompositions of random matrices.
#include <doctest/doctest.h>

#include <algorithm>
#include <complex>
#include <insum/decompose.hpp>
#include <limits>
#include <map>
#include <random>
#include <vector>

#include "decompose_expected.hpp"
#include "team.hpp"

namespace {

using decomposition::check;
using decomposition::matrix;
using decomposition::place;
using insum::convert_options;
using insum::decompose;

/// Matrices of many kinds; `size` scales them.
template <class V, class I = std::int32_t>
std::vector<matrix<V, I>> matrices(int size, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<matrix<V, I>> list;
  for (const place shape : {place{0, 0}, {0, 5}, {5, 0}, {1, 1}, {6, 1}, {1, 9}}) {
    list.emplace_back(shape[0], shape[1]);
    list.emplace_back(shape[0], shape[1]).scatter(random, 4, {0, 0}, shape);
  }
  list.emplace_back(11, 13);  // without an entry
  list.emplace_back(3 * size, 5 * size).scatter(random, 9 * size, {0, 0}, {3 * size, 5 * size});
  list.emplace_back(size, size).scatter(random, 2 * size * size, {0, 0}, {size, size});  // nearly full
  matrix<V, I>& blocks = list.emplace_back(4 * size + 3, 4 * size + 1);
  blocks.scatter(random, 3 * size, {0, 0}, blocks.t.shape);
  for (int n = 0; n < size; ++n) {
    const place first{static_cast<std::int64_t>(random()) % size * 4,
                      static_cast<std::int64_t>(random()) % size * 4};
    blocks.scatter(random, 5 + static_cast<int>(random() % 30), first, {4, 4});
  }
  matrix<V, I>& band = list.emplace_back(4 * size, 3 * size + 2);
  for (std::int64_t i = 0; i < 4 * size; ++i)
    for (const std::int64_t offset : {-3, 0, 1, 5})
      if (i + offset >= 0 && i + offset < 3 * size + 2 && random() % 10 != 0) band.add(i, i + offset, 2);
  band.scatter(random, 5 * size, {0, 0}, band.t.shape);
  matrix<V, I>& hubs = list.emplace_back(5 * size, 9 * size);  // a few rows and columns with most entries
  hubs.scatter(random, 20 * size, {size, 0}, {1, 9 * size});
  hubs.scatter(random, 5 * size, {0, 3}, {5 * size, 1});
  hubs.scatter(random, 10 * size, {0, 0}, hubs.t.shape);
  matrix<V, I>& one_row = list.emplace_back(7, 20 * size);
  one_row.scatter(random, 15 * size, {6, 0}, {1, 20 * size});
  for (matrix<V, I>& a : list) {  // some occur again
    const std::int64_t n = a.t.nnz();
    for (std::int64_t p = 0; p < n; p += 7)
      a.add(static_cast<std::int64_t>(a.t.crd[0][static_cast<std::size_t>(p)]),
            static_cast<std::int64_t>(a.t.crd[1][static_cast<std::size_t>(p)]), 1);
  }
  return list;
}

/// Combinations in which one part at least has a rule of its own.
template <class V, class I>
void check_selective(const matrix<V, I>& a, const convert_options& o) {
  using namespace insum;
  constexpr std::int64_t any = dynamic;
  check<bcsr<V, I, 4, 4>, csr<V, I>>(a, o);
  check<bcsr<V, I, 2, 2>, ell<V, I>, coo<V, 2, I>>(a, o);
  check<dia<V, I>, dbcsr<V, I, 2, 3>, ell<V, I, 1>>(a, o);
  check<ell<V, I, 1>, block_group_coo<V, I, any, any, any>, ell<V, I, 2>>(a, o);
  check<group_coo<V, I, 4>, ell<V, I, 2>>(a, o);
}

template <class V, class I>
void check_all(const matrix<V, I>& a, const convert_options& o) {
  using namespace insum;
  check_selective(a, o);
  check<csr<V, I>>(a, o);
  check<group_coo<V, I, 4>, block_coo<V, I>, ell<V, I, 2>>(a, o);
  check<ell<V, I>, ell<V, I, 1>>(a, o);
  check<ell<V, I, 3>, group_coo<V, I>>(a, o);
  check<bcsr<V, I>, csc<V, I>>(a, o);
  check<bcsr<V, I>, bcsr<V, I, 2, 2>, ell<V, I, 2>>(a, o);
  check<block_coo<V, I, 3, 2>, dia<V, I>, dcsr<V, I>>(a, o);
  check<dbcsr<V, I>, dcsc<V, I>>(a, o);
  check<ell<V, I, 2>, dia<V, I>>(a, o);
  check<ell<V, I>, bcsr<V, I, 8, 8>>(a, o);
  check<group_coo<V, I, 8>, group_coo<V, I, 2>, group_coo<V, I, 1>>(a, o);
  check<bcsr<V, I, 1, 4>, hyb<V, I>>(a, o);
  check<dia<V, I>, csf<V, 2, I>>(a, o);
  check<dia<V, I>, dense<V, 2>>(a, o);
  check<dia<V, I>, ragged<V, I>>(a, o);
  check<ell<V, I>, sr_bcrs<V, I>>(a, o);
  check<ell<V, I, 1>, dia<V, I>, ell<V, I, 1>>(a, o);
  check<dia<V, I>, dbcsr<V, I, 3, 2>, ell<V, I, 1>>(a, o);
}

template <class Buckets, class Source>
void check_buckets(const Source& a, const convert_options& options = {}) {
  check<Buckets>(a, options);
  const auto buckets = std::get<0>(decompose<Buckets>(a.t, options));
  CHECK(buckets.nnz() == static_cast<std::int64_t>(a.expected.size()));
  std::map<place, std::int64_t> lengths;  // by row and partition
  const std::int64_t cols =
      std::max(insum::detail::ceil_div(a.t.shape[1], Buckets::partitions), std::int64_t{1});
  for (const auto& [x, v] : a.expected) ++lengths[{x[0], x[1] / cols}];
  std::map<place, std::int64_t> groups;  // by row and bucket
  for (const auto& [x, length] : lengths) {
    int b = 0;
    while (b + 1 < Buckets::widths && (std::int64_t{1} << b) < length) ++b;
    groups[{x[0], x[1] * Buckets::widths + b}] = insum::detail::ceil_div(length, std::int64_t{1} << b);
  }
  std::map<place, std::int64_t> found;
  [&]<int... n>(std::integer_sequence<int, n...>) {
    const auto count = [&](const auto& bucket, int number) {
      CHECK(bucket.g == std::int64_t{1} << (number % Buckets::widths));
      for (const auto row : bucket.AM) ++found[{static_cast<std::int64_t>(row), number}];
    };
    (count(insum::rt::bucket<n>(buckets), n), ...);
  }(std::make_integer_sequence<int, Buckets::count>());
  CHECK(found == groups);
}

TEST_CASE("every entry is in the part that the rules say") {
  for (unsigned seed = 1; seed < 20; ++seed)
    for (const auto& a : matrices<float>(static_cast<int>(2 + seed), seed)) check_all(a, {});
  for (const auto& a : matrices<float>(5, 2)) check_all(a, {.bm = 0, .drop_zeros = true});
}

TEST_CASE("sizes that the options give") {
  for (const auto& a : matrices<double>(9, 30)) {
    using namespace insum;
    check<bcsr<double>, ell<double>, coo<double>>(a, {.bm = 3, .bn = 2, .width = 4});
    check<ell<double>, dbcsr<double>, csr<double>>(a, {.bm = 1, .bn = 5, .width = 1});
    check<group_coo<double>, csr<double>>(a, {.group = 3});
    check<group_coo<double>, ell<double>>(a, {.width = 1, .group = 5});
    check<bcsr<double>, group_coo<double>>(a, {.bm = 1 << 20, .bn = 1 << 30, .group = 2});
    check<block_coo<double>, csr<double>>(a, {.bm = 1, .bn = 1});
  }
}

TEST_CASE("value types, index types and fill values") {
  for (const auto& a : matrices<double, std::int64_t>(8, 4)) check_selective(a, {.fill = -2});
  for (const auto& a : matrices<bool>(8, 5)) check_selective(a, {});
  for (const auto& a : matrices<insum::half>(8, 6)) check_selective(a, {.fill = 1000});
  for (const auto& a : matrices<std::complex<double>>(8, 7)) check_selective(a, {});
  for (const auto& a : matrices<float>(8, 8))
    check_selective(a, {.fill = std::numeric_limits<double>::infinity()});
  for (const auto& a : matrices<std::int16_t, std::int16_t>(6, 9)) {
    check_selective(a, {});
    check<insum::ell<std::int16_t, std::int16_t, 2>, insum::bcsr<std::int16_t, std::int64_t>,
          insum::csr<std::int16_t, int>>(a);
  }
}

TEST_CASE("buckets have the rows of their length") {
  for (const auto& a : matrices<float>(12, 10)) {
    check_buckets<insum::hyb_buckets<float>>(a);
    check_buckets<insum::hyb_buckets<float, std::int64_t, 3>>(a);
    check_buckets<insum::hyb_buckets<float, int, 1, 2>>(a, {.group = 3, .max_bucket = 2});
    check_buckets<insum::hyb_buckets<float, int, 2, 3>>(a, {.partitions = 2, .max_bucket = 3});
    check_buckets<insum::hyb_buckets<float, int, 4, 0>>(a, {.fill = 9});
    check_buckets<insum::hyb_buckets<float, int, 1, 8>>(a);
    check<insum::bcsr<float>, insum::hyb_buckets<float, int, 2, 2>>(a);
  }
}

TEST_CASE("the same on any number of threads") {
  std::mt19937 random(11);
  matrix<float> a(20000, 3000);
  for (int n = 0; n < 1500; ++n) {
    const place first{static_cast<std::int64_t>(random()) % 5000 * 4,
                      static_cast<std::int64_t>(random()) % 700 * 4};
    a.scatter(random, 5 + static_cast<int>(random() % 30), first, {4, 4});
  }
  for (int i = 0; i < 3000; ++i) a.add(i, i, 1), a.add(i + 15000, i, 2);
  a.scatter(random, 10000, {9001, 0}, {3, 3000});
  a.scatter(random, 50000, {0, 0}, a.t.shape);
  for (const int threads : {1, 2, 5, 16}) {
    const team all(threads);
    check<insum::bcsr<float>, insum::ell<float>, insum::csr<float>>(a);
    check<insum::dbcsr<float, int, 16, 2>, insum::dia<float>, insum::ell<float, int, 2>>(a);
    check<insum::group_coo<float, int, 4>, insum::hyb_buckets<float, int, 2>>(a);
    check_buckets<insum::hyb_buckets<float, int, 2>>(a);
  }
  matrix<float> square(5000, 5000);  // has diagonals that are worth it
  for (int i = 0; i < 5000; ++i)
    for (const int offset : {-900, 0, 1, 700})
      if (i + offset >= 0 && i + offset < 5000 && random() % 8 != 0) square.add(i, i + offset, 1);
  square.scatter(random, 20000, {0, 0}, square.t.shape);
  for (const int threads : {1, 5}) {
    const team all(threads);
    check<insum::dia<float>, insum::ell<float>, insum::coo<float>>(square);
  }
}

TEST_CASE("memory follows the entries where the parts are lists") {
  using L = std::int64_t;
  constexpr L huge = L{1} << 40;
  matrix<double, L> a(huge, huge);
  std::mt19937 random(13);
  for (int n = 0; n < 40; ++n) {
    const L row = static_cast<L>(random()) * 128 % (huge - 8) / 4 * 4,
            col = static_cast<L>(random()) * 64 / 4 * 4;
    a.scatter(random, 3, {row, col}, {1, 1000});
    a.scatter(random, 60, {row, col}, {4, 4});
  }
  check<insum::dbcsr<double, L, 4, 4>, insum::dia<double, L>, insum::group_coo<double, L, 2>,
        insum::dcsr<double, L>>(a);
  check<insum::block_coo<double, L>, insum::coo<double, 2, L>>(a);
  check_buckets<insum::hyb_buckets<double, L, 2>>(a);
  check<insum::block_group_coo<double, L>, insum::hyb_buckets<double, L, 1, 4>>(a);
  matrix<double, L> wide(3, huge);
  for (const L i : {0, 1, 2}) wide.add(i, i + 5, 1), wide.add(i, i + huge - 10, 2), wide.add(i, 1000 * i, 3);
  check<insum::dia<double, L>, insum::coo<double, 2, L>>(wide);
  CHECK(std::get<0>(decompose<insum::dia<double, L>, insum::coo<double, 2, L>>(wide.t)).offsets ==
        insum::buffer<L>{5, huge - 10});
}

}  // namespace

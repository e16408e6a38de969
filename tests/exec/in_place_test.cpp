// Terms read what the result had before any of them wrote to it, in whichever order they stand.
#include <doctest/doctest.h>

#include <cstddef>
#include <random>
#include <vector>

#include "in_place_kernels.hpp"

using namespace in_place;

namespace {

const Pattern pattern{3, 4, {0, 2, 2, 5}, {0, 3, 1, 2, 3}};
const Numbers a = {1, 2, 3, 4, 5}, before = {10, 20, 30, 40, 50};
/// Rows that have several entries, and one that has none.
insum::coo<double> listed(int columns) {
  insum::coo<double> list;
  list.shape = {3, columns};
  for (const int i : {0, 2})
    for (int k = 0; k < 3; ++k)
      list.crd[0].push_back(i), list.crd[1].push_back(k), list.vals.push_back(1 + i + 2 * k);
  return list;
}

constexpr int row[] = {0, 0, 2, 2, 2}, column[] = {0, 3, 1, 2, 3};

}  // namespace

TEST_CASE("a term that reads the result stands behind one that writes it") {
  Numbers b = before;
  scaled(pattern, a, b);
  CHECK(b == Numbers{21, 42, 63, 84, 105});
  b = before;
  doubled(pattern, a, b);
  CHECK(b == Numbers{21, 42, 63, 84, 105});
}

TEST_CASE("several terms read the result") {
  const Numbers x = {2, 3, 5};
  Numbers b = before;
  several_readers(pattern, a, x, b);
  for (std::size_t p = 0; p < b.size(); ++p) CHECK(b[p] == a[p] * before[p] + a[p] + before[p] * x[row[p]]);
}

TEST_CASE("a term that reads the result is reduced") {
  const Numbers x = {2, 3, 5, 7}, y = {1, 2, 4};
  Numbers b = before;
  reduced(pattern, a, x, y, b);
  for (std::size_t p = 0; p < b.size(); ++p) CHECK(b[p] == a[p] + before[p] * x[column[p]] * 7);
}

TEST_CASE("an operand has entries in a part of the pattern") {
  const Pattern part{3, 4, {0, 1, 1, 2}, {3, 2}};
  Numbers b = before;
  other_pattern(pattern, part, {100, 200}, b);
  CHECK(b == Numbers{20, 140, 60, 280, 100});
  sum_within(pattern, part, a, {100, 200}, b);
  CHECK(b == Numbers{1, 102, 3, 204, 5});
}

TEST_CASE("patterns are the same also by way of a third tensor") {
  const Pattern equal = pattern;
  Numbers b = before;
  sum_by_first(pattern, equal, a, {5, 4, 3, 2, 1}, b);
  CHECK(b == Numbers{6, 6, 6, 6, 6});
  b = before;
  sum_by_second(pattern, equal, a, {5, 4, 3, 2, 1}, b);
  CHECK(b == Numbers{6, 6, 6, 6, 6});
}

TEST_CASE("entries of a list that have one row are added up where an operand has the pattern") {
  const insum::coo<double> list = listed(5);
  Numbers X;
  for (int n = 0; n < 5 * pattern.m; ++n) X.push_back(n % 7);
  Numbers wanted(a.size());
  for (std::size_t p = 0; p < wanted.size(); ++p)
    for (std::size_t q = 0; q < list.vals.size(); ++q)
      if (list.crd[0][q] == row[p])
        wanted[p] +=
            a[p] * list.vals[q] * X[static_cast<std::size_t>(list.crd[1][q] * pattern.m + column[p])];
  Numbers b = before;
  masked_by_list(pattern, a, list, X, b);
  CHECK(b == wanted);
  b = before;
  masked_by_groups(pattern, a, insum::convert<insum::group_coo<double, std::int32_t, 2>>(list), X, b);
  CHECK(b == wanted);
}

TEST_CASE("a list without an entry leaves 0, entries of one place are added up") {
  insum::coo<double> list = listed(4);
  list.crd[0].push_back(2), list.crd[1].push_back(2), list.vals.push_back(100);
  Numbers b = before;
  times_list(pattern, a, list, b);
  CHECK(b == Numbers{1, 0, 15, 428, 0});
  b = before;
  times_list_by_columns(pattern, a, list, b);
  CHECK(b == Numbers{1, 0, 15, 428, 0});
}

namespace {

/// A pattern, and a list whose rows have many entries, in order or not.
struct Large {
  explicit Large(bool sorted) {
    std::mt19937 random(5);
    p = {300, 40, {0}, {}};
    for (int i = 0; i < p.n; ++i) {
      for (int j = static_cast<int>(random() % 7); j < p.m; j += 1 + static_cast<int>(random() % 9))
        p.crd.push_back(j);
      p.pos.push_back(static_cast<int>(p.crd.size()));
    }
    for (std::size_t n = 0; n < p.crd.size(); ++n) a.push_back(1 + static_cast<double>(random() % 5));
    list.shape = {p.n, 60};
    for (int n = 0; n < 6000; ++n) {
      list.crd[0].push_back(static_cast<int>(random() % 300 * (random() % 2)));
      list.crd[1].push_back(static_cast<int>(random() % 60));
      list.vals.push_back(static_cast<double>(random() % 9) - 4);
    }
    if (sorted) list = insum::convert<insum::coo<double>>(list);
    for (int n = 0; n < 60 * p.m; ++n) X.push_back(static_cast<double>(random() % 7));
  }
  /// b and what is added to it.
  Numbers added_to(Numbers b) const {
    for (std::size_t q = 0; q < list.vals.size(); ++q) {
      const auto i = static_cast<std::size_t>(list.crd[0][q]);
      for (auto n = static_cast<std::size_t>(p.pos[i]); n < static_cast<std::size_t>(p.pos[i + 1]); ++n)
        b[n] += a[n] * list.vals[q] * X[static_cast<std::size_t>(list.crd[1][q] * p.m + p.crd[n])];
    }
    return b;
  }
  Pattern p;
  insum::coo<double> list;
  Numbers a, X;
};

}  // namespace

TEST_CASE("threads share what comes again to entries in an operand's pattern") {
  const Large sorted(true), any(false);
  const Numbers ones(sorted.a.size(), 1), sums = sorted.added_to(Numbers(sorted.a.size()));
  for (int run = 0; run < 20; ++run) {
    Numbers b = ones;
    masked_by_list(sorted.p, sorted.a, sorted.list, sorted.X, b);
    CHECK(b == sums);
    b = ones;
    masked_by_groups(sorted.p, sorted.a,
                     insum::convert<insum::group_coo<double, std::int32_t, 2>>(sorted.list), sorted.X, b);
    CHECK(b == sums);
    b = ones;
    masked_by_blocks(sorted.p, sorted.a,
                     insum::convert<insum::block_coo<double, std::int32_t, 2, 3>>(sorted.list), sorted.X, b);
    CHECK(b == sums);
    b = ones;
    masked_by_list_in_order(any.p, any.a, any.list, any.X, b);
    CHECK(b == sums);
    b = ones;
    masked_by_any_list(any.p, any.a, any.list, any.X, b);
    CHECK(b == any.added_to(ones));
  }
}

TEST_CASE("columns of a pattern are found from another operand's blocks") {
  Large rows(true);
  insum::coo<double> list;  // of 40 rows, of which some have no entry
  list.shape = {rows.p.m, 7};
  for (int j = 1; j < rows.p.m; j += 1 + j % 4)
    for (int k = j % 5; k < 7; k += 2) {
      list.crd[0].push_back(j);
      list.crd[1].push_back(k);
      list.vals.push_back(j - 3 * k);
    }
  Numbers Y, expected(rows.a.size());
  for (int n = 0; n < rows.p.n * rows.p.m * 7; ++n) Y.push_back(n % 11);
  for (int i = 0; i < rows.p.n; ++i)
    for (auto n = static_cast<std::size_t>(rows.p.pos[static_cast<std::size_t>(i)]);
         n < static_cast<std::size_t>(rows.p.pos[static_cast<std::size_t>(i) + 1]); ++n)
      for (std::size_t q = 0; q < list.vals.size(); ++q)
        if (list.crd[0][q] == rows.p.crd[n])
          expected[n] += rows.a[n] * list.vals[q] *
                         Y[static_cast<std::size_t>((i * rows.p.m + rows.p.crd[n]) * 7 + list.crd[1][q])];
  Numbers b(rows.a.size(), 1);
  columns_in_blocks(rows.p, rows.a, insum::convert<insum::bcsr<double, std::int32_t, 2, 3>>(list), Y, b);
  CHECK(b == expected);
  b.assign(rows.a.size(), 1);
  columns_in_groups(rows.p, rows.a,
                    insum::convert<insum::block_group_coo<double, std::int32_t, 4, 2, 3>>(list), Y, b);
  CHECK(b == expected);
}

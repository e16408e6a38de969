// Terms read what the result had before any of them wrote to it, in whichever order they stand.
#include <doctest/doctest.h>

#include <cstddef>

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

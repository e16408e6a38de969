// Terms read what the result had before any of them wrote to it, in whichever order they stand.
#include <doctest/doctest.h>

#include <cstddef>

#include "in_place_kernels.hpp"

using namespace in_place;

namespace {

const Pattern pattern{3, 4, {0, 2, 2, 5}, {0, 3, 1, 2, 3}};
const Numbers a = {1, 2, 3, 4, 5}, before = {10, 20, 30, 40, 50};
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

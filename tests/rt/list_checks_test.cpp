// Checks of lists of entries and of diagonals.
#include <cstdint>
#include <vector>

#include "doctest/doctest.h"
#include "insum/rt/kernel.hpp"

namespace rt = insum::rt;

TEST_CASE("lists of entries are in order") {
  const std::vector<int> row = {0, 0, 2, 2}, column = {1, 3, 0, 0}, wrong = {1, 0, 0, 1};
  const auto n = static_cast<std::int64_t>(row.size());
  CHECK_NOTHROW(rt::check_list_order("A.crd", 0, n, false, row.data(), column.data()));
  CHECK_NOTHROW(rt::check_list_order("A.crd", 0, 3, true, row.data(), column.data()));
  CHECK_NOTHROW(rt::check_list_order("A.crd", 0, 0, true, row.data(), column.data()));
  CHECK_THROWS_AS(rt::check_list_order("A.crd", 0, n, true, row.data(), column.data()), insum::storage_error);
  CHECK_THROWS_AS(rt::check_list_order("A.crd", 0, n, false, row.data(), wrong.data()), insum::storage_error);
  try {
    rt::check_list_order("A.crd", 0, n, true, row.data(), wrong.data());
    FAIL("no exception");
  } catch (const insum::storage_error& error) {
    CHECK((error.position() == 1 && error.value() == 0));
  }
  const std::vector<std::int64_t> pos = {1, 3, 5};
  const std::vector<int> first = {4, 5, 0, 0}, second = {0, 0, 7, 8}, falling = {5, 4, 0, 0};
  CHECK_NOTHROW(rt::check_segment_order("A.crd", pos.data(), 2, 1, true, first.data(), second.data()));
  CHECK_THROWS_AS(rt::check_segment_order("A.crd", pos.data(), 2, 1, true, falling.data(), second.data()), insum::storage_error);
}

TEST_CASE("the order within segments") {
  const std::vector<std::int32_t> pos{0, 2, 2, 5};
  std::vector<std::int64_t> crd{1, 5, 0, 3, 7};
  const auto check = [&](bool unique) { rt::check_segment_order("A.crd", pos.data(), 3, 0, unique, crd.data()); };
  CHECK_NOTHROW(check(true));
  crd[3] = 0;
  CHECK_THROWS_WITH(check(true), "A.crd[3] = 0: the entry does not come after the one before it");
  CHECK_NOTHROW(check(false));
  crd[4] = -1;
  CHECK_THROWS_WITH(check(false), "A.crd[4] = -1: the entry comes before the one in front of it");
}

TEST_CASE("the first of many segments out of order is named, whatever thread finds it") {
  constexpr std::size_t n = 200000;
  std::vector<std::int64_t> pos(n + 1), crd(3 * n);
  for (std::size_t i = 0; i <= n; ++i) pos[i] = static_cast<std::int64_t>(3 * i);
  for (std::size_t p = 0; p < 3 * n; ++p) crd[p] = static_cast<std::int64_t>(p % 3);
  for (std::size_t i = 60000; i < n; i += 7) crd[3 * i + 1] = 0;
  CHECK_THROWS_WITH(rt::check_segment_order("A.crd", pos.data(), static_cast<std::int64_t>(n), 0, true, crd.data()),
                    "A.crd[180001] = 0: the entry does not come after the one before it");
}

TEST_CASE("rows behind pointers") {
  std::vector<std::int16_t> counts = {2, 0, 3};
  std::vector<int> first = {1, 4}, third = {1, 2, 5};
  const int* const rows[] = {first.data(), nullptr, third.data()};
  const auto check = [&](std::int64_t size, const rt::row_rules& rules) {
    rt::check_rows("A.counts", counts.data(), 3, "A.crd", rows, size, rules);
  };
  CHECK_NOTHROW(check(6, {}));
  CHECK_NOTHROW(check(5, {.base = 1}));
  CHECK_THROWS_WITH(check(5, {}), "A.crd[2][2] = 5 is out of range [0, 5)");
  CHECK_THROWS_WITH(check(4, {.base = 2}), "A.crd[0][0] = 1 is out of range [2, 6)");
  third = {2, 2, 1};
  CHECK_THROWS_WITH(check(6, {}), "A.crd[2][1] = 2: the entry does not come after the one before it");
  CHECK_THROWS_WITH(check(6, {.unique = false}), "A.crd[2][2] = 1: the entry comes before the one in front of it");
  CHECK_NOTHROW(check(6, {.sorted = false}));
  counts[1] = -1;
  CHECK_THROWS_AS(check(6, {}), insum::storage_error);
}

TEST_CASE("diagonals are inside and stored once") {
  const std::vector<std::int64_t> good = {-3, 0, 4}, outside = {-3, 5}, below = {-4}, twice = {1, 2, 1, 0};
  CHECK_NOTHROW(rt::check_offsets("A.offsets", good.data(), 3, 4, 5));
  CHECK_NOTHROW(rt::check_offsets("A.offsets", good.data(), 0, 4, 5));
  CHECK_THROWS_AS(rt::check_offsets("A.offsets", outside.data(), 2, 4, 5), insum::index_error);
  CHECK_THROWS_AS(rt::check_offsets("A.offsets", below.data(), 1, 4, 5), insum::index_error);
  CHECK_THROWS_AS(rt::check_offsets("A.offsets", twice.data(), 4, 4, 5), insum::storage_error);
}

TEST_CASE("the end of a level is not negative") {
  const std::vector<int> pos = {1, 4, -2};
  CHECK(rt::end_position("A.pos", pos.data(), 1, 1) == 3);
  CHECK_THROWS_AS(rt::end_position("A.pos", pos.data(), 2, 1), insum::storage_error);
  CHECK_THROWS_AS(rt::end_position("A.pos", pos.data(), -1, 1), insum::storage_error);
}

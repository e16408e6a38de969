// Checks of lists of entries, of rows, of diagonals and of triangles.
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
  const auto names = rt::names("A.crd0", "A.crd1");  // the one in which the order is broken
  CHECK_THROWS_WITH(rt::check_list_order(names, 0, n, true, row.data(), wrong.data()),
                    "A.crd1[1] = 0: less than the one before it, 1");
  CHECK_THROWS_WITH(rt::check_list_order(names, 0, n, true, row.data(), column.data()),
                    "A.crd1[3] = 0: the entry is that at 2");
  const std::vector<int> above = {0, 2, 1, 1};
  CHECK_THROWS_WITH(rt::check_list_order(names, 0, n, true, above.data(), column.data()),
                    "A.crd0[2] = 1: less than the one before it, 2");
  const std::vector<std::int64_t> pos = {1, 3, 5};
  const std::vector<int> first = {4, 5, 0, 0}, second = {0, 0, 7, 8}, falling = {5, 4, 0, 0};
  CHECK_NOTHROW(rt::check_segment_order("A.crd", pos.data(), 2, 1, true, first.data(), second.data()));
  CHECK_THROWS_AS(rt::check_segment_order("A.crd", pos.data(), 2, 1, true, falling.data(), second.data()),
                  insum::storage_error);
}

TEST_CASE("entries that come twice are found in any order") {
  const std::vector<int> row = {2, 0, 1, 2, 0}, column = {1, 3, 0, 0, 3}, other = {1, 3, 0, 0, 2};
  CHECK_NOTHROW(rt::check_list_unique("A.crd", 0, 5, row.data(), other.data()));
  CHECK_NOTHROW(rt::check_list_unique("A.crd", 0, 4, row.data(), column.data()));
  CHECK_THROWS_WITH(rt::check_list_unique("A.crd", 0, 5, row.data(), column.data()),
                    "A.crd[4] = 3: the entry is there twice");
  CHECK_THROWS_WITH(rt::check_list_unique("A.crd", 0, 5, row.data()),
                    "A.crd[3] = 2: the entry is there twice");
  const std::vector<std::int64_t> pos = {1, 3, 3, 6};
  CHECK_NOTHROW(rt::check_segment_unique("A.crd", pos.data(), 3, 1, row.data()));
  const std::vector<std::int16_t> again = {2, 0, 1, 2, 1};
  CHECK_THROWS_WITH(rt::check_segment_unique("A.crd", pos.data(), 3, 1, again.data()),
                    "A.crd[4] = 1: the entry is there twice");
  constexpr std::int64_t n = 300000, step = 70001;  // coprime: every number once, in no order
  std::vector<std::int64_t> many(n);
  for (std::int64_t p = 0; p < n; ++p)
    many[static_cast<std::size_t>(p)] = (p * step) % n * (std::int64_t{1} << 40);
  CHECK_NOTHROW(rt::check_list_unique("A.crd", 0, n, many.data()));
  many[200000] = many[123456];
  many[250000] = many[5];
  CHECK_THROWS_AS(rt::check_list_unique("A.crd", 0, n, many.data()), insum::storage_error);
  try {
    rt::check_list_unique("A.crd", 0, n, many.data());
  } catch (const insum::storage_error& error) {
    CHECK(error.position() == 200000);
  }
}

TEST_CASE("slots of rows") {
  const std::vector<int> crd = {0, 2, -1, 1, 1, 2}, falling = {2, 0, -1, -1, 0, 1};
  const std::vector<double> vals = {1, 2, 0, 0, 3, 4}, full(6, 1);
  const auto check = [&](const std::vector<int>& columns, const std::vector<double>& values,
                         const rt::row_rules& rules) {
    rt::check_slots("A.crd", columns.data(), 2, 3, 3, rules, rt::fillers(values.data(), 0.0, 1));
  };
  CHECK_NOTHROW(check(crd, vals, {}));
  CHECK_THROWS_WITH(check(crd, full, {}), "A.crd[4] = 1: the same as at 3");
  CHECK_NOTHROW(check(crd, full, {.unique = false}));
  CHECK_THROWS_WITH(check(crd, full, {.sorted = false}), "A.crd[4] = 1: the entry is there twice");
  CHECK_THROWS_WITH(check(falling, full, {.unique = false}), "A.crd[1] = 0: less than the one before it, 2");
  CHECK_NOTHROW(check(falling, full, {.sorted = false}));
  CHECK_NOTHROW(check({1, 3, 3, 1, 2, 3}, full, {.base = 1, .sorted = false, .unique = false}));
  CHECK_THROWS_AS(rt::check_slots("A.crd", crd.data(), 2, 3, 3, {}, rt::no_fillers()), insum::storage_error);
}

TEST_CASE("one triangle") {
  const std::vector<int> pos = {0, 1, 1, 3}, crd = {0, 0, 2};
  std::vector<double> vals = {1, 2, 3};
  const auto by_rows = [&](bool lower) {
    rt::check_triangle("A", lower, 3, vals.data(), 0.0, rt::dense_walk({1, 0}, 3),
                       rt::compressed_walk({0, 1}, 0, pos.data(), crd.data()));
  };
  CHECK_NOTHROW(by_rows(true));
  CHECK_THROWS_WITH(by_rows(false), "A: the element (2, 0) is stored, which is not in the upper triangle");
  vals[1] = 0;
  CHECK_NOTHROW(by_rows(false));
  const std::vector<int> row = {1, 3, 2}, column = {1, 1, 3};
  rt::check_triangle("A", true, 3, vals.data(), 0.0, rt::list_walk({1, 0}, 1, 2, row.data()),
                     rt::singleton_walk({0, 1}, 1, column.data()));
  CHECK_THROWS_WITH(
      rt::check_triangle("A", true, 3, vals.data(), 0.0, rt::list_walk({1, 0}, 1, 3, row.data()),
                         rt::singleton_walk({0, 1}, 1, column.data())),
      "A: the element (1, 2) is stored, which is not in the lower triangle");
  // Blocks of 2 * 2 in a matrix of 3 rows, and the diagonal above the main one.
  const std::vector<int> block_pos = {0, 1, 2}, block_crd = {0, 1}, offsets = {1};
  std::vector<double> blocks = {1, 0, 2, 3, 4, 5, 6, 7};
  const auto in_blocks = [&] {
    rt::check_triangle("A", true, 3, blocks.data(), 0.0, rt::dense_walk({2, 0}, 2),
                       rt::compressed_walk({0, 2}, 0, block_pos.data(), block_crd.data()),
                       rt::dense_walk({1, 0}, 2), rt::dense_walk({0, 1}, 2));
  };
  CHECK_NOTHROW(in_blocks());
  blocks[1] = 9;
  CHECK_THROWS_WITH(in_blocks(), "A: the element (0, 1) is stored, which is not in the lower triangle");
  CHECK_THROWS_WITH(
      rt::check_triangle("A", true, 3, blocks.data(), 0.0, rt::list_walk({0, 1}, 0, 1, offsets.data()),
                         rt::dense_walk({1, 1}, 3)),
      "A: the element (0, 1) is stored, which is not in the lower triangle");
}

TEST_CASE("one triangle of rows of slots, of different lengths, behind pointers") {
  const std::vector<int> crd = {0, -1, 0, 1, 1, 2}, pos = {1, 2, 4, 6}, counts = {1, 2, 1};
  const std::vector<double> vals = {1, 2, 3, 4, 5, 6};
  CHECK_NOTHROW(rt::check_triangle("A", true, 3, vals.data(), 0.0, rt::dense_walk({1, 0}, 3),
                                   rt::fixed_walk({0, 1}, 0, 2, crd.data())));
  CHECK_THROWS_AS(rt::check_triangle("A", false, 3, vals.data(), 0.0, rt::dense_walk({1, 0}, 3),
                                     rt::fixed_walk({0, 1}, 0, 2, crd.data())),
                  insum::storage_error);
  CHECK_NOTHROW(rt::check_triangle("A", true, 3, vals.data(), 0.0, rt::dense_walk({1, 0}, 3),
                                   rt::ragged_walk({0, 1}, 1, pos.data())));
  CHECK_THROWS_WITH(rt::check_triangle("A", false, 3, vals.data(), 0.0, rt::dense_walk({1, 0}, 3),
                                       rt::ragged_walk({0, 1}, 1, pos.data())),
                    "A: the element (1, 0) is stored, which is not in the upper triangle");
  const int* const rows[] = {crd.data(), crd.data() + 2, crd.data() + 5};
  const double* const values[] = {vals.data(), vals.data() + 2, vals.data() + 5};
  const auto behind = [&](bool lower) {
    rt::check_triangle("A", lower, 3, +values, 0.0, rt::dense_walk({1, 0}, 3),
                       rt::pointers_walk({0, 1}, 0, counts.data(), +rows));
  };
  CHECK_NOTHROW(behind(true));
  CHECK_THROWS_WITH(behind(false), "A: the element (1, 0) is stored, which is not in the upper triangle");
}

TEST_CASE("the order within segments") {
  const std::vector<std::int32_t> pos{0, 2, 2, 5};
  std::vector<std::int64_t> crd{1, 5, 0, 3, 7};
  const auto check = [&](bool unique) {
    rt::check_segment_order("A.crd", pos.data(), 3, 0, unique, crd.data());
  };
  CHECK_NOTHROW(check(true));
  crd[3] = 0;
  CHECK_THROWS_WITH(check(true), "A.crd[3] = 0: the same as at 2");
  CHECK_NOTHROW(check(false));
  crd[4] = -1;
  CHECK_THROWS_WITH(check(false), "A.crd[4] = -1: less than the one before it, 0");
}

TEST_CASE("the first of many segments out of order is named, whatever thread finds it") {
  constexpr std::size_t n = 200000;
  std::vector<std::int64_t> pos(n + 1), crd(3 * n);
  for (std::size_t i = 0; i <= n; ++i) pos[i] = static_cast<std::int64_t>(3 * i);
  for (std::size_t p = 0; p < 3 * n; ++p) crd[p] = static_cast<std::int64_t>(p % 3);
  for (std::size_t i = 60000; i < n; i += 7) crd[3 * i + 1] = 0;
  CHECK_THROWS_WITH(
      rt::check_segment_order("A.crd", pos.data(), static_cast<std::int64_t>(n), 0, true, crd.data()),
      "A.crd[180001] = 0: the same as at 180000");
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
  CHECK_NOTHROW(rt::check_pointers("A.counts", counts.data(), 3, "A.crd", rows));
  counts[1] = 2;
  CHECK_THROWS_WITH(rt::check_pointers("A.counts", counts.data(), 3, "A.crd", rows),
                    "A.crd[1] = 0: a null pointer, where A.counts has 2 entries");
  const int *const *const no_rows = nullptr, *const no_counts = nullptr;
  CHECK_THROWS_WITH(rt::check_pointers("A.counts", counts.data(), 3, "A.crd", no_rows),
                    "A.crd: it is a null pointer");
  CHECK_THROWS_WITH(rt::check_pointers("A.counts", no_counts, 3, "A.crd", rows),
                    "A.counts: it is a null pointer");
  CHECK_THROWS_WITH(rt::check_offsets("A.offsets", no_counts, 2, 3, 3), "A.offsets: it is a null pointer");
  counts[1] = 0;
  third = {2, 2, 1};
  CHECK_THROWS_WITH(check(6, {}), "A.crd[2][1] = 2: the same as at 0");
  CHECK_THROWS_WITH(check(6, {.unique = false}), "A.crd[2][2] = 1: less than the one before it, 2");
  CHECK_NOTHROW(check(6, {.sorted = false, .unique = false}));
  CHECK_THROWS_WITH(check(6, {.sorted = false}), "A.crd[2][1] = 2: the entry is there twice");
  third = {2, 0, 1};
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

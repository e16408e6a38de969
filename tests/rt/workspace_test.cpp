// Workspaces of sparse results, against maps.
#include <algorithm>
#include <array>
#include <complex>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <random>
#include <vector>

#include "doctest/doctest.h"
#include "insum/core/types.hpp"
#include "insum/workspace.hpp"
#include "threads.hpp"

namespace {

template <class T>
T number(std::mt19937& random) {
  return T(static_cast<float>(1 + random() % 16));
}

/// One row of `touches` updates in [low, high); compares and clears.
template <class T, class Op>
std::int64_t wrong_in_row(rt::row_workspace<T, Op>& row, std::mt19937& random, std::int64_t low,
                          std::int64_t high, std::int64_t touches) {
  std::map<std::int64_t, T> expected;
  for (std::int64_t k = 0; k < touches; ++k) {
    const std::int64_t j = low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low));
    const T v = number<T>(random);
    row.update(j, v);
    rt::update<Op>(expected.try_emplace(j, Op::template identity<T>()).first->second, v);
  }
  row.finish();
  std::int64_t wrong = row.count() != static_cast<std::int64_t>(expected.size());
  std::int64_t k = 0;
  for (const auto& [j, v] : expected) {
    if (k == row.count()) break;
    wrong += row.coordinates()[k] != j || !(row.values()[k] == v);
    ++k;
  }
  row.clear();
  row.finish();
  return wrong + (row.count() != 0);
}

template <class T, class Op>
void check_rows(std::int64_t size) {
  std::mt19937 random(7);
  rt::row_workspace<T, Op> row(size);
  row.finish();
  CHECK(row.count() == 0);
  std::int64_t wrong = 0;
  for (int round = 0; round < 120; ++round) {
    const auto n = static_cast<std::uint64_t>(size);
    const std::int64_t low = static_cast<std::int64_t>(random() % n),
                       high = low + 1 +
                              static_cast<std::int64_t>(random() % (n - static_cast<std::uint64_t>(low)));
    const std::int64_t most = std::min<std::int64_t>(high - low, 3000),
                       touches[] = {0, 1, 2, 5, 30, 100, most / 3, most};
    wrong += wrong_in_row(row, random, low, high, touches[round % 8]);
  }
  CHECK(wrong == 0);
}

using wide_level = rt::compressed_part<std::int64_t, std::int64_t>;
using narrow_level = rt::compressed_part<std::int64_t, std::int32_t>;

template <class Level>
std::int64_t wrong_drains(std::int64_t size) {
  std::mt19937 random(9);
  rt::row_workspace<float, rt::op_max> row(size);
  Level level;
  rt::grow<double> values;
  std::vector<std::map<std::int64_t, float>> expected(200);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::int64_t low = static_cast<std::int64_t>(random()) % size;
    for (std::uint32_t k = static_cast<std::uint32_t>(random()) % (i % 7 == 0 ? 2000 : 20); k-- > 0;) {
      const std::int64_t j = low + static_cast<std::int64_t>(random()) % (size - low);
      const float v = number<float>(random);
      row.update(j, v);
      float& e = expected[i].try_emplace(j, v).first->second;
      e = std::max(e, v);
    }
    row.drain(level, static_cast<std::int64_t>(i), values);
    if (row.count() != 0) return -1;
  }
  std::int64_t wrong = level.crd.size() != values.size(), p = 0;
  for (std::size_t i = 0; i < expected.size(); ++i)
    for (const auto& [j, v] : expected[i]) {
      if (p == values.size()) return -1;
      wrong += level.crd[p] != j || values[p] != static_cast<double>(v);
      ++p;
    }
  return wrong + (p != values.size());
}

template <class T, class Op, class Sizes>
std::int64_t wrong_coordinates(std::mt19937& random, std::int64_t n, const Sizes& sizes, int order) {
  using key = std::array<std::int64_t, 3>;
  std::map<key, T> expected;
  rt::sparse_workspace<rt::adaptive_workspace<T, Op, 3>> w({sizes[0], sizes[1], sizes[2]});
  for (int round = 0; round < 2; ++round) {  // used again after clear()
    expected.clear();
    w.clear();
    std::vector<std::pair<key, T>> entries;
    for (std::int64_t i = 0; i < n; ++i) {
      key c{};
      for (std::size_t l = 0; l < 3; ++l)
        c[l] = static_cast<std::int64_t>((static_cast<std::uint64_t>(random()) << 32 | random()) %
                                         static_cast<std::uint64_t>(sizes[l]));
      if (i % 3 == 2) c = entries[static_cast<std::size_t>(random() % entries.size())].first;
      entries.push_back({c, number<T>(random)});
    }
    if (order == 1)
      std::sort(entries.begin(), entries.end(), [](auto& a, auto& b) { return a.first < b.first; });
    for (const auto& [c, v] : entries) {
      w.update(v, c[0], c[1], c[2]);
      rt::update<Op>(expected.try_emplace(c, Op::template identity<T>()).first->second, v);
    }
    w.finish(sizes[0], sizes[1], sizes[2]);
  }
  std::int64_t wrong = w.count() != static_cast<std::int64_t>(expected.size()), k = 0;
  for (const auto& [c, v] : expected) {
    if (k == w.count()) break;
    wrong += w.template coordinates<0>()[k] != c[0] || w.template coordinates<1>()[k] != c[1] ||
             w.template coordinates<2>()[k] != c[2] || !(w.values()[k] == v);
    ++k;
  }
  return wrong;
}

}  // namespace

TEST_CASE_TEMPLATE("rows of every density", T, float, double, std::int32_t, std::complex<double>) {
  for (const std::int64_t size : {1, 9, 64, 1000, 70000}) check_rows<T, rt::op_add>(size);
}

TEST_CASE("rows pay for a workspace that are neither too long nor met by much longer ones") {
  CHECK(insum::rt::row_pays(insum::rt::most_dense_row));
  CHECK(!insum::rt::row_pays(insum::rt::most_dense_row + 1));
  CHECK(insum::rt::row_pays(100, 10, 10, 80, 10));    // 1 entry a row meets 8
  CHECK(!insum::rt::row_pays(100, 10, 10, 81, 10));   // ... more than 8
  CHECK(!insum::rt::row_pays(100, 1, 1000, 10, 10));  // nearly all rows are empty
  CHECK(insum::rt::row_pays(100, 0, 0, 0, 0));
}

TEST_CASE("coordinates of modes that are larger than they are") {
  // Coordinates of 32 bits each in modes of 34: sizes that one number could not hold.
  rt::sparse_workspace<rt::adaptive_workspace<float, rt::op_add, 2>> w(
      {std::int64_t{1} << 34, std::int64_t{1} << 34});
  w.update(1.25F, 2335114898, 3000617741);
  w.update(2.0F, 7, 3);
  w.update(0.5F, 2335114898, 3000617741);
  w.finish(std::int64_t{1} << 34, std::int64_t{1} << 34);
  REQUIRE(w.count() == 2);
  CHECK(w.coordinates<0>()[0] == 7);
  CHECK(w.coordinates<1>()[0] == 3);
  CHECK(w.coordinates<0>()[1] == 2335114898);
  CHECK(w.coordinates<1>()[1] == 3000617741);
  CHECK(w.values()[1] == 1.75F);
}

TEST_CASE("rows over other semirings and element types") {
  check_rows<double, rt::op_min>(3000);
  check_rows<double, rt::op_max>(3000);
  check_rows<float, rt::op_mul>(300);
  check_rows<bool, rt::op_or>(3000);
  check_rows<bool, rt::op_and>(3000);
  check_rows<std::uint8_t, rt::op_or>(3000);
  check_rows<std::int64_t, rt::op_min>(3000);
  check_rows<insum::half, rt::op_max>(3000);
}

TEST_CASE("rows drained into a part") {
  for (const std::int64_t size : {std::int64_t{1}, std::int64_t{70}, std::int64_t{3000}, std::int64_t{100000},
                                  rt::most_dense_row + 1}) {
    CHECK(wrong_drains<wide_level>(size) == 0);
    CHECK(wrong_drains<narrow_level>(size) == 0);
  }
}

TEST_CASE("rows of many threads, each with its workspace; a sparse product") {
  const threads team(4);
  constexpr std::int64_t n = 400;
  const auto a = [](std::int64_t i, std::int64_t k) {
    return (i * 31 + k) % n;
  };  // columns of row i, 5 of them
  using part = rt::part<std::int64_t, rt::compressed_part<std::int32_t, std::int32_t>>;
  rt::per_thread<rt::row_workspace<std::int64_t, rt::op_add>> rows(n);
  auto parts =
      rt::assemble<part>("C", rt::dynamic{0, n, 1000}, [&](part& out, std::int64_t first, std::int64_t last) {
        auto& row = rows.local();
        for (std::int64_t i = first; i < last; ++i) {
          for (std::int64_t k = 0; k < 5; ++k)
            for (std::int64_t l = 0; l < 5; ++l) row.update(a(a(i, k), l), k + l + 1);
          row.drain(out.level<0>(), i, out.values);
        }
      });
  std::vector<std::int32_t> pos, crd;
  std::vector<std::int64_t> vals;
  rt::join("C", parts, 0, rt::into_compressed(pos, crd, n), vals);
  std::int64_t wrong = 0;
  std::size_t p = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    std::map<std::int64_t, std::int64_t> expected;
    for (std::int64_t k = 0; k < 5; ++k)
      for (std::int64_t l = 0; l < 5; ++l) expected[a(a(i, k), l)] += k + l + 1;
    for (const auto& [j, v] : expected) {
      REQUIRE(p < vals.size());
      wrong += crd[p] != j || vals[p] != v;
      ++p;
    }
    wrong += pos[static_cast<std::size_t>(i) + 1] != static_cast<std::int32_t>(p);
  }
  CHECK(wrong == 0);
}

TEST_CASE("rows of any length take little memory") {
  check_rows<double, rt::op_add>(std::int64_t{1} << 40);
  check_rows<float, rt::op_min>(std::numeric_limits<std::int64_t>::max());
  CHECK_THROWS_AS((rt::row_workspace<double, rt::op_add>(-1)), std::bad_alloc);
}

TEST_CASE_TEMPLATE("entries in any order", T, float, double, std::int32_t, std::complex<double>, bool) {
  std::mt19937 random(8);
  const std::int64_t large = std::int64_t{1} << 40;
  const std::vector<std::array<std::int64_t, 3>> shapes = {{1, 1, 1},
                                                           {3, 2, 4},
                                                           {20, 1, 300},
                                                           {1000, 7, 100000},
                                                           {large, 3, 2},
                                                           {large, 1000, 1 << 14},
                                                           {large, large, large},
                                                           {5, large, large}};
  using op = std::conditional_t<std::is_same_v<T, bool>, rt::op_or, rt::op_add>;
  for (const auto& sizes : shapes)
    for (const std::int64_t n : {0, 1, 2, 23, 24, 25, 26, 500, 5000, 20000})
      for (const int order : {0, 1}) {
        if (n > 5000 && !std::is_same_v<T, double>) continue;  // lists are as long for any type
        CAPTURE(sizes[0]);
        CAPTURE(n);
        CHECK(wrong_coordinates<T, op>(random, n, sizes, order) == 0);
      }
}

TEST_CASE("one mode, and large coordinates") {
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  rt::sparse_workspace<rt::adaptive_workspace<std::int64_t, rt::op_min, 1>> w({most});
  for (std::int64_t i = 0; i < 100; ++i) w.update(i, most - 1 - i % 10);
  w.finish(most);
  REQUIRE(w.count() == 10);
  for (std::int64_t k = 0; k < 10; ++k) {
    CHECK(w.coordinates<0>()[k] == most - 10 + k);
    CHECK(w.values()[k] == 9 - k);
  }
}

TEST_CASE("ranges of coordinates with and without room in one number") {
  const std::int64_t large = std::int64_t{1} << 45;
  const auto coordinate = [&](std::int64_t i) { return i % 50 < 49 ? i * 37 % 300 : large - i % 7; };
  for (const int team_size : {1, 3})
    for (const std::int64_t second : {std::int64_t{300}, large + 1}) {
      const threads team(team_size);
      const std::int64_t n = 60000;
      rt::parallel_workspace<rt::adaptive_workspace<double, rt::op_add, 3>> parts({large + 1, second, 2});
      rt::parallel(rt::dynamic{0, n}, [&](std::int64_t first, std::int64_t last) {
        auto local = parts.local(first);
        for (; first < last; ++first)
          local.update(static_cast<double>(first), coordinate(first),
                       second > 300 ? coordinate(first + 3) : 5, 1);
      });
      parts.finish(large + 1, second, 2);
      std::map<std::pair<std::int64_t, std::int64_t>, double> expected;
      for (std::int64_t i = 0; i < n; ++i)
        expected[{coordinate(i), second > 300 ? coordinate(i + 3) : 5}] += static_cast<double>(i);
      REQUIRE(parts.count() == static_cast<std::int64_t>(expected.size()));
      std::int64_t wrong = 0, k = 0;
      for (const auto& [c, v] : expected) {
        wrong += parts.coordinates<0>()[k] != c.first || parts.coordinates<1>()[k] != c.second ||
                 parts.coordinates<2>()[k] != 1 || parts.values()[k] != v;
        ++k;
      }
      CHECK(wrong == 0);
    }
}

TEST_CASE("no entries from many threads, and a workspace used row by row") {
  const threads team(4);
  rt::parallel_workspace<rt::adaptive_workspace<float, rt::op_add, 2>> none({100, 100});
  rt::parallel(rt::dynamic{0, 100000}, [&](std::int64_t first, std::int64_t) { none.local(first); });
  none.finish(100, 100);
  CHECK(none.count() == 0);

  constexpr std::int64_t size = std::int64_t{1} << 50;
  rt::sparse_workspace<rt::adaptive_workspace<std::int64_t, rt::op_add, 1>> row({size});
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < 300; ++i) {
    for (std::int64_t k = 0; k < i; ++k) row.update(k, k * k % 17 + i * 1000000007);
    row.finish(size);
    std::map<std::int64_t, std::int64_t> expected;
    for (std::int64_t k = 0; k < i; ++k) expected[k * k % 17 + i * 1000000007] += k;
    wrong += row.count() != static_cast<std::int64_t>(expected.size());
    std::int64_t k = 0;
    for (const auto& [c, v] : expected) {
      wrong += row.coordinates<0>()[k] != c || row.values()[k] != v;
      ++k;
    }
    row.clear();
  }
  CHECK(wrong == 0);
}

TEST_CASE("a temporary array for which there is no memory: memory_error") {
  constexpr std::int64_t many = std::int64_t{1} << 60;
  CHECK_THROWS_WITH_AS(rt::workspace<char>("T", many),
                       "there is no memory for an array of 1152921504606846976 elements of T",
                       insum::memory_error);
  CHECK_THROWS_AS((rt::workspace<double>("T", many, rt::zeros)), insum::memory_error);
  CHECK_THROWS_AS(rt::workspace<double>("T", -1), insum::memory_error);
}

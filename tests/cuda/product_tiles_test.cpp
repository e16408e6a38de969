// All tiles of matrix products, with few steps and with more than are on their way at once, against plain
// loops.
#include "product_tiles.hpp"

#include <doctest/doctest.h>
#include <insum/tuning/widths.hpp>

#include <vector>

#include "on_device.hpp"

namespace {

std::vector<TileWidths> all_tiles(bool for_warpgroups) {
  std::vector<TileWidths> list;
  for (const int rows : {32, 64, 128})
    for (const int columns : {32, 64, 128, 256})
      for (const int ahead : {2, 4})
        if (insum::tuning::is_product_variant(rows, columns, ahead) ||
            (for_warpgroups && insum::tuning::is_warpgroup_variant(rows, columns, ahead)))
          list.push_back({rows, columns, ahead});
  return list;
}

template <class T>
std::vector<T> numbers(std::int64_t count, int seed) {
  std::vector<T> list;
  for (std::int64_t n = 0; n < count; ++n)
    list.push_back(T(static_cast<float>((n * 7 + seed + n / 13) % 9 - 4)));
  return list;
}

/// `before`: elements in front of each factor, which begins at no multiple of 16 bytes then.
template <class T, class S>
void check(std::int64_t m, std::int64_t n, std::int64_t k, bool turned, int before = 0,
           const std::vector<TileWidths>& tiles = all_tiles(sizeof(T) == 2)) {
  const std::vector<T> a = numbers<T>(m * k, 1), b = numbers<T>(k * n, 5);
  std::vector<S> wanted(static_cast<std::size_t>(m * n));
  const auto at = [](const std::vector<T>& of, std::int64_t place) {
    return static_cast<S>(of[static_cast<std::size_t>(place)]);
  };
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t p = 0; p < k; ++p)
      for (std::int64_t j = 0; j < n; ++j)
        wanted[static_cast<std::size_t>(i * n + j)] +=
            at(a, turned ? p * m + i : i * k + p) * at(b, turned ? j * k + p : p * n + j);
  const auto after_some = [&](std::vector<T> values) {
    values.insert(values.begin(), static_cast<std::size_t>(before), T(9.0f));
    return values;
  };
  const OnDevice<T> left(after_some(a)), right(after_some(b));
  for (const TileWidths& tile : tiles) {
    CAPTURE(tile.rows);
    CAPTURE(tile.columns);
    CAPTURE(tile.ahead);
    const OnDevice<S> result(std::vector<S>(static_cast<std::size_t>(m * n), S(-1)));
    multiply(TiledProduct<T, S>{left.data() + before, right.data() + before, result.data(), m, n, k, turned},
             tile);
    REQUIRE(result.back() == wanted);
  }
}

}  // namespace

TEST_CASE("there are twelve variants, and two for warpgroups, or three and one") {
  CHECK(all_tiles(false).size() == (insum::tuning::has_few_tiles ? 3 : 12));
  CHECK(all_tiles(true).size() == (insum::tuning::has_few_tiles ? 4 : 14));
}

TEST_CASE_TEMPLATE("whatever the tile, the product is the same", T, insum::half, insum::bfloat16, float,
                   double) {
  using S = std::conditional_t<std::is_same_v<T, double>, double, float>;
#ifdef INSUM_CUDA_RACES  // the race detector is slow
  check<T, S>(33, 34, 70, std::is_same_v<T, float>);
  if (std::is_same_v<T, insum::half>) check<T, S>(32, 32, 136, false);
  return;
#endif
  for (const bool turned : {false, true}) {
    check<T, S>(40, 72, 16, turned);
    check<T, S>(33, 70, 250, turned);    // more steps than are on their way, and nothing aligned
    check<T, S>(136, 136, 8, turned);    // several tiles of a block
    check<T, S>(128, 160, 168, turned);  // whole tiles, and a rest of the depth
  }
}

TEST_CASE("blocks share the tiles of warpgroups") {
#ifndef INSUM_CUDA_RACES
  check<insum::half, float>(260, 514, 264, false, 0, {{128, 256, 4}});
  check<insum::half, float>(260, 514, 8, true, 0, {{128, 256, 4}});
  check<insum::bfloat16, float>(264, 390, 200, true, 0, {{128, 128, 4}});
#endif
}

TEST_CASE("lines that are anywhere, and gaps") {
#ifndef INSUM_CUDA_RACES
  const int m = 130, n = 136, k = 328, stored_rows = 7;
  const std::vector<insum::half> a = numbers<insum::half>(stored_rows * k, 1),
                                 b = numbers<insum::half>(k * n, 5);
  std::vector<int> rows;
  std::vector<float> wanted;
  for (int i = 0; i < m; ++i) {
    rows.push_back(i * 5 % stored_rows);
    for (int j = 0; j < n; ++j) {
      float sum = 0.5f;
      for (int p = 0; i % 3 != 0 && p < k; ++p)
        if (p / 64 % 2 == 0)
          sum += 2 * static_cast<float>(a[static_cast<std::size_t>(rows.back() * k + p)]) *
                 static_cast<float>(b[static_cast<std::size_t>(p * n + j)]);
      wanted.push_back(sum);
    }
  }
  const OnDevice<insum::half> left(a), right(b);
  const OnDevice<int> chosen(rows);
  for (const TileWidths& tile : all_tiles(true)) {
    CAPTURE(tile.rows);
    CAPTURE(tile.columns);
    const OnDevice<float> result(std::vector<float>(wanted.size(), 0.5f));
    multiply_gathered({left.data(), right.data(), result.data(), m, n, k}, chosen.data(), tile);
    REQUIRE(result.back() == wanted);
  }
#endif
}

TEST_CASE_TEMPLATE("factors may begin anywhere, and rows end anywhere", T, insum::half, float) {
  check<T, float>(34, 38, 72, false, 1);
  check<T, float>(34, 38, 70, true, 2);
#ifndef INSUM_CUDA_RACES
  check<T, float>(36, 40, 68, false, 2);
  check<T, float>(36, 44, 76, true, 4);
  check<T, float>(35, 37, 5, false, 3);
#endif
}

#ifdef INSUM_FEW_TILES

TEST_CASE("the model takes a tile that is there, and others stand for what is not") {
  for (const int columns : {32, 64, 200})
    for (const int rows : {32, 64, 200}) {
      const TileWidths found = modelled(1, rows, columns, 32, 100, true);
      CHECK(found.rows == found.columns);
      CHECK(found.ahead == 2);
    }
  CHECK(modelled(1, 4096, 4096, 4096, 132, true, true).columns == 256);
  check<float, float>(130, 70, 40, false, 0, {{128, 32, 2}, {32, 64, 4}, {64, 128, 2}, {128, 256, 4}});
}

#else

TEST_CASE("the model takes the tile that wastes least") {
  const auto is = [](const TileWidths& a, int rows, int columns) {
    return a.rows == rows && a.columns == columns;
  };
  CHECK(is(modelled(20000, 32, 32, 32, 100, true), 32, 32));
  CHECK(is(modelled(20000, 32, 64, 64, 100, true), 32, 64));
  CHECK(is(modelled(20000, 32, 256, 256, 100, true), 32, 128));
  CHECK(is(modelled(20000, 256, 32, 256, 100, true), 128, 32));
  CHECK(is(modelled(1, 4096, 4096, 4096, 100, true), 128, 128));
  CHECK(is(modelled(1, 4096, 4096, 4096, 100, false), 64, 64));  // of less shared memory
  // A small product leaves most processors without work: its tiles are small.
  CHECK(is(modelled(1, 256, 256, 4096, 100, true), 32, 32));
}

TEST_CASE("warpgroups multiply what is large enough for them") {
  const auto is = [](const TileWidths& a, int rows, int columns, int ahead) {
    return a.rows == rows && a.columns == columns && a.ahead == ahead;
  };
  CHECK(is(modelled(1, 4096, 4096, 4096, 132, true, true), 128, 256, 4));
  CHECK(is(modelled(1, 1024, 1024, 1024, 132, true, true), 128, 128, 4));
  CHECK(is(modelled(20000, 32, 32, 32, 132, true, true), 32, 32, 2));
  CHECK(is(modelled(20000, 128, 128, 128, 132, true, true), 128, 128, 4));
}

TEST_CASE("more steps are on their way where a processor has few blocks and a long depth") {
  CHECK(modelled(1, 256, 256, 4096, 100, true).ahead == 4);
  CHECK(modelled(1, 256, 256, 64, 100, true).ahead == 2);
  CHECK(modelled(20000, 64, 64, 4096, 100, true).ahead == 2);
}

#endif

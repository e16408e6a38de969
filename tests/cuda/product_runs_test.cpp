// Runs of products that add to the same rows, and to others, in one block and in several, against plain
// loops.
#include "product_runs.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "on_device.hpp"

namespace {

template <class T>
std::vector<T> numbers(std::int64_t count, int seed) {
  std::vector<T> list;
  for (std::int64_t n = 0; n < count; ++n)
    list.push_back(T(static_cast<float>((n * 7 + seed + n / 13) % 5 - 2)));
  return list;
}

/// Each product adds twice itself to the rows of its place; of place 2, rows 1, 4, ... get nothing.
template <class T>
std::vector<float> plain(const std::vector<int>& place, const std::vector<T>& a, const std::vector<T>& b,
                         std::vector<float> c, std::int64_t m, std::int64_t n, std::int64_t k) {
  const auto at = [](const std::vector<T>& of, std::int64_t p) {
    return static_cast<float>(of[static_cast<std::size_t>(p)]);
  };
  for (std::int64_t p = 0; p < std::ssize(place); ++p) {
    const int to = place[static_cast<std::size_t>(p)];
    for (std::int64_t i = 0; i < m; ++i)
      for (std::int64_t j = 0; j < n && (to != 2 || i % 3 != 1); ++j)
        for (std::int64_t q = 0; q < k; ++q)
          c[static_cast<std::size_t>((to * m + i) * n + j)] +=
              2 * at(a, (p * m + i) * k + q) * at(b, (p * k + q) * n + j);
  }
  return c;
}

/// Places are below 5.
template <class T>
void check(const std::vector<int>& place, std::int64_t m, std::int64_t n, std::int64_t k,
           const std::vector<TileWidths>& tiles) {
  const std::int64_t batch = std::ssize(place);
  const std::vector<T> a = numbers<T>(batch * m * k, 1), b = numbers<T>(batch * k * n, 3);
  const std::vector<float> start(static_cast<std::size_t>(5 * m * n), 1.0f);
  const std::vector<float> wanted = plain(place, a, b, start, m, n, k);
  const OnDevice<int> places(place);
  const OnDevice<T> left(a), right(b);
  for (const TileWidths& tile : tiles)
    for (const unsigned blocks : {0u, 1u, 5u, 24u}) {
      CAPTURE(tile.rows);
      CAPTURE(tile.columns);
      CAPTURE(tile.ahead);
      CAPTURE(blocks);
      const OnDevice<float> result(start);
      multiply(BatchOfProducts<T>{places.data(), left.data(), right.data(), result.data(), batch, m, n, k},
               tile, blocks);
      REQUIRE(result.back() == wanted);
    }
}

const std::vector<TileWidths> small = {{32, 32, 2}, {32, 64, 4}},
                              all = {{32, 32, 2}, {32, 32, 4}, {32, 64, 2},  {32, 128, 2},
                                     {64, 32, 4}, {64, 64, 2}, {128, 64, 2}, {128, 128, 2}};
/// Runs of one place, of several, unsorted, and back again.
const std::vector<int> mixed = {0, 0, 0, 0, 0, 3, 3, 2, 2, 2, 1, 0, 0, 4, 4, 4, 4, 1, 2};

}  // namespace

TEST_CASE_TEMPLATE("sums stay where the next product goes to the same rows", T, insum::half, float) {
#ifdef INSUM_CUDA_RACES  // the race detector is slow
  check<T>({0, 0, 3, 3, 3, 1}, 32, 40, 64, small);
  return;
#endif
  check<T>(mixed, 32, 64, 64, all);               // whole tiles
  check<T>(mixed, 32, 40, 96, all);               // of more columns than there are
  check<T>(mixed, 19, 33, 21, small);             // nothing aligned
  check<T>({4, 4, 4, 0, 2}, 33, 2080, 8, small);  // two bands of columns, and a part of one
  check<T>(mixed, 40, 70, 8, small);              // several tiles of a product, of one step
}

TEST_CASE("a batch may have one product, or none, and products no depth") {
  check<insum::half>({3}, 32, 64, 64, small);
  check<insum::half>({}, 32, 64, 64, small);
  check<insum::half>({3, 3, 1}, 32, 32, 0, small);
}

TEST_CASE("there are as many runs as keep all blocks busy to the end") {
  CHECK(modelled_runs(2048, 32, 528, 0.5) == 16);  // 512 blocks at once, with 128 products each
  CHECK(modelled_runs(2048, 1, 528, 0.5) == 528);
  CHECK(modelled_runs(100, 1, 528, 0.5) == 100);  // no more than products
  CHECK(modelled_runs(2048, 1000, 528, 0.5) >= 1);
  CHECK(modelled_runs(2048, 100000, 528, 0.5) == 1);
}

// Sample kernels against loops, in all orders; one with a race, which the orders show.
#include "samples.hpp"

#include <chrono>
#include <numeric>
#include <set>

#include "emulation_test.hpp"

using cuda_test::in_all_orders;

namespace {

/// Small whole numbers, so that sums in any order are exact.
template <class T>
std::vector<T> some_values(std::size_t n, unsigned limit) {
  std::vector<T> values(n);
  unsigned state = 12345;
  for (T& value : values) value = static_cast<T>((state = state * 1664525u + 1013904223u) / 65536u % limit);
  return values;
}

}  // namespace

TEST_CASE("sums by trees, shuffles and in dynamic shared memory") {
  const std::vector<float> values = some_values<float>(3000, 50);
  const float sum = std::accumulate(values.begin(), values.end(), 0.0f);
  const std::vector<double> doubles(values.begin(), values.end());
  in_all_orders([&] {
    CHECK(cuda_test::sum_by_tree(values) == sum);
    CHECK(cuda_test::sum_by_shuffles(values) == sum);
    CHECK(cuda_test::sum_by_dynamic_shared(doubles, 96) == static_cast<double>(sum));
  });
}

TEST_CASE("histogram by atomic operations") {
  const std::vector<unsigned> values = some_values<unsigned>(2000, 1000);
  std::vector<unsigned> counts(50, 0u);
  for (const unsigned value : values) ++counts[value % 50];
  in_all_orders([&] { CHECK(cuda_test::histogram(values, 50) == counts); });
}

TEST_CASE("transposition through shared memory") {
  const int rows = 37, columns = 50;
  const std::vector<float> matrix = some_values<float>(rows * columns, 10000);
  std::vector<float> expected(matrix.size());
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c)
      expected[static_cast<std::size_t>(c * rows + r)] = matrix[static_cast<std::size_t>(r * columns + c)];
  in_all_orders([&] { CHECK(cuda_test::transpose(matrix, rows, columns) == expected); });
}

TEST_CASE("sums of segments") {
  std::vector<int> positions{0}, segments;
  for (const int length : {3, 0, 100, 33, 1, 64, 0, 7, 250}) {
    segments.insert(segments.end(), static_cast<std::size_t>(length), static_cast<int>(positions.size()) - 1);
    positions.push_back(positions.back() + length);
  }
  const std::vector<int> values = some_values<int>(segments.size(), 20);
  std::vector<int> sums(positions.size() - 1, 0);
  for (std::size_t i = 0; i < values.size(); ++i) sums[static_cast<std::size_t>(segments[i])] += values[i];
  in_all_orders([&] {
    CHECK(cuda_test::segment_sums(positions, {values.begin(), values.end()}) ==
          std::vector<float>(sums.begin(), sums.end()));
    CHECK(cuda_test::segment_sums_by_flags(segments, values, static_cast<int>(sums.size())) == sums);
  });
}

TEST_CASE("a race gives results that differ between orders") {
  std::vector<int> expected(64);
  for (int i = 0; i < 64; ++i) expected[static_cast<std::size_t>(i)] = (i + 1) % 64;
  std::set<std::vector<int>> right, racy;
  in_all_orders([&] {
    right.insert(cuda_test::rotated(true));
    racy.insert(cuda_test::rotated(false));
  });
  CHECK(right == std::set<std::vector<int>>{expected});
  CHECK(racy.size() > 1);
}

TEST_CASE("the same order gives the same result, also of a race") {
  insum::emulated::set_order({insum::emulated::order_kind::random, 9});
  const std::vector<int> first = cuda_test::rotated(false);
  insum::emulated::set_order({insum::emulated::order_kind::random, 9});
  CHECK(cuda_test::rotated(false) == first);
  insum::emulated::set_order({});
}

TEST_CASE("a thousand blocks of 256 threads are quick") {
  const auto start = std::chrono::steady_clock::now();
  const std::vector<float> values(256 * 1000, 1.0f);
  CHECK(cuda_test::sum_by_tree(values) == 256000.0f);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  MESSAGE(seconds, " s");
  CHECK(seconds < 20);  // a bound for slow and busy machines with sanitizers; 0.2 s otherwise
}

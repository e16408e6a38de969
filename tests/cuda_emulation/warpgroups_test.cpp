// Instructions of a warpgroup against plain products.
#include "kernels/warpgroups.cuh"
#include "emulation_test.hpp"

using cuda_test::device_array;
using cuda_test::in_all_orders;

namespace {

constexpr int rows = 64, columns = 128, depth = cuda_test::product_depth;

template <class T>
std::vector<T> small_numbers(int count, int seed) {
  std::vector<T> list;
  for (int i = 0; i < count; ++i)
    list.push_back(static_cast<T>(static_cast<float>((i * 7 + seed + i / 5) % 17 - 8)));
  return list;
}

template <class T, bool LeftByDepth, bool RightByDepth>
void check() {
  const std::vector<T> a = small_numbers<T>(rows * depth, 1), b = small_numbers<T>(depth * columns, 3);
  std::vector<float> wanted(std::size_t{rows} * columns);
  for (int i = 0; i < rows; ++i)
    for (int k = 0; k < depth; ++k)
      for (int j = 0; j < columns; ++j)
        wanted[static_cast<std::size_t>(i * columns + j)] +=
            static_cast<float>(a[static_cast<std::size_t>(i * depth + k)]) *
            static_cast<float>(b[static_cast<std::size_t>(k * columns + j)]);
  const device_array<T> left(a), right(b);
  const device_array<float> sums(wanted.size());
  in_all_orders([&] {
    cuda_test::run(1, 128, cuda_test::multiply_by_warpgroup<T, columns, LeftByDepth, RightByDepth>,
                   left.data(), right.data(), sums.data());
    CHECK(sums.values() == wanted);
  });
  cuda_test::run(1, 128, cuda_test::multiply_by_warpgroup<T, columns, LeftByDepth, RightByDepth, false>,
                 left.data(), right.data(), sums.data());
  CHECK(sums.values() == std::vector<float>(wanted.size()));
}

}  // namespace

TEST_CASE("warpgroups multiply tiles in shared memory") {
  check<insum::half, true, true>();
  check<insum::half, true, false>();
  check<insum::half, false, true>();
  check<insum::bfloat16, false, false>();
}

// CUB's scans, reductions and sorts.
#include "emulation_test.hpp"
#include "primitives.hpp"

#include <cub/cub.cuh>
#include <limits>
#include <numeric>

using cuda_test::check;
using cuda_test::device_array;

TEST_CASE("scans") {
  const std::vector<int> values{3, 1, 4, 1, 5};
  CHECK(cuda_test::exclusive_sums(values) == std::vector<long long>{0, 3, 4, 8, 9});
  CHECK(cuda_test::inclusive_sums(values) == std::vector<long long>{3, 4, 8, 9, 14});
}

TEST_CASE("reductions") {
  const std::vector<int> values{3, -1, 4, 1, 2147483647};
  CHECK(cuda_test::sum(values) == 2147483654ll);
  CHECK(cuda_test::most(values) == 2147483647);
  CHECK(cuda_test::most({-7}) == -7);
}

TEST_CASE("sorts keep the order of equal keys") {
  std::vector<int> keys{5, -2, 5, 0, -2, 7}, values{0, 1, 2, 3, 4, 5};
  cuda_test::sort_pairs(keys, values);
  CHECK(keys == std::vector<int>{-2, -2, 0, 5, 5, 7});
  CHECK(values == std::vector<int>{1, 4, 3, 0, 2, 5});
  const float infinity = std::numeric_limits<float>::infinity();
  CHECK(cuda_test::sorted_keys({1.5f, -infinity, 0.0f, -3.0f, infinity, 2e-40f}) ==
        std::vector<float>{-infinity, -3.0f, 0.0f, 2e-40f, 1.5f, infinity});
}

TEST_CASE("only the given bits of keys count") {
  const device_array<unsigned> keys(std::vector<unsigned>{0x13, 0x21, 0x02, 0x31}), sorted(4);
  std::size_t bytes = 0;
  check(cub::DeviceRadixSort::SortKeys(nullptr, bytes, keys.data(), sorted.data(), 4, 0, 4));
  const device_array<char> memory(bytes);
  check(cub::DeviceRadixSort::SortKeys(memory.data(), bytes, keys.data(), sorted.data(), 4, 0, 4));
  CHECK(sorted.values() == std::vector<unsigned>{0x21, 0x31, 0x02, 0x13});
  check(cub::DeviceRadixSort::SortKeysDescending(memory.data(), bytes, keys.data(), sorted.data(), 4, 4, 8));
  CHECK(sorted.values() == std::vector<unsigned>{0x31, 0x21, 0x13, 0x02});
}

TEST_CASE("temporary memory must be large enough and on the device") {
  const device_array<int> values(std::vector<int>{1, 2, 3}), results(3);
  std::size_t bytes = 7;
  check(cub::DeviceScan::ExclusiveSum(nullptr, bytes, values.data(), results.data(), 3));
  CHECK(bytes > 7);
  CHECK(results.values() == std::vector<int>(3, static_cast<int>(insum::emulated::poison_word)));
  const device_array<char> memory(bytes);
  std::vector<char> host(bytes);
  std::size_t less = bytes - 1;
  CHECK(cub::DeviceScan::ExclusiveSum(memory.data(), less, values.data(), results.data(), 3) ==
        cudaErrorInvalidValue);
  CHECK(cub::DeviceScan::ExclusiveSum(host.data(), bytes, values.data(), results.data(), 3) ==
        cudaErrorInvalidValue);
  int host_value = 0;
  CHECK(cub::DeviceReduce::Sum(memory.data(), bytes, values.data(), &host_value, 3) == cudaErrorInvalidValue);
  CHECK(cub::DeviceRadixSort::SortKeys(memory.data(), bytes, values.data(), values.data(), 0) ==
        cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("sums are of the type of the values") {
  const device_array<unsigned char> values(std::vector<unsigned char>{200, 100, 1});
  const device_array<unsigned char> narrow(3);
  const device_array<int> wide(3);
  std::size_t bytes = 0;
  check(cub::DeviceScan::InclusiveSum(nullptr, bytes, values.data(), wide.data(), 3));
  const device_array<char> memory(bytes);
  check(cub::DeviceScan::InclusiveSum(memory.data(), bytes, values.data(), wide.data(), 3));
  CHECK(wide.values() == std::vector<int>{200, 300, 301});
  check(cub::DeviceScan::InclusiveSum(memory.data(), bytes, values.data(), narrow.data(), 3));
  CHECK(narrow.values() == std::vector<unsigned char>{200, 44, 45});
}

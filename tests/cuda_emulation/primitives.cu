// Calls of CUB. nvcc compiles this file, too.
#include "primitives.hpp"

#include <cub/cub.cuh>

#include "launching.hpp"

namespace cuda_test {
namespace {

/// Calls f(memory, bytes) twice: for the number of bytes, and with so much memory.
template <class F>
void with_memory(F f) {
  std::size_t bytes = 0;
  check(f(nullptr, bytes));
  const device_array<char> memory(bytes);
  check(f(memory.data(), bytes));
  check(cudaDeviceSynchronize());
}

int size_of(const std::vector<int>& values) { return static_cast<int>(values.size()); }

}  // namespace

std::vector<long long> exclusive_sums(const std::vector<int>& values) {
  const device_array<int> input(values);
  const device_array<long long> sums(values.size());
  with_memory([&](void* memory, std::size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(memory, bytes, input.data(), sums.data(), size_of(values));
  });
  return sums.values();
}

std::vector<long long> inclusive_sums(const std::vector<int>& values) {
  const device_array<int> input(values);
  const device_array<long long> sums(values.size());
  with_memory([&](void* memory, std::size_t& bytes) {
    return cub::DeviceScan::InclusiveSum(memory, bytes, input.data(), sums.data(), size_of(values));
  });
  return sums.values();
}

long long sum(const std::vector<int>& values) {
  const device_array<int> input(values);
  const device_array<long long> result(1);
  with_memory([&](void* memory, std::size_t& bytes) {
    return cub::DeviceReduce::Sum(memory, bytes, input.data(), result.data(), size_of(values));
  });
  return result.values()[0];
}

int most(const std::vector<int>& values) {
  const device_array<int> input(values), result(1);
  with_memory([&](void* memory, std::size_t& bytes) {
    return cub::DeviceReduce::Max(memory, bytes, input.data(), result.data(), size_of(values));
  });
  return result.values()[0];
}

std::vector<float> sorted_keys(const std::vector<float>& keys) {
  const device_array<float> input(keys), other(keys.size());
  cub::DoubleBuffer<float> buffer(input.data(), other.data());
  with_memory([&](void* memory, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(memory, bytes, buffer, static_cast<int>(keys.size()));
  });
  return (buffer.Current() == input.data() ? input : other).values();
}

void sort_pairs(std::vector<int>& keys, std::vector<int>& values) {
  const device_array<int> old_keys(keys), old_values(values), new_keys(keys.size()),
      new_values(values.size());
  with_memory([&](void* memory, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(memory, bytes, old_keys.data(), new_keys.data(), old_values.data(),
                                           new_values.data(), size_of(keys));
  });
  keys = new_keys.values();
  values = new_values.values();
}

}  // namespace cuda_test

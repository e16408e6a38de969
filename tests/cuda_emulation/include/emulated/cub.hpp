// Scans, reductions and sorts of CUB over device memory. Each call without temporary memory only says how
// much it needs.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <limits>
#include <numeric>
#include <type_traits>
#include <vector>

#include "copies.hpp"

namespace insum::emulated::detail {

/// CUB reads and writes device memory, or what an iterator of device code computes.
template <class Iterator>
bool usable_by_device(Iterator first, std::size_t count) {
  if constexpr (std::is_pointer_v<Iterator>)
    return count == 0 || pinned.contains(first) || within_allocation(first, count * sizeof(*first));
  return true;
}

/// Answers with `needed` where there is no temporary memory, or puts the work into the stream, which
/// overwrites that memory.
template <class Count, class Work, class... Iterators>
cudaError_t two_calls(void* memory, std::size_t& bytes, std::size_t needed, Count count, cudaStream_t stream,
                      Work work, Iterators... iterators) {
  if (memory == nullptr) {
    bytes = needed;
    return cudaSuccess;
  }
  return api([&] {
    if (bytes < needed || !within_allocation(memory, bytes) || count < 0) return cudaErrorInvalidValue;
    if (!(usable_by_device(iterators, static_cast<std::size_t>(count)) && ...)) return cudaErrorInvalidValue;
    return enqueue_into(stream, [=] {
      fill_with_poison(memory, needed);
      work();
    });
  });
}

template <class Count>
std::size_t scan_bytes(Count count) {
  return 256 + static_cast<std::size_t>(count) / 64 * sizeof(double);
}

/// The whole number that orders keys as their values: negative numbers first, both zeros equal.
template <class Key>
auto sort_bits(Key key) {
  using bits = std::conditional_t<
      sizeof(Key) == 1, std::uint8_t,
      std::conditional_t<sizeof(Key) == 2, std::uint16_t,
                         std::conditional_t<sizeof(Key) == 4, std::uint32_t, std::uint64_t>>>;
  constexpr bits sign = static_cast<bits>(bits{1} << (8 * sizeof(Key) - 1));
  bits value = std::bit_cast<bits>(key);
  if constexpr (std::is_floating_point_v<Key>) {
    if (value == sign) value = 0;
    return static_cast<bits>((value & sign) != 0 ? ~value : value | sign);
  } else if constexpr (std::is_signed_v<Key>) {
    return static_cast<bits>(value ^ sign);
  } else {
    return value;
  }
}

/// The order of equal keys stays. Bits outside of [first_bit, end_bit) do not count.
template <class Key, class Value>
void sort_stably(const Key* keys, Key* sorted_keys, const Value* values, Value* sorted_values,
                 std::size_t count, int first_bit, int end_bit, bool descending) {
  const auto part = [=](Key key) {
    std::uint64_t bits = sort_bits(key);
    if (end_bit < 64) bits &= (std::uint64_t{1} << end_bit) - 1;
    return first_bit < 64 ? bits >> first_bit : 0;
  };
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const std::uint64_t of_a = part(keys[a]), of_b = part(keys[b]);
    return of_a == of_b ? a < b : (of_a < of_b) != descending;
  });
  for (std::size_t i = 0; i < count; ++i) {
    sorted_keys[i] = keys[order[i]];
    if (values != nullptr) sorted_values[i] = values[order[i]];
  }
}

}  // namespace insum::emulated::detail

namespace cub {

struct DeviceScan {
  /// Sums are of the type of the values, also where the results have a wider one.
  template <class In, class Out, class Count>
  static cudaError_t ExclusiveSum(void* memory, std::size_t& bytes, In in, Out out, Count count,
                                  cudaStream_t stream = nullptr) {
    return sum<false>(memory, bytes, in, out, count, stream);
  }
  template <class In, class Out, class Count>
  static cudaError_t InclusiveSum(void* memory, std::size_t& bytes, In in, Out out, Count count,
                                  cudaStream_t stream = nullptr) {
    return sum<true>(memory, bytes, in, out, count, stream);
  }

 private:
  template <bool inclusive, class In, class Out, class Count>
  static cudaError_t sum(void* memory, std::size_t& bytes, In in, Out out, Count count, cudaStream_t stream) {
    using namespace insum::emulated::detail;
    using value = typename std::iterator_traits<In>::value_type;
    const auto work = [=] {
      auto so_far = static_cast<decltype(value() + value())>(0);
      for (Count i = 0; i < count; ++i) {
        const value next = in[i];
        if (!inclusive) out[i] = static_cast<typename std::iterator_traits<Out>::value_type>(so_far);
        so_far = so_far + next;
        if (inclusive) out[i] = static_cast<typename std::iterator_traits<Out>::value_type>(so_far);
      }
    };
    return two_calls(memory, bytes, scan_bytes(count), count, stream, work, in, out);
  }
};

struct DeviceReduce {
  /// The sum is of the type of the result.
  template <class In, class Out, class Count>
  static cudaError_t Sum(void* memory, std::size_t& bytes, In in, Out out, Count count,
                         cudaStream_t stream = nullptr) {
    using result = typename std::iterator_traits<Out>::value_type;
    return reduce(memory, bytes, in, out, count, stream, result{},
                  [](result a, result b) { return static_cast<result>(a + b); });
  }
  template <class In, class Out, class Count>
  static cudaError_t Max(void* memory, std::size_t& bytes, In in, Out out, Count count,
                         cudaStream_t stream = nullptr) {
    using value = typename std::iterator_traits<In>::value_type;
    return reduce(memory, bytes, in, out, count, stream, std::numeric_limits<value>::lowest(),
                  [](value a, value b) { return a < b ? b : a; });
  }
  template <class In, class Out, class Count>
  static cudaError_t Min(void* memory, std::size_t& bytes, In in, Out out, Count count,
                         cudaStream_t stream = nullptr) {
    using value = typename std::iterator_traits<In>::value_type;
    return reduce(memory, bytes, in, out, count, stream, std::numeric_limits<value>::max(),
                  [](value a, value b) { return b < a ? b : a; });
  }

 private:
  template <class In, class Out, class Count, class Value, class Operation>
  static cudaError_t reduce(void* memory, std::size_t& bytes, In in, Out out, Count count,
                            cudaStream_t stream, Value first, Operation operation) {
    using namespace insum::emulated::detail;
    if (memory != nullptr && !usable_by_device(out, 1)) return reported(cudaErrorInvalidValue);
    const auto work = [=] {
      Value result = first;
      for (Count i = 0; i < count; ++i) result = operation(result, static_cast<Value>(in[i]));
      *out = static_cast<typename std::iterator_traits<Out>::value_type>(result);
    };
    return two_calls(memory, bytes, 256, count, stream, work, in);
  }
};

/// Two arrays of which one holds the data.
template <class T>
struct DoubleBuffer {
  T* d_buffers[2] = {nullptr, nullptr};
  int selector = 0;
  DoubleBuffer() = default;
  DoubleBuffer(T* current, T* alternate) : d_buffers{current, alternate} {}
  T* Current() { return d_buffers[selector]; }
  T* Alternate() { return d_buffers[selector ^ 1]; }
};

struct DeviceRadixSort {
  template <class Key, class Count>
  static cudaError_t SortKeys(void* memory, std::size_t& bytes, const Key* keys, Key* sorted, Count count,
                              int first_bit = 0, int end_bit = sizeof(Key) * 8,
                              cudaStream_t stream = nullptr) {
    return sort<Key, char>(memory, bytes, keys, sorted, nullptr, nullptr, count, first_bit, end_bit, false,
                           stream);
  }
  template <class Key, class Count>
  static cudaError_t SortKeysDescending(void* memory, std::size_t& bytes, const Key* keys, Key* sorted,
                                        Count count, int first_bit = 0, int end_bit = sizeof(Key) * 8,
                                        cudaStream_t stream = nullptr) {
    return sort<Key, char>(memory, bytes, keys, sorted, nullptr, nullptr, count, first_bit, end_bit, true,
                           stream);
  }
  template <class Key, class Value, class Count>
  static cudaError_t SortPairs(void* memory, std::size_t& bytes, const Key* keys, Key* sorted,
                               const Value* values, Value* sorted_values, Count count, int first_bit = 0,
                               int end_bit = sizeof(Key) * 8, cudaStream_t stream = nullptr) {
    return sort(memory, bytes, keys, sorted, values, sorted_values, count, first_bit, end_bit, false, stream);
  }
  template <class Key, class Value, class Count>
  static cudaError_t SortPairsDescending(void* memory, std::size_t& bytes, const Key* keys, Key* sorted,
                                         const Value* values, Value* sorted_values, Count count,
                                         int first_bit = 0, int end_bit = sizeof(Key) * 8,
                                         cudaStream_t stream = nullptr) {
    return sort(memory, bytes, keys, sorted, values, sorted_values, count, first_bit, end_bit, true, stream);
  }
  template <class Key, class Count>
  static cudaError_t SortKeys(void* memory, std::size_t& bytes, DoubleBuffer<Key>& keys, Count count,
                              int first_bit = 0, int end_bit = sizeof(Key) * 8,
                              cudaStream_t stream = nullptr) {
    const cudaError_t error = sort<Key, char>(memory, bytes, keys.Current(), keys.Alternate(), nullptr,
                                              nullptr, count, first_bit, end_bit, false, stream);
    if (memory != nullptr && error == cudaSuccess) keys.selector ^= 1;
    return error;
  }
  template <class Key, class Value, class Count>
  static cudaError_t SortPairs(void* memory, std::size_t& bytes, DoubleBuffer<Key>& keys,
                               DoubleBuffer<Value>& values, Count count, int first_bit = 0,
                               int end_bit = sizeof(Key) * 8, cudaStream_t stream = nullptr) {
    const cudaError_t error = sort(memory, bytes, static_cast<const Key*>(keys.Current()), keys.Alternate(),
                                   static_cast<const Value*>(values.Current()), values.Alternate(), count,
                                   first_bit, end_bit, false, stream);
    if (memory != nullptr && error == cudaSuccess) {
      keys.selector ^= 1;
      values.selector ^= 1;
    }
    return error;
  }

 private:
  /// Without values where these are null.
  template <class Key, class Value, class Count>
  static cudaError_t sort(void* memory, std::size_t& bytes, const Key* keys, Key* sorted, const Value* values,
                          Value* sorted_values, Count count, int first_bit, int end_bit, bool descending,
                          cudaStream_t stream) {
    using namespace insum::emulated::detail;
    const std::size_t n = static_cast<std::size_t>(count);
    const std::size_t needed = 256 + n * (sizeof(Key) + (values == nullptr ? 0 : sizeof(Value)));
    if (memory != nullptr && (keys == sorted || (values != nullptr && values == sorted_values)))
      return reported(cudaErrorInvalidValue);
    if (memory != nullptr && values != nullptr &&
        (!usable_by_device(values, n) || !usable_by_device(sorted_values, n)))
      return reported(cudaErrorInvalidValue);
    const auto work = [=] {
      sort_stably(keys, sorted, values, sorted_values, n, first_bit, end_bit, descending);
    };
    return two_calls(memory, bytes, needed, count, stream, work, keys, sorted);
  }
};

}  // namespace cub

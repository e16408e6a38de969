// The order of entries by their coordinates: stable radix sorts of CUB.
#pragma once

#include <cub/device/device_radix_sort.cuh>

#include <bit>
#include <limits>
#include <string>

#include "../../core/errors.hpp"
#include "buffer.hpp"
#include "group.hpp"
#include "launch.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

using entry_number = std::uint32_t;

template <class Number>
__global__ void number_entries(Number* order, std::int64_t count) {
  for (std::int64_t i = thread_in_grid(); i < count; i += threads_of_grid())
    order[i] = static_cast<Number>(i);
}
template <class Key, class F>
__global__ void fill_keys(Key* keys, const entry_number* order, std::int64_t count, F key_of) {
  for (std::int64_t i = thread_in_grid(); i < count; i += threads_of_grid())
    keys[i] = static_cast<Key>(key_of(order[i]));
}

/// A permutation of entries that is sorted by one key after another, the last one being the most significant.
class entry_order {
 public:
  /// Throws size_error where there are too many entries for it.
  entry_order(const insum::cuda::detail::shared_stream& stream, std::int64_t count)
      : stream_(stream), count_(count), order_(stream, check_count(count)) {
    launch(number_entries<entry_number>, shape_of(count), stream_, order_.data(), count);
  }

  /// key_of(entry) is in [0, bound).
  template <class F>
  void sort_by(const F& key_of, std::int64_t bound) {
    if (count_ <= 1 || bound <= 1) return;
    const int bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(bound - 1)));
    if (bits <= 32)
      sort<std::uint32_t>(key_of, bits);
    else
      sort<std::uint64_t>(key_of, bits);
  }
  const entry_number* data() const { return order_.data(); }

 private:
  static std::int64_t check_count(std::int64_t count) {
    if (count > std::numeric_limits<entry_number>::max())
      throw size_error("a device sorts 4294967295 entries at most, and there are " + std::to_string(count));
    return count;
  }
  template <class Key, class F>
  void sort(const F& key_of, int bits) {
    const buffer<Key> keys(stream_, count_), sorted(stream_, count_);
    buffer<entry_number> order(stream_, count_);
    launch(fill_keys<Key, F>, shape_of(count_), stream_, keys.data(), order_.data(), count_, key_of);
    run_cub(stream_, "cub::DeviceRadixSort::SortPairs", [&](void* memory, std::size_t& bytes) {
      return cub::DeviceRadixSort::SortPairs(memory, bytes, static_cast<const Key*>(keys.data()),
                                             sorted.data(), static_cast<const entry_number*>(order_.data()),
                                             order.data(), count_, 0, bits, stream_.get());
    });
    order_ = std::move(order);
  }

  insum::cuda::detail::shared_stream stream_;
  std::int64_t count_;
  buffer<entry_number> order_;
};

}  // namespace detail

}  // namespace cuda

INSUM_RT_END

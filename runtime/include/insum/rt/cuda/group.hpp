// The lanes that share the iterations of a loop.
#pragma once

#include "../ops.hpp"
#include "launch.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

/// The value of the lane whose number differs in the bits `mask`.
template <class T>
__device__ T exchange(unsigned lanes, const T& value, int mask) {
  if constexpr (rt::detail::complex_like<T>) {
    return T(exchange(lanes, value.real(), mask), exchange(lanes, value.imag(), mask));
  } else {
    static_assert(sizeof(T) <= 8, "values wider than 64 bits are exchanged in parts");
    using word = std::conditional_t<(sizeof(T) > 4), unsigned long long, unsigned>;
    word bits = 0;
    memcpy(&bits, &value, sizeof value);
    bits = __shfl_xor_sync(lanes, bits, mask);
    T result;
    memcpy(static_cast<void*>(&result), &bits, sizeof result);
    return result;
  }
}

/// The combination of the values of `count` neighbouring lanes, a power of two, in each of them.
template <class Op, class T>
__device__ T combine_lanes(unsigned lanes, T value, int count) {
  for (int mask = count / 2; mask > 0; mask /= 2) value = Op::apply(value, exchange(lanes, value, mask));
  return value;
}

__device__ inline std::int64_t thread_in_grid() {
  return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ inline std::int64_t threads_of_grid() { return static_cast<std::int64_t>(gridDim.x) * blockDim.x; }

/// Part `index` of `count` equal parts of [begin, end) begins here.
__device__ inline std::int64_t part_of(std::int64_t begin, std::int64_t end, std::int64_t index,
                                       std::int64_t count) {
  const std::int64_t length = end > begin ? end - begin : 0, each = length / count, rest = length % count;
  return begin + index * each + (index < rest ? index : rest);
}

}  // namespace detail

/// Up to here, from `begin` on, there is a whole number of times `count` iterations, a power of two.
INSUM_HOST_DEVICE inline std::int64_t whole_end(std::int64_t begin, std::int64_t end, std::int64_t count) {
  return end > begin ? begin + ((end - begin) & ~(count - 1)) : begin;
}

/// A lane by itself.
class single {
 public:
  __device__ std::int64_t index() const { return detail::thread_in_grid(); }
  __device__ std::int64_t count() const { return detail::threads_of_grid(); }

  __device__ std::int64_t lane() const { return 0; }
  __device__ std::int64_t lanes() const { return 1; }
  __device__ bool leads() const { return true; }
  __device__ void sync() const {}
  template <class Op, class T>
  __device__ T reduce(const T& value) const {
    return value;
  }
  __device__ int sum_before(int) const { return 0; }
  __device__ std::int64_t part_begin(std::int64_t begin, std::int64_t end) const {
    return detail::part_of(begin, end, index(), count());
  }
  __device__ std::int64_t part_end(std::int64_t begin, std::int64_t end) const {
    return detail::part_of(begin, end, index() + 1, count());
  }
};

/// Neighbouring lanes of a warp, a power of two. All lanes of a group run through the same statements.
class group {
 public:
  __device__ explicit group(int lanes) : lanes_(lanes) {}
  __device__ std::int64_t index() const { return detail::thread_in_grid() / lanes_; }
  __device__ std::int64_t count() const { return detail::threads_of_grid() / lanes_; }
  __device__ std::int64_t part_begin(std::int64_t begin, std::int64_t end) const {
    return detail::part_of(begin, end, index(), count());
  }
  __device__ std::int64_t part_end(std::int64_t begin, std::int64_t end) const {
    return detail::part_of(begin, end, index() + 1, count());
  }

  __device__ std::int64_t lane() const { return threadIdx.x & (static_cast<unsigned>(lanes_) - 1); }
  __device__ std::int64_t lanes() const { return lanes_; }
  __device__ bool leads() const { return lane() == 0; }
  /// Up to here, from `begin` on, each lane has a whole number of times `count` iterations, a power of two.
  __device__ std::int64_t wide_end(std::int64_t begin, std::int64_t end, std::int64_t count) const {
    return whole_end(begin, end, count * lanes_);
  }
  /// What lanes have written before is seen by the others after it.
  __device__ void sync() const { __syncwarp(members()); }
  template <class Op, class T>
  __device__ T reduce(const T& value) const {
    return detail::combine_lanes<Op>(members(), value, lanes_);
  }
  /// The sum of the values of the lanes before this one.
  __device__ int sum_before(int value) const {
    int sum = value;
    for (int distance = 1; distance < lanes_; distance *= 2) {
      const int other = __shfl_up_sync(members(), sum, static_cast<unsigned>(distance), lanes_);
      if (lane() >= distance) sum += other;
    }
    return sum - value;
  }

 private:
  __device__ unsigned members() const {
    const unsigned all = lanes_ == warp_lanes ? ~0u : (1u << lanes_) - 1;
    return all << (threadIdx.x % warp_lanes & ~(static_cast<unsigned>(lanes_) - 1));
  }
  int lanes_;
};

}  // namespace cuda

INSUM_RT_END

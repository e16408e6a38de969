// Elements that many lanes update at once.
#pragma once

#include "group.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

/// A number as wide as T.
template <class T>
using bits_of =
    std::conditional_t<sizeof(T) == 8, unsigned long long,
                       std::conditional_t<sizeof(T) == 4, unsigned,
                                          std::conditional_t<sizeof(T) == 2, unsigned short, unsigned char>>>;

/// target = Op(target, value) by compare-and-swap of the word that holds it; small types share a word with
/// their neighbours, and are shifted into place: nvcc 13.0 takes the bytes of a half apart by converting it.
template <class Op, class T>
__device__ void swap_update(T* target, const T& value) {
  using word = std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>;
  using bits = bits_of<T>;
  static_assert(sizeof(T) == sizeof(bits), "no compare-and-swap is as wide");
  using C = compute_t<T>;
  const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(target), offset = at % sizeof(word);
  const unsigned shift = static_cast<unsigned>(offset) * 8;
  const word others = static_cast<word>(~(static_cast<word>(static_cast<bits>(~bits{0})) << shift));
  word* const whole = reinterpret_cast<word*>(at - offset);
  word seen = atomicCAS(whole, word{0}, word{0});
  while (true) {
    const bits before = static_cast<bits>(seen >> shift);
    T old;
    memcpy(static_cast<void*>(&old), &before, sizeof old);
    const T wanted = rt::detail::to<T>(Op::apply(rt::detail::to<C>(old), rt::detail::to<C>(value)));
    bits after;
    memcpy(&after, &wanted, sizeof after);
    const word next = (seen & others) | static_cast<word>(after) << shift;
    if (next == seen) return;
    const word found = atomicCAS(whole, seen, next);
    if (found == seen) return;
    seen = found;
  }
}

template <class T>
inline constexpr bool has_atomic_add = std::is_same_v<T, float> || std::is_same_v<T, double> ||
                                       (std::is_integral_v<T> && (sizeof(T) == 4 || sizeof(T) == 8));

}  // namespace detail

/// *target = Op(*target, value), whatever other lanes do.
template <class Op, class T, class S>
__device__ void atomic_update(T* target, const S& value) {
  const T given = rt::detail::to<T>(value);
  if constexpr (rt::detail::complex_like<T>) {
    static_assert(std::is_same_v<Op, op_add>, "the parts of a product cannot be updated one after the other");
    auto* const parts = reinterpret_cast<typename T::value_type*>(target);
    atomicAdd(parts, given.real());
    atomicAdd(parts + 1, given.imag());
  } else if constexpr (std::is_same_v<Op, op_add> && detail::has_atomic_add<T>) {
    if constexpr (std::is_floating_point_v<T>)
      atomicAdd(target, given);
    else if constexpr (sizeof(T) == 4)
      atomicAdd(reinterpret_cast<unsigned*>(target), static_cast<unsigned>(given));
    else
      atomicAdd(reinterpret_cast<unsigned long long*>(target), static_cast<unsigned long long>(given));
  } else {
    detail::swap_update<Op>(target, given);
  }
}

namespace detail {

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define INSUM_RT_SUMS_OF_LANES
/// The sum of natural numbers of these lanes, in each of them: in two halves, as instructions add 32 bits.
__device__ inline std::int64_t sum_of(unsigned lanes, std::int64_t value) {
  constexpr int bits = 27;  // 32 such numbers make less than 32 bits
  const auto low = static_cast<unsigned>(value & ((1 << bits) - 1)),
             high = static_cast<unsigned>(value >> bits);
  return (static_cast<std::int64_t>(__reduce_add_sync(lanes, high)) << bits) + __reduce_add_sync(lanes, low);
}
#else
/// The sum of the numbers of a whole warp or of one lane, in each of them.
__device__ inline std::int64_t sum_of(unsigned lanes, std::int64_t value) {
  return combine_lanes<op_add>(lanes, value, lanes == 1 ? 1 : warp_lanes);
}
#endif

/// add_together() where lanes `there` call it with the same set of them.
template <class T>
__device__ void add_of_lanes(unsigned there, T* target, std::int64_t value) {
#ifdef INSUM_RT_SUMS_OF_LANES
  T* const first = value_of(there, target, __ffs(static_cast<int>(there)) - 1);
  const unsigned alike = __ballot_sync(there, target == first), own = 1u << threadIdx.x % warp_lanes;
  if (target == first) {
    value = sum_of(alike, value);
    if ((alike & (own - 1)) != 0) return;
  }
#endif
  atomic_update<op_add>(target, value);
}

}  // namespace detail

/// *target += value, a natural number, where lanes of a warp often have one target: those of them that come
/// here at once add together, since additions to one address wait for each other.
template <class T>
__device__ void add_together(T* target, std::int64_t value) {
  detail::add_of_lanes(__activemask(), target, value);
}

/// The values of all lanes of each block into *target. All lanes of the block call it.
template <class Op, class T>
__device__ void add_block(T* target, T value) {
  __shared__ T of_warps[block_threads / warp_lanes];
  const int lane = static_cast<int>(threadIdx.x) % warp_lanes,
            warp = static_cast<int>(threadIdx.x) / warp_lanes;
  value = detail::combine_lanes<Op>(~0u, value, warp_lanes);
  if (lane == 0) of_warps[warp] = value;
  __syncthreads();
  if (warp == 0) {
    const int warps = static_cast<int>(blockDim.x) / warp_lanes;
    value = lane < warps ? of_warps[lane] : Op::template identity<T>();
    value = detail::combine_lanes<Op>(~0u, value, warp_lanes);
    if (lane == 0) atomic_update<Op>(target, value);
  }
  __syncthreads();  // of_warps may be used again
}

}  // namespace cuda

INSUM_RT_END

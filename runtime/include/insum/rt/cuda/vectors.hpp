// Neighbouring elements that a lane loads and stores at once.
#pragma once

#include <initializer_list>

#include "at_once.hpp"
#include "atomic.hpp"

INSUM_RT_BEGIN

namespace cuda {

/// What a lane loads and stores at once, at most; arrays and rows have to begin at multiples of it.
inline constexpr int vector_bytes = 16;

/// Whether vectors may begin where these arrays do.
inline bool begin_vectors(std::initializer_list<const void*> arrays) {
  for (const void* array : arrays)
    if (reinterpret_cast<std::uintptr_t>(array) % vector_bytes != 0) return false;
  return true;
}

/// Whether the elements of arrays of these lengths have numbers of 32 bits.
inline bool have_short_numbers(std::initializer_list<std::int64_t> lengths) {
  for (const std::int64_t length : lengths)
    if (length > std::int64_t{1} << 32) return false;
  return true;
}

/// What counts of operands where the result has 32 bits. From a cast nvcc makes sums and products of 64 bits
/// again, and masks.
__device__ inline std::uint32_t low_bits(std::int64_t value) {
#ifdef __CUDA_ARCH__
  std::uint32_t low;
  asm("cvt.u32.u64 %0, %1;" : "=r"(low) : "l"(value));
  return low;
#else
  return static_cast<std::uint32_t>(value);
#endif
}

/// Whether the device adds to four floats at once atomically.
inline bool has_vector_atomics() { return device_attribute(cudaDevAttrComputeCapabilityMajor) >= 9; }

/// How many lanes have something to do where each has `width` of `trips` iterations.
inline std::int64_t vector_trips(std::int64_t trips, std::int64_t width) {
  return (trips + width - 1) / width;
}

namespace detail {

/// So many words of 32 bits, which are loaded and stored as one, whatever type they belong to.
template <int count>
struct [[gnu::may_alias]] alignas(4 * count) vector_words {
  unsigned of[count];
};

}  // namespace detail

/// `n` neighbours of an array, which take one vector, or several where elements are large.
template <int n, class T>
class vector_of {
  static constexpr int bytes = n * static_cast<int>(sizeof(T)), at_once = min(bytes, vector_bytes);

 public:
  using words = detail::vector_words<at_once / 4>;

  vector_of() = default;
  __device__ explicit vector_of(const T* from) {
    words all[bytes / at_once];
    for (int i = 0; i < bytes / at_once; ++i)
      all[i] = detail::load_at_once(reinterpret_cast<const words*>(from) + i);
    memcpy(static_cast<void*>(elements_), all, bytes);
  }
  __device__ void store(T* to) const {
    words all[bytes / at_once];
    memcpy(all, elements_, bytes);
    for (int i = 0; i < bytes / at_once; ++i) detail::store_at_once(reinterpret_cast<words*>(to) + i, all[i]);
  }
  __device__ const T& operator[](int i) const { return elements_[i]; }
  __device__ T& operator[](int i) { return elements_[i]; }

 private:
  T elements_[n];
};

/// from[0], from[1], ... up to `n` of them, which begin at a multiple of their bytes.
template <int n, class T>
__device__ vector_of<n, T> load_vector(const T* from) {
  return vector_of<n, T>(from);
}

/// to[0], to[1], ... = the values.
template <class T, class... Values>
__device__ void store_vector(T* to, const Values&... values) {
  vector_of<sizeof...(values), T> all;
  int i = 0;
  ((all[i++] = rt::detail::to<T>(values)), ...);
  all.store(to);
}

/// Each of to[0], to[1], ... combined with its value.
template <class Op, class T, class... Values>
__device__ void update_vector(T* to, const Values&... values) {
  vector_of<sizeof...(values), T> all(to);
  int i = 0;
  ((update<Op>(all[i], values), ++i), ...);
  all.store(to);
}

/// to[0] += a, ..., to[3] += d, whatever other lanes do.
template <class A, class B, class C, class D>
__device__ void add_vector_atomically(float* to, const A& a, const B& b, const C& c, const D& d) {
#if INSUM_RT_ADDS_AT_ONCE
  atomicAdd(reinterpret_cast<float4*>(to), float4{rt::detail::to<float>(a), rt::detail::to<float>(b),
                                                  rt::detail::to<float>(c), rt::detail::to<float>(d)});
#else
  atomic_update<op_add>(to, a), atomic_update<op_add>(to + 1, b);
  atomic_update<op_add>(to + 2, c), atomic_update<op_add>(to + 3, d);
#endif
}

}  // namespace cuda

INSUM_RT_END

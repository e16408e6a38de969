// Sums of pieces of rows in memory, which the last group of lanes to be done with a row adds up.
#pragma once

#include "buffer.hpp"
#include "vectors.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

#ifndef INSUM_CUDA_EMULATION
__device__ inline void load_beyond_cache(unsigned char& to, const unsigned char* from) {
  unsigned value;
  asm volatile("ld.relaxed.gpu.global.u8 %0, [%1];"
               : "=r"(value)
               : "l"(__cvta_generic_to_global(from))
               : "memory");
  to = static_cast<unsigned char>(value);
}
__device__ inline void load_beyond_cache(unsigned short& to, const unsigned short* from) {
  asm volatile("ld.relaxed.gpu.global.u16 %0, [%1];"
               : "=h"(to)
               : "l"(__cvta_generic_to_global(from))
               : "memory");
}
__device__ inline void load_beyond_cache(vector_words<1>& to, const vector_words<1>* from) {
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];"
               : "=r"(to.of[0])
               : "l"(__cvta_generic_to_global(from))
               : "memory");
}
__device__ inline void load_beyond_cache(vector_words<2>& to, const vector_words<2>* from) {
  asm volatile("ld.relaxed.gpu.global.v2.u32 {%0, %1}, [%2];"
               : "=r"(to.of[0]), "=r"(to.of[1])
               : "l"(__cvta_generic_to_global(from))
               : "memory");
}
__device__ inline void load_beyond_cache(vector_words<4>& to, const vector_words<4>* from) {
  asm volatile("ld.relaxed.gpu.global.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(to.of[0]), "=r"(to.of[1]), "=r"(to.of[2]), "=r"(to.of[3])
               : "l"(__cvta_generic_to_global(from))
               : "memory");
}
#else
template <class Word>
__device__ void load_beyond_cache(Word& to, const Word* from) {
  to = emulated::load_beyond_cache(from);
}
#endif

/// What is loaded and stored as one where there are so many bytes.
template <int bytes>
using word_of = std::conditional_t<
    bytes == 1, unsigned char,
    std::conditional_t<bytes == 2, unsigned short, vector_words<(bytes < 4 ? 4 : bytes) / 4>>>;

}  // namespace detail

/// An element that groups of lanes on other multiprocessors store. It is read from memory that these share,
/// after the counter has said that it is there: the multiprocessor's own cache may have what was there
/// before.
template <class T>
class shared_part {
 public:
  /// Functions for host and device take elements as well; only the device has some.
  INSUM_HOST_DEVICE operator T() const {  // NOLINT: it is one
#if defined(__CUDA_ARCH__) || defined(INSUM_CUDA_EMULATION)
    detail::word_of<sizeof(T)> word;
    detail::load_beyond_cache(word, reinterpret_cast<const detail::word_of<sizeof(T)>*>(&value_));
    T result;
    memcpy(static_cast<void*>(&result), &word, sizeof result);
    return result;
#else
    return value_;
#endif
  }
  __device__ void operator=(const T& value) { value_ = value; }
  __device__ T* address() { return &value_; }
  __device__ const T* address() const { return &value_; }

 private:
  T value_;
};

template <int n, class T>
__device__ vector_of<n, T> load_vector(const shared_part<T>* from) {
  using words = typename vector_of<n, T>::words;
  return vector_of<n, T>(from->address(),
                         [](words& to, const words* at) { detail::load_beyond_cache(to, at); });
}
template <class T, class... Values>
__device__ void store_vector(shared_part<T>* to, const Values&... values) {
  store_vector(to->address(), values...);
}

/// Memory that begins as zeros.
template <class T>
buffer<T> zeros(const char* name, const insum::cuda::detail::shared_stream& stream, std::int64_t count) {
  buffer<T> memory(name, stream, count);
  if (count > 0)
    check(cudaMemsetAsync(memory.data(), 0, static_cast<std::size_t>(count) * sizeof(T), stream.get()),
          "cudaMemsetAsync");
  return memory;
}

}  // namespace cuda

INSUM_RT_END

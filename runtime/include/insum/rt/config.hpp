// What the compiler's flags decide for the kernel headers: vector width, OpenMP, sanitizers, checks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "../core/host_device.hpp"

// Without optimisation calls stay calls, which compile in two thirds of the time and can be stepped through.
#if defined(__OPTIMIZE__) || defined(__CUDACC__)
#define INSUM_RT_ALWAYS __attribute__((always_inline))
#else
#define INSUM_RT_ALWAYS
#endif
#define INSUM_RT_INLINE INSUM_HOST_DEVICE inline INSUM_RT_ALWAYS
#define INSUM_RT_COLD __attribute__((noinline, cold))
/// Stands after a lambda's parameter list: `[&](auto tile, std::int64_t j) INSUM_RT_LAMBDA { ... }`.
#define INSUM_RT_LAMBDA INSUM_RT_ALWAYS

/// Stands before a loop.
#if defined(__clang__) || defined(__CUDACC__)
#define INSUM_RT_UNROLL_PRAGMA(text) _Pragma(#text)
#define INSUM_RT_UNROLL(n) INSUM_RT_UNROLL_PRAGMA(unroll n)
#else
#define INSUM_RT_UNROLL_PRAGMA(text) _Pragma(#text)
#define INSUM_RT_UNROLL(n) INSUM_RT_UNROLL_PRAGMA(GCC unroll n)
#endif

/// Stands before a loop whose iterations do not depend on each other.
#if defined(__clang__) || defined(__CUDACC__)
#define INSUM_RT_INDEPENDENT
#else
#define INSUM_RT_INDEPENDENT _Pragma("GCC ivdep")
#endif

// INSUM_RT_PORTABLE uses 16-byte vectors and no builtin of a processor: the path of other architectures.
#if !defined(INSUM_RT_PORTABLE) && defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#define INSUM_RT_AVX512 1
#define INSUM_RT_ISA avx512
#elif !defined(INSUM_RT_PORTABLE) && defined(__AVX2__)
#define INSUM_RT_AVX2 1
#ifdef __FMA__
#define INSUM_RT_ISA avx2_fma
#else
#define INSUM_RT_ISA avx2
#endif
#elif !defined(INSUM_RT_PORTABLE) && defined(__AVX__)
#define INSUM_RT_AVX 1
#define INSUM_RT_ISA avx
#elif !defined(INSUM_RT_PORTABLE)
#define INSUM_RT_ISA base
#else
#define INSUM_RT_ISA portable
#endif

// libgomp and libomp synchronise in ways that ThreadSanitizer can't see, so teams are made of std::thread
// under it.
#if defined(__SANITIZE_THREAD__)
#define INSUM_RT_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define INSUM_RT_TSAN 1
#endif
#endif

// INSUM_RT_EAGER_THREADS, which is for tests, runs loops of any size on threads.
#if !defined(_OPENMP)
#define INSUM_RT_TEAMS serial
#elif defined(INSUM_RT_TSAN) && defined(INSUM_RT_EAGER_THREADS)
#define INSUM_RT_TEAMS eager_threads
#elif defined(INSUM_RT_TSAN)
#define INSUM_RT_TEAMS threads
#elif defined(INSUM_RT_EAGER_THREADS)
#define INSUM_RT_TEAMS eager_openmp
#else
#define INSUM_RT_TEAMS openmp
#endif

#if defined(INSUM_CHECKS) && INSUM_CHECKS
#define INSUM_RT_CHECKED checked
#else
#define INSUM_RT_CHECKED unchecked
#endif

// Translation units built with other flags have other bodies of the same inline functions: the inline
// namespace keeps the linker from merging them.
#define INSUM_RT_JOIN3(a, b, c) a##_##b##_##c
#define INSUM_RT_JOIN(a, b, c) INSUM_RT_JOIN3(a, b, c)
#define INSUM_RT_ABI INSUM_RT_JOIN(INSUM_RT_ISA, INSUM_RT_TEAMS, INSUM_RT_CHECKED)
#define INSUM_RT_BEGIN  \
  namespace insum::rt { \
  inline namespace INSUM_RT_ABI {
#define INSUM_RT_END \
  }                  \
  }

INSUM_RT_BEGIN

#if defined(INSUM_CHECKS) && INSUM_CHECKS
inline constexpr bool checks_enabled = true;
#else
inline constexpr bool checks_enabled = false;
#endif

/// The amount of work, `usual` but for tests, below which a loop stays on one thread.
constexpr std::int64_t least_work([[maybe_unused]] std::int64_t usual) {
#ifdef INSUM_RT_EAGER_THREADS
  return 1;
#else
  return usual;
#endif
}

#if defined(INSUM_RT_AVX512)
inline constexpr std::size_t native_vector_bytes = 64;
#elif defined(INSUM_RT_AVX2) || defined(INSUM_RT_AVX)
inline constexpr std::size_t native_vector_bytes = 32;
#else
inline constexpr std::size_t native_vector_bytes = 16;
#endif

/// Vectors of a column tile: as many accumulators as leave registers for the operands (32, 16 and 16
/// registers).
#if defined(INSUM_RT_AVX512)
inline constexpr int max_tile_vectors = 8;
#else
inline constexpr int max_tile_vectors = 4;
#endif

template <class T, int U>
struct pack;
template <class T, int U>
struct mask;

namespace detail {

template <class T>
inline constexpr bool is_pack = false;
template <class T, int U>
inline constexpr bool is_pack<pack<T, U>> = true;
template <class T, int U>
inline constexpr bool is_pack<mask<T, U>> = true;

}  // namespace detail

template <class T>
concept scalar = !detail::is_pack<std::remove_cvref_t<T>>;

/// Asks for the cache line of `p` ahead of its use; any address is allowed.
inline __attribute__((always_inline)) void prefetch(const void* p) { __builtin_prefetch(p, 0, 3); }
/// ... for those of `count` elements from `p` on.
template <class T>
inline __attribute__((always_inline)) void prefetch(const T* p, std::int64_t count) {
  constexpr std::uintptr_t line = 64;
  const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(p),
                       bytes = static_cast<std::uintptr_t>(count) * sizeof(T);
  for (std::uintptr_t at = 0; at < bytes; at += line) prefetch(reinterpret_cast<const void*>(first + at));
}

INSUM_RT_END

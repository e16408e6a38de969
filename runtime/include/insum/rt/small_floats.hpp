// Vectors of float from and to memory that holds 16-bit floats.
#pragma once

#include "config.hpp"

namespace insum {
class half;
class bfloat16;
}  // namespace insum

INSUM_RT_BEGIN

namespace detail {

template <class T, int N>
struct extension_vector {
  using type __attribute__((vector_size(sizeof(T) * static_cast<std::size_t>(N)))) = T;
};

template <class To, class From>
INSUM_RT_INLINE To reinterpret(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  __builtin_memcpy(static_cast<void*>(&to), &from, sizeof to);
  return to;
}

inline constexpr int float_lanes = static_cast<int>(native_vector_bytes / sizeof(float));
using float_vector = extension_vector<float, float_lanes>::type;
using word_vector = extension_vector<std::uint32_t, float_lanes>::type;
using half_word_vector = extension_vector<std::uint16_t, float_lanes>::type;
using short_vector = extension_vector<short, float_lanes>::type;

#ifdef __FLT16_MAX__
template <class S>
inline constexpr bool is_half = std::is_same_v<S, insum::half> || std::is_same_v<S, _Float16>;
#else
template <class S>
inline constexpr bool is_half = std::is_same_v<S, insum::half>;
#endif
template <class S>
inline constexpr bool is_bfloat16 = std::is_same_v<S, insum::bfloat16>;

#if defined(INSUM_RT_AVX512) || (defined(INSUM_RT_AVX2) && defined(__F16C__))
template <class S>
inline constexpr bool has_small_float_vector = is_half<S> || is_bfloat16<S>;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverflow"  // gcc declares its masks signed
#pragma GCC diagnostic ignored "-Wconversion"
INSUM_RT_INLINE float_vector from_half(half_word_vector x) {
#if defined(INSUM_RT_AVX512)
  return __builtin_ia32_vcvtph2ps512_mask(reinterpret<short_vector>(x), float_vector{}, 0xffff, 4);
#else
  return __builtin_ia32_vcvtph2ps256(reinterpret<short_vector>(x));
#endif
}

INSUM_RT_INLINE half_word_vector to_half(float_vector x) {
#if defined(INSUM_RT_AVX512)
  return reinterpret<half_word_vector>(__builtin_ia32_vcvtps2ph512_mask(x, 0, short_vector{}, 0xffff));
#else
  return reinterpret<half_word_vector>(__builtin_ia32_vcvtps2ph256(x, 0));
#endif
}
#pragma GCC diagnostic pop
#else
template <class S>
inline constexpr bool has_small_float_vector = is_bfloat16<S>;

// Without an instruction for it, halves are converted one by one; these are never called.
float_vector from_half(half_word_vector x);
half_word_vector to_half(float_vector x);
#endif

INSUM_RT_INLINE float_vector from_bfloat16(half_word_vector x) {
  return reinterpret<float_vector>(__builtin_convertvector(x, word_vector) << 16);
}

/// Rounds to nearest even; a NaN stays one.
INSUM_RT_INLINE half_word_vector to_bfloat16(float_vector x) {
  const word_vector bits = reinterpret<word_vector>(x);
  const word_vector rounded = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
  const word_vector result = (bits & 0x7fffffffu) > 0x7f800000u ? (bits >> 16 | 0x40u) : rounded;
  return __builtin_convertvector(result, half_word_vector);
}

template <class S>
INSUM_RT_INLINE float_vector load_small_floats(const S* p) {
  half_word_vector words;
  __builtin_memcpy(&words, p, sizeof words);
  if constexpr (is_half<S>)
    return from_half(words);
  else
    return from_bfloat16(words);
}

template <class S>
INSUM_RT_INLINE void store_small_floats(S* p, float_vector x) {
  half_word_vector words;
  if constexpr (is_half<S>)
    words = to_half(x);
  else
    words = to_bfloat16(x);
  __builtin_memcpy(static_cast<void*>(p), &words, sizeof words);
}

}  // namespace detail

INSUM_RT_END

// The value types that insum adds to those of C++, and the traits that tell value types apart.
#pragma once
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "host_device.hpp"

namespace insum {

namespace detail {

#if defined(__FLT16_MAX__) && !defined(__CUDACC__)
INSUM_HOST_DEVICE constexpr float half_to_float(std::uint16_t bits) {
  return static_cast<float>(__builtin_bit_cast(_Float16, bits));
}
INSUM_HOST_DEVICE constexpr std::uint16_t float_to_half(float value) {
  return __builtin_bit_cast(std::uint16_t, static_cast<_Float16>(value));
}
#else
INSUM_HOST_DEVICE constexpr float half_to_float(std::uint16_t bits) {
#ifdef __CUDA_ARCH__
  if (!__builtin_is_constant_evaluated()) {
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
  }
#endif
  const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000u) << 16;
  const std::uint32_t exponent = (bits >> 10) & 0x1fu;
  const std::uint32_t mantissa = bits & 0x3ffu;
  if (exponent == 0x1f) return __builtin_bit_cast(float, sign | 0x7f800000u | mantissa << 13);
  if (exponent != 0) return __builtin_bit_cast(float, sign | (exponent + 112) << 23 | mantissa << 13);
  const float magnitude = static_cast<float>(mantissa) * 0x1p-24f;  // subnormal
  return sign ? -magnitude : magnitude;
}
INSUM_HOST_DEVICE constexpr std::uint16_t float_to_half(float value) {
#ifdef __CUDA_ARCH__
  if (!__builtin_is_constant_evaluated()) {
    std::uint16_t half;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"(value));
    return half;
  }
#endif
  const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, value);
  const std::uint32_t sign = bits >> 16 & 0x8000u;
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return static_cast<std::uint16_t>(sign | 0x7e00u);
  if (magnitude >= 0x477ff000u) return static_cast<std::uint16_t>(sign | 0x7c00u);  // rounds to infinity
  if (magnitude < 0x38800000u) {  // subnormal: adding 0.5 rounds at the bit of weight 2^-24
    const float shifted = __builtin_bit_cast(float, magnitude) + 0.5f;
    return static_cast<std::uint16_t>(sign | (__builtin_bit_cast(std::uint32_t, shifted) - 0x3f000000u));
  }
  const std::uint32_t rounded = magnitude + 0xfffu + (magnitude >> 13 & 1u) - 0x38000000u;
  return static_cast<std::uint16_t>(sign | rounded >> 13);
}
#endif

INSUM_HOST_DEVICE constexpr float bfloat16_to_float(std::uint16_t bits) {
  return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits) << 16);
}
INSUM_HOST_DEVICE constexpr std::uint16_t float_to_bfloat16(float value) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  if (!__builtin_is_constant_evaluated()) {
    std::uint16_t small;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(small) : "f"(value));
    return small;
  }
#endif
  const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<std::uint16_t>(bits >> 16 | 0x40u);
  return static_cast<std::uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

}  // namespace detail

namespace detail {

/// What half and bfloat16 share. `Self` gives encode(float) and decode(bits).
template <class Self>
class small_float {
 public:
  INSUM_HOST_DEVICE constexpr operator float() const {
    return Self::decode(bits_);
  }  // NOLINT: preserves the value

  INSUM_HOST_DEVICE constexpr Self& operator+=(float value) { return set(*this + value); }
  INSUM_HOST_DEVICE constexpr Self& operator-=(float value) { return set(*this - value); }
  INSUM_HOST_DEVICE constexpr Self& operator*=(float value) { return set(*this * value); }
  INSUM_HOST_DEVICE constexpr Self& operator/=(float value) { return set(*this / value); }

  INSUM_HOST_DEVICE constexpr std::uint16_t bits() const { return bits_; }
  INSUM_HOST_DEVICE static constexpr Self from_bits(std::uint16_t bits) {
    Self result{};
    result.bits_ = bits;
    return result;
  }

 protected:
  small_float() = default;
  INSUM_HOST_DEVICE explicit constexpr small_float(std::uint16_t bits) : bits_(bits) {}
  INSUM_HOST_DEVICE constexpr Self& set(float value) {
    bits_ = Self::encode(value);
    return static_cast<Self&>(*this);
  }

 private:
  std::uint16_t bits_;
};

}  // namespace detail

/// IEEE binary16 as an element of storage: arithmetic converts to float and is done there; what is stored is
/// rounded to nearest even.
class half : public detail::small_float<half> {
 public:
  half() = default;
  template <class T>
    requires std::is_arithmetic_v<T>
  INSUM_HOST_DEVICE explicit constexpr half(T value) : small_float(encode(static_cast<float>(value))) {}
  template <class T>
    requires std::is_arithmetic_v<T>
  INSUM_HOST_DEVICE constexpr half& operator=(T value) {
    return set(static_cast<float>(value));
  }
  INSUM_HOST_DEVICE static constexpr float decode(std::uint16_t bits) { return detail::half_to_float(bits); }
  INSUM_HOST_DEVICE static constexpr std::uint16_t encode(float value) {
    return detail::float_to_half(value);
  }
};

/// The upper 16 bits of a float as an element of storage; arithmetic as for half.
class bfloat16 : public detail::small_float<bfloat16> {
 public:
  bfloat16() = default;
  template <class T>
    requires std::is_arithmetic_v<T>
  INSUM_HOST_DEVICE explicit constexpr bfloat16(T value) : small_float(encode(static_cast<float>(value))) {}
  template <class T>
    requires std::is_arithmetic_v<T>
  INSUM_HOST_DEVICE constexpr bfloat16& operator=(T value) {
    return set(static_cast<float>(value));
  }
  INSUM_HOST_DEVICE static constexpr float decode(std::uint16_t bits) {
    return detail::bfloat16_to_float(bits);
  }
  INSUM_HOST_DEVICE static constexpr std::uint16_t encode(float value) {
    return detail::float_to_bfloat16(value);
  }
};

namespace detail {

template <class T>
concept complex_value = requires(const T& x) {
  typename T::value_type;
  requires std::floating_point<typename T::value_type>;
  { x.real() } -> std::convertible_to<typename T::value_type>;
  { x.imag() } -> std::convertible_to<typename T::value_type>;
};

#if defined(__FLT16_MAX__) && !defined(__CUDACC__)
template <class T>
inline constexpr bool is_native_half = std::is_same_v<T, _Float16>;
#else
template <class T>
inline constexpr bool is_native_half = false;
#endif

template <class T>
inline constexpr bool is_small_float =
    std::is_same_v<T, half> || std::is_same_v<T, bfloat16> || is_native_half<T>;

template <class T>
struct accumulator_of {
  using type = std::conditional_t<is_small_float<T>, float, T>;
};

}  // namespace detail

/// The element types of value arrays: arithmetic types, half, bfloat16, _Float16 where the compiler has it,
/// and complex numbers. (std::complex is recognised by its members, so that <complex> is included only by
/// those who use it.)
template <class T>
concept value_like = std::is_arithmetic_v<T> || detail::is_small_float<T> || detail::complex_value<T>;

/// The element types of position and coordinate arrays.
template <class T>
concept index_like = std::integral<T> && !std::same_as<T, bool>;

template <class T>
inline constexpr bool is_complex = detail::complex_value<T>;

/// The type in which sums of T are kept: float for the 16-bit types, else T.
template <class T>
using accumulator = typename detail::accumulator_of<T>::type;

}  // namespace insum

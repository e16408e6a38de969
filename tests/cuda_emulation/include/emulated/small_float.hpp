// Floating-point numbers of 16 bits. Operations round once, to nearest, ties to even.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "atomics.hpp"
#include "vectors.hpp"
#include "warp.hpp"

namespace insum::emulated::detail {

template <int ExponentBits, int MantissaBits>
struct float_layout {
  static constexpr int mantissa_bits = MantissaBits;
  static constexpr int bias = (1 << (ExponentBits - 1)) - 1;
  static constexpr int least_exponent = 1 - bias;
  static constexpr std::uint16_t infinity = ((1u << ExponentBits) - 1) << MantissaBits;
  static constexpr std::uint16_t nan = 0x7fff;
  static constexpr std::uint16_t sign = 0x8000;
};
using half_layout = float_layout<5, 10>;
using bfloat16_layout = float_layout<8, 7>;

template <class Layout>
std::uint16_t bits_of(double x) {
  if (std::isnan(x)) return Layout::nan;
  const unsigned sign = std::signbit(x) ? Layout::sign : 0u;
  const double size = std::fabs(x);
  if (size == 0.0) return static_cast<std::uint16_t>(sign);
  if (std::isinf(size)) return static_cast<std::uint16_t>(sign | Layout::infinity);
  const int exponent = std::max(std::ilogb(size), Layout::least_exponent);
  if (exponent > Layout::bias) return static_cast<std::uint16_t>(sign | Layout::infinity);
  // A whole number of units in the last place; where it reaches the next power of two, the exponent takes the
  // carry.
  const auto units =
      static_cast<unsigned>(std::nearbyint(std::ldexp(size, Layout::mantissa_bits - exponent)));
  const auto before = static_cast<unsigned>(exponent - Layout::least_exponent) << Layout::mantissa_bits;
  return static_cast<std::uint16_t>(sign | std::min<unsigned>(before + units, Layout::infinity));
}

template <class Layout>
float value_of(std::uint16_t bits) {
  const bool negative = (bits & Layout::sign) != 0;
  const unsigned size = bits & 0x7fffu, mantissa = size & ((1u << Layout::mantissa_bits) - 1);
  const int field = static_cast<int>(size >> Layout::mantissa_bits);
  if (size > Layout::infinity) return std::numeric_limits<float>::quiet_NaN();
  if (size == Layout::infinity)
    return negative ? -std::numeric_limits<float>::infinity() : std::numeric_limits<float>::infinity();
  const unsigned units = field == 0 ? mantissa : mantissa | 1u << Layout::mantissa_bits;
  const int exponent = std::max(field, 1) - Layout::bias - Layout::mantissa_bits;
  const float value = std::ldexp(static_cast<float>(units), exponent);
  return negative ? -value : value;
}

/// As a double that rounds to 16 bits as the whole number does: bits that would be lost are gathered in the
/// last one.
template <std::integral Integer>
double odd_double(Integer x) {
  const bool negative = x < 0;
  std::uint64_t size = negative ? ~static_cast<std::uint64_t>(x) + 1 : static_cast<std::uint64_t>(x);
  constexpr std::uint64_t lost = (1u << 11) - 1;
  if (size >> 53 != 0 && (size & lost) != 0) size = (size & ~lost) | (lost + 1);
  const auto value = static_cast<double>(size);
  return negative ? -value : value;
}

/// a * b + c of numbers of 16 bits, rounded to odd, so that rounding to 16 bits afterwards is right.
inline double odd_fma(double a, double b, double c) {
  const double product = a * b, sum = product + c;  // the product is exact
  if (!std::isfinite(sum)) return sum;
  const double of_c = sum - product, error = (product - (sum - of_c)) + (c - of_c);
  if (error == 0.0 || (std::bit_cast<std::uint64_t>(sum) & 1u) != 0) return sum;
  return std::nextafter(
      sum, error > 0 ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity());
}

template <class Layout>
class small_float {
 public:
  small_float() = default;
  small_float(float x) : bits_(bits_of<Layout>(static_cast<double>(x))) {}
  small_float(double x) : bits_(bits_of<Layout>(x)) {}
  template <std::integral Integer>
  small_float(Integer x) : bits_(bits_of<Layout>(odd_double(x))) {}
  operator float() const { return value_of<Layout>(bits_); }

  std::uint16_t bits() const { return bits_; }
  static small_float of_bits(std::uint16_t bits) {
    small_float result;
    result.bits_ = bits;
    return result;
  }

  // Operations in float and then rounding give the same as rounding once.
  friend small_float operator+(small_float a, small_float b) { return value(a) + value(b); }
  friend small_float operator-(small_float a, small_float b) { return value(a) - value(b); }
  friend small_float operator*(small_float a, small_float b) { return value(a) * value(b); }
  friend small_float operator/(small_float a, small_float b) { return value(a) / value(b); }
  friend small_float operator-(small_float a) {
    return of_bits(static_cast<std::uint16_t>(a.bits_ ^ Layout::sign));
  }
  friend small_float operator+(small_float a) { return a; }
  friend small_float& operator+=(small_float& a, small_float b) { return a = a + b; }
  friend small_float& operator-=(small_float& a, small_float b) { return a = a - b; }
  friend small_float& operator*=(small_float& a, small_float b) { return a = a * b; }
  friend small_float& operator/=(small_float& a, small_float b) { return a = a / b; }
  friend bool operator==(small_float a, small_float b) { return value(a) == value(b); }
  friend bool operator!=(small_float a, small_float b) { return value(a) != value(b); }
  friend bool operator<(small_float a, small_float b) { return value(a) < value(b); }
  friend bool operator>(small_float a, small_float b) { return value(a) > value(b); }
  friend bool operator<=(small_float a, small_float b) { return value(a) <= value(b); }
  friend bool operator>=(small_float a, small_float b) { return value(a) >= value(b); }

  friend small_float __hadd(small_float a, small_float b) { return a + b; }
  friend small_float __hsub(small_float a, small_float b) { return a - b; }
  friend small_float __hmul(small_float a, small_float b) { return a * b; }
  friend small_float __hdiv(small_float a, small_float b) { return a / b; }
  friend small_float __hneg(small_float a) { return -a; }
  friend small_float __habs(small_float a) { return of_bits(a.bits_ & 0x7fffu); }
  friend small_float __hfma(small_float a, small_float b, small_float c) {
    return odd_fma(static_cast<double>(value(a)), static_cast<double>(value(b)),
                   static_cast<double>(value(c)));
  }
  friend small_float __hmin(small_float a, small_float b) { return std::fmin(value(a), value(b)); }
  friend small_float __hmax(small_float a, small_float b) { return std::fmax(value(a), value(b)); }
  friend bool __heq(small_float a, small_float b) { return a == b; }
  friend bool __hne(small_float a, small_float b) { return a < b || a > b; }
  friend bool __hlt(small_float a, small_float b) { return a < b; }
  friend bool __hle(small_float a, small_float b) { return a <= b; }
  friend bool __hgt(small_float a, small_float b) { return a > b; }
  friend bool __hge(small_float a, small_float b) { return a >= b; }
  friend bool __hisnan(small_float a) { return std::isnan(value(a)); }
  friend int __hisinf(small_float a) { return std::isinf(value(a)) ? (value(a) > 0 ? 1 : -1) : 0; }
  friend small_float atomicAdd(small_float* address, small_float x) {
    return atomic_change("atomicAdd", address, [&](small_float before) { return before + x; });
  }

 private:
  static float value(small_float x) { return x; }
  std::uint16_t bits_;
};

/// Two of them, in 32 bits; operations are done on each.
template <class Layout>
struct alignas(4) small_float2 {
  using element = small_float<Layout>;
  element x, y;

  friend small_float2 operator+(small_float2 a, small_float2 b) { return {a.x + b.x, a.y + b.y}; }
  friend small_float2 operator-(small_float2 a, small_float2 b) { return {a.x - b.x, a.y - b.y}; }
  friend small_float2 operator*(small_float2 a, small_float2 b) { return {a.x * b.x, a.y * b.y}; }
  friend small_float2 operator/(small_float2 a, small_float2 b) { return {a.x / b.x, a.y / b.y}; }
  friend small_float2 operator-(small_float2 a) { return {-a.x, -a.y}; }
  friend bool operator==(small_float2 a, small_float2 b) { return a.x == b.x && a.y == b.y; }
  friend small_float2 __hadd2(small_float2 a, small_float2 b) { return a + b; }
  friend small_float2 __hsub2(small_float2 a, small_float2 b) { return a - b; }
  friend small_float2 __hmul2(small_float2 a, small_float2 b) { return a * b; }
  friend small_float2 __h2div(small_float2 a, small_float2 b) { return a / b; }
  friend small_float2 __hneg2(small_float2 a) { return -a; }
  friend small_float2 __hfma2(small_float2 a, small_float2 b, small_float2 c) {
    return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
  }
  friend float __low2float(small_float2 a) { return a.x; }
  friend float __high2float(small_float2 a) { return a.y; }
  /// Each of the two by itself is atomic.
  friend small_float2 atomicAdd(small_float2* address, small_float2 value) {
    const element low = atomicAdd(&address->x, value.x);
    return {low, atomicAdd(&address->y, value.y)};
  }
};

template <class Layout>
inline constexpr bool is_shuffled<small_float<Layout>> = true;
template <class Layout>
inline constexpr bool is_shuffled<small_float2<Layout>> = true;

}  // namespace insum::emulated::detail

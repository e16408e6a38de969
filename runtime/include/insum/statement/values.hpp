// How two values are compared and printed.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>

#include "../core/types.hpp"

namespace insum::statement {

/// Values a and b agree where |a - b| <= atol + rtol * |b|, b being the statement's. Negative: by type.
struct tolerance {
  double rtol = -1;
  double atol = -1;
};

namespace detail {

template <class T>
struct parts {  // of what an element is made of
  using real = T;
};
template <class T>
  requires is_complex<T>
struct parts<T> {
  using real = typename T::value_type;
};

template <class T>
double number(const T& x) {
  return static_cast<double>(x);
}

/// The distance between 1 and the next number of the type.
template <class T>
constexpr double precision() {
  using R = typename parts<T>::real;
  if constexpr (std::is_same_v<R, half>)
    return 0x1p-10;
  else if constexpr (std::is_same_v<R, bfloat16>)
    return 0x1p-7;
  else if constexpr (std::numeric_limits<R>::is_specialized && !std::is_integral_v<R>)
    return static_cast<double>(std::numeric_limits<R>::epsilon());
  else if constexpr (sizeof(R) == 2)  // _Float16
    return 0x1p-10;
  else
    return 0;
}

// By their bits: with -ffast-math compilers take it that there are no such numbers, the program's data may
// have them all the same.
constexpr std::uint64_t infinite = 0x7ff0000000000000;  // the exponent's bits
inline std::uint64_t bits_without_sign(double x) { return std::bit_cast<std::uint64_t>(x) & ~(1ull << 63); }
inline bool is_finite(double x) { return bits_without_sign(x) < infinite; }
inline bool is_nan(double x) { return bits_without_sign(x) > infinite; }

/// The size of a value; 0 where it is not finite.
template <class T>
double magnitude(const T& x) {
  double size = 0;
  if constexpr (is_complex<T>)
    size = std::hypot(number(x.real()), number(x.imag()));
  else
    size = std::abs(number(x));
  return is_finite(size) ? size : 0;
}

inline bool close(double a, double b, double rtol, double atol) {
  if (is_nan(a) || is_nan(b)) return is_nan(a) && is_nan(b);
  if (!is_finite(a) || !is_finite(b))
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  return std::abs(a - b) <= atol + rtol * std::abs(b);
}

}  // namespace detail

/// What `given` stands for, for elements of type T in a tensor whose largest value is `largest`. Sums add
/// rounding errors of the size of their terms, which the largest result estimates; both sides may add in
/// another order.
template <class T>
tolerance tolerance_for(const tolerance& given, double largest, bool reduces) {
  if constexpr (std::is_integral_v<T>) {
    return {given.rtol < 0 ? 0 : given.rtol, given.atol < 0 ? 0 : given.atol};
  } else {
    const double epsilon = detail::precision<T>();
    const double rtol = given.rtol >= 0 ? given.rtol : reduces ? std::pow(epsilon, 2.0 / 3) : 64 * epsilon;
    return {rtol, given.atol >= 0 ? given.atol : rtol * largest};
  }
}

/// Non-finite values agree with themselves only.
template <class T>
bool agree(const T& a, const T& b, const tolerance& t) {
  if constexpr (is_complex<T>) {
    const double scale = detail::magnitude(b);  // of both parts together
    return detail::close(detail::number(a.real()), detail::number(b.real()), 0, t.atol + t.rtol * scale) &&
           detail::close(detail::number(a.imag()), detail::number(b.imag()), 0, t.atol + t.rtol * scale);
  } else if constexpr (std::is_integral_v<T>) {
    return a == b ||
           (t.rtol + t.atol > 0 && detail::close(detail::number(a), detail::number(b), t.rtol, t.atol));
  } else {
    return detail::close(detail::number(a), detail::number(b), t.rtol, t.atol);
  }
}

template <class T>
std::string text_of(const T& x) {
  std::ostringstream out;
  out.precision(std::numeric_limits<double>::max_digits10);
  if constexpr (is_complex<T>) {
    out << '(' << detail::number(x.real()) << ", " << detail::number(x.imag()) << ')';
  } else if constexpr (std::is_same_v<T, bool>) {
    out << (x ? "true" : "false");
  } else if constexpr (std::is_integral_v<T>) {
    out << +x;
  } else {
    if (detail::precision<T>() > 1e-10) out.precision(std::numeric_limits<float>::max_digits10);
    out << detail::number(x);
  }
  return out.str();
}

}  // namespace insum::statement

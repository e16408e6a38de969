// Complex numbers in kernels: std::complex has functions that only the host can run. The same layout.
#pragma once

#include <complex>

#include "../scalar.hpp"

INSUM_RT_BEGIN

namespace cuda {

template <class T>
class complex {
 public:
  using value_type = T;
  complex() = default;
  INSUM_HOST_DEVICE constexpr complex(T real, T imag = T())
      : real_(real), imag_(imag) {}                                        // NOLINT: as std::complex
  complex(const std::complex<T>& x) : real_(x.real()), imag_(x.imag()) {}  // NOLINT: the same number
  template <class S>
    requires(!std::is_same_v<S, T>)
  INSUM_HOST_DEVICE explicit constexpr complex(const complex<S>& x)
      : real_(static_cast<T>(x.real())), imag_(static_cast<T>(x.imag())) {}

  INSUM_HOST_DEVICE constexpr T real() const { return real_; }
  INSUM_HOST_DEVICE constexpr T imag() const { return imag_; }

  INSUM_HOST_DEVICE complex& operator+=(const complex& x) { return *this = *this + x; }
  INSUM_HOST_DEVICE complex& operator-=(const complex& x) { return *this = *this - x; }
  INSUM_HOST_DEVICE complex& operator*=(const complex& x) { return *this = *this * x; }
  INSUM_HOST_DEVICE complex& operator/=(const complex& x) { return *this = *this / x; }

  INSUM_HOST_DEVICE friend complex operator-(const complex& x) { return {-x.real_, -x.imag_}; }
  INSUM_HOST_DEVICE friend complex operator+(const complex& a, const complex& b) {
    return {a.real_ + b.real_, a.imag_ + b.imag_};
  }
  INSUM_HOST_DEVICE friend complex operator-(const complex& a, const complex& b) {
    return {a.real_ - b.real_, a.imag_ - b.imag_};
  }
  INSUM_HOST_DEVICE friend complex operator*(const complex& a, const complex& b) {
    return {a.real_ * b.real_ - a.imag_ * b.imag_, a.real_ * b.imag_ + a.imag_ * b.real_};
  }
  /// By the larger part, so that squares do not overflow.
  INSUM_HOST_DEVICE friend complex operator/(const complex& a, const complex& b) {
    if (rt::abs(b.real_) >= rt::abs(b.imag_)) {
      const T ratio = b.imag_ / b.real_, length = b.real_ + b.imag_ * ratio;
      return {(a.real_ + a.imag_ * ratio) / length, (a.imag_ - a.real_ * ratio) / length};
    }
    const T ratio = b.real_ / b.imag_, length = b.real_ * ratio + b.imag_;
    return {(a.real_ * ratio + a.imag_) / length, (a.imag_ * ratio - a.real_) / length};
  }
  INSUM_HOST_DEVICE friend bool operator==(const complex& a, const complex& b) {
    return a.real_ == b.real_ && a.imag_ == b.imag_;
  }

 private:
  T real_, imag_;
};

namespace detail {

/// The modulus without overflow of squares.
template <class T>
INSUM_HOST_DEVICE T length(T a, T b) {
  a = rt::abs(a), b = rt::abs(b);
  if (a < b) {
    const T smaller = a;
    a = b, b = smaller;
  }
  if (a == T(0) || a - a != T(0)) return a + b;
  const T ratio = b / a;
  return a * rt::sqrt(T(1) + ratio * ratio);
}

}  // namespace detail

template <class T>
INSUM_HOST_DEVICE T abs(const complex<T>& x) {
  return detail::length(x.real(), x.imag());
}
template <class T>
INSUM_HOST_DEVICE complex<T> sqrt(const complex<T>& x) {
  const T size = abs(x);
  if (size == T(0)) return {T(0), x.imag()};
  const T larger = rt::sqrt((size + rt::abs(x.real())) / T(2)), smaller = rt::abs(x.imag()) / (T(2) * larger);
  const T real = x.real() >= T(0) ? larger : smaller, imag = x.real() >= T(0) ? smaller : larger;
  return {real, x.imag() < T(0) ? -imag : imag};
}
template <class T>
INSUM_HOST_DEVICE complex<T> exp(const complex<T>& x) {
  const T size = rt::exp(x.real());
  if constexpr (std::is_same_v<T, float>)
    return {size * __builtin_cosf(x.imag()), size * __builtin_sinf(x.imag())};
  else
    return {size * __builtin_cos(x.imag()), size * __builtin_sin(x.imag())};
}
template <class T>
INSUM_HOST_DEVICE complex<T> log(const complex<T>& x) {
  if constexpr (std::is_same_v<T, float>)
    return {rt::log(abs(x)), __builtin_atan2f(x.imag(), x.real())};
  else
    return {rt::log(abs(x)), __builtin_atan2(x.imag(), x.real())};
}
template <class T>
INSUM_HOST_DEVICE complex<T> tanh(const complex<T>& x) {
  const T sign = x.real() < T(0) ? T(-1) : T(1);
  const complex<T> small = exp(complex<T>(-2 * sign * x.real(), -2 * sign * x.imag()));
  return complex<T>(sign) * ((complex<T>(1) - small) / (complex<T>(1) + small));
}
template <class T>
INSUM_HOST_DEVICE complex<T> pow(const complex<T>& x, const complex<T>& y) {
  if (x == complex<T>(0)) return y == complex<T>(0) ? complex<T>(1) : complex<T>(0);
  return exp(y * log(x));
}
template <class T>
INSUM_HOST_DEVICE complex<T> pow(const complex<T>& x, const T& y) {
  return pow(x, complex<T>(y));
}
template <class T>
INSUM_HOST_DEVICE complex<T> pow(const T& x, const complex<T>& y) {
  return pow(complex<T>(x), y);
}

/// The type that kernels see behind an array's pointer.
template <class T>
struct in_kernels {
  using type = T;
};
template <class T>
struct in_kernels<std::complex<T>> {
  using type = complex<T>;
};
template <class T>
struct in_kernels<const std::complex<T>> {
  using type = const complex<T>;
};

}  // namespace cuda

INSUM_RT_END

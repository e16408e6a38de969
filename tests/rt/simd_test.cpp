// Packs element by element against the scalar functions.
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>

#include "doctest/doctest.h"
#include "insum/core/types.hpp"
#include "insum/rt/kernel.hpp"

namespace rt = insum::rt;

namespace {

template <class T, int U>
rt::pack<T, U> numbers(int first, int factor) {
  rt::pack<T, U> result{};
  for (int i = 0; i < rt::pack<T, U>::size; ++i)
    result.set(i, rt::detail::to<T>((first + i) % 11 * factor + 1));
  return result;
}

/// The elements of `actual` in which it differs from f(element of a, element of b).
template <class P, class Q, class F>
int differences(const P& actual, const Q& a, const Q& b, F f) {
  int result = 0;
  for (int i = 0; i < Q::size; ++i) result += !(actual[i] == f(a[i], b[i]));
  return result;
}

template <class T, int U>
void check_arithmetic() {
  const auto a = numbers<T, U>(3, 1), b = numbers<T, U>(5, 2);
  const T s = static_cast<T>(3);
  CHECK(differences(a + b, a, b, [](T x, T y) { return static_cast<T>(x + y); }) == 0);
  CHECK(differences(a - b, a, b, [](T x, T y) { return static_cast<T>(x - y); }) == 0);
  CHECK(differences(a * b, a, b, [](T x, T y) { return static_cast<T>(x * y); }) == 0);
  CHECK(differences(a / b, a, b, [](T x, T y) { return static_cast<T>(x / y); }) == 0);
  CHECK(differences(-a, a, b, [](T x, T) { return static_cast<T>(-x); }) == 0);
  CHECK(differences(a + s, a, b, [&](T x, T) { return static_cast<T>(x + s); }) == 0);
  CHECK(differences(3 - a, a, b, [&](T x, T) { return static_cast<T>(s - x); }) == 0);
  CHECK(differences(a * 3, a, b, [&](T x, T) { return static_cast<T>(x * s); }) == 0);
  CHECK(differences(s / a, a, b, [&](T x, T) { return static_cast<T>(s / x); }) == 0);
  auto c = a;
  c += b;
  c *= 3;
  c -= a;
  c /= s;
  CHECK(differences(c, a, b, [&](T x, T y) { return static_cast<T>(((x + y) * s - x) / s); }) == 0);
  c = a;
  c.add_product(b, s);
  c.add_product(a, b);
  CHECK(differences(c, a, b, [&](T x, T y) { return static_cast<T>(x + y * s + x * y); }) == 0);
  CHECK(differences(rt::fma_add(a, 2, b), a, b,
                    [](T x, T y) { return static_cast<T>(x + static_cast<T>(2) * y); }) == 0);
}

template <class T, int U>
void check_comparisons() {
  const auto a = numbers<T, U>(3, 1), b = numbers<T, U>(4, 2);
  const T s = static_cast<T>(5);
  CHECK(differences(a < b, a, b, [](T x, T y) { return x < y; }) == 0);
  CHECK(differences(a > b, a, b, [](T x, T y) { return x > y; }) == 0);
  CHECK(differences(a <= s, a, b, [&](T x, T) { return x <= s; }) == 0);
  CHECK(differences(5 >= a, a, b, [&](T x, T) { return s >= x; }) == 0);
  CHECK(differences(a == b, a, b, [](T x, T y) { return x == y; }) == 0);
  CHECK(differences(a != 5, a, b, [&](T x, T) { return x != s; }) == 0);
  CHECK(differences(!(a < b) && b > s, a, b, [&](T x, T y) { return !(x < y) && y > s; }) == 0);
  CHECK(differences(a < b || a > s, a, b, [&](T x, T y) { return x < y || x > s; }) == 0);
  CHECK(differences((a - 5) && b, a, b, [&](T x, T) { return x != s; }) == 0);
  CHECK(differences(!(a - 5) || false, a, b, [&](T x, T) { return x == s; }) == 0);
  CHECK(differences(true && (a < b), a, b, [](T x, T y) { return x < y; }) == 0);
  CHECK(differences(select(a < b, a, 0), a, b, [](T x, T y) { return x < y ? x : static_cast<T>(0); }) == 0);
  CHECK(differences(select(a < b, 1, 2), a, b, [](T x, T y) { return static_cast<T>(x < y ? 1 : 2); }) == 0);
  CHECK(differences(select(true, a, b), a, b, [](T x, T) { return x; }) == 0);
  CHECK(differences(select(false, a, 7), a, b, [](T, T) { return static_cast<T>(7); }) == 0);
  CHECK(differences(min(a, b), a, b, [](T x, T y) { return rt::min(x, y); }) == 0);
  CHECK(differences(max(a, 5), a, b, [&](T x, T) { return rt::max(x, s); }) == 0);
  CHECK(differences(relu(a - 5), a, b, [&](T x, T) { return rt::relu(static_cast<T>(x - s)); }) == 0);
}

template <class T, int U>
void check_functions() {
  const auto a = numbers<T, U>(3, 1) / 4, b = numbers<T, U>(4, 1) / 8;
  CHECK(differences(sqrt(a), a, b, [](T x, T) { return std::sqrt(x); }) == 0);
  CHECK(differences(abs(-a), a, b, [](T x, T) { return x; }) == 0);
  CHECK(differences(pow(a, b), a, b, [](T x, T y) { return std::pow(x, y); }) == 0);
  CHECK(differences(pow(a, T(2)), a, b, [](T x, T) { return std::pow(x, T(2)); }) == 0);
  const auto close = [](T x, T y) {
    return std::abs(x - y) <= 4 * std::numeric_limits<T>::epsilon() * std::abs(y);
  };
  for (int i = 0; i < rt::pack<T, U>::size; ++i) {
    CHECK(close(exp(a)[i], std::exp(a[i])));
    CHECK(close(log(a)[i], std::log(a[i])));
    CHECK(close(tanh(a)[i], std::tanh(a[i])));
    CHECK(close(sigmoid(a)[i], 1 / (1 + std::exp(-a[i]))));
  }
}

}  // namespace

TEST_CASE_TEMPLATE("arithmetic of packs", T, float, double, std::int32_t, std::uint64_t) {
  check_arithmetic<T, 4>();
  check_comparisons<T, 2>();
}

TEST_CASE_TEMPLATE("arithmetic of other packs", T, std::uint32_t, std::int64_t, std::int8_t, std::uint16_t,
                   long double) {
  check_arithmetic<T, 1>();
  check_comparisons<T, 1>();
}

TEST_CASE("arithmetic of packs of complex numbers") {
  check_arithmetic<std::complex<float>, 1>();
  check_arithmetic<std::complex<double>, 1>();
}

TEST_CASE_TEMPLATE("functions of packs", T, float, double) {
  check_functions<T, 1>();
  check_functions<T, 2>();
}

TEST_CASE("the sign of zero and NaN") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto x = rt::broadcast<double, 1>(-0.0);
  CHECK(std::signbit(x[0]));
  CHECK(!std::signbit(abs(x)[0]));
  CHECK(std::signbit((-abs(x))[0]));
  CHECK(rt::min(1.0, nan) == 1.0);
  CHECK(std::isnan(rt::min(nan, 1.0)));
  CHECK(max(rt::broadcast<double, 1>(1.0), nan)[0] == 1.0);
  CHECK(std::isnan(max(rt::broadcast<double, 1>(nan), 1.0)[0]));
}

TEST_CASE("functions of scalars of every element type") {
  CHECK(rt::max(2, 3.5) == 3.5);
  CHECK(rt::min(std::int8_t{3}, std::int8_t{-4}) == -4);
  CHECK(rt::abs(-3) == 3);
  CHECK(rt::abs(3u) == 3u);
  CHECK(rt::abs(std::complex<double>(3, 4)) == 5.0);
  CHECK(rt::sqrt(16) == 4.0);
  CHECK(rt::sqrt(16.0f) == 4.0f);
  CHECK(rt::exp(std::complex<float>(0)) == std::complex<float>(1));
  CHECK(rt::pow(2, 10) == 1024.0);
  CHECK(rt::pow(std::complex<double>(2), 2).real() == doctest::Approx(4));
  CHECK(rt::relu(-2.0f) == 0.0f);
  CHECK(rt::sigmoid(0) == 0.5);
  CHECK(rt::sigmoid(std::complex<double>(0)) == 0.5);
  const double inf = std::numeric_limits<double>::infinity();
  CHECK(rt::kept_if(true, -2.5) == -2.5);
  CHECK(rt::kept_if(false, inf) == 0.0);
  CHECK(rt::kept_if(false, std::numeric_limits<float>::quiet_NaN()) == 0.0f);
  CHECK(rt::kept_if(true, inf) == inf);
  CHECK(rt::kept_if(true, 7) == 7);
  CHECK(rt::kept_if(false, 7) == 0);
  CHECK(rt::select(true, 1, 2.5) == 1.0);
  CHECK(rt::select(2 > 3, 'a', 'b') == 'b');
  CHECK(rt::fma_add(1.0, 2.0, 3.0) == 7.0);
  CHECK(static_cast<float>(rt::sqrt(insum::half(9))) == 3.0f);
  CHECK(static_cast<float>(rt::max(insum::half(9), insum::half(10))) == 10.0f);
  CHECK(rt::max(insum::half(9), 10.5f) == 10.5f);
  CHECK(static_cast<float>(rt::relu(insum::bfloat16(-1))) == 0.0f);
  static_assert(std::is_same_v<decltype(rt::exp(insum::half(1))), insum::half>);
  static_assert(std::is_same_v<decltype(rt::pow(2.0f, 2)), double>);
  static_assert(std::is_same_v<rt::compute_t<insum::half>, float> &&
                std::is_same_v<rt::compute_t<std::int16_t>, short>);
}

TEST_CASE("a user's function on packs and scalars") {
  const auto clamp = [](double x, int n) { return x > n ? n : x; };
  const auto a = numbers<double, 2>(0, 1);
  const auto b = rt::lanewise(clamp, a, 3);
  for (int i = 0; i < a.size; ++i) CHECK(b[i] == clamp(a[i], 3));
  CHECK(rt::lanewise(clamp, 5.0, 3) == 3.0);
}

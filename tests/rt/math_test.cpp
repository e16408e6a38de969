// exp, log and tanh of packs: a few units in the last place over the whole range, and the special values.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "doctest/doctest.h"
#include "insum/rt/kernel.hpp"

namespace rt = insum::rt;

namespace {

/// The distance of two numbers in steps of T; 0 for two NaN.
template <class T>
double steps(T actual, long double exact) {
  const T nearest = static_cast<T>(exact);
  if (std::isnan(actual) || std::isnan(nearest)) return std::isnan(actual) && std::isnan(nearest) ? 0 : 1e9;
  if (actual == nearest) return std::signbit(actual) == std::signbit(nearest) ? 0 : 1e9;
  if (std::isinf(actual) || std::isinf(nearest)) return 1e9;
  const T step = std::nextafter(std::abs(nearest), std::numeric_limits<T>::infinity()) - std::abs(nearest);
  return static_cast<double>(std::abs(static_cast<long double>(actual) - exact) /
                             static_cast<long double>(step));
}

/// The largest error of `function` on numbers from `first` to `last`, evenly spread and in equal ratios.
template <class T, class F, class G>
double worst(F function, G exact, T first, T last) {
  double result = 0;
  constexpr int n = 20000, size = rt::pack<T, 1>::size;
  for (int i = 0; i < n; i += size) {
    rt::pack<T, 1> x{};
    for (int l = 0; l < size; ++l) {
      const T t = static_cast<T>(i + l) / static_cast<T>(n);
      const bool ratios = first > 0 && i % (2 * size) == 0;
      x.set(l, ratios ? first * std::pow(last / first, t) : first + (last - first) * t);
    }
    const rt::pack<T, 1> y = function(x);
    for (int l = 0; l < size; ++l)
      result = std::fmax(result, steps<T>(y[l], exact(static_cast<long double>(x[l]))));
  }
  return result;
}

template <class T, class F>
T at(F function, T x) {
  return function(rt::broadcast<T, 1>(x))[rt::pack<T, 1>::size - 1];
}

constexpr auto pack_exp = [](const auto& x) { return exp(x); };
constexpr auto pack_log = [](const auto& x) { return log(x); };
constexpr auto pack_tanh = [](const auto& x) { return tanh(x); };
constexpr auto exact_exp = [](long double x) { return std::exp(x); };
constexpr auto exact_log = [](long double x) { return std::log(x); };
constexpr auto exact_tanh = [](long double x) { return std::tanh(x); };

}  // namespace

TEST_CASE_TEMPLATE("exp, log and tanh are accurate", T, float, double) {
  const bool wide = sizeof(T) == 8;
  const T most = wide ? T(709) : T(88), least = wide ? T(-708) : T(-87);
  CHECK(worst<T>(pack_exp, exact_exp, least, most) < 2);
  CHECK(worst<T>(pack_exp, exact_exp, T(-1), T(1)) < 2);
  CHECK(worst<T>(pack_exp, exact_exp, wide ? T(-745) : T(-103), least) < 2);  // subnormal results
  CHECK(worst<T>(pack_log, exact_log, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()) < 2);
  CHECK(worst<T>(pack_log, exact_log, T(0.5), T(2)) < 2);
  CHECK(worst<T>(pack_log, exact_log, T(0.99), T(1.01)) < 2);
  CHECK(worst<T>(pack_log, exact_log, std::numeric_limits<T>::denorm_min(), std::numeric_limits<T>::min()) <
        2);
  CHECK(worst<T>(pack_tanh, exact_tanh, T(-12), T(12)) < 4);
  CHECK(worst<T>(pack_tanh, exact_tanh, T(1e-30), T(30)) < 4);
}

TEST_CASE_TEMPLATE("special values", T, float, double) {
  const T infinity = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  for (const T x : {T(0), T(-0.0), T(1), T(-1), infinity, -infinity, nan, std::numeric_limits<T>::max(),
                    std::numeric_limits<T>::lowest(), std::numeric_limits<T>::min(),
                    std::numeric_limits<T>::denorm_min(), T(1e4), T(-1e4)}) {
    CAPTURE(x);
    CHECK(steps<T>(at(pack_exp, x), std::exp(x)) < 2);
    CHECK(steps<T>(at(pack_log, x), std::log(x)) < 2);
    CHECK(steps<T>(at(pack_tanh, x), std::tanh(x)) < 4);
    CHECK(steps<T>(at([](const auto& p) { return sigmoid(p); }, x), 1 / (1 + std::exp(-x))) < 4);
    CHECK(steps<T>(at([](const auto& p) { return sqrt(p); }, x), std::sqrt(x)) == 0);
    CHECK(steps<T>(at([](const auto& p) { return abs(p); }, x), std::abs(x)) == 0);
  }
}

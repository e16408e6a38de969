// The functions of Einsums for the naive evaluations; deliberately apart from insum's own.
#pragma once
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

namespace reference {

using Real = double;
using Integer = std::int64_t;
using Complex = std::complex<double>;

template <class T>
T abs_(T x) {
  return x < T(0) ? -x : x;
}
template <class T>
T min_(T a, T b) {
  return b < a ? b : a;
}
template <class T>
T max_(T a, T b) {
  return a < b ? b : a;
}
template <class T>
T relu_(T x) {
  return x > T(0) ? x : T(0);
}
inline Real sigmoid_(Real x) { return 1 / (1 + std::exp(-x)); }
template <class T>
T lowest() {
  return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                              : std::numeric_limits<T>::lowest();
}
template <class T>
T highest() {
  return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                              : std::numeric_limits<T>::max();
}

}  // namespace reference

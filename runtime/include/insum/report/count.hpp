// What floating point operations are counted by.
#pragma once
#include <cstdint>
#include <type_traits>

namespace insum::report {

/// The positions below those of [first, last). Where there are none there may be no array.
template <class Pos>
std::int64_t below(const Pos& pos, std::int64_t first, std::int64_t last) {
  return first < last ? static_cast<std::int64_t>(pos[last]) - static_cast<std::int64_t>(pos[first]) : 0;
}

/// How often a loop over [begin, end) runs.
constexpr std::int64_t trips(std::int64_t begin, std::int64_t end) { return begin < end ? end - begin : 0; }

/// Coordinates that both of two ascending lists have. `shift`: of stored numbers in the first, less those in
/// the second.
template <class A, class B>
std::int64_t common(const A& a, std::int64_t at, std::int64_t a_end, const B& b, std::int64_t other,
                    std::int64_t b_end, std::int64_t shift = 0) {
  std::int64_t count = 0;
  while (at < a_end && other < b_end) {
    const std::int64_t first = static_cast<std::int64_t>(a[at]),
                       second = static_cast<std::int64_t>(b[other]) + shift;
    count += first == second;
    at += first <= second;
    other += second <= first;
  }
  return count;
}
/// ... that one of them has.
template <class A, class B>
std::int64_t united(const A& a, std::int64_t at, std::int64_t a_end, const B& b, std::int64_t other,
                    std::int64_t b_end, std::int64_t shift = 0) {
  return trips(at, a_end) + trips(other, b_end) - common(a, at, a_end, b, other, b_end, shift);
}

/// The real operations of one operation on numbers of a type: none for integers.
template <class T>
constexpr std::int64_t flops(std::int64_t real, std::int64_t complex) {
  if constexpr (requires(T x) { x.real(), x.imag(); })
    return complex;
  else
    return std::is_integral_v<T> ? 0 : real;
}

}  // namespace insum::report

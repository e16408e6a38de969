// What the examples share: times, and the comparison of two builds of one source. Each example compiles the
// file with the pragmas twice: into the namespace `generated` by way of insum, and into `handwritten` as it
// stands.
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>

namespace example {

/// Seconds that the fastest of some calls took: as many as begin within a second, up to 20.
template <class F>
double best_time(F&& f) {
  double best = INFINITY, total = 0;
  for (int i = 0; i < 20 && total < 1; ++i) {
    const auto start = std::chrono::steady_clock::now();
    f();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    best = std::min(best, seconds);
    total += seconds;
  }
  return best;
}

/// ||a - b|| / ||b|| in the 2-norm; infinite when the sizes differ or a value is not a number.
template <class Range>
double relative_difference(const Range& a, const Range& b) {
  if (a.size() != b.size()) return INFINITY;
  double difference = 0, norm = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double d = static_cast<double>(a[i]) - static_cast<double>(b[i]);
    difference += d * d;
    norm += static_cast<double>(b[i]) * static_cast<double>(b[i]);
  }
  const double result = std::sqrt(difference) / std::max(std::sqrt(norm), 1e-300);
  return std::isnan(result) ? INFINITY : result;
}

/// Prints both times and the difference of the results; returns the exit status: 0 if that is at most
/// `tolerance`.
inline int conclude(double generated_seconds, double handwritten_seconds, double difference,
                    double tolerance) {
  std::printf("time        generated %.2f ms   hand-written %.2f ms   speed-up %.2f\n",
              1e3 * generated_seconds, 1e3 * handwritten_seconds, handwritten_seconds / generated_seconds);
  const bool good = difference <= tolerance;
  std::printf("check       relative difference %.1e (at most %.0e): %s\n", difference, tolerance,
              good ? "passed" : "FAILED");
  return good ? 0 : 1;
}

}  // namespace example

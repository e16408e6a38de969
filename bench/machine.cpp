#include "machine.hpp"

#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace bench {

namespace {

template <class F>
double seconds(F f, int repeats) {
  double best = 1e9;
  for (int r = 0; r < repeats; ++r) {
    const auto start = std::chrono::steady_clock::now();
    f();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

double copy_rate(int threads) {
  constexpr long n = 6L << 20;
  std::vector<double> from(n, 1.0), to(n, 0.0);
  const double time = seconds(
      [&] {
#pragma omp parallel for num_threads(threads)
        for (long i = 0; i < n; ++i) to[static_cast<std::size_t>(i)] = from[static_cast<std::size_t>(i)];
      },
      40);
  return 2.0 * n * sizeof(double) / time;
}

/// Multiply-adds on enough independent vectors to hide their latency.
template <class T>
double peak(int threads) {
#if defined(__AVX512F__)
  constexpr int bytes = 64;
#elif defined(__AVX__)
  constexpr int bytes = 32;
#else
  constexpr int bytes = 16;
#endif
  typedef T vec __attribute__((vector_size(bytes)));
  constexpr int lanes = bytes / sizeof(T), chains = 12;
  constexpr long steps = 1L << 17;
  T sink = 0;
  const double time = seconds(
      [&] {
#pragma omp parallel num_threads(threads) reduction(+ : sink)
        {
          vec a[chains], b{}, c{};
          b += static_cast<T>(0.999);
          c += static_cast<T>(0.001);
          for (vec& v : a) v = c;
          for (long s = 0; s < steps; ++s) {
#pragma GCC unroll 12
            for (int k = 0; k < chains; ++k) a[k] = a[k] * b + c;
          }
          for (const vec& v : a)
            for (int l = 0; l < lanes; ++l) sink += v[l];
        }
      },
      400);                                         // a tenth of a second: the clock rises first
  if (sink == static_cast<T>(12345)) std::abort();  // the sum is used
  return 2.0 * steps * chains * lanes * threads / time;
}

}  // namespace

machine measure_machine() {
  machine result;
  for (int threads : {1, 2})
    if (threads <= omp_get_num_procs())
      result[threads] = {copy_rate(threads), peak<float>(threads), peak<double>(threads)};
  return result;
}

double shared_line_time() {
  constexpr std::size_t line = 64 / sizeof(double), count = (std::size_t{512} << 10) / 64;
  std::vector<double> data(line * count);
  double best = 1e9, sink = 0;
#pragma omp parallel num_threads(2) reduction(+ : sink)
  for (int round = 0; round < 30; ++round) {
    if (omp_get_thread_num() == 0)
      for (std::size_t k = 0; k < count; ++k) data[k * line] = round;
#pragma omp barrier
    if (omp_get_thread_num() == 1) {
      const double time = seconds(
          [&] {
            for (std::size_t k = 0; k < count; ++k) sink += data[k * line];
          },
          1);
      best = std::min(best, time);
    }
#pragma omp barrier
  }
  volatile double kept = sink;
  static_cast<void>(kept);
  return best / static_cast<double>(count);
}

void print(const machine& limits) {
  for (const auto& [threads, limit] : limits)
    std::printf("%d thread%s: %.1f GB/s copied, %.1f GFLOP/s float, %.1f GFLOP/s double\n", threads,
                threads == 1 ? "" : "s", limit.bytes_per_second * 1e-9, limit.flops_float * 1e-9,
                limit.flops_double * 1e-9);
}

}  // namespace bench

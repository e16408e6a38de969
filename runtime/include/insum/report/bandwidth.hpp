// What the machine copies in a second: the limit that a report compares with.
#pragma once
#include <time.h>

#include <cstdlib>
#include <cstring>

namespace insum::report {

#ifdef _OPENMP
inline constexpr bool uses_openmp = true;
#else
inline constexpr bool uses_openmp = false;
#endif

/// Bytes read and written in a second by the fastest of some copies of an array larger than most caches, on
/// all threads where the file is built with OpenMP. 0: there is no memory for it.
template <bool openmp>
double bandwidth() {
  constexpr long parts = 256, part = 1 << 18;
  char* const from = static_cast<char*>(std::malloc(parts * part));
  char* const to = static_cast<char*>(std::malloc(parts * part));
  double best = 0;
  for (int n = 0; from && to && n < 4; ++n) {
    timespec start = {}, end = {};
    clock_gettime(CLOCK_MONOTONIC, &start);
#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (long p = 0; p < parts; ++p) {
      if (n == 0) std::memset(from + p * part, 1, part);
      std::memcpy(to + p * part, from + p * part, part);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    const double seconds = static_cast<double>(end.tv_sec - start.tv_sec) +
                           1e-9 * static_cast<double>(end.tv_nsec - start.tv_nsec);
    const double rate = seconds > 0 ? 2.0 * parts * part / seconds : 0;
    if (n > 0 && rate > best) best = rate;  // the first one touches the pages
  }
  std::free(from);
  std::free(to);
  return best;
}

}  // namespace insum::report

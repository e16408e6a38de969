// The number of threads that loops of a test use.
#pragma once
#ifdef _OPENMP
#include <omp.h>
#endif

/// `n` threads until the end of the scope.
struct team {
  explicit team([[maybe_unused]] int n) {
#ifdef _OPENMP
    before = omp_get_max_threads();
    omp_set_num_threads(n);
#endif
  }
  ~team() {
#ifdef _OPENMP
    omp_set_num_threads(before);
#endif
  }
  team(const team&) = delete;
  team& operator=(const team&) = delete;
  int before = 1;
};

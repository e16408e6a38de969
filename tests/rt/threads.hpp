// The number of threads that loops of a test use.
#pragma once
#include "insum/rt/kernel.hpp"

namespace rt = insum::rt;

/// `n` threads until the end of the scope.
struct threads {
  explicit threads(int n) { use(n); }
  ~threads() { use(before); }
  static void use([[maybe_unused]] int n) {
#ifdef _OPENMP
    omp_set_num_threads(n);
#endif
  }
  int before = rt::thread_count();
};

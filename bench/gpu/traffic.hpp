// What emulated kernels move and multiply. They have to be compiled with -fsanitize=thread and linked with
// tests/cuda_emulation/instrumented.cpp.
#pragma once
#include <cstdint>

namespace bench::gpu {

struct traffic {
  /// Bytes of device memory that a call reads or writes at all, in sectors of 32 bytes, each counted once:
  /// the least that comes from memory with an unlimited cache.
  double touched = 0;
  /// Bytes of the sectors that warps ask for, one by one: the most, without a cache. Lanes that execute an
  /// access together share a request, and so the sectors in it.
  double requested = 0;
  /// Bytes that threads ask for.
  double used = 0;
  double atomics = 0;       // operations on device memory
  double matrix_flops = 0;  // of the matrix instructions
  double launches = 0;
};

void start_counting();
/// Since start_counting(), as far as streams have been waited for.
traffic counted();

}  // namespace bench::gpu

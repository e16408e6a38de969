// The clock by which statements and kernels are timed.
#pragma once
#include <chrono>
#include <cstdint>

#ifdef INSUM_RT_CLOCK  // tests name a function with a time of their own
std::int64_t INSUM_RT_CLOCK();
#endif

namespace insum::statement {

/// Nanoseconds, which never go back.
inline std::int64_t now() {
#ifdef INSUM_RT_CLOCK
  return INSUM_RT_CLOCK();
#else
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
#endif
}

}  // namespace insum::statement

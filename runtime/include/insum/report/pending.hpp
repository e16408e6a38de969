// Conversions of operands that take place before their kernel is called.
#pragma once
#include <time.h>

#include <cstdint>

namespace insum::report {

/// Nanoseconds of a clock that never goes back.
inline std::int64_t now() {
  timespec t = {};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<std::int64_t>(t.tv_sec) * 1000000000 + t.tv_nsec;
}

/// What the next call of this thread has to count.
struct pending {
  std::int64_t conversions = 0, time = 0;
};
inline thread_local constinit pending before_call;

/// One conversion, from its construction to its end.
class conversion {
 public:
  conversion() : start_(now()) {}
  conversion(const conversion&) = delete;
  conversion& operator=(const conversion&) = delete;
  ~conversion() {
    ++before_call.conversions;
    before_call.time += now() - start_;
  }

 private:
  std::int64_t start_;
};

}  // namespace insum::report

// INSUM_REPORT: the calls of kernels, told when the program ends. Without the variable a call costs a test.
#pragma once
#include <time.h>

#include <cstdint>

#include "bandwidth.hpp"
#include "print.hpp"

namespace insum::report {

/// Nanoseconds of a clock that never goes back.
inline std::int64_t now() {
  timespec t = {};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<std::int64_t>(t.tv_sec) * 1000000000 + t.tv_nsec;
}

/// From here on `k` is part of the report, which is printed at the end of the program.
template <bool openmp>
void list(kernel& k) {
  if (__atomic_exchange_n(&k.listed, true, __ATOMIC_RELAXED)) return;
  if (!__atomic_exchange_n(&begun, true, __ATOMIC_RELAXED)) {
    bytes_per_second = bandwidth<openmp>();
    std::atexit(print);
  }
  k.next = __atomic_load_n(&first, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&first, &k.next, &k, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
  }
}

/// One call, from its construction to its end. Files with and without OpenMP may be linked together.
template <bool openmp>
class basic_call {
 public:
  explicit basic_call(kernel& k) : kernel_(target() ? &k : nullptr) {
    if (!kernel_) return;
    list<openmp>(k);
    start_ = now();
  }
  basic_call(const basic_call&) = delete;
  basic_call& operator=(const basic_call&) = delete;
  ~basic_call() {
    if (!kernel_) return;
    add(kernel_->calls, 1);
    add(kernel_->time, now() - start_);
  }

  bool wanted() const { return kernel_ != nullptr; }
  /// What a call must read or write at least: each array once.
  void moves(std::int64_t bytes) { add(kernel_->bytes, bytes); }
  /// An operand is computed with in another format: until converted(), time goes to the conversion.
  void converts() {
    if (kernel_) conversion_start_ = now();
  }
  void converted() {
    if (!kernel_) return;
    add(kernel_->conversions, 1);
    add(kernel_->conversion_time, now() - conversion_start_);
  }

 private:
  static void add(std::int64_t& to, std::int64_t value) { __atomic_fetch_add(&to, value, __ATOMIC_RELAXED); }

  kernel* kernel_;
  std::int64_t start_ = 0, conversion_start_ = 0;
};

using call = basic_call<uses_openmp>;

/// The size of an array in bytes.
template <class T>
constexpr std::int64_t bytes_of(const T*, std::int64_t count) {
  return count * static_cast<std::int64_t>(sizeof(T));
}

}  // namespace insum::report

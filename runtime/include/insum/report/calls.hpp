// INSUM_REPORT: the calls of kernels, told when the program ends. Without the variable a call costs a test.
#pragma once
#include <cstdint>
#include <utility>

#include "bandwidth.hpp"
#include "count.hpp"
#include "entries.hpp"
#include "fetched.hpp"
#include "pending.hpp"
#include "print.hpp"
#include "variants.hpp"

namespace insum::report {

/// Measures the machine and has the report printed at the end of the program, once.
template <bool openmp>
void begin() {
  if (__atomic_load_n(&will_print, __ATOMIC_RELAXED) ||
      __atomic_exchange_n(&will_print, true, __ATOMIC_RELAXED))
    return;
  if (__atomic_load_n(&bytes_per_second, __ATOMIC_RELAXED) == 0)
    __atomic_store_n(&bytes_per_second, static_cast<std::int64_t>(bandwidth<openmp>()), __ATOMIC_RELAXED);
  std::atexit(print);
}

/// One call, from its construction to its end. Files with and without OpenMP may be linked together.
template <bool openmp>
class basic_call {
 public:
  explicit basic_call(kernel& k) : entry_(target() ? entry_of(k) : nullptr) {
    if (!entry_) return;
    begin<openmp>();
    const pending before = std::exchange(before_call, {});
    add(entry_->conversions, before.conversions);
    add(entry_->conversion_time, before.time);
    start_ = now() - before.time;
  }
  basic_call(const basic_call&) = delete;
  basic_call& operator=(const basic_call&) = delete;
  ~basic_call() {
    if (!entry_) return;
    add(entry_->calls, 1);
    add(entry_->time, now() - start_);
    if (choices_) count_variant(*entry_, choices_);
    while (choices_) delete std::exchange(choices_, choices_->next);
  }

  bool wanted() const { return entry_ != nullptr; }
  /// What a call must read or write at least: each array once.
  void moves(std::int64_t bytes) { add(entry_->bytes, bytes); }
  /// Floating point operations that follow; what it takes to count() them is no time of the call's.
  void computes(std::int64_t flops) {
    add(entry_->flops, flops);
    if (was_missing()) __atomic_store_n(&entry_->flops_estimated, true, __ATOMIC_RELAXED);
    if (counting_start_ != 0) start_ += now() - std::exchange(counting_start_, 0);
  }
  void computes_about(std::int64_t flops) {
    __atomic_store_n(&entry_->flops_estimated, true, __ATOMIC_RELAXED);
    computes(flops);
  }
  void counts() { counting_start_ = now(); }
  /// How this call computes, where that is decided when it runs.
  void chose(const char* name, const char* how = "") { add_choice({.name = name, .how = how}); }
  void chose(const char* name, std::int64_t length) { add_choice({.name = name, .length = length}); }
  /// Where a workspace notes what it chooses itself. Null: nobody asks.
  ways* ways_of(const char* name) {
    choice* const made = entry_ ? add_choice({.name = name}) : nullptr;
    return made ? &made->taken : nullptr;
  }
  /// An operand is computed with in another format: until converted(), time goes to the conversion.
  void converts() {
    if (entry_) conversion_start_ = now();
  }
  void converted() {
    if (!entry_) return;
    add(entry_->conversions, 1);
    add(entry_->conversion_time, now() - conversion_start_);
  }

 private:
  static void add(std::int64_t& to, std::int64_t value) { __atomic_fetch_add(&to, value, __ATOMIC_RELAXED); }
  /// Null: there is no memory for it, and the report does not tell it.
  choice* add_choice(const choice& made) {
    choice** at = &choices_;
    while (*at) at = &(*at)->next;
    return *at = new (std::nothrow) choice(made);
  }

  entry* entry_;
  choice* choices_ = nullptr;
  std::int64_t start_ = 0, conversion_start_ = 0, counting_start_ = 0;
};

using call = basic_call<uses_openmp>;

/// The size of an array in bytes.
template <class T>
constexpr std::int64_t bytes_of(const T*, std::int64_t count) {
  return count * static_cast<std::int64_t>(sizeof(T));
}
/// ... of a member in an array of structs, or of a number that stands for an array.
template <class F>
  requires requires { typename F::member_type; }
constexpr std::int64_t bytes_of(const F&, std::int64_t count) {
  return F::is_number ? 0 : count * static_cast<std::int64_t>(sizeof(typename F::member_type));
}

}  // namespace insum::report

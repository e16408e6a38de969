// How fast a statement and its kernel are, by classes of calls.
#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <vector>

namespace insum::statement {

enum class variant { statement, kernel };

/// The entries of a sparse operand, and its rows: the coordinates of its first mode.
struct filling {
  std::int64_t entries, rows;
};

/// Of the counts of `rows` rows, estimated from some of them, since a sum would take as long as small
/// kernels.
template <class Counts>
std::int64_t sum_of(const Counts& counts, std::int64_t rows) {
  const std::int64_t step = std::max<std::int64_t>(rows / 64, 1);
  std::int64_t sum = 0;
  for (std::int64_t row = 0; row < rows; row += step) sum += static_cast<std::int64_t>(counts[row]);
  return sum * step;
}

/// Powers of two that a call's numbers are between: 2^p <= number < 2^(p+1).
inline constexpr int nothing = -100;  // p of 0

inline int power_of(std::int64_t size) {
  return size <= 0 ? nothing : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(size))) - 1;
}
/// Of the mean number of entries a row.
inline int power_of(const filling& f) {
  if (f.entries <= 0) return nothing;
  return std::ilogb(static_cast<double>(f.entries) / static_cast<double>(std::max<std::int64_t>(f.rows, 1)));
}

/// Calls whose sizes and mean entries a row lie between the same powers of two. In its first calls both the
/// statement and the kernel run, on the same data; from then on the one that was faster does. Both run again
/// in few later calls, which tell where the first ones were disturbed.
class call_class {
 public:
  call_class(std::initializer_list<std::int64_t> sizes, std::initializer_list<filling> fillings) {
    for (const std::int64_t size : sizes) powers_.push_back(power_of(size));
    for (const filling& f : fillings) powers_.push_back(power_of(f));
  }

  bool has(std::initializer_list<std::int64_t> sizes, std::initializer_list<filling> fillings) const {
    auto power = powers_.begin();
    for (const std::int64_t size : sizes)
      if (power_of(size) != *power++) return false;
    for (const filling& f : fillings)
      if (power_of(f) != *power++) return false;
    return true;
  }

  /// Both ran in one call. What a machine does for the first time takes longer, so that the first call does
  /// not count where there is another one.
  void add(std::int64_t statement, std::int64_t kernel) {
    if (measured_++ == 1 && !recalled_) statement_ = kernel_ = std::numeric_limits<std::int64_t>::max();
    statement_ = std::min(statement_, statement);
    kernel_ = std::min(kernel_, kernel);
    const int timed = measured_ - 1;
    decided_ |= timed >= most_timed || (timed >= least_timed && timed % 2 == 0 && is_clear());
  }

  /// An earlier process has measured both.
  void recall(std::int64_t statement, std::int64_t kernel) {
    statement_ = statement;
    kernel_ = kernel;
    decided_ = true;
    recalled_ = faster();
  }
  /// Whether the choice is that of an earlier process.
  bool kept() const { return recalled_ && *recalled_ == faster(); }

  /// Whether both run in the call that was just counted.
  bool measures() const {
    const auto number = static_cast<std::uint64_t>(calls);
    const bool again = number >= 16 && std::has_single_bit(number) && std::bit_width(number) % 2 == 1;
    return !decided_ || again;  // 16, 64, 256, ...
  }
  bool decided() const { return decided_; }
  variant faster() const { return statement_ < kernel_ ? variant::statement : variant::kernel; }
  /// Each of both is the first one in turn, because it finds other data in the caches.
  variant first_of_next() { return begun_++ % 2 == 0 ? variant::statement : variant::kernel; }

  std::int64_t calls = 0;
  std::uint64_t machine = 0;  // that the first call ran on, with its threads
  const std::vector<int>& powers() const { return powers_; }
  int measured() const { return measured_; }
  std::int64_t statement_time() const { return statement_; }  // the shortest, in nanoseconds
  std::int64_t kernel_time() const { return kernel_; }

 private:
  static constexpr int least_timed = 2, most_timed = 6;  // calls after the first one

  /// One takes a quarter longer than the other.
  bool is_clear() const { return std::max(statement_, kernel_) / 5 * 4 >= std::min(statement_, kernel_); }

  std::vector<int> powers_;
  int begun_ = 0, measured_ = 0;
  std::int64_t statement_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t kernel_ = std::numeric_limits<std::int64_t>::max();
  bool decided_ = false;
  std::optional<variant> recalled_ = {};
};

}  // namespace insum::statement

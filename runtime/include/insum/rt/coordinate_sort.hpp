// Sorts entries by coordinates packed into one number, stably, and combines those of equal coordinates.
#pragma once

#include "grow.hpp"
#include "ops.hpp"
#include "parallel.hpp"

INSUM_RT_BEGIN

namespace detail {

template <class T, class Key = std::uint64_t>
struct keyed_entry {
  Key key;
  T value;
};

/// The number of bits of x.
constexpr int bit_width(std::uint64_t x) { return x == 0 ? 0 : 64 - __builtin_clzll(x); }
/// The lowest `bits` bits set.
constexpr std::uint64_t low_bits(int bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}
constexpr std::uint64_t shifted_right(std::uint64_t x, int bits) { return bits >= 64 ? 0 : x >> bits; }
constexpr std::uint64_t shifted_left(std::uint64_t x, int bits) { return bits >= 64 ? 0 : x << bits; }

/// How many of the lowest bits of the keys come in no order: from there up they ascend. Not all keys are
/// looked at where that is more than `most`.
template <class E>
int bits_out_of_order(const E* x, std::int64_t n, int most) {
  constexpr std::int64_t stretch = 256;
  std::uint64_t differ = 0;
  for (std::int64_t i = 1; i < n && bit_width(differ) <= most;) {
    const std::int64_t end = n - i < stretch ? n : i + stretch;
    for (; i < end; ++i) differ |= x[i].key < x[i - 1].key ? x[i].key ^ x[i - 1].key : 0;
  }
  return bit_width(differ);
}

/// Sorts few elements; stable.
template <class E, class Before>
INSUM_RT_INLINE void insertion_sort(E* x, std::int64_t n, Before before) {
  for (std::int64_t i = 1; i < n; ++i) {
    const E moved = x[i];
    std::int64_t at = i;
    for (; at > 0 && before(moved, x[at - 1]); --at) x[at] = x[at - 1];
    x[at] = moved;
  }
}
template <class E>
void insertion_sort(E* x, std::int64_t n) {
  insertion_sort(x, n, [](const E& a, const E& b) INSUM_RT_LAMBDA { return a.key < b.key; });
}

/// Sorts entries by the lowest `bits` bits of key - low, digit by digit from the lowest on, stably: what
/// count() was told of is dealt out once for each digit, and the next digit is counted meanwhile.
class digit_sorter {
 public:
  /// For n entries.
  digit_sorter(std::int64_t n, int bits, std::uint64_t low) : low_(low) {
    int digit_bits = bit_width(static_cast<std::uint64_t>(n)) - 1;
    digit_bits = digit_bits < 1 ? 1 : digit_bits < most_digit_bits ? digit_bits : most_digit_bits;
    passes_ = (bits + digit_bits - 1) / digit_bits;
    digit_bits_ = passes_ == 0 ? 1 : (bits + passes_ - 1) / passes_;
    digit_ = low_bits(digit_bits_);
    forget(next_);
  }
  int passes() const { return passes_; }
  template <class E>
  void count(const E* x, std::int64_t n) {
    for (std::int64_t i = 0; i < n; ++i) ++next_[(x[i].key - low_) & digit_];
  }
  /// To be called before each pass.
  void start_pass() {
    std::swap(start_, next_);
    std::int64_t before = 0;
    for (std::size_t d = 0; d <= digit_; ++d) before += std::exchange(start_[d], before);
    forget(next_);
    shift_ = pass_++ * digit_bits_;
  }
  /// Entries of this pass, in order.
  template <class E>
  void deal(const E* from, std::int64_t n, E* to) {
    if (pass_ < passes_)
      deal_all<true>(from, n, to);
    else
      deal_all<false>(from, n, to);
  }

 private:
  static constexpr int most_digit_bits = 12;

  void forget(std::int64_t* counts) {
    for (std::size_t d = 0; d <= digit_; ++d) counts[d] = 0;
  }
  template <bool Counts, class E>
  void deal_all(const E* from, std::int64_t n, E* to) {
    std::int64_t *const start = start_, *const next = next_;
    const std::uint64_t digit = digit_, low = low_;
    const int shift = shift_, more = digit_bits_;
    for (std::int64_t i = 0; i < n; ++i) {
      const E moved = from[i];
      const std::uint64_t digits = (moved.key - low) >> shift;
      to[start[digits & digit]++] = moved;
      if constexpr (Counts) ++next[(digits >> more) & digit];
    }
  }

  std::uint64_t low_, digit_;
  int passes_, digit_bits_, pass_ = 0, shift_ = 0;
  std::int64_t counts_[2][std::size_t{1} << most_digit_bits];
  std::int64_t *start_ = counts_[0], *next_ = counts_[1];
};

/// By the lowest `bits` of the keys; equal keys keep their order.
template <class E>
void radix_sort(E* x, E* scratch, std::int64_t n, int bits) {
  digit_sorter digits(n, bits, 0);
  digits.count(x, n);
  E *from = x, *to = scratch;
  for (int pass = 0; pass < digits.passes(); ++pass) {
    digits.start_pass();
    digits.deal(from, n, to);
    std::swap(from, to);
  }
  if (from != x) __builtin_memcpy(static_cast<void*>(x), from, static_cast<std::size_t>(n) * sizeof(E));
}

/// Sorts x by the lowest `bits` bits of the keys, stably; `scratch` has room for as many. Where the leading
/// bits ascend, as those of an outer loop do, each stretch of equal ones is sorted by the others.
template <class E>
void sort_keys(E* x, E* scratch, std::int64_t n, int bits) {
  constexpr std::int64_t few = 24;
  constexpr int least_saved = 6;
  if (n <= few) return insertion_sort(x, n);
  const int most = bits > least_saved ? bits - least_saved : 0;
  const int low = bits_out_of_order(x, n, most);
  if (low == 0) return;
  if (low > most) return radix_sort(x, scratch, n, bits);
  for (std::int64_t begin = 0, end = 0; begin < n; begin = end) {
    for (++end; end < n && x[end].key >> low == x[begin].key >> low;) ++end;
    if (end - begin <= few)
      insertion_sort(x + begin, end - begin);
    else
      radix_sort(x + begin, scratch, end - begin, low);
  }
}

/// Combines neighbours of equal keys by Op, in their order, and writes what is left to `to`, which may be x;
/// how many these are.
template <class Op, class T, class Key>
std::int64_t combine_equal(const keyed_entry<T, Key>* x, std::int64_t n, keyed_entry<T, Key>* to) {
  if (n == 0) return 0;
  std::int64_t last = 0;
  keyed_entry<T, Key> sum = x[0];
  to[0] = sum;
  for (std::int64_t i = 1; i < n; ++i) {
    const bool same = sum.key == x[i].key;
    const T added = x[i].value;
    sum = {x[i].key, combined_where<Op>(same, sum.value, added, same ? sum.value : added)};
    last += same ? 0 : 1;
    to[last] = sum;
  }
  return last + 1;
}
template <class Op, class T, class Key>
std::int64_t combine_equal(keyed_entry<T, Key>* x, std::int64_t n) {
  return combine_equal<Op>(static_cast<const keyed_entry<T, Key>*>(x), n, x);
}

}  // namespace detail

INSUM_RT_END

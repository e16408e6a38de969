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

inline constexpr int most_digit_bits = 11;

/// Digit by digit, from the lowest on.
template <class E>
void radix_sort(E* x, E* scratch, std::int64_t n, int bits) {
  int digit_bits = bit_width(static_cast<std::uint64_t>(n)) - 1;
  digit_bits = digit_bits < most_digit_bits ? digit_bits : most_digit_bits;
  const int passes = (bits + digit_bits - 1) / digit_bits;
  digit_bits = (bits + passes - 1) / passes;
  const std::uint64_t digit = low_bits(digit_bits);
  std::int64_t start[std::size_t{1} << most_digit_bits];
  E *from = x, *to = scratch;
  for (int shift = 0; shift < bits; shift += digit_bits) {
    for (std::size_t d = 0; d <= digit; ++d) start[d] = 0;
    for (std::int64_t i = 0; i < n; ++i) ++start[(from[i].key >> shift) & digit];
    std::int64_t before = 0;
    for (std::size_t d = 0; d <= digit; ++d) before += std::exchange(start[d], before);
    for (std::int64_t i = 0; i < n; ++i) to[start[(from[i].key >> shift) & digit]++] = from[i];
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

/// Combines neighbours of equal keys by Op, in their order; the number that is left.
template <class Op, class T, class Key>
std::int64_t combine_equal(keyed_entry<T, Key>* x, std::int64_t n) {
  if (n == 0) return 0;
  std::int64_t last = 0;
  keyed_entry<T, Key> sum = x[0];
  for (std::int64_t i = 1; i < n; ++i) {
    const bool same = sum.key == x[i].key;
    const T added = x[i].value;
    sum = {x[i].key, combined_where<Op>(same, sum.value, added, same ? sum.value : added)};
    last += same ? 0 : 1;
    x[last] = sum;
  }
  return last + 1;
}

}  // namespace detail

INSUM_RT_END

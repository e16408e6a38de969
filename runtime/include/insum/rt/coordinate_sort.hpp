// Sorts entries by coordinates packed into one number, stably.
#pragma once

#include "grow.hpp"
#include "ops.hpp"

INSUM_RT_BEGIN

namespace detail {

template <class T>
struct keyed_entry {
  std::uint64_t key;
  T value;
};

inline constexpr int digit_bits = 8;
inline constexpr std::size_t digits = std::size_t{1} << digit_bits;

/// The number of bits of x.
constexpr int bit_width(std::uint64_t x) { return x == 0 ? 0 : 64 - __builtin_clzll(x); }

template <class E>
bool keys_ascend(const E* x, std::int64_t n) {
  for (std::int64_t i = 1; i < n; ++i)
    if (x[i].key < x[i - 1].key) return false;
  return true;
}

template <class E>
void insertion_sort(E* x, std::int64_t n) {
  for (std::int64_t i = 1; i < n; ++i) {
    const E moved = x[i];
    std::int64_t at = i;
    for (; at > 0 && x[at - 1].key > moved.key; --at) x[at] = x[at - 1];
    x[at] = moved;
  }
}

/// Moves x to `to`, ordered by the digit of the key at `shift`; false, and nothing moved, if all have the
/// same.
template <class E>
bool sort_digit(const E* x, E* to, std::int64_t n, int shift) {
  std::int64_t start[digits] = {};
  const auto digit = [&](const E& e) { return static_cast<std::size_t>(e.key >> shift) & (digits - 1); };
  for (std::int64_t i = 0; i < n; ++i) ++start[digit(x[i])];
  if (start[digit(x[0])] == n) return false;
  std::int64_t before = 0;
  for (std::int64_t& s : start) before += std::exchange(s, before);
  for (std::int64_t i = 0; i < n; ++i) to[start[digit(x[i])]++] = x[i];
  return true;
}

/// Sorts x by keys of at most `bits` bits; `scratch` has room for as many.
template <class E>
void sort_keys(E* x, E* scratch, std::int64_t n, int bits) {
  constexpr std::int64_t few = 32;
  if (keys_ascend(x, n)) return;
  if (n <= few) return insertion_sort(x, n);
  E *from = x, *to = scratch;
  for (int shift = 0; shift < bits; shift += digit_bits)
    if (sort_digit(from, to, n, shift)) std::swap(from, to);
  if (from != x) __builtin_memcpy(static_cast<void*>(x), from, static_cast<std::size_t>(n) * sizeof(E));
}

/// Combines neighbours of equal keys by Op, in their order; the number that is left.
template <class Op, class T>
std::int64_t combine_equal(keyed_entry<T>* x, std::int64_t n) {
  std::int64_t kept = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    if (kept != 0 && x[kept - 1].key == x[i].key)
      update<Op>(x[kept - 1].value, x[i].value);
    else
      x[kept++] = x[i];
  }
  return kept;
}

}  // namespace detail

INSUM_RT_END

// Positions of coordinates in the ascending segments of sparse levels.
#pragma once

#include "index.hpp"

INSUM_RT_BEGIN

/// Greater than every coordinate: what an exhausted operand of a union has.
inline constexpr std::int64_t no_coordinate = INT64_MAX;

namespace detail {

/// search() of `length` elements, at least one, by numbers that can tell all places there.
template <class Number, class Crd>
INSUM_RT_INLINE Number halve(const Crd& crd, Number begin, Number length, std::int64_t c, std::int64_t base) {
  while (length > 1) {  // as often for all of one length; it is in [begin, begin + length]
    const Number half = length / 2;
    begin = index(crd[begin + half - 1]) - base < c ? begin + half : begin;
    length -= half;
  }
  return index(crd[begin]) - base < c ? begin + 1 : begin;
}

/// Below, a GPU searches with numbers of 32 bits: those of 64 take it twice the instructions, and other
/// processors as many.
#if defined(__CUDA_ARCH__) || defined(INSUM_CUDA_EMULATION)
inline constexpr std::int64_t narrow_places = INT64_C(1) << 31;
#else
inline constexpr std::int64_t narrow_places = 0;
#endif

}  // namespace detail

/// The first q in [begin, end) with crd[q] - base >= c, or `end`, by halves: it may be anywhere. The
/// coordinates in the range ascend.
template <class Crd>
INSUM_RT_INLINE std::int64_t search(const Crd& crd, std::int64_t begin, std::int64_t end, std::int64_t c,
                                    std::int64_t base) {
  if (end <= begin) return begin;
  if constexpr (detail::narrow_places > 0)
    if (end < detail::narrow_places)
      return detail::halve(crd, static_cast<unsigned>(begin), static_cast<unsigned>(end - begin), c, base);
  return detail::halve(crd, begin, end - begin, c, base);
}

namespace detail {

inline constexpr int single_steps = 3;  // most searches end so soon, and a jump costs more than they do

/// seek() where the first element is less than `c`: doubling steps, then a binary search of the last one.
template <class Crd>
INSUM_HOST_DEVICE std::int64_t gallop(const Crd& crd, std::int64_t begin, std::int64_t end, std::int64_t c,
                                      std::int64_t base) {
  std::int64_t step = 1, low = begin;  // crd[low] - base < c
  while (step < end - low && index(crd[low + step]) - base < c) {
    low += step;
    step *= 2;
  }
  return search(crd, low + 1, step < end - low ? low + step : end, c, base);
}

}  // namespace detail

/// search() where it is near `begin`: takes a number of steps logarithmic in the distance.
template <class Crd>
INSUM_RT_INLINE std::int64_t seek(const Crd& crd, std::int64_t begin, std::int64_t end, std::int64_t c,
                                  std::int64_t base) {
  for (int step = 0; step < detail::single_steps; ++step, ++begin)
    if (begin >= end || index(crd[begin]) - base >= c) return begin;
  return detail::gallop(crd, begin - 1, end, c, base);
}

/// The segment that position p is in: the largest i in [0, count) with pos[i] - base <= p, or 0. Positions do
/// not decrease.
template <class Pos>
INSUM_RT_INLINE std::int64_t parent(const Pos& pos, std::int64_t count, std::int64_t p, std::int64_t base) {
  std::int64_t low = 0, length = count - 1;  // undecided: (low, low + length]
  while (length > 0) {
    const std::int64_t half = (length + 1) / 2;
    const bool before = index(pos[low + half]) - base <= p;
    low = before ? low + half : low;
    length = before ? length - half : half - 1;
  }
  return low;
}

namespace detail {

/// Branches would keep nvcc from finding both results of a division at once.
INSUM_RT_INLINE constexpr std::int64_t or_one(std::int64_t b) { return b == 0 ? 1 : b; }

}  // namespace detail

/// a / b and a % b of natural numbers, and 0 where b is 0: the indices of two loops that run as one.
INSUM_RT_INLINE constexpr std::int64_t quotient(std::int64_t a, std::int64_t b) {
  return a / detail::or_one(b) * (b != 0);
}
INSUM_RT_INLINE constexpr std::int64_t remainder(std::int64_t a, std::int64_t b) {
  return a % detail::or_one(b);
}

/// The first q in (p, end) with another coordinate than crd[p], or `end`; p < end.
template <class Crd>
INSUM_RT_INLINE std::int64_t segment_end(const Crd& crd, std::int64_t p, std::int64_t end) {
  const std::int64_t c = index(crd[p]);
  while (++p < end && index(crd[p]) == c) {
  }
  return p;
}

INSUM_RT_END

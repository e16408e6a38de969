// Positions and coordinates as 64-bit numbers.
#pragma once

#include "config.hpp"

INSUM_RT_BEGIN

/// An element of a position or coordinate array.
template <class I>
INSUM_RT_INLINE constexpr std::int64_t index(const I& element) {
  static_assert(std::is_integral_v<I> && !std::is_same_v<I, bool>, "positions and coordinates are integers");
  return static_cast<std::int64_t>(element);
}

INSUM_RT_END

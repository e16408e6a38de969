// How many entries the positions of a level can count.
#pragma once

#include <limits>

#include "../core/errors.hpp"
#include "config.hpp"

INSUM_RT_BEGIN

namespace detail {

[[noreturn]] INSUM_RT_COLD inline void throw_count(std::int64_t count, std::int64_t most) {
  throw size_error(insum::detail::message()
                   << "a sparse result has " << count
                   << " entries in a level; its positions hold no more than " << most);
}

/// Throws size_error unless the positions up to `last` can be stored as I.
template <class I>
inline void check_position_range(std::int64_t last) {
  if constexpr (sizeof(I) < sizeof(std::int64_t)) {
    constexpr std::int64_t most = static_cast<std::int64_t>(std::numeric_limits<I>::max());
    if (__builtin_expect(last > most, 0)) throw_count(last, most);
  }
}

}  // namespace detail

INSUM_RT_END

// What is wrong with a result whose structure stays.
#pragma once

#include "../core/errors.hpp"
#include "config.hpp"

INSUM_RT_BEGIN

/// The mode whose coordinates a level stores, or those of the blocks in it.
struct kept_mode {
  int number;
  bool blocks = false;
  int above = -1;  ///< the mode whose coordinates the positions of the level above are, or -1
};

namespace detail {

[[noreturn]] INSUM_RT_COLD inline void throw_lacking(const char* tensor, kept_mode mode, std::int64_t parent,
                                                     std::int64_t c) {
  insum::detail::message text;
  text << "same_pattern keeps its entries, but the result has another one: ";
  text << (mode.blocks ? "block " : "coordinate ") << c << " of mode " << mode.number;
  if (parent >= 0 && mode.above >= 0)
    text << ", at coordinate " << parent << " of mode " << mode.above;
  else if (parent >= 0)
    text << ", below position " << parent << " of the level above";
  throw storage_error(tensor, text);
}

/// `coordinates`: of all modes, as a text.
[[noreturn]] INSUM_RT_COLD inline void throw_lacking(const char* tensor,
                                                     const insum::detail::message& coordinates) {
  throw storage_error(tensor, insum::detail::message()
                                  << "same_pattern keeps its entries, but the result has another one: "
                                  << coordinates);
}

[[noreturn]] INSUM_RT_COLD inline void throw_never_built(const char* tensor) {
  throw storage_error(
      tensor, "same_pattern keeps the entries of a result that was built before, but this one never was");
}

}  // namespace detail

/// `positions`: of a level of the result.
inline void check_built(const char* tensor, const void* positions) {
  if (positions == nullptr) detail::throw_never_built(tensor);
}

INSUM_RT_END

// Sizes of arrays, computed without overflow.
#pragma once

#include "../core/errors.hpp"
#include "config.hpp"
#include "index.hpp"

#include <initializer_list>

INSUM_RT_BEGIN

namespace detail {

[[noreturn]] INSUM_RT_COLD inline void throw_product(const char* what, std::int64_t a, std::int64_t b) {
  throw size_error(insum::detail::message() << what << ": " << a << " * " << b << " is too large");
}

}  // namespace detail

/// The number of elements from the lowest to the highest address of a dense tensor.
inline std::int64_t extent(std::initializer_list<std::int64_t> sizes,
                           std::initializer_list<std::int64_t> strides) {
  std::int64_t count = 1;
  const std::int64_t* stride = strides.begin();
  for (const std::int64_t size : sizes) {
    if (size <= 0) return 0;
    count += (size - 1) * (*stride < 0 ? -*stride : *stride);
    ++stride;
  }
  return count;
}

/// Where that begins, seen from the element whose subscripts are 0: not behind it.
inline std::int64_t first_element(std::initializer_list<std::int64_t> sizes,
                                  std::initializer_list<std::int64_t> strides) {
  std::int64_t first = 0;
  const std::int64_t* stride = strides.begin();
  for (const std::int64_t size : sizes) {
    if (size <= 0) return 0;
    if (*stride < 0) first += (size - 1) * *stride;
    ++stride;
  }
  return first;
}

/// Positions of a level below `above` positions of the level above it.
template <class Pos>
std::int64_t level_end(const Pos& pos, std::int64_t above, int base) {
  if constexpr (std::is_pointer_v<Pos>)
    if (!pos) return 0;  // a tensor without rows may have no array at all
  return above > 0 ? index(pos[above]) - base : 0;
}

/// a * b; throws size_error where that exceeds 64 bits.
inline std::int64_t checked_mul(std::int64_t a, std::int64_t b, const char* what = "size") {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result)) detail::throw_product(what, a, b);
  return result;
}

INSUM_RT_END

// Sums that have the same bits in each run and on any device: how a loop is cut for them.
#pragma once

#include "group.hpp"

INSUM_RT_BEGIN

namespace cuda {

/// How many parts a loop has, each with a copy of `count` elements. The device plays no part in it.
template <class T>
std::int64_t ordered_parts(std::int64_t items, std::int64_t count) {
  constexpr std::int64_t most = 1024, elements = most_scratch / static_cast<std::int64_t>(sizeof(T));
  const std::int64_t fitting = max(std::int64_t{1}, elements / max(std::int64_t{1}, count));
  return max(std::int64_t{1}, min(items, min(most, fitting)));
}
/// Where a part begins, and the one before it ends.
__device__ inline std::int64_t ordered_begin(std::int64_t begin, std::int64_t end, std::int64_t part,
                                             std::int64_t parts) {
  return detail::part_of(begin, end, part, parts);
}

}  // namespace cuda

INSUM_RT_END

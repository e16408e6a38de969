// Equal parts of the entries of all rows, of which each group of lanes takes one after the other.
#pragma once

#include "launch.hpp"

INSUM_RT_BEGIN

namespace cuda {

/// How many of `total` entries a part has: `least`, more where there are enough for all warps of a large
/// device, and then so few that neighbouring groups stay near each other.
INSUM_HOST_DEVICE inline std::int64_t part_length(std::int64_t total, std::int64_t least) {
  constexpr std::int64_t warps = 8192, most = 64;
  return max(least, min(total / warps, most));
}
INSUM_HOST_DEVICE inline std::int64_t parts_of(std::int64_t total, std::int64_t length) {
  return total > 0 ? (total + length - 1) / length : 0;
}

}  // namespace cuda

INSUM_RT_END

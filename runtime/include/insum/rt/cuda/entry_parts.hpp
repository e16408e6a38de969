// Rows by groups of lanes, and pieces of those rows that are too long for one group.
#pragma once

#include "../index.hpp"
#include "launch.hpp"

INSUM_RT_BEGIN

namespace cuda {

/// How many pieces all entries are cut into, at most, each with so many bytes of memory: about as many as
/// there are groups of 16 lanes at work at once.
inline std::int64_t pieces_on_device(std::int64_t scratch) {
#ifdef INSUM_CUDA_EMULATION
  constexpr std::int64_t most = 5;
#else
  constexpr std::int64_t groups_of_processor = 64;
  const std::int64_t most = processors() * groups_of_processor;
#endif
  return scratch > 0 ? max(min(most, most_scratch / scratch), std::int64_t{1}) : most;
}

/// So many items that groups of a warp have them all or none.
INSUM_HOST_DEVICE inline std::int64_t whole_warps(std::int64_t items) {
  return (items + warp_lanes - 1) / warp_lanes * warp_lanes;
}

/// The lanes of a group that has a row of unknown length.
inline constexpr int usual_lanes = 8;

/// How many lanes share a row where rows [begin, end) have this many entries on average: a few for each lane.
template <class Pos>
INSUM_HOST_DEVICE int lanes_of_rows(const Pos& pos, std::int64_t begin, std::int64_t end) {
  constexpr std::int64_t for_each = 4;
  const std::int64_t entries = begin < end ? index(pos[end]) - index(pos[begin]) : 0;
  int lanes = usual_lanes;
  while (lanes < warp_lanes && lanes * for_each * (end - begin) < entries) lanes *= 2;
  return lanes;
}

/// `lanes` of a device, where `chosen` is what the host chose in place of the usual number.
INSUM_HOST_DEVICE inline int scaled_lanes(int chosen, int lanes) {
  return max(min(lanes * chosen / usual_lanes, int{warp_lanes}), 1);
}

/// How many of `entries` a piece has, at least `least`: no more than `pieces` pieces, nor than there are
/// groups of so many lanes at work at once. Longer rows are cut. Where rows are enough work for a device,
/// only those are that are much longer than others.
INSUM_HOST_DEVICE inline std::int64_t piece_length(std::int64_t entries, std::int64_t pieces,
                                                   std::int64_t least, std::int64_t rows,
                                                   std::int64_t lanes) {
  const std::int64_t at_once = lanes > 16 ? (pieces + 1) / 2 : pieces;
#ifdef INSUM_CUDA_EMULATION
  constexpr std::int64_t enough = 64;
  least = min(least, std::int64_t{3});
#else
  const std::int64_t enough = max(at_once / 2, std::int64_t{1});
#endif
  const std::int64_t fair = max(least, (entries + at_once - 1) / at_once);
  const std::int64_t length = rows >= enough ? max(fair, 2 * (entries / rows)) : fair;
  return min(length, max(entries, least));
}

}  // namespace cuda

INSUM_RT_END

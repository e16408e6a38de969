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

/// The lanes of a group that has a row of unknown length.
inline constexpr int usual_lanes = 8;

/// How many lanes share a row where rows have this many entries together: as many as have a few each, or
/// more where rows are so few that lanes of the device would have no work. `pieces`: of pieces_on_device().
INSUM_HOST_DEVICE inline int lanes_of_rows(std::int64_t entries, std::int64_t rows, std::int64_t pieces) {
  constexpr std::int64_t for_each = 4, lanes_at_once = 32;
  int lanes = usual_lanes;
  while (lanes < warp_lanes &&
         (lanes * for_each * rows < entries || 2 * lanes * rows <= lanes_at_once * pieces))
    lanes *= 2;
  return lanes;
}

/// `lanes` of a device, where `chosen` is what the host chose in place of the usual number.
INSUM_HOST_DEVICE inline int scaled_lanes(int chosen, int lanes) {
  return max(min(lanes * chosen / usual_lanes, int{warp_lanes}), 1);
}

/// How many of `entries` a piece has, a power of two like `least`, its smallest value: no more than `pieces`
/// pieces, nor than there are groups of so many lanes at work at once. Longer rows are cut. Where rows are
/// enough work for a device, only those are that are much longer than others.
INSUM_HOST_DEVICE inline std::int64_t piece_length(std::int64_t entries, std::int64_t pieces,
                                                   std::int64_t least, std::int64_t rows,
                                                   std::int64_t lanes) {
  const std::int64_t at_once = lanes > 16 ? (pieces + 1) / 2 : pieces;
#ifdef INSUM_CUDA_EMULATION
  constexpr std::int64_t enough = 64;
  least = min(least, std::int64_t{2});
#else
  const std::int64_t enough = max(at_once / 2, std::int64_t{1});
#endif
  std::int64_t length = least;  // without divisions, which every thread would do
  while (length < entries && (length * at_once < entries || (rows >= enough && length * rows < 2 * entries)))
    length *= 2;
  return length;
}

/// How many pieces of this length, a power of two, have so many entries.
INSUM_HOST_DEVICE inline std::int64_t pieces_of(std::int64_t entries, std::int64_t length) {
  int bits = 0;
  while (std::int64_t{1} << bits < length) ++bits;
  return (entries + length - 1) >> bits;
}

}  // namespace cuda

INSUM_RT_END

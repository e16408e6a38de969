// The lengths of tiles by a model of the cache: what a kernel with `tile(auto)` takes where nothing was
// measured.
#pragma once
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "widths.hpp"

namespace insum::tuning {

/// An array of the kernel, and the tiled indices that choose a part of it: bit n is index n, outermost first.
struct operand {
  std::int64_t bytes;
  std::uint32_t indices;
};

inline constexpr std::int64_t least_width = 8;

/// The numbers of a call, rounded up to powers of two: calls that agree in them have the same tiles.
struct problem {
  std::vector<std::int64_t> sizes;
  std::vector<operand> operands;
};

/// What the model knows of a machine.
struct machine {
  std::int64_t cache;  // bytes
  int threads;         // that share the tiles of the outermost index
};

inline std::int64_t rounded_up(std::int64_t number) {
  if (number >= unknown_size) return unknown_size;
  return static_cast<std::int64_t>(
      std::bit_ceil(static_cast<std::uint64_t>(std::max<std::int64_t>(number, 1))));
}

/// Widths are powers of two, from `least_width` to this one: the index has one tile.
inline std::int64_t most_width(const problem& p, std::size_t index) {
  return std::max(p.sizes[index], least_width);
}

/// The bytes of the second level of the processor's caches.
inline std::int64_t cache_bytes() {
  static const std::int64_t bytes = [] {
#ifdef _SC_LEVEL2_CACHE_SIZE
    const long known = ::sysconf(_SC_LEVEL2_CACHE_SIZE);
    if (known > 0) return static_cast<std::int64_t>(known);
#endif
    return std::int64_t{1} << 20;
  }();
  return bytes;
}

/// Bytes that move into a cache while the busiest thread works, in double since they may be many. The loops
/// over tiles stand around those inside of tiles, both in the order of the indices: a part of an operand is
/// read again by every step of those outside of the last index that it has, and so is all that a cache cannot
/// hold. A step costs as much as some bytes, and so does the start of an innermost loop. Tiles of the
/// outermost index are shared by threads: the busiest one has some of them.
inline double moved_bytes(const problem& p, const std::vector<std::int64_t>& widths, const machine& on) {
  constexpr double step_bytes = 512, start_bytes = 16;
  double steps = 1, footprint = 0, moved = 0, points = 1;
  std::vector<double> parts;
  for (std::size_t n = 0; n < widths.size(); ++n) {
    const auto size = static_cast<double>(p.sizes[n]);
    parts.push_back(std::max(1.0, size / static_cast<double>(widths[n])));
    steps *= parts.back(), points *= size;
  }
  for (const operand& each : p.operands) {
    double part = static_cast<double>(each.bytes), times = 1, until = 1;
    for (std::size_t n = 0; n < parts.size(); ++n) {
      until *= parts[n];
      if ((each.indices >> n & 1U) == 0) continue;
      part /= parts[n];
      times = until;
    }
    footprint += part, moved += part * times;
  }
  const double room = 0.75 * static_cast<double>(on.cache);
  if (footprint > room) moved *= footprint / room;
  const double innermost = std::min(static_cast<double>(widths.back()), static_cast<double>(p.sizes.back()));
  const double share = std::ceil(parts.front() / on.threads) / parts.front();
  return share * (moved + steps * step_bytes + points / innermost * start_bytes);
}

/// The widths for which the fewest bytes move, found one index at a time from two starts.
inline std::vector<std::int64_t> modelled_widths(const problem& p, const machine& on) {
  std::vector<std::int64_t> best;
  double least = 0;
  for (const bool whole : {true, false}) {
    std::vector<std::int64_t> widths;
    for (std::size_t n = 0; n < p.sizes.size(); ++n)
      widths.push_back(whole ? most_width(p, n) : std::min<std::int64_t>(64, most_width(p, n)));
    double cost = moved_bytes(p, widths, on);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t n = 0; n < widths.size(); ++n) {
        const std::int64_t now = widths[n];
        std::int64_t chosen = now;
        for (std::int64_t width = least_width; width <= most_width(p, n); width *= 2) {
          widths[n] = width;
          if (const double other = moved_bytes(p, widths, on); other < cost) cost = other, chosen = width;
        }
        widths[n] = chosen;
        changed |= chosen != now;
      }
    }
    if (best.empty() || cost < least) best = widths, least = cost;
  }
  return best;
}

}  // namespace insum::tuning

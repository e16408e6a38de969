// Where the levels of a sparse result go.
#pragma once

#include "config.hpp"

INSUM_RT_BEGIN

/// Where a compressed level goes. `parents`: how many parent positions it has in all; -1: `each` for every
/// position of the level above it.
template <class Positions, class Coordinates>
struct into_compressed_target {
  Positions& pos;
  Coordinates& crd;
  std::int64_t parents;
  std::int64_t each;
};
template <class Positions, class Coordinates>
into_compressed_target<Positions, Coordinates> into_compressed(Positions& pos, Coordinates& crd,
                                                               std::int64_t parents, std::int64_t each = 1) {
  return {pos, crd, parents, each};
}

/// Where a level without a position array goes.
template <class Coordinates>
struct into_listed_target {
  Coordinates& crd;
};
template <class Coordinates>
into_listed_target<Coordinates> into_listed(Coordinates& crd) {
  return {crd};
}

INSUM_RT_END

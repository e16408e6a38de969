// The storage that the levels of a tensor give its entries: what positions mean to the interpreter.
#pragma once
#include <functional>

#include "index_ir/interpret.h"

namespace insum::index {

/// One stored value of a tensor.
struct StoredEntry {
  Coordinates levels, modes;
  std::size_t number = 0;  // among those at the same coordinates
};

struct StoredLevels {
  std::vector<StoredEntry> entries;  // in the order in which they are stored
  /// positions[l][p]: the entries below position p of the first l levels.
  std::vector<std::vector<std::vector<const StoredEntry*>>> positions;
  /// arrays[l][a]: positions and coordinates as in TensorLevel::arrays, from 0. Of compressed levels and singletons.
  std::vector<std::vector<std::vector<long long>>> arrays;
};

/// Requires dense, compressed and singleton levels; of others no positions are made. `size` evaluates a size.
StoredLevels store_levels(const TensorNode& tensor, const Contents& contents, const std::function<long long(const ExprPtr&)>& size);

}  // namespace insum::index

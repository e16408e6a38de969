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
  /// arrays[l][a]: positions and coordinates as in TensorLevel::arrays, from 0. Of compressed levels and
  /// singletons.
  std::vector<std::vector<std::vector<long long>>> arrays;
};

/// Requires dense, compressed and singleton levels; of others no positions are made. `size` evaluates a size.
StoredLevels store_levels(const TensorNode& tensor, const Contents& contents,
                          const std::function<long long(const ExprPtr&)>& size);

/// The storage of a program's operands, made where it is asked for.
class Storage {
 public:
  /// `contents` are the entries of a tensor, `whole` evaluates an integer expression.
  Storage(const Program& program, std::function<const Contents&(const TensorNode&)> contents,
          std::function<long long(const ExprPtr&)> whole)
      : program_(program), contents_(std::move(contents)), whole_(std::move(whole)) {}

  /// The entries of an access with folded levels below its position.
  std::vector<const StoredEntry*> entries_below(const Access& access) const;
  /// The number of entries of a root level without positions, which is an argument of the kernel.
  double count(const Argument& argument) const;
  /// An element of an array of positions or coordinates.
  double number(const Access& access) const;

 private:
  /// The storage of the tensor that has these values.
  const StoredLevels& storage_of(const TensorNode& tensor) const;
  const StoredLevels& storage(const TensorNode& tensor) const;

  const Program& program_;
  const std::function<const Contents&(const TensorNode&)> contents_;
  const std::function<long long(const ExprPtr&)> whole_;
  mutable std::map<const TensorNode*, StoredLevels> storage_;
};

}  // namespace insum::index

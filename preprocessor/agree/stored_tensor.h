// What a tensor's levels make of made-up memory: arrays of positions and coordinates that fit together, and
// the elements that its storage then holds. (index_ir/stored_levels.h goes from elements to storage.)
#pragma once
#include <functional>

#include "agree/memory.h"
#include "index_ir/interpret.h"

namespace insum::agree {

/// The name in memory of an array, where in it the array begins, the value of a size, and a tensor's base.
struct Storage {
  std::function<std::string(const index::Argument&)> name;
  std::function<long long(const index::Argument&)> start;
  std::function<long long(const index::ExprPtr&)> size;
  std::function<int(const index::TensorNode&)> base;
  bool repeats = false;       // entries are stored twice where levels allow it
  long long longest_row = 3;  // entries below one position
};

/// One stored value: its element, and where it lies in the array of values.
struct Place {
  index::Coordinates at;
  long long offset = 0;
};

/// The number of elements of arrays, by their names.
using Lengths = std::map<std::string, long long>;

/// Fills the arrays of the tensor's levels, and adds how long they and that of the values are. Throws Unknown
/// for kinds of levels that are not made up.
std::vector<Place> places_of(const index::TensorNode& tensor, const Storage& storage, Memory& memory,
                             Lengths& lengths);

/// The elements that are in memory at these places.
index::Contents contents_of(const index::TensorNode& tensor, const std::vector<Place>& places,
                            const Storage& storage, Memory& memory);

}  // namespace insum::agree

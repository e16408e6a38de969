// Runs a program of the index IR on small tensors: what the transformations must keep.
//
// Does: evaluates einsum form from its definition, and concrete form statement by statement; loops visit
// every value of their range, and a statement that reads a sparse operand runs once for each of its entries
// at that point, so that what must not be skipped, or must be summed first, shows. Parallel loops run
// backwards. 0 * x is 0. Requires: literal sizes; no functions of the user's. Formats matter
// where a program reads arrays of positions and coordinates (stored_levels.h); else coordinates alone do.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "index_ir/index_ir.h"

namespace insum::index {

using Coordinates = std::vector<long long>;

/// The elements of a tensor by the coordinates of its modes. A dense tensor has one value at each; a sparse
/// one has the entries that it stores, several of which stand for their sum.
using Contents = std::map<Coordinates, std::vector<double>>;

/// A tensor of the caller's: its array of values, and of a dense one the distances of its elements, since
/// others may be rows or parts of the same array.
using Stored = std::pair<Argument, std::string>;
Stored stored(const TensorNode& tensor);

/// What a program works on: the caller's tensors, and the caller's numbers.
struct State {
  std::map<Stored, Contents> tensors;
  std::map<Argument, double> scalars;
  /// In einsum form: an element was a NaN, or what it was combined with, which min and max hide in some
  /// orders.
  bool met_nan = false;
  /// In einsum form: entries of an element that is stored several times came to 0. Kernels take one by one,
  /// and with an infinite factor these come to a NaN.
  bool met_cancelled = false;
};

/// All coordinates of a tensor, in row-major order.
std::vector<Coordinates> all_coordinates(const TensorNode& tensor);

/// Runs `program` and changes its outputs in `state`. Throws std::logic_error where it reads or writes
/// outside of a dense tensor, except in einsum form, where that reads the fill value and writes nothing.
void interpret(const Program& program, State& state);

}  // namespace insum::index

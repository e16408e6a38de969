// What the sums of a device's matrix product become, where that is simple enough to be done in parts.
#pragma once
#include <optional>
#include <string>

#include "loop_ir/loop_ir.h"

namespace insum::emit {

/// Neighbours of a row of the result are next to each other, and all that is done with a sum is that a value
/// is stored there, or added. The closures have the parameters of the product's result: `at`, `stored` and
/// `key` without the sum.
struct ResultRows {
  std::string how;           // of insum::rt::cuda::sums_are
  loops::Closure at, value;  // a pointer to an element, and what it gets
  loops::Closure stored;     // whether it gets that
  /// Of a product's number in the batch: products with equal keys add to the same elements, and may do so
  /// together.
  std::optional<loops::Closure> key = std::nullopt;
};
std::optional<ResultRows> result_rows(const loops::MatrixProduct& product);

}  // namespace insum::emit

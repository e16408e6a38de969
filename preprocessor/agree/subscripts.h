// What made-up data have to keep to so that an Einsum's subscripts name elements, each as a loop expects it.
#pragma once
#include <utility>
#include <vector>

#include "agree/memory.h"
#include "agree/named_sum.h"
#include "index_ir/index_ir.h"

namespace insum::agree {

/// Index arrays through which a result is assigned with `=`, each with the size of the mode that it
/// subscripts: a loop may know that it holds every value once.
std::vector<std::pair<index::Tensor, index::ExprPtr>> assigned_through(const index::Program& program);

/// Where subscripts such as i + k lead with some values of their indices: `before` the first element,
/// whatever they do at the other end, or `behind` the last one.
enum class Reach { inside, behind, before };
Reach reach_of(const index::Program& program, const Values& values);

}  // namespace insum::agree

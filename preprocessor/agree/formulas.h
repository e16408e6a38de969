// Where the elements that a loop and an Einsum access lie in their arrays, as sums over their indices.
#pragma once
#include <string>
#include <vector>

#include "index_ir/index_ir.h"
#include "nest/loop_nest.h"

namespace insum::agree {

/// "the statement writes c[n * j + i], and C[i,j] is c[m * i + j]" for each array whose elements are named
/// otherwise, "the statement reads 'b', which ..." for arrays that only one of both accesses, and operators.
std::vector<std::string> differences(const nest::Nest& nest, const index::Program& program);

}  // namespace insum::agree

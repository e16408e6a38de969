// Names in a block's C++ whose meaning the comparison cannot follow.
#pragma once
#include "index_ir/index_ir.h"
#include "nest/loop_nest.h"

namespace insum::agree {

/// Throws Unknown for macros that stand for no number, and for tensors that begin at a later row of an array
/// of arrays.
void check_block_names(const nest::Nest& nest, const index::Program& program);

}  // namespace insum::agree

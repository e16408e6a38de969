// The operators by which a loop and an Einsum combine.
#pragma once
#include <string>

#include "index_ir/index_ir.h"
#include "nest/loop_nest.h"

namespace insum::agree {

/// "the statement combines by '-=', the block by '+='"; "" where that is no difference, or several elements
/// are assigned to.
std::string operator_difference(const nest::Nest& nest, const index::Program& program);

}  // namespace insum::agree

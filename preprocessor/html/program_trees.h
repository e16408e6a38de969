// What the drawings show of an index program.
#pragma once
#include <vector>

#include "html/loop_tree.h"
#include "html/storage_tree.h"
#include "index_ir/index_ir.h"

namespace insum::html {

/// The loops of a program's body; several roots where nests follow each other.
std::vector<LoopNode> loops_of(const index::Program& program);

/// The tensors of the Einsum `written` with their levels, then those that `scheduled` has besides: copies and
/// temporaries.
std::vector<TensorStorage> storage_of(const index::Program& written, const index::Program& scheduled);

}  // namespace insum::html

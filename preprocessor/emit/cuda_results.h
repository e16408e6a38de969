// Sparse results and temporaries, as the host's part of a CUDA file declares what builds them.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "loop_ir/loop_ir.h"

namespace insum::emit {

/// The declaration of what a launch assembles. `arrays` and `shape` are the names of the call's arrays and of
/// the launch's shape.
std::string assembly_text(const loops::Assembly& assembly, const std::string& arrays,
                          const std::string& shape);

/// The lines that declare a container, a workspace of entries or a result that keeps its entries; nothing for
/// other statements.
std::optional<std::vector<std::string>> result_text(const loops::StmtPtr& stmt, const loops::Kernel& kernel,
                                                    const std::string& arrays, std::set<std::string>& taken);

/// The values of the result whose entries stay; null: `value` is of another kind.
loops::ExprPtr kept_values_of(const loops::ExprPtr& value);

}  // namespace insum::emit

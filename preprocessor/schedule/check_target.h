// What a target cannot run.
#pragma once
#include "index_ir/index_ir.h"
#include "support/diagnostics.h"
#include "support/target.h"

namespace insum::schedule {

/// Reports, at the tensor or argument, whatever of a `lowerable` program `target` cannot run: false where
/// there is something. `where` is the place of what has none of its own.
bool check_target(const index::Program& program, const Target& target, SourceRange where,
                  Diagnostics& diagnostics);

}  // namespace insum::schedule

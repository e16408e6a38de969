// What generated code records for INSUM_REPORT.
#pragma once
#include "index_ir/index_ir.h"
#include "loop_ir/loop_ir.h"

namespace insum::lower {

/// A temporary that holds the components of an operand in another format.
bool is_conversion(const index::StmtPtr& stmt);
/// The statements of a conversion, whose time is told apart.
loops::Body timed(loops::Body body);

}  // namespace insum::lower

// What generated code records for INSUM_REPORT.
#pragma once
#include "index_ir/index_ir.h"
#include "loop_ir/loop_ir.h"

namespace insum::lower {

/// A temporary that holds the components of an operand in another format.
bool is_conversion(const index::StmtPtr& stmt);
/// The statements of a conversion, whose time is told apart.
loops::Body timed(loops::Body body);
/// What only a report wants to know.
loops::StmtPtr when_wanted(loops::Body body);
/// Tells what the call does as it chose when it ran: `name`, and how or how long that is.
loops::StmtPtr chosen(const std::string& name, const loops::ExprPtr& how = nullptr);
/// Where a workspace notes what it chooses itself: a pointer, null where nobody wants to know.
loops::StmtPtr declare_ways(const std::string& variable, const std::string& workspace);

}  // namespace insum::lower

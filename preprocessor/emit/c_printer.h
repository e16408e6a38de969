// Loop IR -> C++ text. Also the printed form of the loop IR in dumps and golden files.
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "emit/c_expression.h"
#include "loop_ir/loop_ir.h"

namespace insum::emit {

/// A target's own text for a statement, with line ends; nothing: as C++.
using StmtText = std::function<std::optional<std::string>(const loops::StmtPtr&, int indent)>;
std::string to_cpp(const loops::Body& body, int indent = 0, const StmtText& instead = {});

}  // namespace insum::emit

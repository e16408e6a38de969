// Loop IR -> C++ text. Also the printed form of the loop IR in dumps and golden files.
#pragma once
#include <string>

#include "loop_ir/loop_ir.h"

namespace insum::emit {

std::string to_cpp(const loops::ExprPtr& expr);
std::string to_cpp(const loops::Body& body, int indent = 0);
/// The operation tag of the runtime: "insum::rt::op_add".
std::string op_tag(loops::Combine op);

}  // namespace insum::emit

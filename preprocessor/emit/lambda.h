// Captures and parameters of the lambdas in generated code.
#pragma once
#include <string>

#include "loop_ir/loop_ir.h"

namespace insum::emit {

/// `type name`, nameless where `body` does not use it: compilers warn otherwise.
std::string lambda_parameter(const std::string& type, const std::string& name, const std::string& body);
/// What the closure of a part of a parallel loop holds: copies, which stay in registers, but the user's
/// callables.
std::string captures(const loops::Body& body);

}  // namespace insum::emit

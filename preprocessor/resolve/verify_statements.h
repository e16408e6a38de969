// What a verified call registers with insum::verify (runtime/include/insum/verify.hpp).
#pragma once
#include <string>
#include <vector>

#include "index_ir/index_ir.h"

namespace insum::resolver {

/// C++ statements that tell `call`, an insum::verify::call, the outputs that are compared, and the operands
/// that neither the hand-written statement nor the kernel may write.
std::vector<std::string> verify_statements(const index::Program& program, const std::string& call);

}  // namespace insum::resolver

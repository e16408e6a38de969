// What a call in which statement and kernel both run tells insum::statement::call
// (runtime/include/insum/statement.hpp).
#pragma once
#include <string>
#include <vector>

#include "index_ir/index_ir.h"

namespace insum::resolver {

/// C++ statements that tell `call`, an insum::statement::call, the outputs that are put back, and the
/// operands that neither the hand-written statement nor the kernel may write.
std::vector<std::string> output_statements(const index::Program& program, const std::string& call);

}  // namespace insum::resolver

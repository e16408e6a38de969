// What a call in which statement and kernel both run tells insum::statement::call
// (runtime/include/insum/statement.hpp).
#pragma once
#include <string>
#include <vector>

#include "index_ir/index_ir.h"

namespace insum::resolver {

struct OutputStatements {
  std::vector<std::string> before, after_statement;
};

/// C++ statements that tell `call`, an insum::statement::call, the outputs that are put back, the operands
/// that neither the hand-written statement nor the kernel may write, and the memory that the kernel reads;
/// and, once the statement has run, where all of these are then. `stored`: the operands that it reads
/// converted, as the user has them.
OutputStatements output_statements(const index::Program& program, const std::vector<index::Tensor>& stored,
                                   const std::string& call);

}  // namespace insum::resolver

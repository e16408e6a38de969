// The numbers by which calls of a block are told apart where it is measured which variant is faster.
#pragma once
#include <string>
#include <vector>

#include "index_ir/index_ir.h"

namespace insum::resolver {

/// Names for reports, and C++ text of the values at the call.
struct CallClass {
  std::vector<std::string> indices, sizes;  // each index and how many values it takes
  std::vector<std::string> operands,
      fillings;  // each sparse tensor whose entries are there before: {entries, rows}
};

/// `stored`: the user's own tensors, where the program's are copies that are made for the call.
CallClass call_class(const index::Program& program, const std::vector<index::Tensor>& stored);

}  // namespace insum::resolver

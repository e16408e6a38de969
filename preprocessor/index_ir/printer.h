// Text of the index IR, in a superset of the pragma's syntax; the form that golden tests compare.
#pragma once
#include <string>
#include <vector>

#include "index_ir/index_ir.h"

namespace insum::index {

std::string to_string(const ExprPtr& expr);
std::string to_string(const StmtPtr& stmt, int indent = 0);
std::string to_string(const Access& access);
/// Tensors with their levels, ranges, checks, then the statement.
std::string to_string(const Program& program);
/// "B", or "the csr copy of B" for one that the compiler makes.
std::string name_in_messages(const TensorNode& tensor);
/// How the iterations of a loop are run: "parallel(nonzeros)", "vector".
std::vector<std::string> words_of(const LoopOptions& options);
/// "product rows i columns j depth k"
std::string product_head(const MatrixProduct& product);
const char* to_string(Op op);  // "=", "+=", "*=", "min=", ...

}  // namespace insum::index

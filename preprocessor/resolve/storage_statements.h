// What builds with INSUM_CHECKS verify of storage at the call, where lengths of containers are known.
#pragma once
#include <string>
#include <vector>

#include "index_ir/index_ir.h"

namespace insum::resolver {

/// A C++ statement for builds with INSUM_CHECKS that throws where a size of a tensor is negative; "" where
/// all are constant.
std::string sizes_statement(const index::Program& program);

/// C++ statements for such builds behind it: they throw where an array is too short for its tensor, but for
/// the values of those that are `fitted` behind them.
std::vector<std::string> storage_statements(const index::Program& program,
                                            const std::vector<index::Tensor>& fitted = {});

/// A C++ statement that gives a result in the pattern of an operand its number of values, in a container that
/// grows; "" where its values are in none.
std::string fit_statement(const index::TensorNode& tensor);

}  // namespace insum::resolver

// Sizes of which the C++ shows that they never agree.
#pragma once
#include <string>

#include "index_ir/index_ir.h"

namespace insum::resolver {

/// Two constants, or sums that differ in a constant alone, such as n and n + 1.
bool surely_differ(const index::ExprPtr& a, const index::ExprPtr& b);

/// A size as the block has it.
std::string size_text(const index::ExprPtr& size);

}  // namespace insum::resolver

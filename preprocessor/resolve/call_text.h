// C++ text at the call for what the kernel gets as arguments.
#pragma once
#include <string>
#include <vector>

#include "index_ir/index_ir.h"

namespace insum::resolver {

/// What statements at the call name the insum::rt::kernel_id by.
inline constexpr const char* kernel_at_call = "insum_id";

/// The value of a size, stride or fill.
std::string cpp_text(const index::ExprPtr& expr);
/// "{a, b}"
std::string list_text(const std::vector<index::ExprPtr>& list);

}  // namespace insum::resolver

// Compile commands of gcc and clang as Clang 19's frontend can take them.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "clang/frontend.h"

namespace insum::frontend {

/// The command for Clang's driver: what only concerns the compiler's outputs is dropped, and so is what Clang
/// 19 does not know. `@file` is expanded.
std::vector<std::string> driver_arguments(const FrontendOptions& options);

}  // namespace insum::frontend

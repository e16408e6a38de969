// The directives that are neither tensors nor Einsums.
#pragma once
#include "resolve/resolve.h"
#include "resolve/tensors.h"

namespace insum::resolver {

/// Reads kernel, schedule, target and assume directives into `out`, and reports those that are not built yet.
void read_directives(Context& context, const std::string& default_target, Tensors& tensors, Resolved& out);

}  // namespace insum::resolver

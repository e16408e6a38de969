// The directives that are neither tensors nor Einsums.
#pragma once
#include "resolve/resolve.h"
#include "resolve/tensors.h"

namespace insum::resolver {

/// With `target auto`, where its device is meant: what is stored, numbers excepted, is in device memory.
bool is_automatic_on_device(const Resolved& resolved, const index::TensorNode& tensor);

/// Reads kernel, schedule, target and assume directives into `out`, and reports those that are not built yet.
void read_directives(Context& context, const TargetChoice& target, Tensors& tensors, Resolved& out);

}  // namespace insum::resolver

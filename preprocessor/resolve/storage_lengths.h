// Lengths of storage arrays that are known when the preprocessor runs.
#pragma once
#include "resolve/context.h"

namespace insum::resolver {

/// Reports arrays whose type says that they are shorter than the constant sizes of `tensor` need, at the
/// array where it stands inside of `storage`. False after an error.
bool check_lengths(Context& context, const index::TensorNode& tensor, SourceRange storage);

}  // namespace insum::resolver

// What an Einsum may write, and how it may read what it writes.
#pragma once
#include "resolve/context.h"
#include "resolve/storage.h"

namespace insum::resolver {

/// Checks the left side of `einsum` against what it reads, and marks the output's array as written. False
/// after an error.
bool check_output(Context& context, const index::Einsum& einsum, const TensorPtr& output,
                  const ast::Einsum& written, bool ieee);

/// Reports products of independent sums over `implied` indices, in which one of them is most likely misspelt.
/// False after an error.
bool check_disconnected(Context& context, const index::Einsum& einsum, const std::vector<index::Var>& implied,
                        const ast::Einsum& written);

}  // namespace insum::resolver

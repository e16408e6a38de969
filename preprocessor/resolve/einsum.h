// One Einsum: names to tensors, implied reductions made explicit, ranges, types.
#pragma once
#include "resolve/expressions.h"

namespace insum::resolver {

/// Adds `einsum` to `program` (its variables, ranges and checks) and returns the statement; null after an
/// error. With `may_be_temporary` a left side that nobody declares is a temporary.
index::StmtPtr resolve_einsum(Context& context, Tensors& tensors, Functions& functions,
                              const ast::Einsum& einsum, bool may_be_temporary, index::Program& program);

/// The names of all tensors and scalars that `einsum` reads, those in subscripts included.
std::set<std::string> names_read(const ast::Einsum& einsum);

}  // namespace insum::resolver

// The ranges of index variables, from the sizes of the modes that they subscript.
#pragma once
#include "resolve/context.h"

namespace insum::resolver {

/// Finds the range of each variable of `einsum` and the sizes that must agree, and adds both to `program`. An
/// index that subscripts a mode alone takes its size; one that stands only in affine subscripts gets the
/// largest range with which all of them stay in bounds. Temporaries without sizes say nothing. False after an
/// error.
bool find_ranges(Context& context, const index::Einsum& einsum, const std::vector<index::Var>& variables,
                 index::Program& program);

}  // namespace insum::resolver

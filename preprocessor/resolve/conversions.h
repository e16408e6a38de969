// `format A -> group_coo<4>`: Einsums read a copy of A in that format, which is made before the kernel is
// called.
#pragma once
#include "resolve/tensors.h"

namespace insum::resolver {

/// The copy of `stored` as a tensor of the same name. The statement that makes it joins the context's
/// preparations. Null after an error.
TensorPtr make_converted(Context& context, const index::TensorNode& stored,
                         const ast::FormatDirective& directive);

}  // namespace insum::resolver

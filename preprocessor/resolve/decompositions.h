// `format A -> bcsr<16,16> + ell<2>` and `format A -> hyb<1,4>`: Einsums read A as a sum of parts, each with
// some of its entries, which are made before the kernel is called (SparseTIR: composable formats).
#pragma once
#include "resolve/storage.h"

namespace insum::resolver {

bool is_decomposition(const ast::FormatDirective& directive);

/// A tensor of the name of `stored` that is the sum of its parts. The statement that makes them joins the
/// context's preparations. Null after an error.
TensorPtr make_decomposed(Context& context, const index::TensorNode& stored,
                          const ast::FormatDirective& directive);

}  // namespace insum::resolver

// Einsum form -> concrete index notation: one perfect nest of loops for each term, in an order that storage
// allows.
//
// Does: splits sums into terms; gives nested reductions a dense temporary; reads a sparse operand through a
// dense copy where the algebra does not let absent entries be skipped, and through a sorted one where no
// order of loops meets it as it is (choose_copies.h); expands symmetric storage into two terms; brings sparse
// accesses into storage form; says at which points a statement with several sparse operands runs. Requires:
// einsum form. Establishes: `concrete` form; no Reduce nodes; at most one sparse operand of a nest is in no
// order, and that is stored wherever it runs.
#pragma once
#include "index_ir/index_ir.h"
#include "support/diagnostics.h"

namespace insum::index {

/// Nothing when something had to be diagnosed.
std::optional<Program> make_concrete(const Program& program, Diagnostics& diagnostics);

/// The same where products are rather scattered into results than operands copied; nothing where `concrete`,
/// what make_concrete() gave, copies none for that, or the user has decided.
std::optional<Program> make_scattered(const Program& program, const Program& concrete);

/// The operands that `concrete` has copies of, and not `scattered`.
std::vector<Tensor> copied_operands(const Program& concrete, const Program& scattered);

}  // namespace insum::index

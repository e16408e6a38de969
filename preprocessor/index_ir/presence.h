// Where a statement with sparse operands has to run at all.
//
// A point matters where at least one access of each *clause* is stored there: at any other the body is the
// reduction's identity, whatever the other operands hold (Henry, Hsu, Yadav, Chou, Olukotun, Amarasinghe,
// Kjolstad: Compilation of sparse array programming models, 2021; here in the conjunctive form). A * B has
// the clauses {A} {B}, A + B has {A, B}, and exp(A), which is 1 where A stores nothing, has none.
#pragma once
#include <vector>

#include "index_ir/index_ir.h"

namespace insum::index {

using Clause = std::vector<Access>;

/// Operands of a term that can be analysed together: every subset of them is tried.
inline constexpr std::size_t most_sparse_operands = 10;

/// The smallest sets of `accesses` without which `body` is `neutral`, such as the identity of a reduction;
/// none when it never is. The algebra takes 0 * x for 0 unless `ieee`. At most `most_sparse_operands`
/// accesses.
std::vector<Clause> clauses_of(const ExprPtr& body, const std::vector<Access>& accesses,
                               const ExprPtr& neutral, bool ieee);

/// `expr` with the accesses that are in no clause of their own marked as optional.
ExprPtr mark_optional(const ExprPtr& expr, const std::vector<Clause>& clauses);

/// The condition that one of `clause` is stored; its accesses are marked as optional ones, or are not yet.
ExprPtr any_stored(const Clause& clause, bool optional = true);

/// The access that `stored(access)` asks for; null for other expressions.
const Access* as_stored(const ExprPtr& expr);

/// A condition on what was computed or is stored, and not on subscripts or on whether something is stored.
bool is_about_values(const ExprPtr& condition);

}  // namespace insum::index

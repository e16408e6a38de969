// Finds an expression of a schedule in the term of a nest.
#pragma once
#include "ast/ast.h"
#include "schedule/chain.h"

namespace insum::schedule {

/// Same structure up to the order of commutative operands; accesses by the tensor's name and, as far as they
/// still are indices, its subscripts.
bool matches(const ast::ExprPtr& wanted, const index::ExprPtr& expr);

/// A term as a product: the factors that `wanted` names, and the others.
struct Factors {
  std::vector<index::ExprPtr> named, others;
};
/// Nothing where the factors of `wanted` are not all among those of `term`.
std::optional<Factors> find_factors(const ast::ExprPtr& wanted, const index::ExprPtr& term);

/// What to do about a part that cannot be computed apart because of one of its operands.
std::string remedy_without(const index::ExprPtr& part, const index::Access& operand);

}  // namespace insum::schedule

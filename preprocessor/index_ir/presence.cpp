#include "index_ir/presence.h"

#include <algorithm>
#include <bit>

#include "index_ir/algebra.h"
#include "index_ir/rewrite.h"
#include "support/internal_error.h"

namespace insum::index {

std::vector<Clause> clauses_of(const ExprPtr& body, const std::vector<Access>& accesses,
                               const ExprPtr& neutral, bool ieee) {
  internal_check(accesses.size() <= most_sparse_operands, "too many sparse operands for one analysis");
  std::vector<unsigned> sets, found;
  for (unsigned set = 1; set < 1U << accesses.size(); ++set) sets.push_back(set);
  std::stable_sort(sets.begin(), sets.end(),
                   [](unsigned a, unsigned b) { return std::popcount(a) < std::popcount(b); });
  std::vector<Clause> clauses;
  for (const unsigned set : sets) {
    if (std::any_of(found.begin(), found.end(), [&](unsigned smaller) { return (smaller & set) == smaller; }))
      continue;
    Clause absent;
    for (std::size_t a = 0; a < accesses.size(); ++a)
      if (set >> a & 1U) absent.push_back(accesses[a]);
    if (!vanishes_without(body, absent, neutral, ieee)) continue;
    found.push_back(set);
    clauses.push_back(std::move(absent));
  }
  return clauses;
}

ExprPtr mark_optional(const ExprPtr& expr, const std::vector<Clause>& clauses) {
  return rewrite(expr, [&](const ExprPtr& e) -> ExprPtr {
    const auto* access = get_if<Access>(e);
    if (!access || access->tensor->dense) return nullptr;
    const bool required = std::any_of(clauses.begin(), clauses.end(), [&](const Clause& clause) {
      return clause.size() == 1 && equal(clause.front(), *access);
    });
    if (required) return nullptr;
    Access read = *access;
    read.optional = true;
    return make_expr(std::move(read), e->type, e->where);
  });
}

ExprPtr any_stored(const Clause& clause, bool optional) {
  ExprPtr any;
  for (Access access : clause) {
    access.optional = optional;
    const ExprPtr read = make_expr(access, access.tensor->type);
    const ExprPtr stored = make_expr(Call{"stored", {read}, nullptr}, ElementType::boolean);
    any = any ? make_expr(Binary{BinaryOp::logical_or, any, stored}, ElementType::boolean) : stored;
  }
  return any;
}

const Access* as_stored(const ExprPtr& expr) {
  const auto* call = get_if<Call>(expr);
  return call && call->function == "stored" ? get_if<Access>(call->arguments.at(0)) : nullptr;
}

bool is_about_values(const ExprPtr& condition) {
  bool found = false;
  rewrite(condition, [&](const ExprPtr& e) -> ExprPtr {
    if (as_stored(e)) return e;
    const auto* access = get_if<Access>(e);
    if (!access) return nullptr;
    const TensorNode& tensor = *access->tensor;  // arrays of indices are read only
    found |= !tensor.dense || tensor.temporary || (tensor.values && tensor.values->writable);
    return nullptr;
  });
  return found;
}

}  // namespace insum::index

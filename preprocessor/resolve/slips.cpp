#include "resolve/slips.h"

#include <algorithm>
#include <sstream>

#include "index_ir/algebra.h"
#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"

namespace insum::resolver {

using index::ExprPtr;
using index::Var;

namespace {

/// In how many subscripts of operands the index stands.
std::size_t uses_of(const Var& var, const index::Einsum& einsum) {
  std::size_t count = 0;
  index::for_each_expr(einsum.right, [&](const ExprPtr& e) {
    if (const auto* access = index::get_if<index::Access>(e))
      for (const ExprPtr& subscript : access->subscripts) count += index::as_var(subscript) == var;
  });
  return count;
}

void warn_of_index(Context& context, const index::Einsum& einsum, const std::vector<Var>& implied) {
  if (index::accesses_of(einsum.right).empty()) return;
  const std::vector<Var> read = index::variables_of(einsum.right);
  const index::TensorNode& output = *einsum.left.tensor;
  const auto once =
      std::find_if(implied.begin(), implied.end(), [&](const Var& var) { return uses_of(var, einsum) == 1; });
  for (const ExprPtr& subscript : einsum.left.subscripts) {
    const Var var = index::as_var(subscript);
    if (!var || index::contains(read, var)) continue;
    if (once != implied.end()) {
      const std::string& other = (*once)->name;
      context.report(
          Diag::index_not_read, subscript->where,
          {var->name, output.name, "'" + other + "' is there once, and summed over",
           "write " + var->name + " for " + other + " if that is meant, or else sum(" + other + ": ...)"});
      return;
    }
    if (output.dense) continue;
    context.report(Diag::index_not_read, subscript->where,
                   {var->name, output.name, "all elements along it are stored, with one value",
                    "correct the index, or write into a dense tensor"});
    return;
  }
}

/// The indices that the terms of a sum are reduced over without a word of it, each by itself.
std::vector<std::pair<ExprPtr, std::vector<Var>>> reduced_terms(const ExprPtr& sum) {
  std::vector<std::pair<ExprPtr, std::vector<Var>>> terms;
  for (const ExprPtr& term : index::additive_terms(sum)) {
    const auto* minus = index::get_if<index::Unary>(term);
    const ExprPtr& own = minus ? minus->operand : term;
    const auto* reduce = index::get_if<index::Reduce>(own);
    const bool is_implied = reduce && own->where == reduce->body->where;
    terms.emplace_back(own, is_implied ? reduce->vars : std::vector<Var>{});
  }
  return terms;
}

/// Each term of a sum has its own reduction, where somebody may take the sum in parentheses for one.
void warn_of_parentheses(Context& context, const ExprPtr& expr) {
  if (const auto* unary = index::get_if<index::Unary>(expr))
    return warn_of_parentheses(context, unary->operand);
  const auto* sum = index::get_if<index::Binary>(expr);
  if (!sum || (sum->op != BinaryOp::add && sum->op != BinaryOp::sub)) return;
  const bool in_parentheses = expr->where.begin < sum->left->where.begin;
  if (!in_parentheses) {
    warn_of_parentheses(context, sum->left);
    return warn_of_parentheses(context, sum->right);
  }
  const auto terms = reduced_terms(expr);
  std::vector<Var> all;
  for (const auto& [term, vars] : terms) all.insert(all.end(), vars.begin(), vars.end());
  for (const Var& var : all) {
    const auto without = std::find_if(terms.begin(), terms.end(),
                                      [&](const auto& term) { return !index::contains(term.second, var); });
    if (without == terms.end()) continue;
    context.report(Diag::split_sum, expr->where, {"'" + index::to_string(without->first) + "'", var->name});
    return;
  }
}

std::string number_text(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

/// Elements at which no operand stores anything get a value of their own.
void warn_of_all_elements(Context& context, const index::Einsum& einsum, bool ieee) {
  const index::Tensor& output = einsum.left.tensor;
  const std::vector<index::Access> sparse = index::sparse_accesses(einsum.right);
  if (!output->assembled || output->keeps_pattern || einsum.op != index::Op::none || sparse.empty()) return;
  const ExprPtr outside = index::at_fill(einsum.right, sparse, ieee), fill = index::fill_of(output);
  if (!index::accesses_of(outside).empty() || !index::variables_of(outside).empty()) return;
  bool reduces = false;
  index::for_each_expr(outside,
                       [&](const ExprPtr& e) { reduces |= index::get_if<index::Reduce>(e) != nullptr; });
  const auto value = index::known_value(outside), filled = index::known_value(fill);
  if (reduces || !filled || (value && *value == *filled)) return;
  const std::string text = value ? number_text(*value) : index::to_string(outside);
  context.report(
      Diag::stores_everything, einsum.right->where,
      {output->name, text, number_text(*filled),
       "write into a dense tensor" +
           (value ? ", or say fill(" + text + ") in the tensor line of " + output->name : std::string())});
}

}  // namespace

void warn_of_slips(Context& context, const index::Einsum& einsum, const std::vector<Var>& implied,
                   bool ieee) {
  warn_of_index(context, einsum, implied);
  if (einsum.op == index::Op::none || einsum.op == index::Op::add) warn_of_parentheses(context, einsum.right);
  warn_of_all_elements(context, einsum, ieee);
}

}  // namespace insum::resolver

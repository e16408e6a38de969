#include "passes/row_entries.h"

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

namespace {

std::optional<Positions> positions_at(const ExprPtr& expr, const ExprPtr& row) {
  Positions found;
  ExprPtr at = expr;
  if (const auto* less = get_if<Binary>(at); less && less->op == "-" && as_integer(less->right))
    found.base = *as_integer(less->right), at = less->left;
  const auto* call = get_if<Call>(at);
  const auto* load = get_if<Load>(call && call->function == "insum::rt::index" ? call->arguments[0] : at);
  if (!load || !get_if<Name>(load->array) || !equal(load->index, row)) return std::nullopt;
  found.array = load->array;
  return found;
}

}  // namespace

std::optional<Positions> positions_of_entries(const For& loop, const std::string& row,
                                              const std::vector<const Declare*>& constants) {
  const auto begin = positions_at(loop.begin, name(row));
  ExprPtr last = loop.end;
  if (const auto* named = get_if<Name>(last))
    for (const Declare* n : constants)
      if (n->name == named->text) last = n->value;
  const auto end = positions_at(last, add(name(row), integer(1)));
  if (!begin || !end || !equal(begin->array, end->array) || begin->base != end->base || loop.step)
    return std::nullopt;
  return begin;
}

}  // namespace insum::passes

#include "index_ir/follow_entries.h"

#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/algebra.h"
#include "index_ir/rewrite.h"

namespace insum::index {

namespace {

bool stands_alone(const Access& access, const Var& var) {
  for (std::size_t m = 0; m < access.subscripts.size(); ++m)
    if (as_var(access.subscripts[m]) == var && needs_variable(*access.tensor, static_cast<int>(m)))
      return true;
  return false;
}

/// The index of `subscript`, one more of which is one coordinate more or less; null where there is none.
Var moved_index(const ExprPtr& subscript, const Nest& nest) {
  const std::vector<Var> vars = variables_of(subscript);
  if (vars.size() != 1 || as_var(subscript) || !accesses_of(subscript).empty()) return nullptr;
  const auto step = as_integer(coefficient(subscript, vars.front()));
  return step && (*step == 1 || *step == -1) && contains(nest.vars, vars.front()) ? vars.front() : nullptr;
}

/// No bound of the nest's loops depends on the index, nor does its own on others.
bool is_free(const Var& var, const Nest& nest, const Program& program) {
  const auto mentions = [&](const Var& loop, const auto& is_meant) {
    const Range& range = program.ranges.at(loop);
    for (const ExprPtr& bound : {range.begin, range.end})
      for (const Var& used : variables_of(bound))
        if (is_meant(used)) return true;
    return false;
  };
  return !mentions(var, [](const Var&) { return true; }) &&
         std::none_of(nest.vars.begin(), nest.vars.end(), [&](const Var& loop) {
           return mentions(loop, [&](const Var& used) { return used == var; });
         });
}

/// The places of the result are read at the index.
bool scatters_by(const Access& left, const Var& var) {
  return std::any_of(left.subscripts.begin(), left.subscripts.end(),
                     [&](const ExprPtr& s) { return uses(s, var) && !accesses_of(s).empty(); });
}

struct Followed {
  Var var;
  ExprPtr subscript, size;
};

std::optional<Followed> followed(const Nest& nest, const Program& program,
                                 const std::vector<Clause>& clauses) {
  const std::vector<Access> accesses = sparse_accesses(nest.body);
  for (const Clause& clause : clauses) {
    if (clause.size() != 1) continue;
    const Access& access = clause.front();
    for (std::size_t m = 0; m < access.subscripts.size(); ++m) {
      if (!needs_variable(*access.tensor, static_cast<int>(m))) continue;
      const Var var = moved_index(access.subscripts[m], nest);
      if (!var || !is_free(var, nest, program) || scatters_by(nest.left, var)) continue;
      const auto others = [&](const ExprPtr& s) { return &s != &access.subscripts[m] && uses(s, var); };
      if (std::any_of(access.subscripts.begin(), access.subscripts.end(), others)) continue;
      if (std::any_of(accesses.begin(), accesses.end(),
                      [&](const Access& a) { return stands_alone(a, var); }))
        continue;
      return Followed{var, access.subscripts[m], access.tensor->sizes[m]};
    }
  }
  return std::nullopt;
}

/// Reads that move with `entry` may be taken out of the loop that has the conditions.
ExprPtr guard_reads(const ExprPtr& body, const Var& entry, const ExprPtr& inside) {
  return rewrite(body, [&](const ExprPtr& e) -> ExprPtr {
    const auto* access = get_if<Access>(e);
    const auto moves = [&](const ExprPtr& s) { return as_var(s) != entry && uses(s, entry); };
    if (!access || !access->tensor->dense ||
        std::none_of(access->subscripts.begin(), access->subscripts.end(), moves))
      return nullptr;
    return make_expr(Call{"guarded", {inside, e, fill_of(access->tensor)}, nullptr}, e->type, e->where);
  });
}

}  // namespace

std::optional<Nest> follow_entries(Nest nest, Program& program, const std::vector<Clause>& clauses) {
  const auto found = followed(nest, program, clauses);
  if (!found) return std::nullopt;
  const Range range = program.ranges.at(found->var);
  const Var entry = fresh_variable(program, found->var->name, {integer(0), found->size});
  const ExprPtr distance = without(found->subscript, found->var);
  const bool backwards = as_integer(coefficient(found->subscript, found->var)) == -1;
  const ExprPtr value = backwards ? sub(distance, var_expr(entry)) : sub(var_expr(entry), distance);
  rewrite_nest(nest,
               [&](const ExprPtr& e) { return equal(e, found->subscript) ? var_expr(entry) : nullptr; });
  replace_index(nest, found->var, {entry}, value, program);
  ExprPtr inside;
  const auto condition = [&](BinaryOp op, const ExprPtr& bound) {
    nest.conditions.push_back(make_expr(Binary{op, value, bound}, ElementType::boolean));
    inside = inside ? make_expr(Binary{BinaryOp::logical_and, inside, nest.conditions.back()},
                                ElementType::boolean)
                    : nest.conditions.back();
  };
  const auto number = as_integer(distance);
  const bool starts = !backwards && number && *number <= 0 && as_integer(range.begin) == 0;
  if (!starts) condition(BinaryOp::ge, range.begin);
  const ExprPtr last = sub(found->size, distance);
  const bool ends = !backwards && (equal(range.end, last) || equal(range.end, max_of(integer(0), last)));
  if (!ends) condition(BinaryOp::lt, range.end);
  if (inside) nest.body = guard_reads(nest.body, entry, inside);
  return nest;
}

}  // namespace insum::index

#include "schedule/walk_rows.h"

#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/positions.h"
#include "index_ir/rewrite.h"
#include "schedule/chain.h"
#include "schedule/split_loop.h"

namespace insum::schedule {

using namespace index;

namespace {

/// parent(pos, n, p) or quotient(p, n) as rows of p.
struct Rows {
  ExprPtr call, at;  // at: p
  Tensor positions;  // null: rows of equal length
  ExprPtr count;     // rows; of quotient the length of each

  ExprPtr first(const ExprPtr& begin) const {
    return positions ? parent(positions, count, begin) : quotient(begin, count);
  }
  /// One past the row of the last of the positions before `end`.
  ExprPtr last(const ExprPtr& begin, const ExprPtr& end) const {
    return positions ? rows_before(positions, count, end, first(begin))
                     : quotient(add(end, sub(count, integer(1))), count);
  }
  ExprPtr begin_of(const ExprPtr& row) const {
    return positions ? make_expr(Access{positions, {row}}, ElementType::i64) : mul(row, count);
  }
};

class Walker {
 public:
  Walker(Program& program, Chain& chain) : program_(program), chain_(chain) {}

  void run() {
    while (const auto rows = next()) walk(*rows);
  }

 private:
  template <class F>
  void for_each(const F& visit) const {
    for_each_expr(make_expr(chain_.assign.left, chain_.assign.left.tensor->type), visit);
    for_each_expr(chain_.assign.right, visit);
    for (const ExprPtr& condition : chain_.conditions) for_each_expr(condition, visit);
  }

  static std::optional<Rows> as_rows(const ExprPtr& e) {
    const auto* call = get_if<Call>(e);
    if (!call || call->callable) return std::nullopt;
    const auto& list = call->arguments;
    if (call->function == "parent") return Rows{e, list[2], get_if<Access>(list[0])->tensor, list[1]};
    if (call->function == "quotient") return Rows{e, list[0], nullptr, list[1]};
    if (call->function == "remainder") return Rows{quotient(list[0], list[1]), list[0], nullptr, list[1]};
    return std::nullopt;
  }

  /// A call whose argument holds no other one, with a loop that it can be walked by.
  std::optional<Rows> next() const {
    std::optional<Rows> found;
    for_each([&](const ExprPtr& e) {
      const auto rows = as_rows(e);
      if (!rows || found || !loop_of(*rows)) return;
      bool simple = true;
      for_each_expr(rows->at, [&](const ExprPtr& inner) { simple &= !is_recovered(inner); });
      if (simple) found = rows;
    });
    return found;
  }

  /// The innermost loop that p moves with, where that is in steps of one.
  Var loop_of(const Rows& rows) const {
    Var innermost;
    for (const Loop& loop : chain_.loops)
      if (uses(rows.at, loop.var)) innermost = loop.var;
    if (!innermost || as_integer(coefficient(rows.at, innermost)) != 1) return nullptr;
    const bool is_of_tiles = !rows.positions && dependent_loop(chain_, innermost, program_);
    return is_of_tiles ? nullptr : innermost;  // each has work enough for a division
  }

  std::string name_of_row(Var var) const {
    for (std::size_t steps = 0; steps < program_.variables.size(); ++steps) {
      if (const auto fused = program_.fused.find(var); fused != program_.fused.end())
        return fused->second.outer->name;
      const auto whole =
          std::find_if(program_.derived.begin(), program_.derived.end(), [&](const auto& entry) {
            return std::find(entry.second.begin(), entry.second.end(), var) != entry.second.end();
          });
      if (whole == program_.derived.end()) break;
      var = whole->first;
    }
    return "row";
  }

  Var local(const std::string& name, Range range) {
    const Var var = std::make_shared<const IndexVar>(IndexVar{name, {}});
    program_.ranges[var] = std::move(range);
    return var;
  }

  void walk(const Rows& rows) {
    const Var var = loop_of(rows);
    Loop& loop = *chain_.find(var);
    if (loop.options.parallel) {
      const bool of_blocks = dependent_loop(chain_, var, program_) != nullptr;
      const ExprPtr length = integer(of_blocks ? blocks_per_part : entries_per_part);
      const Parts parts = make_parts(program_, var, var->name + "_part", var->name + "_entry", length);
      split_loop(chain_, var, parts, length, program_);
      return;
    }
    const Range whole = program_.ranges.at(var);
    const auto at = [&](const ExprPtr& value) { return substitute(rows.at, {{var, value}}); };
    const ExprPtr begin = at(whole.begin), end = add(begin, sub(whole.end, whole.begin));
    const Var row = local(name_of_row(var), {rows.first(begin), rows.last(begin, end)});
    const Var entry = local(var->name, {max_of(begin, rows.begin_of(var_expr(row))),
                                        min_of(end, rows.begin_of(add(var_expr(row), integer(1))))});
    const ExprRule rule = [&](const ExprPtr& e) -> ExprPtr {
      if (equal(e, rows.call)) return var_expr(row);
      if (equal(e, rows.at)) return var_expr(entry);
      const auto* call = get_if<Call>(e);
      const bool rest = call && call->function == "remainder" && !rows.positions &&
                        equal(call->arguments[0], rows.at) && equal(call->arguments[1], rows.count);
      return rest ? sub(var_expr(entry), mul(var_expr(row), rows.count)) : nullptr;
    };
    for (ExprPtr& subscript : chain_.assign.left.subscripts) subscript = rewrite(subscript, rule);
    chain_.assign.right = rewrite(chain_.assign.right, rule);
    for (ExprPtr& condition : chain_.conditions) condition = rewrite(condition, rule);
    for (const Loop& inside : chain_.loops) {
      Range& range = program_.ranges.at(inside.var);
      if (inside.var != var && (uses(range.begin, var) || uses(range.end, var)))
        range = {rewrite(range.begin, rule), rewrite(range.end, rule)};
    }
    substitute_all(chain_, {{var, sub(var_expr(entry), at(integer(0)))}}, program_);
    const auto place =
        std::find_if(chain_.loops.begin(), chain_.loops.end(), [&](const Loop& l) { return l.var == var; });
    place->var = entry;
    chain_.loops.insert(place, Loop{row, {}});
  }

  Program& program_;
  Chain& chain_;
};

}  // namespace

bool is_row_loop(const Range& range) { return is_recovered(range.begin); }

Program walk_rows(const Program& program) {
  Program result = program;
  std::vector<Chain> chains = chains_of(program);
  for (Chain& chain : chains) Walker(result, chain).run();
  result.body = to_stmt(chains);
  return result;
}

}  // namespace insum::schedule

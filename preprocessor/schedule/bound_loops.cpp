#include "schedule/bound_loops.h"

#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/algebra.h"
#include "index_ir/nest.h"
#include "index_ir/rewrite.h"

namespace insum::schedule {

using namespace index;

namespace {

using Conditions = std::vector<ExprPtr>;

bool has(const Conditions& list, const ExprPtr& condition) {
  return std::any_of(list.begin(), list.end(), [&](const ExprPtr& c) { return equal(c, condition); });
}

/// A comparison of indices and numbers.
bool is_condition(const ExprPtr& expr) {
  const auto* binary = get_if<Binary>(expr);
  if (!binary || expr->type != ElementType::boolean || variables_of(expr).empty()) return false;
  bool plain = true;
  for_each_expr(expr, [&](const ExprPtr& e) { plain &= !get_if<Access>(e) && !get_if<Call>(e); });
  return plain;
}

/// The parts of a product: its factors, and those of what it multiplies by select(c, x, 0).
const ExprPtr* chosen(const ExprPtr& expr) {
  const auto* call = get_if<Call>(expr);
  const bool chooses = call && !call->callable && call->function == "select" && is_zero(call->arguments[2]);
  return chooses ? &call->arguments[1] : nullptr;
}

void add_factors(const ExprPtr& expr, std::vector<ExprPtr>& factors) {
  const auto* product = get_if<Binary>(expr);
  if (!product || product->op != BinaryOp::mul) return factors.push_back(expr);
  add_factors(product->left, factors);
  add_factors(product->right, factors);
}

/// A term without the conditions among its factors; null where that has another type, or nothing is left.
ExprPtr without_factors(const ExprPtr& body, const Conditions& taken) {
  if (const auto* unary = get_if<Unary>(body); unary && unary->op == UnaryOp::minus) {
    const ExprPtr inner = without_factors(unary->operand, taken);
    return inner ? make_expr(Unary{UnaryOp::minus, inner}, body->type, body->where) : nullptr;
  }
  if (const ExprPtr* value = chosen(body)) {
    Call call = std::get<Call>(body->node);
    call.arguments[1] = without_factors(*value, taken);
    return call.arguments[1] ? make_expr(std::move(call), body->type, body->where) : nullptr;
  }
  std::vector<ExprPtr> factors;
  add_factors(body, factors);
  if (factors.size() == 1) return has(taken, body) ? nullptr : body;
  ExprPtr rest;
  for (const ExprPtr& factor : factors) {
    if (has(taken, factor)) continue;
    const ExprPtr left = without_factors(factor, taken);
    if (!left) return nullptr;
    rest = rest ? make_expr(Binary{BinaryOp::mul, rest, left}, body->type, body->where) : left;
  }
  return rest && rest->type == body->type ? rest : nullptr;
}

void add_conditions(const ExprPtr& body, Conditions& list) {
  if (const auto* unary = get_if<Unary>(body); unary && unary->op == UnaryOp::minus)
    return add_conditions(unary->operand, list);
  if (const ExprPtr* value = chosen(body)) return add_conditions(*value, list);
  std::vector<ExprPtr> factors;
  add_factors(body, factors);
  if (factors.size() == 1) {
    if (is_condition(body) && !has(list, body)) list.push_back(body);
    return;
  }
  for (const ExprPtr& factor : factors) add_conditions(factor, list);
}

/// The factors of a sum's terms without which there is no term.
Conditions conditions_of(const Assign& assign, bool ieee) {
  Conditions list;
  if (ieee || assign.op != Op::add || assign.defines) return list;
  add_conditions(assign.right, list);
  return list.empty() || without_factors(assign.right, list) ? list : Conditions{};
}

class Bounding {
 public:
  explicit Bounding(const Program& program) : program_(program) {}

  StmtPtr run(const StmtPtr& stmt, std::vector<Var> outer) const {
    if (const auto* loop = get_if<Forall>(stmt)) return bound(*loop, stmt->where, std::move(outer));
    if (get_if<MatrixProduct>(stmt)) return stmt;
    return rewrite(stmt, [&](const StmtPtr& s) -> StmtPtr {
      const auto* inner = get_if<Forall>(s);
      if (!inner) return get_if<MatrixProduct>(s) ? s : nullptr;
      return bound(*inner, s->where, outer);
    });
  }

 private:
  StmtPtr bound(Forall loop, SourceRange where, std::vector<Var> outer) const {
    Conditions taken, guards;
    for (const ExprPtr& condition : common(loop.body)) {
      const auto is_outer = [&](const Var& var) { return contains(outer, var); };
      const std::vector<Var> vars = variables_of(condition);
      if (std::all_of(vars.begin(), vars.end(), is_outer)) {
        if (!outer.empty() && writes_dense(loop.body)) guards.push_back(condition);
      } else if (can_start_anywhere(loop)) {
        if (!set_bound(loop, condition, outer)) continue;
        taken.push_back(condition);
      }
    }
    taken.insert(taken.end(), guards.begin(), guards.end());
    if (!taken.empty()) loop.body = without_conditions(loop.body, taken);
    if (!loop.options.vector) outer.push_back(loop.var);  // all points of a tile have the same bounds
    loop.body = run(loop.body, std::move(outer));
    StmtPtr result = make_stmt(std::move(loop), where);
    for (const ExprPtr& guard : guards) result = make_stmt(Guard{guard, result}, where);
    return result;
  }

  /// The conditions that every statement in `stmt` has.
  Conditions common(const StmtPtr& stmt) const {
    if (const auto* assign = get_if<Assign>(stmt)) return conditions_of(*assign, program_.ieee);
    if (const auto* loop = get_if<Forall>(stmt)) return common(loop->body);
    if (const auto* guard = get_if<Guard>(stmt)) {
      Conditions list = common(guard->body);
      if (is_condition(guard->condition) && !has(list, guard->condition)) list.push_back(guard->condition);
      return list;
    }
    if (const auto* where = get_if<Where>(stmt); where && is_local(where->producer))
      return common(where->consumer);
    const auto* list = get_if<Sequence>(stmt);
    if (!list) return {};
    Conditions all = common(list->stmts.front());
    for (const StmtPtr& part : list->stmts) {
      const Conditions own = common(part);
      std::erase_if(all, [&](const ExprPtr& condition) { return !has(own, condition); });
    }
    return all;
  }

  /// What it computes is nothing but temporaries of the consumer.
  static bool is_local(const StmtPtr& producer) {
    const std::vector<Assign> all = assignments_of(producer);
    return std::all_of(all.begin(), all.end(), [](const Assign& a) { return a.left.tensor->temporary; });
  }

  static bool writes_dense(const StmtPtr& stmt) {
    const std::vector<Assign> all = assignments_of(stmt);
    return std::all_of(all.begin(), all.end(), [](const Assign& a) { return a.left.tensor->dense; });
  }

  static StmtPtr without_conditions(const StmtPtr& stmt, const Conditions& taken) {
    return rewrite(stmt, [&](const StmtPtr& s) -> StmtPtr {
      if (const auto* guard = get_if<Guard>(s); guard && has(taken, guard->condition))
        return without_conditions(guard->body, taken);
      const auto* assign = get_if<Assign>(s);
      const ExprPtr rest = assign ? without_factors(assign->right, taken) : nullptr;
      if (!rest) return nullptr;
      Assign changed = *assign;
      changed.right = rest;
      return make_stmt(std::move(changed), s->where);
    });
  }

  /// A serial loop over all coordinates, or over those that levels store in order.
  static bool can_start_anywhere(const Forall& loop) {
    const LoopOptions& options = loop.options;
    if (options.parallel || options.lanes || options.runs || options.every || options.axis != Axis::none)
      return false;
    bool ordered = true;
    for_each_expr(loop.body, [&](const ExprPtr& e) {
      const auto* access = get_if<Access>(e);
      if (!access || access->tensor->dense) return;
      for (std::size_t l = 0; l < access->subscripts.size(); ++l) {
        const Level& level = access->tensor->levels[l].level;
        if (!uses(access->subscripts[l], loop.var) || can_locate(level)) continue;
        ordered &= level.kind == LevelKind::compressed && keeps_order(*access->tensor) &&
                   level.mode.kind == LevelMode::Kind::plain;
      }
    });
    return ordered;
  }

  static bool is_whole(const ExprPtr& expr) {
    bool whole = true;
    for_each_expr(expr, [&](const ExprPtr& e) {
      whole &= get_if<Var>(e) || (is_integer(e->type) && !is_unsigned(e->type)) || as_integer(e);
    });
    return whole;
  }

  /// False where the condition does not say where the loop begins or ends.
  static bool set_bound(Forall& loop, const ExprPtr& condition, const std::vector<Var>& outer) {
    const auto& compared = *get_if<Binary>(condition);
    if (!is_whole(compared.left) || !is_whole(compared.right)) return false;
    const ExprPtr a = coefficient(compared.left, loop.var), b = coefficient(compared.right, loop.var);
    const auto step = a && b ? as_integer(index::sub(a, b)) : std::nullopt;
    if (!step || (*step != 1 && *step != -1)) return false;
    const ExprPtr left = without(compared.left, loop.var), right = without(compared.right, loop.var);
    for (const ExprPtr& side : {left, right})
      for (const Var& var : variables_of(side))
        if (!contains(outer, var)) return false;
    const ExprPtr at = *step == 1 ? index::sub(right, left) : index::sub(left, right);  // equality
    const bool less = compared.op == BinaryOp::lt || compared.op == BinaryOp::le;
    const bool more = compared.op == BinaryOp::gt || compared.op == BinaryOp::ge;
    const bool strict = compared.op == BinaryOp::lt || compared.op == BinaryOp::gt;
    if (!less && !more) return false;
    if (less == (*step == 1)) {
      const ExprPtr to = strict ? at : add(at, integer(1));
      loop.to = loop.to ? min_of(loop.to, to) : to;
    } else {
      const ExprPtr from = strict ? add(at, integer(1)) : at;
      loop.from = loop.from ? max_of(loop.from, from) : from;
    }
    return true;
  }

  const Program& program_;
};

}  // namespace

Program bound_loops(const Program& program) {
  Program result = program;
  result.body = Bounding(program).run(program.body, {});
  return result;
}

}  // namespace insum::schedule

#include "passes/split_unions.h"

#include <map>
#include <optional>

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

namespace {

const Type truth{ElementType::boolean, ""};

ExprPtr literal(bool value) { return make_expr(Literal{value ? "true" : "false"}, truth); }

std::optional<bool> as_truth(const ExprPtr& expr) {
  const auto* n = get_if<Literal>(expr);
  if (!n || (n->text != "true" && n->text != "false")) return std::nullopt;
  return n->text == "true";
}

/// What is known of names in a copy of the body.
using Known = std::map<std::string, ExprPtr>;

ExprPtr folded(const ExprPtr& expr, const Known& known);

ExprPtr folded_logic(const Binary& n, const ExprPtr& whole, const Known& known) {
  const bool all = n.op == "&&";
  const ExprPtr left = folded(n.left, known), right = folded(n.right, known);
  if (const auto l = as_truth(left)) return *l == all ? right : left;
  if (const auto r = as_truth(right)) return *r == all ? left : right;
  return make_expr(Binary{n.op, left, right}, whole->type, whole->pack);
}

bool is_zero(const ExprPtr& expr) {
  const auto* cast = get_if<Cast>(expr);
  const auto* literal = get_if<Literal>(cast ? cast->operand : expr);
  return literal && literal->text == "0";
}

/// No value of an unsigned type is below 0: compilers warn where it is asked.
std::optional<bool> against_zero(const std::string& op, const ExprPtr& left, const ExprPtr& right) {
  const bool first = is_zero(left) && is_unsigned(right->type.element);
  const bool second = is_zero(right) && is_unsigned(left->type.element);
  if ((first && op == ">") || (second && op == "<")) return false;
  if ((first && op == "<=") || (second && op == ">=")) return true;
  return std::nullopt;
}

ExprPtr folded(const ExprPtr& expr, const Known& known) {
  return rewrite(expr, [&](const ExprPtr& e) -> ExprPtr {
    if (const auto* n = get_if<Name>(e)) {
      const auto at = known.find(n->text);
      return at == known.end() ? nullptr : at->second;
    }
    if (const auto* n = get_if<Ternary>(e)) {
      const ExprPtr condition = folded(n->condition, known);
      if (const auto c = as_truth(condition)) return folded(*c ? n->yes : n->no, known);
      return make_expr(Ternary{condition, folded(n->yes, known), folded(n->no, known)}, e->type, e->pack);
    }
    if (const auto* n = get_if<Call>(e);
        n && n->function == "insum::rt::select" && n->arguments.size() == 3) {
      const auto c = as_truth(folded(n->arguments[0], known));
      if (!c) return nullptr;
      const ExprPtr chosen = folded(n->arguments[*c ? 1 : 2], known);
      return chosen->type == e->type ? chosen : make_expr(Cast{chosen}, e->type);
    }
    if (const auto* n = get_if<Cast>(e))
      if (const auto c = as_truth(folded(n->operand, known)); c && e->type.element == ElementType::i64)
        return integer(*c ? 1 : 0);
    if (const auto* n = get_if<Unary>(e); n && n->op == "!")
      if (const auto c = as_truth(folded(n->operand, known))) return literal(!*c);
    const auto* n = get_if<Binary>(e);
    if (n && (n->op == "&&" || n->op == "||")) return folded_logic(*n, e, known);
    if (const auto c =
            n ? against_zero(n->op, folded(n->left, known), folded(n->right, known)) : std::nullopt)
      return literal(*c);
    if (n && n->op == "+" && e->type == Type{}) return add(folded(n->left, known), folded(n->right, known));
    return nullptr;
  });
}

/// A copy of `body` with what is known; nothing where it has statements that are not copied.
std::optional<Body> copy_of(const Body& body, const Known& known) {
  Body out;
  for (const StmtPtr& stmt : body) {
    if (const auto* n = get_if<Declare>(stmt)) {
      if (!n->tile.empty()) return std::nullopt;
      if (known.count(n->name) == 0)
        out.push_back(make_stmt(Declare{n->type, n->name, folded(n->value, known), n->constant, ""}));
    } else if (const auto* update = get_if<Update>(stmt)) {
      const ExprPtr value = folded(update->value, known);
      if (update->op != Combine::store || !equal(update->target, value))
        out.push_back(make_stmt(Update{folded(update->target, known), update->op, value}));
    } else if (const auto* branch = get_if<If>(stmt)) {
      const ExprPtr condition = folded(branch->condition, known);
      const auto decided = as_truth(condition);
      auto inner = copy_of(branch->body, known);
      if (!inner || branch->constant) return std::nullopt;
      if (!decided) out.push_back(make_stmt(If{condition, std::move(*inner), false}));
      if (decided == true) out.insert(out.end(), inner->begin(), inner->end());
    } else if (const auto* effect = get_if<Effect>(stmt)) {
      out.push_back(make_stmt(Effect{folded(effect->call, known), effect->when_checking}));
    } else if (const auto* skip = get_if<Continue>(stmt)) {
      out.push_back(make_stmt(Continue{skip->condition ? folded(skip->condition, known) : nullptr}));
    } else {
      return std::nullopt;
    }
  }
  return out;
}

std::string name_of(const ExprPtr& expr) {
  const auto* n = get_if<Name>(expr);
  return n ? n->text : "";
}

/// One operand of a union: it has entries left where `running`, the next one at `coordinate`.
struct Operand {
  ExprPtr running, coordinate;
  std::string variable, has;
};

struct Union {
  Operand operands[2];
  std::string variable;  // the smaller coordinate
  Body rest;
};

std::optional<Operand> operand_in(const StmtPtr& stmt, const ExprPtr& running) {
  const auto* declare = get_if<Declare>(stmt);
  const auto* chosen = declare ? get_if<Ternary>(declare->value) : nullptr;
  if (!chosen || !equal(chosen->condition, running) || name_of(chosen->no) != "insum::rt::no_coordinate")
    return std::nullopt;
  return Operand{running, chosen->yes, declare->name, ""};
}

std::optional<Union> union_of(const While& loop) {
  const auto* either = get_if<Binary>(loop.condition);
  if (!either || either->op != "||" || loop.body.size() < 4) return std::nullopt;
  const auto left = operand_in(loop.body[0], either->left), right = operand_in(loop.body[1], either->right);
  const auto* smaller = get_if<Declare>(loop.body[2]);
  const auto* least = smaller ? get_if<Call>(smaller->value) : nullptr;
  if (!left || !right || !least || least->function != "insum::rt::min" || least->arguments.size() != 2)
    return std::nullopt;
  if (name_of(least->arguments[0]) != left->variable || name_of(least->arguments[1]) != right->variable)
    return std::nullopt;
  Union result{{*left, *right}, smaller->name, {loop.body.begin() + 3, loop.body.end()}};
  for (const StmtPtr& stmt : result.rest) {
    const auto* declare = get_if<Declare>(stmt);
    const auto* same = declare ? get_if<Binary>(declare->value) : nullptr;
    if (!same || same->op != "==" || name_of(same->right) != result.variable) continue;
    for (Operand& operand : result.operands)
      if (name_of(same->left) == operand.variable) operand.has = declare->name;
  }
  if (result.operands[0].has.empty() || result.operands[1].has.empty()) return std::nullopt;
  return result;
}

StmtPtr deduced(const std::string& variable, const ExprPtr& value) {
  return make_stmt(Declare{Type{}, variable, value, true, ""});
}

/// The body where the operands are present or not, at the coordinate of one that is.
std::optional<Body> body_of(const Union& whole, bool first, bool second, const ExprPtr& coordinate) {
  const Known known = {{whole.operands[0].has, literal(first)}, {whole.operands[1].has, literal(second)}};
  auto rest = copy_of(whole.rest, known);
  if (rest) rest->insert(rest->begin(), deduced(whole.variable, coordinate));
  return rest;
}

std::optional<Body> split(const While& loop) {
  const auto whole = union_of(loop);
  if (!whole) return std::nullopt;
  const auto& [a, b] = whole->operands;
  const ExprPtr at_a = name(a.variable), at_b = name(b.variable);
  auto both = body_of(*whole, true, true, at_a), first = body_of(*whole, true, false, at_a),
       second = body_of(*whole, false, true, at_b);
  const auto rest_of_a = body_of(*whole, true, false, a.coordinate),
             rest_of_b = body_of(*whole, false, true, b.coordinate);
  if (!both || !first || !second || !rest_of_a || !rest_of_b) return std::nullopt;
  both->push_back(make_stmt(Continue{nullptr}));
  first->push_back(make_stmt(Continue{nullptr}));
  Body merge = {deduced(a.variable, a.coordinate), deduced(b.variable, b.coordinate),
                make_stmt(If{make_expr(Binary{"==", at_a, at_b}, truth), std::move(*both)}),
                make_stmt(If{make_expr(Binary{"<", at_a, at_b}, truth), std::move(*first)})};
  merge.insert(merge.end(), second->begin(), second->end());
  return Body{make_stmt(While{make_expr(Binary{"&&", a.running, b.running}, truth), std::move(merge)}),
              make_stmt(While{a.running, *rest_of_a}), make_stmt(While{b.running, *rest_of_b})};
}

}  // namespace

Kernel split_unions(const Kernel& kernel) {
  Kernel result = kernel;
  result.body = rewrite_bodies(kernel.body, [](const Body& body) {
    Body out;
    for (const StmtPtr& stmt : body) {
      const auto* loop = get_if<While>(stmt);
      const auto parts = loop ? split(*loop) : std::nullopt;
      if (parts)
        out.insert(out.end(), parts->begin(), parts->end());
      else
        out.push_back(stmt);
    }
    return out;
  });
  return result;
}

}  // namespace insum::passes

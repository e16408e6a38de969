#include "index_ir/rewrite.h"

#include <algorithm>

namespace insum::index {

namespace {

void add_unique(std::vector<Var>& list, const Var& var) {
  if (std::find(list.begin(), list.end(), var) == list.end()) list.push_back(var);
}

std::vector<ExprPtr> rewrite_all(const std::vector<ExprPtr>& list, const ExprRule& rule, bool& changed) {
  std::vector<ExprPtr> out;
  for (const ExprPtr& old : list) {
    out.push_back(rewrite(old, rule));
    changed |= out.back() != old;
  }
  return out;
}

Access rewrite_access(const Access& access, const ExprRule& rule, bool& changed) {
  return {access.tensor, rewrite_all(access.subscripts, rule, changed), access.optional};
}

std::vector<ExprPtr> children(const ExprPtr& expr) {
  return match(
      expr, [](const Literal&) { return std::vector<ExprPtr>{}; },
      [](const Var&) { return std::vector<ExprPtr>{}; },
      [](const Argument&) { return std::vector<ExprPtr>{}; }, [](const Access& n) { return n.subscripts; },
      [](const Unary& n) { return std::vector<ExprPtr>{n.operand}; },
      [](const Binary& n) { return std::vector<ExprPtr>{n.left, n.right}; },
      [](const Call& n) { return n.arguments; },
      [](const Reduce& n) { return std::vector<ExprPtr>{n.body}; });
}

}  // namespace

ExprPtr rewrite(const ExprPtr& expr, const ExprRule& rule) {
  if (!expr) return expr;
  if (ExprPtr replaced = rule(expr)) return replaced;
  bool changed = false;
  const auto child = [&](const ExprPtr& old) {
    ExprPtr now = rewrite(old, rule);
    changed |= now != old;
    return now;
  };
  ExprPtr result = match(
      expr, [&](const Literal&) { return expr; }, [&](const Var&) { return expr; },
      [&](const Argument&) { return expr; },
      [&](const Access& n) { return make_expr(rewrite_access(n, rule, changed), expr->type, expr->where); },
      [&](const Unary& n) { return make_expr(Unary{n.op, child(n.operand)}, expr->type, expr->where); },
      [&](const Binary& n) {
        ExprPtr left = child(n.left), right = child(n.right);
        return make_expr(Binary{n.op, left, right}, expr->type, expr->where);
      },
      [&](const Call& n) {
        Call call = n;
        call.arguments = rewrite_all(n.arguments, rule, changed);
        return make_expr(std::move(call), expr->type, expr->where);
      },
      [&](const Reduce& n) {
        return make_expr(Reduce{n.op, n.vars, child(n.body)}, expr->type, expr->where);
      });
  return changed ? result : expr;
}

StmtPtr rewrite(const StmtPtr& stmt, const StmtRule& stmt_rule, const ExprRule& expr_rule) {
  if (stmt_rule)
    if (StmtPtr replaced = stmt_rule(stmt)) return replaced;
  bool changed = false;
  const auto child = [&](const StmtPtr& old) {
    StmtPtr now = rewrite(old, stmt_rule, expr_rule);
    changed |= now != old;
    return now;
  };
  const auto expr = [&](const ExprPtr& old) {
    if (!expr_rule) return old;
    ExprPtr now = rewrite(old, expr_rule);
    changed |= now != old;
    return now;
  };
  const auto access = [&](const Access& old) {
    return expr_rule ? rewrite_access(old, expr_rule, changed) : old;
  };
  StmtPtr result = match(
      stmt,
      [&](const Einsum& n) {
        Access left = access(n.left);
        return make_stmt(Einsum{left, n.op, expr(n.right)}, stmt->where);
      },
      [&](const Assign& n) {
        Access left = access(n.left);
        return make_stmt(Assign{left, n.op, expr(n.right), n.defines, n.places}, stmt->where);
      },
      [&](const Forall& n) {
        const ExprPtr from = n.from ? expr(n.from) : nullptr, to = n.to ? expr(n.to) : nullptr;
        return make_stmt(Forall{n.var, child(n.body), n.options, from, to}, stmt->where);
      },
      [&](const Where& n) {
        StmtPtr consumer = child(n.consumer);
        return make_stmt(Where{consumer, child(n.producer)}, stmt->where);
      },
      [&](const Sequence& n) {
        std::vector<StmtPtr> list;
        for (const StmtPtr& s : n.stmts) list.push_back(child(s));
        return sequence(std::move(list));
      },
      [&](const Guard& n) {
        ExprPtr condition = expr(n.condition);
        return make_stmt(Guard{condition, child(n.body)}, stmt->where);
      },
      [&](const MatrixProduct& n) {
        MatrixProduct copy = n;
        copy.left = access(n.left);
        copy.row_factor = expr(n.row_factor), copy.column_factor = expr(n.column_factor);
        if (n.condition) copy.condition = expr(n.condition);
        if (n.value) copy.value = expr(n.value);
        copy.loops = child(n.loops);
        return make_stmt(std::move(copy), stmt->where);
      });
  return changed ? result : stmt;
}

void for_each_expr(const ExprPtr& expr, const std::function<void(const ExprPtr&)>& visit) {
  if (!expr) return;
  visit(expr);
  for (const ExprPtr& child : children(expr)) for_each_expr(child, visit);
}

void for_each_expr(const StmtPtr& stmt, const std::function<void(const ExprPtr&)>& visit) {
  const auto access = [&](const Access& a) {
    for (const ExprPtr& s : a.subscripts) for_each_expr(s, visit);
  };
  for_each_stmt(stmt, [&](const StmtPtr& s) {
    if (const auto* n = get_if<Einsum>(s)) access(n->left), for_each_expr(n->right, visit);
    if (const auto* n = get_if<Assign>(s)) access(n->left), for_each_expr(n->right, visit);
    if (const auto* n = get_if<Guard>(s)) for_each_expr(n->condition, visit);
    if (const auto* n = get_if<Forall>(s)) for_each_expr(n->from, visit), for_each_expr(n->to, visit);
  });
}

void for_each_stmt(const StmtPtr& stmt, const std::function<void(const StmtPtr&)>& visit) {
  if (!stmt) return;
  visit(stmt);
  match(
      stmt, [](const Einsum&) {}, [](const Assign&) {},
      [&](const Forall& n) { for_each_stmt(n.body, visit); },
      [&](const Where& n) {
        for_each_stmt(n.consumer, visit);
        for_each_stmt(n.producer, visit);
      },
      [&](const Sequence& n) {
        for (const StmtPtr& s : n.stmts) for_each_stmt(s, visit);
      },
      [&](const Guard& n) { for_each_stmt(n.body, visit); },
      [&](const MatrixProduct& n) { for_each_stmt(n.loops, visit); });
}

namespace {

ExprRule substitution(const std::map<Var, ExprPtr>& values) {
  return [&values](const ExprPtr& e) -> ExprPtr {
    const Var var = as_var(e);
    const auto found = var ? values.find(var) : values.end();
    return found == values.end() ? nullptr : found->second;
  };
}

}  // namespace

std::vector<Assign> assignments_of(const StmtPtr& stmt) {
  std::vector<Assign> list;
  for_each_stmt(stmt, [&](const StmtPtr& s) {
    if (const auto* assign = get_if<Assign>(s)) list.push_back(*assign);
  });
  return list;
}

std::optional<Assign> building(const StmtPtr& stmt) {
  std::optional<Assign> found;
  for_each_stmt(stmt, [&](const StmtPtr& s) {
    if (const auto* assign = get_if<Assign>(s); assign && assign->left.tensor->assembled) found = *assign;
  });
  return found;
}

ExprPtr substitute(const ExprPtr& expr, const std::map<Var, ExprPtr>& values) {
  return rewrite(expr, substitution(values));
}

StmtPtr substitute(const StmtPtr& stmt, const std::map<Var, ExprPtr>& values) {
  return rewrite(stmt, {}, substitution(values));
}

Access substitute(const Access& access, const std::map<Var, ExprPtr>& values) {
  bool changed = false;
  return rewrite_access(access, substitution(values), changed);
}

std::vector<Var> variables_of(const ExprPtr& expr) {
  std::vector<Var> list;
  for_each_expr(expr, [&](const ExprPtr& e) {
    if (const Var var = as_var(e)) add_unique(list, var);
  });
  return list;
}

std::vector<Var> free_variables_of(const ExprPtr& expr) {
  std::vector<Var> list = variables_of(expr);
  for_each_expr(expr, [&](const ExprPtr& e) {
    if (const auto* reduce = get_if<Reduce>(e))
      std::erase_if(list, [&](const Var& var) {
        return std::find(reduce->vars.begin(), reduce->vars.end(), var) != reduce->vars.end();
      });
  });
  return list;
}

std::vector<Var> variables_of(const StmtPtr& stmt) {
  std::vector<Var> list;
  for_each_expr(stmt, [&](const ExprPtr& e) {
    if (const Var var = as_var(e)) add_unique(list, var);
  });
  return list;
}

std::vector<Var> variables_of(const Access& access) {
  std::vector<Var> list;
  for (const ExprPtr& s : access.subscripts)
    for (const Var& var : variables_of(s)) add_unique(list, var);
  return list;
}

bool uses(const ExprPtr& expr, const Var& var) {
  bool found = false;
  for_each_expr(expr, [&](const ExprPtr& e) { found |= as_var(e) == var; });
  return found;
}

bool uses_any(const ExprPtr& expr, const std::vector<Var>& vars) {
  return std::any_of(vars.begin(), vars.end(), [&](const Var& var) { return uses(expr, var); });
}

bool is_fixed(const ExprPtr& subscript) { return variables_of(subscript).empty(); }

bool equal(const Access& a, const Access& b) {
  return a.tensor == b.tensor && a.optional == b.optional && a.subscripts.size() == b.subscripts.size() &&
         std::equal(a.subscripts.begin(), a.subscripts.end(), b.subscripts.begin(),
                    [](const ExprPtr& x, const ExprPtr& y) { return equal(x, y); });
}

bool equal(const ExprPtr& a, const ExprPtr& b) {
  if (a == b) return true;
  if (!a || !b || a->node.index() != b->node.index()) return false;
  const auto all_equal = [&] {
    const auto x = children(a), y = children(b);
    return x.size() == y.size() && std::equal(x.begin(), x.end(), y.begin(),
                                              [](const ExprPtr& p, const ExprPtr& q) { return equal(p, q); });
  };
  return match(
      a, [&](const Literal& n) { return n.text == std::get<Literal>(b->node).text && a->type == b->type; },
      [&](const Var& n) { return n == std::get<Var>(b->node); },
      [&](const Argument& n) { return n == std::get<Argument>(b->node); },
      [&](const Access& n) { return equal(n, std::get<Access>(b->node)); },
      [&](const Unary& n) { return n.op == std::get<Unary>(b->node).op && all_equal(); },
      [&](const Binary& n) { return n.op == std::get<Binary>(b->node).op && all_equal(); },
      [&](const Call& n) {
        const Call& m = std::get<Call>(b->node);
        return n.function == m.function && n.callable == m.callable && all_equal();
      },
      [&](const Reduce& n) {
        const Reduce& m = std::get<Reduce>(b->node);
        return n.op == m.op && n.vars == m.vars && all_equal();
      });
}

ExprPtr replace_access(const ExprPtr& expr, const Access& from,
                       const std::function<ExprPtr(const ExprPtr&)>& by) {
  return rewrite(expr, [&](const ExprPtr& e) -> ExprPtr {
    const auto* access = get_if<Access>(e);
    return access && equal(*access, from) ? by(e) : nullptr;
  });
}

ExprPtr replace_access(const ExprPtr& expr, const Access& from, const Access& to) {
  return replace_access(expr, from, [&](const ExprPtr& e) { return make_expr(to, e->type, e->where); });
}

std::vector<Access> accesses_of(const ExprPtr& expr) {
  std::vector<Access> list;
  for_each_expr(expr, [&](const ExprPtr& e) {
    if (const auto* access = get_if<Access>(e)) list.push_back(*access);
  });
  return list;
}

bool is_plain_left(const Access& left) {
  std::vector<Var> seen;
  for (const ExprPtr& subscript : left.subscripts) {
    if (is_fixed(subscript)) continue;
    const Var var = as_var(subscript);
    if (!var || std::find(seen.begin(), seen.end(), var) != seen.end()) return false;
    seen.push_back(var);
  }
  return true;
}

bool names_every_entry(const Access& left) {
  return is_plain_left(left) && std::none_of(left.subscripts.begin(), left.subscripts.end(), is_fixed);
}

}  // namespace insum::index

#include "loop_ir/rewrite.h"

#include <algorithm>

namespace insum::loops {

namespace {

using Visit = std::function<void(const ExprPtr&)>;

void visit_expr(const ExprPtr& expr, const Visit& visit) {
  if (!expr) return;
  visit(expr);
  const auto all = [&](const std::vector<ExprPtr>& list) {
    for (const ExprPtr& e : list) visit_expr(e, visit);
  };
  match(
      expr, [](const Literal&) {}, [](const Name&) {},
      [&](const Load& n) { visit_expr(n.array, visit), visit_expr(n.index, visit); },
      [&](const Pointer& n) { visit_expr(n.array, visit), visit_expr(n.index, visit); },
      [&](const Binary& n) { visit_expr(n.left, visit), visit_expr(n.right, visit); },
      [&](const Unary& n) { visit_expr(n.operand, visit); },
      [&](const Cast& n) { visit_expr(n.operand, visit); }, [&](const Call& n) { all(n.arguments); },
      [&](const Ternary& n) {
        visit_expr(n.condition, visit), visit_expr(n.yes, visit), visit_expr(n.no, visit);
      },
      [&](const List& n) { all(n.items); },
      [&](const TileLoad& n) { visit_expr(n.pointer, visit), visit_expr(n.stride, visit); });
}

void visit_assembly(const Assembly& n, const Visit& visit) {
  visit_expr(n.name, visit);
  visit_expr(n.fill, visit), visit_expr(n.block, visit);
  for (const ExprPtr& target : n.targets) visit_expr(target, visit);
}

}  // namespace

void for_each_expr(const ExprPtr& expr, const Visit& visit) { visit_expr(expr, visit); }

void for_each_expr(const Body& body, const Visit& visit) {
  for (const StmtPtr& stmt : body) for_each_expr(stmt, visit);
}

void for_each_expr(const StmtPtr& stmt, const Visit& visit) {
  const auto exprs = [&](std::initializer_list<ExprPtr> list) {
    for (const ExprPtr& e : list) visit_expr(e, visit);
  };
  match(
      stmt, [&](const Declare& n) { exprs({n.value}); }, [&](const Update& n) { exprs({n.target, n.value}); },
      [&](const TileUpdate& n) { exprs({n.pointer, n.stride, n.value}); },
      [&](const ScatterUpdate& n) { exprs({n.offset, n.value, n.stride}); },
      [&](const For& n) {
        exprs({n.begin, n.end, n.trips, n.step, n.width ? n.width->value : nullptr});
        for_each_expr(n.body, visit);
      },
      [&](const While& n) { exprs({n.condition}), for_each_expr(n.body, visit); },
      [&](const If& n) { exprs({n.condition}), for_each_expr(n.body, visit); },
      [&](const Aside& n) { exprs({n.condition}), for_each_expr(n.body, visit); },
      [&](const Continue& n) { exprs({n.condition}); }, [](const Comment&) {},
      [&](const Allocate& n) { exprs({n.count}); },
      [&](const Construct& n) {
        exprs({n.size, n.user, n.expected});
        for (const ExprPtr& size : n.sizes) visit_expr(size, visit);
      },
      [&](const ParallelFor& n) {
        exprs({n.begin, n.end, n.prefix, n.weight, n.coordinates, n.row_lanes, n.end_on_device});
        if (n.assembly) visit_assembly(*n.assembly, visit);
        if (n.scatter) exprs({n.scatter->target, n.scatter->count});
        if (n.filling) exprs({n.filling->workspace});
        for_each_expr(n.body, visit);
      },
      [&](const Launch& n) {
        exprs({n.items, n.lanes, n.row_lanes});
        for (const std::vector<ExprPtr>& list : {n.blocks, n.threads})
          for (const ExprPtr& length : list) visit_expr(length, visit);
        for (const Allocate& array : n.scratch) exprs({array.count});
        if (n.assembly) visit_assembly(*n.assembly, visit);
        if (n.vectors) {
          exprs({n.vectors->lanes});
          for (const auto& [value, of] : n.vectors->multiples) exprs({value});
        }
        for_each_expr(n.body, visit);
      },
      [&](const TileFor& n) { exprs({n.begin, n.end}), for_each_expr(n.body, visit); },
      [&](const TileReduce& n) { exprs({n.begin, n.end}), for_each_expr(n.body, visit); },
      [&](const EntryReduce& n) { exprs({n.begin, n.end}), for_each_expr(n.body, visit); },
      [&](const RowReduce& n) {
        exprs({n.begin, n.end, n.reduce.begin, n.reduce.end});
        for_each_expr(n.reduce.body, visit), for_each_expr(n.after, visit);
      },
      [&](const MatrixProduct& n) {
        exprs({n.rows, n.columns, n.depth, n.batch});
        const auto inside = [&](const Closure& c) { for_each_expr(c.body, visit), exprs({c.value}); };
        for (const Factor* factor : {&n.left, &n.right}) {
          inside(factor->element);
          if (factor->stored) inside(*factor->stored);
          exprs({factor->run, factor->lines, factor->apart});
        }
        inside(n.result);
      },
      [&](const RowTiles& n) {
        exprs({n.begin, n.end, n.columns.begin, n.columns.end}), for_each_expr(n.columns.body, visit);
      },
      [&](const EachRow& n) { for_each_expr(n.body, visit); }, [&](const Effect& n) { exprs({n.call}); });
}

void for_each_stmt(const Body& body, const std::function<void(const StmtPtr&)>& visit) {
  const auto inside = [&](const auto* node) {
    if (node) for_each_stmt(node->body, visit);
  };
  for (const StmtPtr& stmt : body) {
    visit(stmt);
    inside(get_if<For>(stmt)), inside(get_if<While>(stmt)), inside(get_if<If>(stmt)),
        inside(get_if<ParallelFor>(stmt));
    inside(get_if<Launch>(stmt)), inside(get_if<TileFor>(stmt)), inside(get_if<TileReduce>(stmt)),
        inside(get_if<EntryReduce>(stmt)), inside(get_if<EachRow>(stmt));
    if (const auto* n = get_if<RowTiles>(stmt)) for_each_stmt(n->columns.body, visit);
    if (const auto* n = get_if<RowReduce>(stmt))
      for_each_stmt(n->reduce.body, visit), for_each_stmt(n->after, visit);
    if (const auto* n = get_if<MatrixProduct>(stmt))
      for (const Closure* closure : {&n->left.element, &n->right.element, &n->result})
        for_each_stmt(closure->body, visit);
  }
}

ExprPtr rewrite(const ExprPtr& expr, const std::function<ExprPtr(const ExprPtr&)>& rule) {
  if (!expr) return expr;
  if (ExprPtr by = rule(expr)) return by;
  const auto with = [&](auto node) { return make_expr(std::move(node), expr->type, expr->pack); };
  const auto all = [&](std::vector<ExprPtr> list) {
    for (ExprPtr& e : list) e = rewrite(e, rule);
    return list;
  };
  return match(
      expr, [&](const Literal&) { return expr; }, [&](const Name&) { return expr; },
      [&](const Load& n) { return with(Load{rewrite(n.array, rule), rewrite(n.index, rule)}); },
      [&](const Pointer& n) { return with(Pointer{rewrite(n.array, rule), rewrite(n.index, rule)}); },
      [&](const Binary& n) { return with(Binary{n.op, rewrite(n.left, rule), rewrite(n.right, rule)}); },
      [&](const Unary& n) { return with(Unary{n.op, rewrite(n.operand, rule)}); },
      [&](const Cast& n) { return with(Cast{rewrite(n.operand, rule)}); },
      [&](const Call& n) { return with(Call{n.function, all(n.arguments)}); },
      [&](const Ternary& n) {
        return with(Ternary{rewrite(n.condition, rule), rewrite(n.yes, rule), rewrite(n.no, rule)});
      },
      [&](const List& n) { return with(List{all(n.items)}); },
      [&](const TileLoad& n) {
        return with(TileLoad{n.tile, rewrite(n.pointer, rule), rewrite(n.stride, rule)});
      });
}

bool equal(const ExprPtr& a, const ExprPtr& b) {
  if (!a || !b) return a == b;
  if (a == b) return true;
  if (a->node.index() != b->node.index() || !(a->type == b->type)) return false;
  const auto all = [](const std::vector<ExprPtr>& x, const std::vector<ExprPtr>& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), equal);
  };
  return match(
      a, [&](const Literal& n) { return n.text == get_if<Literal>(b)->text; },
      [&](const Name& n) { return n.text == get_if<Name>(b)->text; },
      [&](const Load& n) {
        return equal(n.array, get_if<Load>(b)->array) && equal(n.index, get_if<Load>(b)->index);
      },
      [&](const Pointer& n) {
        return equal(n.array, get_if<Pointer>(b)->array) && equal(n.index, get_if<Pointer>(b)->index);
      },
      [&](const Binary& n) {
        const auto* m = get_if<Binary>(b);
        return n.op == m->op && equal(n.left, m->left) && equal(n.right, m->right);
      },
      [&](const Unary& n) {
        return n.op == get_if<Unary>(b)->op && equal(n.operand, get_if<Unary>(b)->operand);
      },
      [&](const Cast& n) { return equal(n.operand, get_if<Cast>(b)->operand); },
      [&](const Call& n) {
        return n.function == get_if<Call>(b)->function && all(n.arguments, get_if<Call>(b)->arguments);
      },
      [&](const Ternary& n) {
        const auto* m = get_if<Ternary>(b);
        return equal(n.condition, m->condition) && equal(n.yes, m->yes) && equal(n.no, m->no);
      },
      [&](const List& n) { return all(n.items, get_if<List>(b)->items); },
      [&](const TileLoad& n) {
        const auto* m = get_if<TileLoad>(b);
        return n.tile == m->tile && equal(n.pointer, m->pointer) && equal(n.stride, m->stride);
      });
}

std::set<std::string> names_declared_in(const Body& body) {
  std::set<std::string> taken;
  for_each_stmt(body, [&](const StmtPtr& s) {
    if (const auto* n = get_if<Declare>(s)) taken.insert(n->name);
    if (const auto* n = get_if<For>(s)) taken.insert(n->var);
    if (const auto* n = get_if<Allocate>(s)) taken.insert(n->name);
    if (const auto* n = get_if<Construct>(s)) taken.insert(n->name);
    if (const auto* n = get_if<ParallelFor>(s)) {
      taken.insert({n->chunk_begin, n->chunk_end, n->prefix_var});
      if (n->assembly) taken.insert({n->assembly->parts, n->assembly->part});
    }
    if (const auto* n = get_if<Launch>(s)) {
      taken.insert(n->group);
      for (const Allocate& array : n->scratch) taken.insert(array.name);
    }
    if (const auto* n = get_if<TileFor>(s)) taken.insert({n->tile, n->var});
    if (const auto* n = get_if<RowTiles>(s)) taken.insert({n->rows, n->columns.tile, n->columns.var});
    if (const auto* n = get_if<EachRow>(s)) taken.insert({n->slot, n->row});
    if (const auto* n = get_if<TileReduce>(s)) taken.insert({n->result, n->tile, n->var, n->accumulator});
    if (const auto* n = get_if<EntryReduce>(s)) taken.insert({n->result, n->var, n->accumulator});
    if (const auto* n = get_if<RowReduce>(s))
      taken.insert({n->row, n->reduce.result, n->reduce.tile, n->reduce.var, n->reduce.accumulator});
    if (const auto* n = get_if<MatrixProduct>(s))
      for (const Closure* closure : {&n->left.element, &n->right.element, &n->result})
        taken.insert(closure->parameters.begin(), closure->parameters.end());
  });
  return taken;
}

std::set<std::string> names_in(const Kernel& kernel) {
  std::set<std::string> taken = names_declared_in(kernel.body);
  for (const Parameter& parameter : kernel.parameters) taken.insert(parameter.name);
  for_each_expr(kernel.body, [&](const ExprPtr& e) {
    if (const auto* name = get_if<Name>(e)) taken.insert(name->text);
  });
  return taken;
}

std::string fresh_name(const std::string& stem, std::set<std::string>& taken) {
  std::string name = stem;
  for (int n = 2; !taken.insert(name).second; ++n) name = stem + "_" + std::to_string(n);
  return name;
}

namespace {

template <class Part>
bool uses_in(const Part& part, const std::set<std::string>& names) {
  bool found = false;
  for_each_expr(part, [&](const ExprPtr& e) {
    const auto* name = get_if<Name>(e);
    found |= name && names.count(name->text) > 0;
  });
  return found;
}

}  // namespace

bool uses(const ExprPtr& expr, const std::set<std::string>& names) { return uses_in(expr, names); }
bool uses(const StmtPtr& stmt, const std::set<std::string>& names) { return uses_in(stmt, names); }
bool uses(const Body& body, const std::set<std::string>& names) { return uses_in(body, names); }

namespace {

using Rule = std::function<ExprPtr(const ExprPtr&)>;

/// A copy of `node` with these expressions of it rewritten.
template <class Node>
StmtPtr with_rule(const Node& node, const Rule& rule, std::initializer_list<ExprPtr Node::*> list) {
  Node copy = node;
  for (ExprPtr Node::* e : list) copy.*e = rewrite(copy.*e, rule);
  if constexpr (requires { copy.body; }) copy.body = rewrite_exprs(node.body, rule);
  return make_stmt(std::move(copy));
}

TileReduce with_rule(TileReduce n, const Rule& rule) {
  n.begin = rewrite(n.begin, rule), n.end = rewrite(n.end, rule), n.body = rewrite_exprs(n.body, rule);
  return n;
}

Assembly with_rule(Assembly n, const Rule& rule) {
  n.fill = rewrite(n.fill, rule), n.block = rewrite(n.block, rule), n.name = rewrite(n.name, rule);
  for (ExprPtr& target : n.targets) target = rewrite(target, rule);
  return n;
}

Closure with_rule(Closure n, const Rule& rule) {
  n.body = rewrite_exprs(n.body, rule), n.value = rewrite(n.value, rule);
  return n;
}

StmtPtr rewrite_exprs(const StmtPtr& stmt, const Rule& rule) {
  return match(
      stmt, [&](const Declare& n) { return with_rule(n, rule, {&Declare::value}); },
      [&](const Update& n) { return with_rule(n, rule, {&Update::target, &Update::value}); },
      [&](const TileUpdate& n) {
        return with_rule(n, rule, {&TileUpdate::pointer, &TileUpdate::stride, &TileUpdate::value});
      },
      [&](const ScatterUpdate& n) {
        return with_rule(n, rule, {&ScatterUpdate::offset, &ScatterUpdate::value, &ScatterUpdate::stride});
      },
      [&](const For& n) {
        For copy = n;
        if (copy.width) copy.width->value = rewrite(copy.width->value, rule);
        return with_rule(copy, rule, {&For::begin, &For::end, &For::trips, &For::step});
      },
      [&](const While& n) { return with_rule(n, rule, {&While::condition}); },
      [&](const If& n) { return with_rule(n, rule, {&If::condition}); },
      [&](const Aside& n) { return with_rule(n, rule, {&Aside::condition}); },
      [&](const Continue& n) { return with_rule(n, rule, {&Continue::condition}); },
      [&](const Comment&) { return stmt; },
      [&](const Allocate& n) { return with_rule(n, rule, {&Allocate::count}); },
      [&](const Construct& n) {
        Construct copy = n;
        for (ExprPtr& size : copy.sizes) size = rewrite(size, rule);
        return with_rule(copy, rule, {&Construct::size, &Construct::user, &Construct::expected});
      },
      [&](const ParallelFor& n) {
        ParallelFor copy = n;
        if (copy.assembly) copy.assembly = with_rule(*copy.assembly, rule);
        if (copy.scatter) copy.scatter->target = rewrite(copy.scatter->target, rule);
        if (copy.scatter) copy.scatter->count = rewrite(copy.scatter->count, rule);
        if (copy.filling) copy.filling->workspace = rewrite(copy.filling->workspace, rule);
        return with_rule(copy, rule,
                         {&ParallelFor::begin, &ParallelFor::end, &ParallelFor::prefix, &ParallelFor::weight,
                          &ParallelFor::coordinates, &ParallelFor::row_lanes, &ParallelFor::end_on_device});
      },
      [&](const Launch& n) {
        Launch copy = n;
        for (Allocate& array : copy.scratch) array.count = rewrite(array.count, rule);
        if (copy.assembly) copy.assembly = with_rule(*copy.assembly, rule);
        if (copy.vectors) {
          copy.vectors->lanes = rewrite(copy.vectors->lanes, rule);
          for (auto& [value, of] : copy.vectors->multiples) value = rewrite(value, rule);
        }
        return with_rule(copy, rule, {&Launch::items, &Launch::lanes, &Launch::row_lanes});
      },
      [&](const TileFor& n) { return with_rule(n, rule, {&TileFor::begin, &TileFor::end}); },
      [&](const TileReduce& n) { return make_stmt(with_rule(n, rule)); },
      [&](const EntryReduce& n) { return with_rule(n, rule, {&EntryReduce::begin, &EntryReduce::end}); },
      [&](const RowReduce& n) {
        RowReduce copy = n;
        copy.begin = rewrite(n.begin, rule), copy.end = rewrite(n.end, rule);
        copy.reduce = with_rule(n.reduce, rule), copy.after = rewrite_exprs(n.after, rule);
        return make_stmt(std::move(copy));
      },
      [&](const MatrixProduct& n) {
        MatrixProduct copy = n;
        for (Factor* factor : {&copy.left, &copy.right}) {
          factor->element = with_rule(factor->element, rule);
          if (factor->stored) factor->stored = with_rule(*factor->stored, rule);
          for (ExprPtr* fact : {&factor->run, &factor->lines, &factor->apart}) *fact = rewrite(*fact, rule);
        }
        copy.result = with_rule(n.result, rule);
        return with_rule(
            copy, rule,
            {&MatrixProduct::rows, &MatrixProduct::columns, &MatrixProduct::depth, &MatrixProduct::batch});
      },
      [&](const RowTiles& n) {
        RowTiles copy = n;
        copy.begin = rewrite(n.begin, rule), copy.end = rewrite(n.end, rule);
        copy.columns.begin = rewrite(n.columns.begin, rule), copy.columns.end = rewrite(n.columns.end, rule);
        copy.columns.body = rewrite_exprs(n.columns.body, rule);
        return make_stmt(std::move(copy));
      },
      [&](const EachRow& n) { return with_rule(n, rule, {}); },
      [&](const Effect& n) { return with_rule(n, rule, {&Effect::call}); });
}

}  // namespace

Body rewrite_exprs(const Body& body, const Rule& rule) {
  Body out;
  for (const StmtPtr& stmt : body) out.push_back(rewrite_exprs(stmt, rule));
  return out;
}

Body rewrite_bodies(const Body& body, const std::function<Body(Body)>& rule) {
  Body out;
  const auto with_body = [&](const auto& node) {
    auto copy = node;
    copy.body = rewrite_bodies(node.body, rule);
    return make_stmt(std::move(copy));
  };
  for (const StmtPtr& stmt : body) {
    StmtPtr now = stmt;
    if (const auto* n = get_if<For>(stmt)) now = with_body(*n);
    if (const auto* n = get_if<While>(stmt)) now = with_body(*n);
    if (const auto* n = get_if<If>(stmt)) now = with_body(*n);
    if (const auto* n = get_if<ParallelFor>(stmt)) now = with_body(*n);
    if (const auto* n = get_if<Launch>(stmt)) now = with_body(*n);
    if (const auto* n = get_if<TileFor>(stmt)) now = with_body(*n);
    if (const auto* n = get_if<TileReduce>(stmt)) now = with_body(*n);
    if (const auto* n = get_if<EntryReduce>(stmt)) now = with_body(*n);
    if (const auto* n = get_if<EachRow>(stmt)) now = with_body(*n);
    if (const auto* n = get_if<RowTiles>(stmt)) {
      RowTiles copy = *n;
      copy.columns.body = rewrite_bodies(n->columns.body, rule);
      now = make_stmt(std::move(copy));
    }
    if (const auto* n = get_if<RowReduce>(stmt)) {
      RowReduce copy = *n;
      copy.reduce.body = rewrite_bodies(n->reduce.body, rule);
      copy.after = rewrite_bodies(n->after, rule);
      now = make_stmt(std::move(copy));
    }
    out.push_back(now);
  }
  return rule(std::move(out));
}

}  // namespace insum::loops

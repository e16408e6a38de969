// What kernels that have several forms choose by when they are called.
#include <algorithm>
#include <functional>
#include <utility>

#include "index_ir/rewrite.h"
#include "lower/check_calls.h"
#include "lower/iterators.h"
#include "lower/lowering.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

namespace {

const lo::Type number{ElementType::f64, ""};

/// A loop meets each coordinate once, and in order.
bool comes_in_order(const Var& var, const ExprPtr& body) {
  bool ordered = true;
  for_each_expr(body, [&](const ExprPtr& e) {
    const auto* access = get_if<Access>(e);
    if (!access || access->tensor->dense) return;
    for (std::size_t l = 0; l < access->subscripts.size(); ++l) {
      const Level& level = access->tensor->levels[l].level;
      if (as_var(access->subscripts[l]) == var)
        ordered &= can_locate(level) || (level.ordered && level.unique);
    }
  });
  return ordered;
}

/// Its positions are not known before the kernel runs.
bool is_built(const Program& program, const TensorNode& tensor) {
  return tensor.temporary ||
         std::any_of(program.outputs.begin(), program.outputs.end(), [&](const Tensor& output) {
           return output->assembled && !output->keeps_pattern && output->values == tensor.values;
         });
}

}  // namespace

/// run_of(), also below a root that lists its coordinates.
std::optional<std::array<lo::ExprPtr, 2>> Lowering::stored_run_of(const TensorNode& tensor, std::size_t l) {
  if (is_built(program_, tensor)) return std::nullopt;
  const TensorLevel& root = tensor.levels.front();
  if (root.level.kind != LevelKind::compressed || has_positions(root)) return run_of(tensor, l);
  lo::ExprPtr count = index_value(root.size, Scope{}), above = lo::integer(1);
  for (std::size_t k = 1; k <= l; ++k) {
    const TensorLevel& level = tensor.levels[k];
    above = count;
    if (level.level.kind == LevelKind::dense)
      count = lo::mul(above, index_value(level.size, Scope{}));
    else if (has_positions(level))
      count = invoke("insum::rt::level_end", {array(level.arrays[0]), above, lo::integer(tensor.base)});
    else if (level.level.kind != LevelKind::singleton)
      return std::nullopt;
  }
  return std::array{count, above};
}

/// All workspaces of the program pay.
lo::ExprPtr Lowering::workspaces_pay(const Alternative& alternative) {
  lo::ExprPtr all;
  const auto known_run_of = [&](const TensorNode& tensor, std::size_t l) {
    return is_built(program_, tensor) ? std::nullopt : run_of(tensor, l);
  };
  for (const Alternative::Row& row : alternative.rows) {
    const auto own = known_run_of(*row.own.tensor, row.own.level),
               other = known_run_of(*row.other.tensor, row.other.level);
    std::vector<lo::ExprPtr> list = {index_value(row.size, Scope{})};
    if (own && other) list.insert(list.end(), {(*own)[0], (*own)[1], (*other)[0], (*other)[1]});
    const lo::ExprPtr pays = invoke("insum::rt::row_pays", list, truth);
    all = all ? lo::make_expr(lo::Binary{"&&", all, pays}, truth) : pays;
  }
  return all;
}

/// The operands have so few entries, for what is computed with them, that copies pay. Null where one of these
/// numbers is not known.
lo::ExprPtr Lowering::copies_pay(const Scattered& scattered) {
  const Products products = Lowering(*scattered.program, true).products();
  lo::ExprPtr entries;
  for (const Tensor& tensor : scattered.copied) {
    std::size_t last = tensor->levels.size() - 1;
    while (last > 0 && !is_stored(tensor->levels[last])) --last;
    const auto run = stored_run_of(*tensor, last);
    if (!run) return nullptr;
    entries = entries ? lo::add(entries, (*run)[0]) : (*run)[0];
  }
  if (!products.all || !entries) return nullptr;
  return invoke("insum::rt::copies_pay", {entries, products.all, products.at_once}, truth);
}

/// How many there are of what the program puts into the results that it builds, about.
Lowering::Products Lowering::products() {
  lo::ExprPtr all, at_once;
  bool known = true;
  std::vector<const Forall*> around;
  std::size_t outside = 0;  // loops around the workspace; others may be in the order of the result
  const auto product = [](const std::vector<lo::ExprPtr>& lengths) {
    return invoke("insum::rt::repeated", lengths, number);
  };
  const auto either = [](const char* op, const lo::ExprPtr& a, const lo::ExprPtr& b) {
    return a ? lo::make_expr(lo::Binary{op, a, b}, number) : b;
  };
  std::function<void(const StmtPtr&)> visit = [&](const StmtPtr& stmt) {
    match(
        stmt, [](const Einsum&) {}, [](const MatrixProduct&) {},
        [&](const Assign& n) {
          const auto* copied = get_if<Access>(n.right);
          const bool builds =
              n.left.tensor->assembled || n.left.tensor->workspace != TensorNode::Workspace::none;
          if (!builds || (copied && copied->tensor->workspace != TensorNode::Workspace::none)) return;
          std::vector<lo::ExprPtr> lengths;
          for (const Forall* loop : around) lengths.push_back(mean_length(*loop, n));
          for (const lo::ExprPtr& length : lengths) known &= length != nullptr;
          if (!known) return;
          all = either("+", all, product(lengths));
          std::size_t outer = outside;
          while (outer < around.size() && outer < n.left.subscripts.size() &&
                 as_var(n.left.subscripts[outer]) == around[outer]->var &&
                 comes_in_order(around[outer]->var, n.right))
            ++outer;
          lengths.erase(lengths.begin(), lengths.begin() + static_cast<std::ptrdiff_t>(outer));
          at_once = either("+", at_once, product(lengths));
        },
        [&](const Forall& n) {
          around.push_back(&n);
          visit(n.body);
          around.pop_back();
        },
        [&](const Where& n) {
          const std::size_t before = std::exchange(outside, around.size());
          visit(n.producer);
          outside = before;
          visit(n.consumer);
        },
        [&](const Sequence& n) {
          for (const StmtPtr& s : n.stmts) visit(s);
        },
        [&](const Guard& n) { visit(n.body); });
  };
  visit(program_.body);
  return known ? Products{all, at_once} : Products{};
}

/// Of a loop around `assign`, on average. Operands that are walked together are taken to be independent of
/// each other.
lo::ExprPtr Lowering::mean_length(const Forall& loop, const Assign& assign) {
  lo::ExprPtr length;
  const auto size = [&] { return index_value(program_.ranges.at(loop.var).end, Scope{}); };
  bool known = true;
  for_each_expr(assign.right, [&](const ExprPtr& e) {
    const auto* access = get_if<Access>(e);
    if (!access || access->tensor->dense) return;
    for (std::size_t l = 0; l < access->subscripts.size(); ++l) {
      if (as_var(access->subscripts[l]) != loop.var || can_locate(access->tensor->levels[l].level)) continue;
      const auto run = stored_run_of(*access->tensor, l);
      known &= run.has_value();
      if (!run) continue;
      const lo::ExprPtr mean = invoke("insum::rt::mean_length", {(*run)[0], (*run)[1]}, number);
      length = length ? invoke("insum::rt::mean_meetings", {length, mean, size()}, number) : mean;
    }
  });
  if (!known || length) return known ? length : nullptr;
  const Range& range = program_.ranges.at(loop.var);
  return as_integer(range.begin) == 0 && variables_of(range.end).empty() ? size() : nullptr;
}

}  // namespace insum::lower

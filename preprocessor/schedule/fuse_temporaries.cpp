#include "schedule/fuse_temporaries.h"

#include <algorithm>
#include <set>

#include "index_ir/nest.h"
#include "index_ir/rewrite.h"
#include "schedule/chain.h"
#include "schedule/move_nest.h"
#include "schedule/shared_rows.h"

namespace insum::schedule {

using namespace index;

namespace {

struct Use {
  std::vector<Access> accesses;
  bool written = false;
};

Use use_of(const Tensor& tensor, const StmtPtr& stmt) {
  Use use;
  for_each_expr(stmt, [&](const ExprPtr& e) {
    const auto* access = get_if<Access>(e);
    if (access && access->tensor == tensor) use.accesses.push_back(*access);
  });
  for_each_stmt(stmt, [&](const StmtPtr& s) {
    const auto* assign = get_if<Assign>(s);
    if (!assign || assign->left.tensor != tensor) return;
    use.accesses.push_back(assign->left);
    use.written = true;
  });
  return use;
}

/// forall z..: W[z,..] = literal
bool only_clears(const StmtPtr& stmt) {
  StmtPtr at = stmt;
  while (const auto* loop = get_if<Forall>(at)) at = loop->body;
  const auto* assign = get_if<Assign>(at);
  return assign && assign->op == Op::none && get_if<Literal>(assign->right);
}

/// The loop around all of `stmt` where each of its iterations works on its own row of `tensor`. It goes
/// through all rows, unless it is known to be the same in all nests: `same`, or null.
const Forall* row_loop(const StmtPtr& stmt, const Tensor& tensor, const Var& same, const Program& program) {
  const auto* loop = get_if<Forall>(stmt);
  if (!loop || (loop->options.vector && !only_clears(stmt))) return nullptr;
  const Range& range = program.ranges.at(loop->var);
  const bool whole = as_integer(range.begin) == 0 && same_size(range.end, tensor->sizes[0], program);
  if (!whole && loop->var != same) return nullptr;
  for (const Access& access : use_of(tensor, stmt).accesses)
    if (as_var(access.subscripts[0]) != loop->var) return nullptr;
  return loop;
}

/// The nest that a statement consists of, but for what takes over its sum.
StmtPtr nest_of(const StmtPtr& stmt, const Tensor& tensor) {
  const auto* where = get_if<Where>(stmt);
  const bool is_sum = where && get_if<Forall>(where->producer) && get_if<Assign>(where->consumer);
  return is_sum && use_of(tensor, where->consumer).accesses.empty() ? where->producer : stmt;
}

/// ... and the statement with another in its place.
StmtPtr with_nest(const StmtPtr& stmt, const StmtPtr& before, const StmtPtr& nest) {
  if (stmt == before) return nest;
  return make_stmt(Where{get_if<Where>(stmt)->consumer, nest}, stmt->where);
}

/// Nest `at` writes nothing but `tensor`, and temporaries of its own.
bool writes_only(const Nests& list, std::size_t at, const Tensor& tensor) {
  const auto is_own = [&](const Tensor& written) {
    if (!written->temporary) return false;
    for (std::size_t s = 0; s < list.size(); ++s)
      if (s != at && !use_of(written, list[s]).accesses.empty()) return false;
    return true;
  };
  bool only = true;
  for_each_stmt(list[at], [&](const StmtPtr& s) {
    const auto* assign = get_if<Assign>(s);
    only = only && (!assign || assign->left.tensor == tensor || is_own(assign->left.tensor));
  });
  return only;
}

/// `stmt` with rows of `tensor` taken from `row`, and without threads of its own.
StmtPtr on_row(const StmtPtr& stmt, const Tensor& tensor, const Tensor& row) {
  const auto shorten = [&](const Access& access) {
    return Access{row, {access.subscripts.begin() + 1, access.subscripts.end()}};
  };
  const ExprRule expr_rule = [&](const ExprPtr& e) -> ExprPtr {
    const auto* access = get_if<Access>(e);
    return access && access->tensor == tensor ? make_expr(shorten(*access), e->type, e->where) : nullptr;
  };
  const StmtRule stmt_rule = [&](const StmtPtr& s) -> StmtPtr {
    const auto* assign = get_if<Assign>(s);
    if (!assign || assign->left.tensor != tensor) return nullptr;
    return make_stmt(
        Assign{shorten(assign->left), assign->op, rewrite(assign->right, expr_rule), assign->defines},
        s->where);
  };
  return rewrite(on_one_thread(stmt), stmt_rule, expr_rule);
}

/// What loops are bound to: nests that share a loop have the same blocks and threads.
std::set<Axis> axes_in(const StmtPtr& stmt) {
  std::set<Axis> axes;
  for_each_stmt(stmt, [&](const StmtPtr& s) {
    const auto* loop = get_if<Forall>(s);
    if (loop && loop->options.axis != Axis::none) axes.insert(loop->options.axis);
  });
  return axes;
}

/// The loop of `producer` comes to the rows of `consumer`, each once, or to all rows to clear them.
bool goes_along(const StmtPtr& producer, const Var& row, const StmtPtr& consumer, const Var& own) {
  const std::vector<Driver> walked = drivers_of(consumer, own), others = drivers_of(producer, row);
  const bool in_runs = get_if<Forall>(consumer)->options.runs;
  if (walked.empty()) return others.empty();
  if (others.empty()) return only_clears(producer);
  const bool once = std::all_of(walked.begin(), walked.end(), [&](const Driver& d) {
    return in_runs || d.access.tensor->levels[d.level].level.unique;
  });
  return once && share_rows(producer, consumer, row, own);
}

/// A nest that reads a temporary, and those that fill it, on their way into one nest of loops.
class Rows {
 public:
  Rows(const Tensor& tensor, Program& program) : tensor_(tensor), program_(program) {}

  /// Null where the outermost loops do not go along with each other.
  StmtPtr fused(const StmtPtr& stmt, std::vector<StmtPtr> producers, bool first = true) {
    const StmtPtr consumer = tensor_->shared > 0 ? nest_of(stmt, tensor_) : stmt;
    const Var same = loop_of_all(consumer, producers);
    const Forall* loop = tensor_->sizes.empty() || tensor_->partial == 0
                             ? nullptr
                             : row_loop(consumer, tensor_, same, program_);
    bool along = loop && (first || tensor_->shared > 0 || !drivers_of(consumer, loop->var).empty());
    for (const StmtPtr& producer : producers) {
      const Forall* row = along ? row_loop(producer, tensor_, same, program_) : nullptr;
      along = row && axes_in(producer) == axes_in(consumer) &&
              goes_along(producer, row->var, consumer, loop->var);
    }
    if (!along && first) return nullptr;
    if (!along) return make_stmt(Where{stmt, sequence(std::move(producers))}, stmt->where);
    const Tensor whole = tensor_;
    shorten();
    for (StmtPtr& producer : producers) {
      const Forall* row = get_if<Forall>(producer);
      producer = with_index(on_row(row->body, whole, tensor_), row->var, loop->var, program_);
    }
    loops_.push_back(loop->var);
    const StmtPtr body = fused(on_row(loop->body, whole, tensor_), std::move(producers), false);
    const StmtPtr nest = make_stmt(
        Forall{loop->var, first ? without_rows(body, loops_) : body, loop->options}, consumer->where);
    return with_nest(stmt, consumer, nest);
  }

  /// What is left of the temporary.
  const Tensor& row() const { return tensor_; }

 private:
  /// The index of the outermost loop of all these nests, those apart that only clear the temporary; null
  /// where they differ.
  static Var loop_of_all(const StmtPtr& consumer, const std::vector<StmtPtr>& producers) {
    const auto* loop = get_if<Forall>(consumer);
    if (!loop) return nullptr;
    const bool all = std::all_of(producers.begin(), producers.end(), [&](const StmtPtr& producer) {
      const auto* other = get_if<Forall>(producer);
      return other && (other->var == loop->var || only_clears(producer));
    });
    return all ? loop->var : nullptr;
  }

  void shorten() {
    TensorNode node = *tensor_;
    node.sizes.erase(node.sizes.begin());
    set_row_major(node);  // strides of another order() would reach over rows that are gone
    if (node.partial > 0) --node.partial;
    if (node.shared > 0) --node.shared;
    tensor_ = std::make_shared<const TensorNode>(std::move(node));
  }

  Tensor tensor_;
  Program& program_;
  std::vector<Var> loops_;
};

/// The statements of `list` that fill `tensor`, and the last one, which reads it; nothing when they do not
/// fit.
bool fuse(const Tensor& tensor, Nests& list, Program& program) {
  std::vector<std::size_t> users;
  for (std::size_t s = 0; s < list.size(); ++s)
    if (!use_of(tensor, list[s]).accesses.empty()) users.push_back(s);
  if (users.size() < 2) return false;
  const std::size_t last = users.back();
  users.pop_back();
  const StmtPtr nest = nest_of(list[last], tensor);
  if (use_of(tensor, list[last]).written) return false;
  std::vector<StmtPtr> producers;
  for (const std::size_t s : users) {
    if (!writes_only(list, s, tensor)) return false;
    producers.push_back(list[s]);
  }
  // Each moves down to the consumer, and runs between its iterations.
  if (!may_move_down(list, users, last)) return false;
  Rows rows(tensor, program);
  const StmtPtr fused = rows.fused(nest, std::move(producers));
  if (!fused) return false;
  list[last] = with_nest(list[last], nest, fused);
  for (auto s = users.rbegin(); s != users.rend(); ++s)
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(*s));
  std::replace(program.tensors.begin(), program.tensors.end(), tensor, rows.row());
  return true;
}

/// Those with the most loops around all their nests first, since others stand inside of fewer of these loops;
/// of equal ones the later, which a nest of the earlier was split for.
std::vector<Tensor> innermost_first(const std::vector<Tensor>& tensors) {
  std::vector<Tensor> list, others;
  for (const Tensor& tensor : tensors) (tensor->shared > 0 ? list : others).push_back(tensor);
  std::reverse(list.begin(), list.end());
  std::stable_sort(list.begin(), list.end(),
                   [](const Tensor& a, const Tensor& b) { return a->shared > b->shared; });
  list.insert(list.end(), others.begin(), others.end());
  return list;
}

}  // namespace

Program fuse_temporaries(const Program& program) {
  return with_changed_nests(program, [&](Program& result, Nests& nests) {
    for (const Tensor& tensor : innermost_first(program.tensors))
      if (tensor->temporary && tensor->dense && tensor->sizes.size() >= 1) fuse(tensor, nests, result);
  });
}

}  // namespace insum::schedule

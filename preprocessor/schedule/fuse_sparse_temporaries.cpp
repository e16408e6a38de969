#include "schedule/fuse_sparse_temporaries.h"

#include <algorithm>

#include "index_ir/nest.h"
#include "index_ir/rewrite.h"
#include "schedule/chain.h"
#include "schedule/move_nest.h"

namespace insum::schedule {

using namespace index;

namespace {

/// forall around...: where forall c...: T[around.., c..] = W[c..]  with  producer
struct Filled {
  std::vector<Forall> around;
  Where where;
  Access workspace;  // as T is filled from it
  Assign append;
};

std::optional<Filled> as_filled(const StmtPtr& stmt) {
  Filled filled;
  StmtPtr at = stmt;
  while (const auto* loop = get_if<Forall>(at)) {
    filled.around.push_back(*loop);
    at = loop->body;
  }
  const auto* where = get_if<Where>(at);
  const auto append = where ? building(where->consumer) : std::nullopt;
  const auto* read = append ? get_if<Access>(append->right) : nullptr;
  if (!read || !append->left.tensor->temporary || read->tensor->workspace == TensorNode::Workspace::none)
    return std::nullopt;
  filled.where = *where, filled.workspace = *read, filled.append = *append;
  return filled;
}

bool is_of(const TensorNode& tensor, const TensorNode& other) {
  return tensor.values && tensor.values == other.values;
}

bool uses_tensor(const StmtPtr& stmt, const TensorNode& tensor) {
  bool found = false;
  for_each_expr(stmt, [&](const ExprPtr& e) {
    const auto* access = get_if<Access>(e);
    found |= access && is_of(*access->tensor, tensor);
  });
  for_each_stmt(stmt, [&](const StmtPtr& s) {
    const auto* assign = get_if<Assign>(s);
    found |= assign && is_of(*assign->left.tensor, tensor);
  });
  return found;
}

/// The nest runs twice, to count and to fill: what it reads is better computed once.
bool is_counted(const StmtPtr& stmt) {
  const std::vector<Assign> all = assignments_of(stmt);
  return std::any_of(all.begin(), all.end(),
                     [](const Assign& assign) { return assign.places == Assign::Places::counted; });
}

/// The one way in which `stmt` reads the temporary.
std::optional<Access> only_read(const StmtPtr& stmt, const TensorNode& tensor) {
  std::optional<Access> only;
  bool one = true;
  for_each_expr(stmt, [&](const ExprPtr& e) {
    const auto* access = get_if<Access>(e);
    if (!access || !is_of(*access->tensor, tensor)) return;
    one &= !access->optional && (!only || equal(*only, *access));
    only = *access;
  });
  return one ? only : std::nullopt;
}

class SparseFuser {
 public:
  SparseFuser(Program& program, Nests& list) : program_(program), list_(list) {}

  void run() {
    for (std::size_t s = 0; s < list_.size(); ++s)
      if (const auto filled = as_filled(list_[s]); filled && fuse(s, *filled)) --s;
  }

 private:
  bool fuse(std::size_t from, const Filled& filled) {
    const TensorNode& tensor = *filled.append.left.tensor;
    std::vector<std::size_t> users;
    for (std::size_t s = 0; s < list_.size(); ++s)
      if (s != from && uses_tensor(list_[s], tensor)) users.push_back(s);
    if (users.size() != 1 || users[0] < from) return false;
    const std::size_t at = users[0];
    if (!may_move_down(list_, {from}, at) || is_counted(list_[at])) return false;
    const auto read = only_read(list_[at], tensor);
    if (!read || read->subscripts.size() != tensor.levels.size()) return false;
    const StmtPtr fused = filled.around.empty() ? in_place(filled, *read, at) : in_loops(filled, *read, at);
    if (!fused) return false;
    program_.notes.push_back(filled.around.empty()
                                 ? tensor.name + " is read from its workspace"
                                 : "one " + filled.around.back().var->name + " of " + tensor.name +
                                       " is computed, and read from its workspace, at a time");
    const Tensor gone = filled.append.left.tensor;
    list_[at] = fused;
    list_.erase(list_.begin() + static_cast<std::ptrdiff_t>(from));
    std::erase_if(program_.tensors, [&](const Tensor& t) { return is_of(*t, *gone); });
    return true;
  }

  /// forall v..: C[v..] = T[v..]: C is appended in the place of T.
  StmtPtr in_place(const Filled& filled, const Access& read, std::size_t at) const {
    StmtPtr inner = list_[at];
    std::vector<Var> loops;
    while (const auto* loop = get_if<Forall>(inner)) {
      loops.push_back(loop->var);
      inner = loop->body;
    }
    const auto* assign = get_if<Assign>(inner);
    if (!assign || assign->op != Op::none || !assign->left.tensor->assembled ||
        assign->left.tensor->keeps_pattern || !get_if<Access>(assign->right) ||
        assign->left.tensor->type != filled.append.left.tensor->type ||
        loops.size() != read.subscripts.size() || loops.size() != assign->left.subscripts.size())
      return nullptr;
    for (std::size_t l = 0; l < loops.size(); ++l)
      if (as_var(read.subscripts[l]) != loops[l] || as_var(assign->left.subscripts[l]) != loops[l])
        return nullptr;
    const Tensor result = assign->left.tensor;
    const StmtRule rule = [&](const StmtPtr& s) -> StmtPtr {
      const auto* append = get_if<Assign>(s);
      if (!append) return nullptr;
      return make_stmt(Assign{{result, append->left.subscripts}, Op::none, append->right}, s->where);
    };
    return make_stmt(Where{rewrite(filled.where.consumer, rule), filled.where.producer}, list_[at]->where);
  }

  StmtPtr in_loops(const Filled& filled, const Access& read, std::size_t at) const {
    const std::size_t outer = filled.around.size();
    StmtPtr body = list_[at];
    LoopOptions options = filled.around.front().options;
    for (std::size_t l = 0; l < outer; ++l) {
      const auto* loop = get_if<Forall>(body);
      // Of blocks, and of fused levels, several loops are one index.
      if (l >= read.subscripts.size() || as_var(filled.append.left.subscripts[l]) != filled.around[l].var)
        return nullptr;
      if (!loop || as_var(read.subscripts[l]) != loop->var || loop->options.vector || loop->options.runs ||
          loop->options.unroll != 1 || filled.around[l].options.runs || !leads(read, loop->var, at))
        return nullptr;
      if (l == 0) options.parallel &= loop->options.parallel;
      body = loop->body;
    }
    const Var own = as_var(read.subscripts[0]);
    if (!walks_below(body, read, outer) || !writes_only_below(body, read, own)) return nullptr;
    for (std::size_t l = 0; l < outer; ++l)
      body = with_index(body, as_var(read.subscripts[l]), filled.around[l].var, program_);
    body = on_workspace(body, filled, outer);
    StmtPtr stmt = make_stmt(Where{body, filled.where.producer}, list_[at]->where);
    for (std::size_t l = outer; l-- > 0;)
      stmt = make_stmt(Forall{filled.around[l].var, stmt, l == 0 ? options : filled.around[l].options},
                       list_[at]->where);
    return stmt;
  }

  /// The temporary alone says which coordinates of `var` there are.
  bool leads(const Access& read, const Var& var, std::size_t at) const {
    for (const Driver& driver : drivers_of(list_[at], var))
      if (!is_of(*driver.access.tensor, *read.tensor)) return false;
    return true;
  }

  /// Loops inside go through the rest of the levels: a workspace is not searched for what they know already,
  /// as for i of T[i,i].
  static bool walks_below(const StmtPtr& body, const Access& read, std::size_t outer) {
    return std::all_of(read.subscripts.begin() + static_cast<std::ptrdiff_t>(outer), read.subscripts.end(),
                       [&](const ExprPtr& subscript) {
                         bool found = false;
                         for_each_stmt(body, [&](const StmtPtr& s) {
                           const auto* loop = get_if<Forall>(s);
                           found |= loop && as_var(subscript) == loop->var;
                         });
                         return found;
                       });
  }

  /// Each iteration writes elements of its own, and none where the workspace is empty.
  static bool writes_only_below(const StmtPtr& body, const Access& read, const Var& own) {
    bool good = true;
    const auto visit = [&](const StmtPtr& s, bool below, const auto& self) -> void {
      if (const auto* loop = get_if<Forall>(s))
        return self(loop->body, below || as_var(read.subscripts.back()) == loop->var, self);
      if (const auto* where = get_if<Where>(s))
        return self(where->producer, below, self), self(where->consumer, below, self);
      if (const auto* guard = get_if<Guard>(s)) return self(guard->body, below, self);
      if (const auto* all = get_if<Sequence>(s)) {
        for (const StmtPtr& each : all->stmts) self(each, below, self);
        return;
      }
      const auto* assign = get_if<Assign>(s);
      if (!assign) return static_cast<void>(good = false);
      if (assign->left.tensor->temporary) return static_cast<void>(good &= !assign->left.tensor->assembled);
      const auto& at = assign->left.subscripts;
      good &= std::any_of(at.begin(), at.end(), [&](const ExprPtr& e) { return as_var(e) == own; });
      good &= below || (assign->op != Op::none && !assign->left.tensor->assembled);
    };
    visit(body, false, visit);
    return good;
  }

  static StmtPtr on_workspace(const StmtPtr& body, const Filled& filled, std::size_t outer) {
    const ExprRule expr_rule = [&](const ExprPtr& e) -> ExprPtr {
      const auto* access = get_if<Access>(e);
      if (!access || !is_of(*access->tensor, *filled.append.left.tensor)) return nullptr;
      const auto from = access->subscripts.begin() + static_cast<std::ptrdiff_t>(outer);
      return make_expr(Access{filled.workspace.tensor, {from, access->subscripts.end()}}, e->type, e->where);
    };
    return rewrite(on_one_thread(body), StmtRule(), expr_rule);
  }

  Program& program_;
  Nests& list_;
};

}  // namespace

Program fuse_sparse_temporaries(const Program& program) {
  return with_changed_nests(program, [](Program& result, Nests& nests) { SparseFuser(result, nests).run(); });
}

}  // namespace insum::schedule

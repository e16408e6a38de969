#include "schedule/move_nest.h"

#include <algorithm>
#include <map>

#include "index_ir/rewrite.h"

namespace insum::schedule {

using namespace index;

namespace {

/// Neither may pass the other then.
bool reads_result_of(const StmtPtr& stmt, const StmtPtr& writer) {
  bool reads = false;
  for_each_stmt(writer, [&](const StmtPtr& s) {
    const auto* assign = get_if<Assign>(s);
    if (!assign) return;
    const Tensor& written = assign->left.tensor;
    for_each_expr(stmt, [&](const ExprPtr& e) {
      const auto* access = get_if<Access>(e);
      reads |= access &&
               (access->tensor == written || (written->values && access->tensor->values == written->values));
    });
  });
  return reads;
}

}  // namespace

Program with_changed_nests(const Program& program, const std::function<void(Program&, Nests&)>& change) {
  const auto* all = get_if<Sequence>(program.body);
  if (!all) return program;
  Program result = program;
  Nests nests = all->stmts;
  change(result, nests);
  result.body = sequence(std::move(nests));
  return result;
}

bool may_move_down(const Nests& nests, const std::vector<std::size_t>& moved, std::size_t to) {
  for (const std::size_t from : moved)
    for (std::size_t passed = from + 1; passed <= to; ++passed)
      if (std::find(moved.begin(), moved.end(), passed) == moved.end() &&
          reads_result_of(nests[from], nests[passed]))
        return false;
  return true;
}

StmtPtr on_one_thread(const StmtPtr& stmt) {
  StmtRule rule;
  rule = [&](const StmtPtr& s) -> StmtPtr {
    const auto* loop = get_if<Forall>(s);
    if (!loop || !loop->options.parallel) return nullptr;
    LoopOptions options = loop->options;
    options.parallel = false;
    return make_stmt(Forall{loop->var, rewrite(loop->body, rule), options}, s->where);
  };
  return rewrite(stmt, rule);
}

StmtPtr with_index(const StmtPtr& stmt, const Var& from, const Var& to, Program& program) {
  std::map<Var, ExprPtr> values = {{from, var_expr(to)}};
  for_each_stmt(stmt, [&](const StmtPtr& s) {
    const auto* loop = get_if<Forall>(s);
    if (!loop || values.count(loop->var)) return;
    const Range range = program.ranges.at(loop->var);
    const Range changed{substitute(range.begin, values), substitute(range.end, values)};
    if (equal(range.begin, changed.begin) && equal(range.end, changed.end)) return;
    const Var var = std::make_shared<const IndexVar>(*loop->var);
    program.ranges[var] = changed;
    values[loop->var] = var_expr(var);
  });
  StmtRule rule;
  rule = [&](const StmtPtr& s) -> StmtPtr {
    const auto* loop = get_if<Forall>(s);
    const auto renamed = loop ? values.find(loop->var) : values.end();
    if (renamed == values.end()) return nullptr;
    return make_stmt(Forall{as_var(renamed->second), rewrite(loop->body, rule), loop->options}, s->where);
  };
  return substitute(rewrite(stmt, rule), values);
}

}  // namespace insum::schedule

#include "schedule/clear_where_read.h"

#include <algorithm>

#include "index_ir/nest.h"
#include "index_ir/rewrite.h"
#include "schedule/chain.h"

namespace insum::schedule {

using namespace index;

namespace {

/// The workspace that `stmt` clears, all of it: forall j: W[j] = literal.
Tensor cleared_by(const StmtPtr& stmt) {
  const auto* loop = get_if<Forall>(stmt);
  const auto* assign = loop ? get_if<Assign>(loop->body) : nullptr;
  if (!assign || assign->op != Op::none || !get_if<Literal>(assign->right)) return nullptr;
  const Tensor& tensor = assign->left.tensor;
  const bool row = tensor->temporary && tensor->dense && tensor->sizes.size() == 1 && tensor->partial < 0;
  return row && as_var(assign->left.subscripts[0]) == loop->var ? tensor : nullptr;
}

/// Sums of anything that is `added` may stand in places that are never read.
bool may_be_anything(const Tensor& tensor, const StmtPtr& producer) {
  if (tensor->type == ElementType::dependent) return false;
  bool harmless = true;
  for_each_stmt(producer, [&](const StmtPtr& s) {
    const auto* assign = get_if<Assign>(s);
    if (!assign || assign->left.tensor != tensor || assign->op == Op::none) return;
    const bool sum = assign->op == Op::add && (!is_integer(tensor->type) || is_unsigned(tensor->type));
    harmless &= sum || assign->op == Op::min || assign->op == Op::max || assign->op == Op::logical_or;
  });
  return harmless;
}

/// The entries at which alone the loop `consumer` reads `tensor`, by its own index; nothing where there are
/// none.
std::optional<Access> mask_of(const Forall& consumer, const StmtPtr& stmt, const Tensor& tensor) {
  if (consumer.options.vector) return std::nullopt;
  bool own = true;
  for_each_expr(consumer.body, [&](const ExprPtr& e) {
    const auto* access = get_if<Access>(e);
    if (access && access->tensor == tensor) own &= as_var(access->subscripts[0]) == consumer.var;
  });
  if (!own) return std::nullopt;
  for (const Driver& driver : drivers_of(stmt, consumer.var)) {
    const Access& access = driver.access;
    if (access.optional || !get_if<Assign>(consumer.body) || driver.level + 1 != access.subscripts.size() ||
        as_var(access.subscripts.back()) != consumer.var || access.tensor->assembled)
      continue;
    const auto outside = access.subscripts.begin() + static_cast<std::ptrdiff_t>(driver.level);
    if (std::none_of(access.subscripts.begin(), outside,
                     [&](const ExprPtr& subscript) { return uses(subscript, consumer.var); }))
      return access;
  }
  return std::nullopt;
}

StmtPtr clear_at_entries(const StmtPtr& clear, const Forall& consumer, const Access& mask) {
  const Assign& assign = *get_if<Assign>(get_if<Forall>(clear)->body);
  const StmtPtr one = make_stmt(
      Assign{{assign.left.tensor, {var_expr(consumer.var)}}, Op::none, assign.right, false}, clear->where);
  const ExprPtr stored =
      make_expr(Call{"stored", {make_expr(mask, mask.tensor->type)}, nullptr}, ElementType::boolean);
  return make_stmt(Forall{consumer.var, make_stmt(Guard{stored, one}, clear->where), {}}, clear->where);
}

}  // namespace

Program clear_where_read(const Program& program) {
  Program result = program;
  const StmtRule rule = [&](const StmtPtr& stmt) -> StmtPtr {
    const auto* where = get_if<Where>(stmt);
    const auto* producer = where ? get_if<Sequence>(where->producer) : nullptr;
    const auto* consumer = where ? get_if<Forall>(where->consumer) : nullptr;
    const Tensor tensor = producer && consumer ? cleared_by(producer->stmts.front()) : nullptr;
    if (!tensor || !may_be_anything(tensor, where->producer)) return nullptr;
    const auto mask = mask_of(*consumer, where->consumer, tensor);
    if (!mask) return nullptr;
    std::vector<StmtPtr> stmts = producer->stmts;
    stmts.front() = clear_at_entries(stmts.front(), *consumer, *mask);
    result.unclear.insert(tensor);
    result.notes.push_back(tensor->name + " is cleared where " + mask->tensor->name + " has entries");
    return make_stmt(Where{where->consumer, sequence(std::move(stmts))}, stmt->where);
  };
  result.body = rewrite(program.body, rule);
  return result;
}

}  // namespace insum::schedule

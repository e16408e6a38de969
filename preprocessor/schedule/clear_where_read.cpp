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

/// What is combined in places that are never read does no harm there.
bool is_harmless_elsewhere(const Tensor& tensor, const StmtPtr& producer) {
  if (tensor->type == ElementType::dependent) return false;
  const std::vector<Assign> all = assignments_of(producer);
  return std::all_of(all.begin(), all.end(), [&](const Assign& assign) {
    if (assign.left.tensor != tensor || assign.op == Op::none) return true;
    const bool sum = assign.op == Op::add && (!is_integer(tensor->type) || is_unsigned(tensor->type));
    return sum || assign.op == Op::min || assign.op == Op::max || assign.op == Op::logical_or;
  });
}

/// How often `tensor` is read with the subscript `var`, and with others.
struct Reads {
  int own = 0, others = 0;

  Reads(const Tensor& tensor, const Var& var) : tensor_(tensor), var_(var) {}
  void operator()(const ExprPtr& e) {
    const auto* access = get_if<Access>(e);
    if (access && access->tensor == tensor_) ++(as_var(access->subscripts[0]) == var_ ? own : others);
  }

 private:
  const Tensor& tensor_;
  const Var& var_;
};

/// Nothing but assignments that run where `mask` is stored reads `tensor`, at the index of the loop.
bool is_read_only_at(const Access& mask, const Forall& consumer, const Tensor& tensor) {
  Reads all(tensor, consumer.var), masked(tensor, consumer.var);
  for_each_expr(consumer.body, [&](const ExprPtr& e) { all(e); });
  for (const Assign& assign : assignments_of(consumer.body)) {
    const std::vector<Access> read = accesses_of(assign.right);
    if (std::any_of(read.begin(), read.end(), [&](const Access& a) { return equal(a, mask); }))
      for_each_expr(assign.right, [&](const ExprPtr& e) { masked(e); });
  }
  return all.others == 0 && all.own == masked.own;
}

/// The operands whose entries in one row the loop `forall var: body` comes to.
std::vector<Access> rows_of(const Forall& loop, const StmtPtr& stmt) {
  std::vector<Access> rows;
  if (loop.options.vector) return rows;
  for (const Driver& driver : drivers_of(stmt, loop.var)) {
    const Access& access = driver.access;
    const auto last = access.subscripts.begin() + static_cast<std::ptrdiff_t>(driver.level);
    const bool is_row =
        last + 1 == access.subscripts.end() && as_var(*last) == loop.var &&
        std::none_of(access.subscripts.begin(), last, [&](const ExprPtr& e) { return uses(e, loop.var); });
    if (is_row && !access.optional && !access.tensor->assembled) rows.push_back(access);
  }
  return rows;
}

/// The entries at which alone the loop `consumer` reads `tensor`; nothing where there are none.
std::optional<Access> mask_of(const Forall& consumer, const StmtPtr& stmt, const Tensor& tensor) {
  for (const Access& access : rows_of(consumer, stmt))
    if (is_read_only_at(access, consumer, tensor)) return access;
  return std::nullopt;
}

/// The entries at which alone `producer` writes `tensor`, in one loop after the first one, which clears it.
std::optional<Access> filled_by(const Sequence& producer, const Tensor& tensor) {
  const auto* fill = producer.stmts.size() == 2 ? get_if<Forall>(producer.stmts.back()) : nullptr;
  const auto* assign = fill ? get_if<Assign>(fill->body) : nullptr;
  const auto* cleared = get_if<Assign>(get_if<Forall>(producer.stmts.front())->body);
  if (!is_zero(cleared->right)) return std::nullopt;  // as it is made
  if (!assign || assign->left.tensor != tensor || as_var(assign->left.subscripts[0]) != fill->var)
    return std::nullopt;
  const std::vector<Access> rows = rows_of(*fill, producer.stmts.back());
  return rows.empty() ? std::nullopt : std::optional(rows.front());
}

StmtPtr clear_at_entries(const StmtPtr& clear, const Var& var, const Access& mask) {
  const Assign& assign = *get_if<Assign>(get_if<Forall>(clear)->body);
  const StmtPtr one =
      make_stmt(Assign{{assign.left.tensor, {var_expr(var)}}, Op::none, assign.right, false}, clear->where);
  const ExprPtr stored =
      make_expr(Call{"stored", {make_expr(mask, mask.tensor->type)}, nullptr}, ElementType::boolean);
  return make_stmt(Forall{var, make_stmt(Guard{stored, one}, clear->where), {}}, clear->where);
}

/// ... cleared before it is filled, where the consumer reads it.
StmtPtr cleared_before(const Where& where, const Sequence& producer, const Access& mask) {
  std::vector<StmtPtr> stmts = producer.stmts;
  stmts.front() = clear_at_entries(stmts.front(), get_if<Forall>(where.consumer)->var, mask);
  return make_stmt(Where{where.consumer, sequence(std::move(stmts))}, where.consumer->where);
}

/// ... cleared after it was read, where the producer has filled it.
StmtPtr cleared_after(const Where& where, const Sequence& producer, const Access& filled) {
  const StmtPtr& fill = producer.stmts.back();
  const StmtPtr clear = clear_at_entries(producer.stmts.front(), get_if<Forall>(fill)->var, filled);
  return make_stmt(Where{sequence({where.consumer, clear}), fill}, where.consumer->where);
}

}  // namespace

Program clear_where_read(const Program& program) {
  Program result = program;
  const StmtRule rule = [&](const StmtPtr& stmt) -> StmtPtr {
    const auto* where = get_if<Where>(stmt);
    const auto* producer = where ? get_if<Sequence>(where->producer) : nullptr;
    const auto* consumer = where ? get_if<Forall>(where->consumer) : nullptr;
    const Tensor tensor = producer ? cleared_by(producer->stmts.front()) : nullptr;
    if (!tensor) return nullptr;
    const auto mask = consumer && is_harmless_elsewhere(tensor, where->producer)
                          ? mask_of(*consumer, where->consumer, tensor)
                          : std::nullopt;
    const auto filled = mask ? std::nullopt : filled_by(*producer, tensor);
    if (!mask && !filled) return nullptr;
    result.unclear.insert(tensor);
    result.notes.push_back(tensor->name + " is cleared where " + (mask ? mask : filled)->tensor->name +
                           " has entries");
    return mask ? cleared_before(*where, *producer, *mask) : cleared_after(*where, *producer, *filled);
  };
  result.body = rewrite(program.body, rule);
  return result;
}

}  // namespace insum::schedule

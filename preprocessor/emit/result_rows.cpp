#include "emit/result_rows.h"

#include <set>

#include "loop_ir/closures.h"
#include "loop_ir/rewrite.h"

namespace insum::emit {

using namespace loops;

namespace {

struct StoredSum {
  std::string how;
  ExprPtr array, index, value;
};

std::optional<StoredSum> stored_sum(const StmtPtr& stmt) {
  if (const auto* update = get_if<Update>(stmt)) {
    const auto* to = get_if<Load>(update->target);
    if (!to || (update->op != Combine::store && update->op != Combine::add)) return std::nullopt;
    return StoredSum{update->op == Combine::add ? "added" : "stored", to->array, to->index, update->value};
  }
  const auto* effect = get_if<Effect>(stmt);
  const auto* call = effect ? get_if<Call>(effect->call) : nullptr;
  if (!call || call->function != "insum::rt::cuda::atomic_update<insum::rt::op_add>") return std::nullopt;
  const auto* to = get_if<Pointer>(call->arguments.at(0));
  return to ? std::optional(StoredSum{"added_atomically", to->array, to->index, call->arguments.at(1)})
            : std::nullopt;
}

/// The names, and those of the constants that are made of them.
std::set<std::string> with_followers(std::set<std::string> names, const Body& declarations) {
  for (const StmtPtr& s : declarations)
    if (uses(s, names)) names.insert(get_if<Declare>(s)->name);
  return names;
}

/// Values of a sum of parts add up to that of the sum.
bool adds_up(const ExprPtr& value, const std::set<std::string>& sum) {
  if (get_if<Name>(value)) return uses(value, sum);
  if (const auto* n = get_if<Unary>(value)) return n->op == "-" && adds_up(n->operand, sum);
  if (const auto* n = get_if<Cast>(value))
    return is_floating(value->type.element) && adds_up(n->operand, sum);
  const auto* n = get_if<Binary>(value);
  if (!n) return false;
  if (n->op == "*" && !uses(n->left, sum)) return adds_up(n->right, sum);
  return (n->op == "*" || n->op == "/") && !uses(n->right, sum) && adds_up(n->left, sum);
}

/// The one load by which expressions depend on the batch's number.
class KeySearch {
 public:
  KeySearch(const std::string& batch, const std::set<std::string>& others, const Body& declarations)
      : batch_(with_followers({batch}, declarations)), others_(with_followers(others, declarations)) {}

  bool depends(const ExprPtr& expr) const { return uses(expr, batch_); }
  const std::set<std::string>& of_batch() const { return batch_; }

  /// False where it depends on it otherwise.
  bool add(const ExprPtr& expr) {
    if (!depends(expr)) return true;
    if (const auto* load = get_if<Load>(expr)) {
      if (depends(load->array) || uses(expr, others_) || (key_ && !equal(key_, expr))) return false;
      key_ = expr;
      return true;
    }
    if (const auto* n = get_if<Binary>(expr)) return add(n->left) && add(n->right);
    if (const auto* n = get_if<Unary>(expr)) return add(n->operand);
    if (const auto* n = get_if<Cast>(expr)) return add(n->operand);
    if (const auto* n = get_if<Ternary>(expr)) return add(n->condition) && add(n->yes) && add(n->no);
    const auto* call = get_if<Call>(expr);
    if (!call || call->function != "insum::rt::index") return false;
    return add(call->arguments.at(0));
  }
  const ExprPtr& key() const { return key_; }

 private:
  std::set<std::string> batch_, others_;
  ExprPtr key_;
};

/// Where and whether it is stored depends on the product by one coordinate alone, which is the key.
std::optional<Closure> key_of(const MatrixProduct& n, const Body& declarations, const StoredSum& stored,
                              const ExprPtr& condition) {
  const std::vector<std::string>& parameters = n.result.parameters;
  if (!n.batch || parameters.size() != 4 || stored.how != "added_atomically") return std::nullopt;
  KeySearch search(parameters[0], {parameters[1], parameters[2], parameters[3]}, declarations);
  if (search.depends(stored.array) || search.depends(stored.value) ||
      !adds_up(stored.value, {parameters.back()}) || !search.add(stored.index) || !search.add(condition) ||
      !search.key())
    return std::nullopt;
  Closure key;
  key.parameters = {parameters[0]};
  key.body = declarations;
  key.value = search.key();
  drop_unused(key);
  return key;
}

}  // namespace

std::optional<ResultRows> result_rows(const MatrixProduct& n) {
  const std::vector<std::string>& parameters = n.result.parameters;
  const std::string column = parameters.at(parameters.size() - 2), sum = parameters.back();
  Body body = n.result.body;
  if (body.empty()) return std::nullopt;
  ExprPtr condition = make_expr(Literal{"true"}, Type{ElementType::boolean, ""});
  StmtPtr last = body.back();
  body.pop_back();
  if (const auto* branch = get_if<If>(last); branch && branch->body.size() == 1)
    condition = branch->condition, last = branch->body.front();
  const std::optional<StoredSum> stored = stored_sum(last);
  if (!stored) return std::nullopt;
  for (const StmtPtr& s : body)
    if (!get_if<Declare>(s)) return std::nullopt;
  const auto* index = get_if<Binary>(stored->index);
  const auto* along = index && index->op == "+" ? get_if<Name>(index->right) : nullptr;
  if (!along || along->text != column || uses(index->left, {column, sum}) || uses(body, {column, sum}) ||
      uses(condition, {column, sum}) || uses(stored->value, {column}))
    return std::nullopt;
  ResultRows rows{stored->how, n.result, n.result, n.result};
  rows.at.parameters.pop_back(), rows.stored.parameters.pop_back();
  for (Closure* one : {&rows.value, &rows.at, &rows.stored}) one->body = body;
  rows.value.value = stored->value;
  rows.at.value = make_expr(Pointer{stored->array, stored->index}, Type{});
  rows.stored.value = condition;
  for (Closure* one : {&rows.value, &rows.at, &rows.stored}) drop_unused(*one);
  rows.key = key_of(n, body, *stored, condition);
  return rows;
}

}  // namespace insum::emit

#include "lower/count_operations.h"

#include <algorithm>
#include <map>
#include <string>

#include "index_ir/dependent_types.h"
#include "index_ir/nest.h"
#include "index_ir/presence.h"
#include "index_ir/rewrite.h"
#include "support/internal_error.h"

namespace insum::lower {

using namespace index;

namespace {

/// How many real operations one operation is, on real and on complex numbers.
struct Weight {
  int real, complex;
};
constexpr Weight sum{1, 2}, product{1, 6}, quotient{1, 11}, call{1, 1};

/// Operations of one assignment. Of types that only the C++ compiler knows it also says how many they are.
class Operations {
 public:
  void of(const ExprPtr& expr, const std::string& result) {
    const auto all = [&](const std::vector<ExprPtr>& list) {
      for (const ExprPtr& e : list) of(e, result);
    };
    if (const auto* n = get_if<Unary>(expr)) return of(n->operand, result);
    if (const auto* n = get_if<Binary>(expr)) {
      all({n->left, n->right});
      if (n->op <= BinaryOp::div) add(expr->type, spelling(expr, result), weight_of(*n));
    }
    const auto* n = get_if<Call>(expr);
    if (!n || as_stored(expr)) return;
    if (!n->callable && n->function == "guarded") return of(n->arguments[1], result);
    all(n->arguments);
    const bool chooses = n->function == "select" || n->function == "highest" || n->function == "lowest";
    if (n->callable || !chooses) add(expr->type, spelling(expr, result), call);
  }

  void combination(Op op, const TensorNode& tensor) {
    if (op == Op::none || is_or_and(op)) return;
    add(tensor.type, operand_spelling(tensor), op == Op::mul ? product : op == Op::add ? sum : call);
  }

  bool none() const { return known_ == 0 && open_.empty(); }
  /// C++ text of their number.
  std::string text() const {
    std::string list = known_ || open_.empty() ? std::to_string(known_) : "";
    for (const auto& [type, weights] : open_)
      list += (list.empty() ? "" : " + ") + ("insum::report::flops<" + type + ">(") +
              std::to_string(weights.real) + ", " + std::to_string(weights.complex) + ")";
    return known_ && !open_.empty() ? "(" + list + ")" : open_.size() > 1 ? "(" + list + ")" : list;
  }

 private:
  static std::string spelling(const ExprPtr& expr, const std::string& result) {
    return expr->type == ElementType::dependent ? dependent_spelling(expr, result) : "";
  }

  static Weight weight_of(const Binary& n) {
    const bool both = is_complex(n.left->type) == is_complex(n.right->type);
    if (n.op == BinaryOp::add || n.op == BinaryOp::sub) return both ? sum : Weight{1, 1};
    if (n.op == BinaryOp::mul) return both ? product : Weight{1, 2};
    return both || is_complex(n.right->type) ? quotient : Weight{1, 2};
  }

  void add(ElementType type, const std::string& spelling, Weight weight) {
    if (is_floating(type)) known_ += weight.real;
    if (is_complex(type)) known_ += weight.complex;
    if (type != ElementType::dependent) return;
    Weight& all = open_.emplace(spelling, Weight{0, 0}).first->second;
    all.real += weight.real, all.complex += weight.complex;
  }

  long long known_ = 0;
  std::map<std::string, Weight> open_;
};

Operations operations_of(const Assign& assign) {
  Operations list;
  list.of(assign.right, operand_spelling(*assign.left.tensor));
  list.combination(assign.op, *assign.left.tensor);
  return list;
}

bool is_workspace(const Tensor& tensor) { return tensor->workspace != TensorNode::Workspace::none; }

class Counter {
 public:
  explicit Counter(const Tensor& counter) : counter_(counter) {}
  bool exact = true;

  StmtPtr of(const StmtPtr& stmt) {
    return match(
        stmt, [](const Einsum&) -> StmtPtr { internal_error("an Einsum that was not made concrete"); },
        [&](const Assign& n) { return of_assign(n); },
        [&](const Forall& n) -> StmtPtr {
          const StmtPtr body = of(n.body);
          LoopOptions options;
          options.runs = n.options.runs, options.every = n.options.every;
          return body ? make_stmt(Forall{n.var, body, options, n.from, n.to}) : nullptr;
        },
        [&](const Where& n) {
          find_drained(n.consumer);
          return of_all({n.producer, n.consumer});
        },
        [&](const Sequence& n) { return of_all(n.stmts); },
        [&](const Guard& n) -> StmtPtr {
          const StmtPtr body = of(n.body);
          if (!body || !is_about_values(n.condition))
            return body ? make_stmt(Guard{n.condition, body}) : body;
          exact = false;
          return body;
        },
        [&](const MatrixProduct& n) { return of(n.loops); });
  }

 private:
  StmtPtr of_all(const std::vector<StmtPtr>& stmts) {
    std::vector<StmtPtr> list;
    for (const StmtPtr& s : stmts)
      if (const StmtPtr counted = of(s)) list.push_back(counted);
    return list.empty() ? nullptr : sequence(std::move(list));
  }

  static bool reads_workspace(const Assign& assign) {
    const std::vector<Access> read = accesses_of(assign.right);
    return std::any_of(read.begin(), read.end(), [](const Access& a) { return is_workspace(a.tensor); });
  }

  /// What is done with each component of a workspace: no more often than something is put into it.
  void find_drained(const StmtPtr& consumer) {
    for (const Assign& assign : assignments_of(consumer)) {
      const Operations operations = operations_of(assign);
      if (operations.none() || !reads_workspace(assign)) continue;
      for (const Access& access : accesses_of(assign.right))
        if (is_workspace(access.tensor)) drained_[access.tensor] = operations.text();
      exact = false;
    }
  }

  StmtPtr of_assign(const Assign& assign) {
    if (reads_workspace(assign)) return nullptr;
    const Operations operations = operations_of(assign);
    const auto drained = drained_.find(assign.left.tensor);
    if (operations.none() && drained == drained_.end()) return nullptr;
    std::string count = operations.none() ? "" : operations.text();
    if (drained != drained_.end())
      count = count.empty() ? drained->second : "(" + count + " + " + drained->second + ")";
    std::vector<ExprPtr> arguments = {make_expr(Literal{count, std::nullopt}, ElementType::i64)};
    for (const Access& access : sparse_accesses(assign.right))
      if (!access.optional) arguments.push_back(make_expr(access, ElementType::i64));
    return make_stmt(Assign{Access{counter_, {}}, Op::add,
                            make_expr(Call{"counted", std::move(arguments), nullptr}, ElementType::i64)});
  }

  const Tensor& counter_;
  std::map<Tensor, std::string> drained_;
};

}  // namespace

OperationCount count_operations(const StmtPtr& stmt, const Tensor& counter) {
  Counter count(counter);
  const StmtPtr counted = count.of(stmt);
  return {counted, count.exact};
}

}  // namespace insum::lower

#include "schedule/find_products.h"

#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/algebra.h"
#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "schedule/chain.h"

namespace insum::schedule {

using namespace index;

namespace {

/// Below these lengths, where they are known, loops are as fast.
constexpr long long least_rows = 4, least_columns = 8, least_depth = 8;

bool uses_any(const ExprPtr& expr, const std::vector<Var>& vars) {
  return std::any_of(vars.begin(), vars.end(), [&](const Var& var) { return uses(expr, var); });
}

/// One nest, taken apart.
class Finder {
 public:
  explicit Finder(const Program& program) : program_(program) {}

  /// Null where the nest is none.
  StmtPtr find(const StmtPtr& nest) {
    StmtPtr at = nest;
    while (const auto* loop = get_if<Forall>(at)) {
      if (!is_plain(*loop)) return nullptr;
      loops_.push_back(loop->var);
      at = loop->body;
    }
    const auto* where = get_if<Where>(at);
    const auto* consumer = where ? get_if<Assign>(where->consumer) : nullptr;
    if (!consumer || !take_apart(*where, nullptr) || !suits(*consumer)) return nullptr;
    if (!ranges_are_free(nest) || !sort_indices(consumer->left) || !sort_factors()) return nullptr;
    const bool apart = is_apart(consumer->left), in_rows = apart && has_rows(consumer->left);
    // Batches that share elements are left to a loop around, which knows how to combine them; a sum that
    // comes in parts can be added to any element, and stored where the runtime sees all parts.
    if ((!batch_.empty() && !apart) || (consumer->op == Op::none && !in_rows)) return nullptr;
    if (is_small(rows_, least_rows) || is_small(columns_, least_columns) || is_small(depth_, least_depth))
      return nullptr;
    return make_stmt(
        MatrixProduct{batch_, rows_, columns_, depth_, consumer->left, consumer->op,
                      product(row_factors_, type_), product(column_factors_, type_), apart, in_rows, nest},
        nest->where);
  }

 private:
  static bool is_plain(const Forall& loop) {
    const LoopOptions& options = loop.options;
    return options.unroll == 1 && !options.runs && !options.lanes &&
           options.balance == LoopOptions::Balance::automatic;
  }

  /// The factors of what `where` adds up, to a sum of its own, which `into` names where it is itself a part
  /// of one.
  bool take_apart(const Where& where, const Tensor& into) {
    const auto* consumer = get_if<Assign>(where.consumer);
    if (!consumer || (into && (consumer->left.tensor != into || consumer->op != Op::add))) return false;
    Tensor sum;
    for (const ExprPtr& factor : index::factors(consumer->right)) {
      const auto* access = get_if<Access>(factor);
      const bool local = access && access->tensor->temporary && access->subscripts.empty();
      if (local && sum) return false;
      if (local)
        sum = access->tensor;
      else
        factors_.push_back(factor);
    }
    if (!type_of_sum(sum)) return false;
    StmtPtr at = where.producer;
    while (const auto* loop = get_if<Forall>(at)) {
      if (!is_plain(*loop)) return false;
      depth_.push_back(loop->var);
      at = loop->body;
    }
    if (const auto* inner = get_if<Where>(at)) return take_apart(*inner, sum);
    const auto* assign = get_if<Assign>(at);
    if (!assign || assign->left.tensor != sum || assign->op != Op::add || assign->right->type != type_)
      return false;
    for (const ExprPtr& factor : index::factors(assign->right)) factors_.push_back(factor);
    return true;
  }

  bool type_of_sum(const Tensor& sum) {
    if (!sum || (type_ != ElementType::none && sum->type != type_)) return false;
    type_ = sum->type;
    return type_ == ElementType::f32 || type_ == ElementType::f64 || type_ == ElementType::dependent;
  }

  /// Nothing is sparse, and the result is no operand.
  bool suits(const Assign& consumer) {
    const TensorNode& left = *consumer.left.tensor;
    if (!left.dense || left.assembled || left.workspace != TensorNode::Workspace::none || left.type != type_)
      return false;
    if (consumer.op != Op::none && consumer.op != Op::add) return false;
    bool good = true;
    for (const ExprPtr& factor : factors_) {
      for (const Access& access : accesses_of(factor))
        good &= access.tensor->dense && !access.optional && access.tensor != consumer.left.tensor &&
                access.tensor->workspace == TensorNode::Workspace::none &&
                (!access.tensor->values || access.tensor->values != left.values);
    }
    return good;
  }

  /// Each loop is over a range of its own from 0 on.
  bool ranges_are_free(const StmtPtr& nest) const {
    std::vector<Var> all = loops_;
    all.insert(all.end(), depth_.begin(), depth_.end());
    return std::all_of(all.begin(), all.end(), [&](const Var& var) {
      const Range& range = program_.ranges.at(var);
      return as_integer(range.begin) == 0 && as_integer(range.end) != 0 && !uses_any(range.end, all) &&
             drivers_of(nest, var).empty();
    });
  }

  /// Indices of the result that meet in a factor are of one kind; of the kinds, the columns are that which
  /// has neighbours in memory. Where all are of one kind, what connects most factors is taken for a batch.
  bool sort_indices(const Access& left) {
    Var column = loops_.back();
    for (const Var& var : loops_) {
      if (factors_with(var) == 0) return false;
      if (const ExprPtr stride = stride_of(left, var); stride && as_integer(stride) == 1) column = var;
    }
    for (std::vector<Var> list = loops_; list.size() > 1;) {
      columns_ = kind_of(column, list);
      rows_.clear();
      for (const Var& var : list)
        if (!contains(columns_, var)) rows_.push_back(var);
      if (!rows_.empty()) return true;
      Var most;
      for (const Var& var : list)
        if (var != column && (!most || factors_with(var) > factors_with(most))) most = var;
      std::erase(list, most);
      batch_.push_back(most);
    }
    return false;
  }

  std::size_t factors_with(const Var& var) const {
    return static_cast<std::size_t>(
        std::count_if(factors_.begin(), factors_.end(), [&](const ExprPtr& e) { return uses(e, var); }));
  }

  /// Those of `list` that meet `var`, or what meets it, in a factor; in their order.
  std::vector<Var> kind_of(const Var& var, const std::vector<Var>& list) const {
    std::vector<Var> kind = {var};
    for (std::size_t known = 0; known != kind.size();) {
      known = kind.size();
      for (const ExprPtr& factor : factors_)
        if (uses_any(factor, kind))
          for (const Var& other : list)
            if (uses(factor, other) && !contains(kind, other)) kind.push_back(other);
    }
    std::vector<Var> ordered;
    for (const Var& other : list)
      if (contains(kind, other)) ordered.push_back(other);
    return ordered;
  }

  /// Each factor to its side; both sides change along the depth.
  bool sort_factors() {
    for (const ExprPtr& factor : factors_)
      (uses_any(factor, columns_) ? column_factors_ : row_factors_).push_back(factor);
    const auto moves = [&](const std::vector<ExprPtr>& list) {
      return std::any_of(list.begin(), list.end(), [&](const ExprPtr& e) { return uses_any(e, depth_); });
    };
    return moves(row_factors_) && moves(column_factors_);
  }

  /// True when different places are different elements.
  bool is_apart(const Access& left) const {
    return std::all_of(loops_.begin(), loops_.end(), [&](const Var& var) {
      std::vector<Var> others = loops_;
      std::erase(others, var);
      return is_injective(left, var, others, program_);
    });
  }

  /// True when the columns of a row are next to each other.
  bool has_rows(const Access& left) const {
    if (left.tensor->values && left.tensor->values->is_field) return false;
    ExprPtr expected = integer(1);
    for (auto var = columns_.rbegin(); var != columns_.rend(); ++var) {
      const ExprPtr stride = stride_of(left, *var);
      if (!stride || !equal(stride, expected)) return false;
      expected = mul(program_.ranges.at(*var).end, expected);
    }
    return true;
  }

  bool is_small(const std::vector<Var>& vars, long long least) const {
    long long length = 1;
    for (const Var& var : vars) {
      const auto size = as_integer(program_.ranges.at(var).end);
      if (!size || *size >= least) return false;
      length *= *size;
    }
    return length < least;
  }

  const Program& program_;
  std::vector<Var> loops_, batch_, rows_, columns_, depth_;
  std::vector<ExprPtr> factors_, row_factors_, column_factors_;
  ElementType type_ = ElementType::none;
};

std::string note_of(const MatrixProduct& product) {
  return "where it is large, " + (product.batch.empty() ? "" : "for each " + names(product.batch) + " ") +
         "a matrix product of rows " + names(product.rows) + ", columns " + names(product.columns) +
         ", summed over " + names(product.depth);
}

}  // namespace

Program find_products(const Program& program) {
  Program result = program;
  result.body = rewrite(program.body, [&](const StmtPtr& stmt) -> StmtPtr {
    const auto* loop = get_if<Forall>(stmt);
    if (!loop) return nullptr;
    StmtPtr found = Finder(program).find(stmt);
    if (const auto* product = get_if<MatrixProduct>(found)) result.notes.push_back(note_of(*product));
    if (!found && loop->options.vector) return stmt;  // a tile holds no product
    return found;
  });
  return result;
}

}  // namespace insum::schedule

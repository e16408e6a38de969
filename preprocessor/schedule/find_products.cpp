#include "schedule/find_products.h"

#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/algebra.h"
#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "schedule/chain.h"
#include "schedule/choose_unit.h"
#include "schedule/to_arrays.h"
#include "schedule/walked_factor.h"

namespace insum::schedule {

using namespace index;

namespace {

/// Below these lengths, where they are known, loops are as fast.
constexpr long long least_rows = 4, least_columns = 8, least_depth = 8;

/// One nest, taken apart.
class Finder {
 public:
  /// `program` may get indices.
  Finder(Program& program, const Target& target) : program_(program), target_(target) {}

  /// Null where the nest is none, for the reason why(). `loops`: what stays beside it.
  StmtPtr find(const StmtPtr& nest, const StmtPtr& loops) {
    const Assign* consumer = parts_of(nest);
    if (!consumer) return nullptr;
    if (!ranges_are_free(nest) || !sort_indices(consumer->left) || !sort_factors())
      return none("its indices are not rows, columns and a depth of two factors");
    const bool apart = is_apart(consumer->left), in_rows = apart && has_rows(consumer->left);
    if (!combines(*consumer, apart, in_rows)) return nullptr;
    const ExprPtr left = product(row_factors_, type_), right = product(column_factors_, type_);
    if (!program_.tensorize &&
        (is_small(rows_, least_rows) || is_small(columns_, least_columns) || is_small(depth_, least_depth)))
      return none("it is small");
    const auto unit = target_.has_grid
                          ? choose_unit(left, right, type_, program_.tensorize && program_.tensorize->tf32)
                          : UnitChoice{MatrixProduct::Unit::vectors, "", ""};
    why_ = unit.why, remedy_ = unit.remedy;
    const bool always = program_.tensorize && unit.why.empty();
    return make_stmt(MatrixProduct{batch_, rows_, columns_, depth_, consumer->left, consumer->op, left, right,
                                   apart, in_rows, loops, type_, unit.unit, always, condition_, value_,
                                   value_ ? total_ : nullptr, walked_},
                     loops->where);
  }

  /// Why it is no product, or one without matrix instructions; "" where it has them.
  const std::string& why() const { return why_; }
  const std::string& remedy() const { return remedy_; }
  void take_reason(const Finder& other) { why_ = other.why_, remedy_ = other.remedy_; }

 private:
  std::nullptr_t none(const std::string& why) {
    why_ = why;
    return nullptr;
  }

  /// The assignment of the sums, whose loops and factors are known then.
  const Assign* parts_of(const StmtPtr& nest) {
    StmtPtr at = nest;
    while (const auto* loop = get_if<Forall>(at)) {
      if (!is_plain(*loop)) return none("the loop over " + loop->var->name + " is scheduled by hand");
      loops_.push_back(loop->var);
      at = loop->body;
    }
    for (const auto* guard = get_if<Guard>(at); guard && target_.has_grid; guard = get_if<Guard>(at)) {
      const ExprPtr& inner = guard->condition;
      condition_ = condition_
                       ? make_expr(Binary{BinaryOp::logical_and, condition_, inner}, ElementType::boolean)
                       : inner;
      at = guard->body;
    }
    const auto* where = get_if<Where>(at);
    const auto* consumer = where ? get_if<Assign>(where->consumer) : nullptr;
    if (!consumer || !take_apart(*where, nullptr)) return none("it adds up no products of dense loops");
    if (!has_type()) return none("its sums are of a type without products");
    if (!target_.has_grid) walked_ = walk_factor(loops_, depth_, factors_, program_);
    if (!suits(*consumer)) return none("an operand or the result is sparse, or both are one");
    return consumer;
  }

  /// A device has atomic updates and whole sums. On processors batches that share elements are left to a loop
  /// around, which knows how to combine them; a sum that comes in parts can be added to any element, and
  /// stored where the runtime sees all parts.
  bool combines(const Assign& consumer, bool apart, bool in_rows) {
    const bool stores = consumer.op == Op::none, shared = !apart;
    if (target_.has_grid && shared && program_.deterministic) {
      const TensorNode& result = *consumer.left.tensor;
      why_ = "its sums share elements of " + (result.floats_of.empty() ? result.name : result.floats_of) +
             ", in a deterministic block";
      return false;
    }
    if (target_.has_grid ? stores && shared : (!batch_.empty() && shared) || (stores && !in_rows)) {
      why_ = "elements of " + consumer.left.tensor->name + " are written several times";
      return false;
    }
    return true;
  }

  static bool is_plain(const Forall& loop) {
    const LoopOptions& options = loop.options;
    return options.unroll == 1 && !options.runs && !options.lanes && options.axis == Axis::none &&
           options.balance == LoopOptions::Balance::automatic;
  }

  /// The factors of what `where` adds up, to a sum of its own, which `into` names where it is itself a part
  /// of one.
  bool take_apart(const Where& where, const Tensor& into) {
    const auto* consumer = get_if<Assign>(where.consumer);
    if (!consumer || (into && (consumer->left.tensor != into || consumer->op != Op::add))) return false;
    Tensor sum;
    if (!into && target_.has_grid) {
      sum = only_sum(consumer->right);
      if (!sum || consumer->right->type != sum->type) return false;
      total_ = sum;
      if (const auto* alone = get_if<Access>(consumer->right); !alone) value_ = consumer->right;
    } else {
      sum = sum_among_factors(consumer->right);
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

  /// The one local variable that `value` reads: a device has whole sums, of which results may be anything.
  static Tensor only_sum(const ExprPtr& value) {
    Tensor sum;
    for (const Access& access : accesses_of(value)) {
      if (!is_scalar_temporary(*access.tensor)) continue;
      if (sum && sum != access.tensor) return nullptr;
      sum = access.tensor;
    }
    return sum;
  }

  /// ... that is a factor of it; the others are factors of the product. Null where there are several.
  Tensor sum_among_factors(const ExprPtr& value) {
    Tensor sum;
    for (const ExprPtr& factor : index::factors(value)) {
      const auto* access = get_if<Access>(factor);
      const bool local = access && access->tensor->temporary && access->subscripts.empty();
      if (local && sum) return nullptr;
      if (local)
        sum = access->tensor;
      else
        factors_.push_back(factor);
    }
    return sum;
  }

  bool type_of_sum(const Tensor& sum) {
    if (!sum || (type_ != ElementType::none && sum->type != type_)) return false;
    type_ = sum->type;
    return true;
  }

  bool has_type() const {
    return type_ == ElementType::f32 || type_ == ElementType::f64 ||
           (type_ == ElementType::dependent && !target_.has_grid);
  }

  /// Nothing is sparse, and the result is no operand.
  bool suits(const Assign& consumer) {
    const TensorNode& left = *consumer.left.tensor;
    const bool rounds = target_.has_grid && (left.type == ElementType::f16 || left.type == ElementType::bf16);
    if (!left.dense || left.assembled || left.workspace != TensorNode::Workspace::none ||
        (left.type != type_ && !rounds))
      return false;
    if (consumer.op != Op::none && consumer.op != Op::add) return false;
    bool good = true;
    std::vector<ExprPtr> all = factors_;
    if (value_) all.push_back(value_);
    for (const ExprPtr& read : all) {
      for (const Access& access : accesses_of(read))
        good &= (access.tensor->dense || walked_) && !access.optional &&
                access.tensor != consumer.left.tensor &&
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
             (drivers_of(nest, var).empty() || var == walked_) &&
             (!target_.has_grid || accesses_of(range.end).empty());
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
    return moves(row_factors_) && moves(column_factors_) && (!walked_ || walks_rows());
  }

  /// What is stored has rows, and no columns.
  bool walks_rows() const {
    const auto is_dense = [](const ExprPtr& e) {
      const std::vector<Access> all = accesses_of(e);
      return std::all_of(all.begin(), all.end(), [](const Access& a) { return a.tensor->dense; });
    };
    return batch_.empty() && std::all_of(column_factors_.begin(), column_factors_.end(), is_dense);
  }

  /// True when different places are different elements: each index leads elsewhere, whatever those after it
  /// are.
  bool is_apart(const Access& left) const {
    std::vector<Var> after = loops_;
    return std::all_of(loops_.begin(), loops_.end(), [&](const Var& var) {
      std::erase(after, var);
      return is_injective(left, var, after, program_);
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

  Program& program_;
  const Target& target_;
  Var walked_;  // null: nothing is stored
  std::string why_, remedy_ = "leave 'tensorize' out";
  std::vector<Var> loops_, batch_, rows_, columns_, depth_;
  std::vector<ExprPtr> factors_, row_factors_, column_factors_;
  ExprPtr condition_, value_;
  Tensor total_;
  ElementType type_ = ElementType::none;
};

std::string note_of(const MatrixProduct& product) {
  return std::string(product.always ? "" : "where it is large, ") +
         (product.batch.empty() ? "" : "for each " + names(product.batch) + " ") +
         "a matrix product of rows " + names(product.rows) + ", columns " + names(product.columns) +
         ", summed over " + names(product.depth);
}

/// The products of a program, and what is said of them.
class Products {
 public:
  Products(const Program& program, const Target& target) : result_(program), target_(target) {}

  Program run() {
    result_.body = rewrite(result_.body, [&](const StmtPtr& stmt) -> StmtPtr {
      const auto* loop = get_if<Forall>(stmt);
      if (!loop) return nullptr;
      Program changed = result_;
      Finder finder(changed, target_);
      StmtPtr found = finder.find(stmt, stmt);
      if (found) result_ = std::move(changed);
      if (!found && target_.has_grid) found = find_in_arrays(stmt, finder);
      if (const auto* product = get_if<MatrixProduct>(found)) result_.notes.push_back(note_of(*product));
      if (target_.has_grid && (found || loop->options.parallel)) say(stmt, finder);
      // A tile holds no product, nor does a launch.
      if (!found && (target_.has_grid ? loop->options.parallel : loop->options.vector)) return stmt;
      return found;
    });
    return result_;
  }

  bool any_instructions = false;
  std::string why = "the block adds up no products",
              remedy = "leave 'tensorize' out";  // where there are none

 private:
  /// A product of what a format of fixed lengths stores; `finder` is the one that says why it is none.
  StmtPtr find_in_arrays(const StmtPtr& nest, Finder& finder) {
    Program written_out = result_;
    const StmtPtr arrays = to_arrays(nest, written_out);
    if (!arrays) return nullptr;
    Finder second(written_out, target_);
    const StmtPtr found = second.find(arrays, nest);
    finder.take_reason(second);
    if (found) result_ = std::move(written_out);
    return found;
  }

  void say(const StmtPtr& nest, const Finder& finder) {
    bool sums = false;
    for_each_stmt(nest, [&](const StmtPtr& s) { sums |= get_if<Where>(s) != nullptr; });
    if (!sums) return;
    const bool yes = finder.why().empty();
    result_.notes.push_back("tensor cores: " + (yes ? "yes" : "no, because " + finder.why()));
    if (!yes && !any_instructions) why = finder.why(), remedy = finder.remedy();
    any_instructions |= yes;
  }

  Program result_;
  const Target& target_;
};

}  // namespace

std::optional<Program> find_products(const Program& program, const Target& target, Diagnostics& diagnostics) {
  const auto refuse = [&](const std::string& why, const std::string& remedy) {
    diagnostics.report(Diag::impossible_tensorize, program.tensorize->where, {why, remedy});
    return std::nullopt;
  };
  if (program.tensorize && !target.has_grid)
    return refuse("target " + target.name + " has none", "write 'target cuda', or leave 'tensorize' out");
  Products products(program, target);
  Program result = products.run();
  if (program.tensorize && !products.any_instructions) return refuse(products.why, products.remedy);
  return result;
}

}  // namespace insum::schedule

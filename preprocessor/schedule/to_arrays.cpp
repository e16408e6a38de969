#include "schedule/to_arrays.h"

#include <algorithm>

#include "index_ir/algebra.h"
#include "index_ir/nest.h"
#include "index_ir/positions.h"
#include "index_ir/rewrite.h"

namespace insum::schedule {

using namespace index;

namespace {

/// The only sparse access of a nest, which is stored wherever its statements run.
std::optional<Access> only_sparse_access(const StmtPtr& nest) {
  std::optional<Access> found;
  bool good = true;
  for (const Assign& assign : assignments_of(nest)) {
    good &= assign.left.tensor->dense;
    for (const Access& access : index::sparse_accesses(assign.right)) {
      good &= !access.optional && !access.tensor->temporary && !access.tensor->folded &&
              (!found || equal(*found, access));
      found = access;
    }
  }
  return good ? found : std::nullopt;
}

/// The levels of one operand, written out.
class Arrays {
 public:
  Arrays(const StmtPtr& nest, const Access& access, Program& program)
      : nest_(nest), access_(access), program_(program) {}

  StmtPtr run() {
    for_each_stmt(nest_, [&](const StmtPtr& s) {
      if (const auto* loop = get_if<Forall>(s)) looped_.push_back(loop->var);
    });
    for (std::size_t l = 0; l < access_.subscripts.size(); ++l)
      if (!write_out(l)) return nullptr;
    if (!others_keep_their_ranges()) return nullptr;
    for (ExprPtr& condition : conditions_) condition = substitute(condition, coordinates_);
    return changed(nest_);
  }

 private:
  bool write_out(std::size_t l) {
    const TensorLevel& level = access_.tensor->levels[l];
    const Var var = as_var(access_.subscripts[l]);
    if (!var || !contains(looped_, var) || loops_.count(var)) return false;
    switch (level.level.kind) {
      case LevelKind::compressed:
        if (!level.level.implicit_pos || l != 0) return false;
        take_coordinate(l, var, fresh_variable(program_, "p", {integer(0), level.size}));
        return true;
      case LevelKind::fixed:
        take_coordinate(l, var, fresh_variable(program_, "q", {integer(0), level.size}));
        if (level.level.padded)
          conditions_.push_back(
              make_expr(Binary{BinaryOp::ge, coordinates_.at(var), integer(0)}, ElementType::boolean));
        return true;
      case LevelKind::singleton:
        take_coordinate(l, var, nullptr);
        return true;
      case LevelKind::dense:
        return take_dense(level, var);
      default:
        return false;
    }
  }

  /// The loop over `var` becomes one over `place`, below which its coordinate is in an array.
  void take_coordinate(std::size_t l, const Var& var, const Var& place) {
    const TensorLevel& level = access_.tensor->levels[l];
    if (place) next_place(level.size, var_expr(place));
    const Tensor array = level_array(program_, access_.tensor, l, level.arrays.size() - 1);
    coordinates_[var] = make_expr(Access{array, {position_}}, ElementType::i64);
    loops_[var] = place;
  }

  bool take_dense(const TensorLevel& level, const Var& var) {
    const Range range = program_.ranges.at(var);
    if (as_integer(range.begin) != 0) return false;
    Var whole = var;
    if (!equal(range.end, level.size) && !same_size(range.end, level.size, program_)) {
      if (level.level.mode.kind != LevelMode::Kind::remainder) return false;
      whole = whole_block(var, level.size);
      coordinates_[var] = var_expr(whole);
      conditions_.push_back(make_expr(
          Binary{BinaryOp::lt, var_expr(whole), rest_of_block(range.end, level.size)}, ElementType::boolean));
    }
    loops_[var] = whole;
    next_place(level.size, var_expr(whole));
    return true;
  }

  /// An index like `var`, whose block is whole.
  Var whole_block(const Var& var, const ExprPtr& size) {
    const Var whole = fresh_variable(program_, var->name, {integer(0), size});
    std::vector<std::pair<Var, Var>> blocks;
    for (const auto& [index, parts] : program_.derived)
      if (parts.size() == 2 && parts[1] == var) blocks.emplace_back(index, parts[0]);
    for (const auto& [index, outer] : blocks) program_.derived.emplace(index, std::vector<Var>{outer, whole});
    return whole;
  }

  /// min(16, rest) is `rest` for what is below 16 anyway.
  static ExprPtr rest_of_block(const ExprPtr& end, const ExprPtr& block) {
    const auto* least = get_if<Call>(end);
    const bool is_rest = least && !least->callable && least->function == "min" &&
                         least->arguments.size() == 2 && equal(least->arguments[0], block);
    return is_rest ? least->arguments[1] : end;
  }

  void next_place(const ExprPtr& size, const ExprPtr& at) {
    position_ = add(mul(position_, size), at);
    sizes_.push_back(size), places_.push_back(at);
  }

  /// Ranges of loops that no level has say nothing of the indices that go.
  bool others_keep_their_ranges() const {
    return std::all_of(looped_.begin(), looped_.end(), [&](const Var& var) {
      if (loops_.count(var)) return true;
      const Range& range = program_.ranges.at(var);
      for (const auto& [gone, loop] : loops_)
        if (loop != gone && (uses(range.begin, gone) || uses(range.end, gone))) return false;
      return true;
    });
  }

  /// `stmt` on arrays; null where it has another shape than loops around a sum of products.
  StmtPtr changed(const StmtPtr& stmt) {
    if (const auto* loop = get_if<Forall>(stmt)) {
      const auto found = loops_.find(loop->var);
      const Var var = found == loops_.end() ? loop->var : found->second;
      if (var) open_.push_back(var);
      const StmtPtr body = changed(loop->body);
      LoopOptions options = loop->options;
      options.runs = options.every = false;
      return !body || !var ? body : make_stmt(Forall{var, body, options}, stmt->where);
    }
    if (const auto* where = get_if<Where>(stmt)) {
      const bool outermost = outer_.empty();
      if (outermost) outer_ = open_;
      const std::vector<ExprPtr> around = outermost ? places_that_exist() : std::vector<ExprPtr>{};
      const auto* consumer = get_if<Assign>(where->consumer);
      const StmtPtr producer = changed(where->producer);
      if (!consumer || !producer) return nullptr;
      StmtPtr result = make_stmt(Where{on_arrays(*consumer, where->consumer->where), producer}, stmt->where);
      for (const ExprPtr& condition : around) result = make_stmt(Guard{condition, result}, stmt->where);
      return result;
    }
    const auto* assign = get_if<Assign>(stmt);
    return assign ? on_arrays(*assign, stmt->where) : nullptr;
  }

  /// Takes the conditions that say nothing of what is summed.
  std::vector<ExprPtr> places_that_exist() {
    std::vector<ExprPtr> list;
    std::erase_if(conditions_, [&](const ExprPtr& condition) {
      const std::vector<Var> vars = variables_of(condition);
      const bool known =
          std::all_of(vars.begin(), vars.end(), [&](const Var& v) { return contains(outer_, v); });
      if (known) list.push_back(condition);
      return known;
    });
    return list;
  }

  /// Factors are zero where a term's block reaches over an edge.
  StmtPtr on_arrays(const Assign& assign, SourceRange where) const {
    std::vector<ExprPtr> list;
    for (const ExprPtr& factor : factors(assign.right)) {
      const ExprPtr value = on_arrays(factor);
      ExprPtr inside;
      for (const ExprPtr& condition : conditions_)
        if (uses_any(value, summed_in(condition)))
          inside = inside ? make_expr(Binary{BinaryOp::logical_and, inside, condition}, ElementType::boolean)
                          : condition;
      const ElementType type = common_type(value->type, value->type);
      list.push_back(
          inside ? make_expr(Call{"guarded", {inside, value, identity_of(Op::add, type)}, nullptr}, type)
                 : value);
    }
    return make_stmt(Assign{substitute(assign.left, coordinates_), assign.op,
                            product(list, assign.right->type), assign.defines, assign.places},
                     where);
  }

  ExprPtr on_arrays(const ExprPtr& expr) const {
    return rewrite(expr, [&](const ExprPtr& e) -> ExprPtr {
      if (const auto* access = get_if<Access>(e); access && equal(*access, access_))
        return make_expr(Access{dense_values(access_.tensor, sizes_), places_}, e->type, e->where);
      const auto found = coordinates_.find(as_var(e));
      return found == coordinates_.end() ? nullptr : found->second;
    });
  }

  std::vector<Var> summed_in(const ExprPtr& condition) const {
    std::vector<Var> list;
    for (const Var& var : variables_of(condition))
      if (!contains(outer_, var)) list.push_back(var);
    return list;
  }

  const StmtPtr& nest_;
  const Access access_;
  Program& program_;
  std::vector<Var> looped_, open_, outer_;  // outer: around the sums
  std::map<Var, Var> loops_;                // what stands in the place of a level's loop; null: nothing
  std::map<Var, ExprPtr> coordinates_;      // of the indices that are in arrays or have other loops
  std::vector<ExprPtr> conditions_;
  ExprPtr position_ = integer(0);        // in the level at hand
  std::vector<ExprPtr> sizes_, places_;  // of the array of values
};

}  // namespace

StmtPtr to_arrays(const StmtPtr& nest, Program& program) {
  const auto access = only_sparse_access(nest);
  return access ? Arrays(nest, *access, program).run() : nullptr;
}

}  // namespace insum::schedule

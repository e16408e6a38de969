#include "schedule/walked_factor.h"

#include <algorithm>
#include <optional>

#include "index_ir/algebra.h"
#include "index_ir/nest.h"
#include "index_ir/rewrite.h"

namespace insum::schedule {

using namespace index;

namespace {

class Walk {
 public:
  Walk(const std::vector<Var>& around, const std::vector<Var>& depth, const std::vector<ExprPtr>& factors,
       Program& program)
      : around_(around), depth_(depth), factors_(factors), program_(program) {}

  Var run(std::vector<Var>& depth, std::vector<ExprPtr>& factors) {
    if (depth_.empty() || !only_stored_factor() || !levels_suit() || !take_whole_blocks()) return nullptr;
    depth.clear();
    for (const Var& var : depth_) depth.push_back(whole_.count(var) ? as_var(whole_.at(var)) : var);
    for (ExprPtr& factor : factors) factor = inside_blocks(factor);
    return depth_.front();
  }

 private:
  bool only_stored_factor() {
    for (const ExprPtr& factor : factors_) {
      for (const Access& access : accesses_of(factor)) {
        if (access.tensor->dense) continue;
        if (stored_ || !get_if<Access>(factor) || access.optional || access.tensor->temporary ||
            access.tensor->assembled || access.tensor->folded || access.tensor->copied_levels)
          return false;
        stored_ = access;
      }
    }
    return stored_.has_value();
  }

  /// What is outside of the walked level is known around the nest, and what is inside is dense.
  bool levels_suit() const {
    const std::vector<TensorLevel>& levels = stored_->tensor->levels;
    std::size_t walked = levels.size();
    for (std::size_t l = 0; l < levels.size(); ++l) {
      const ExprPtr& subscript = stored_->subscripts[l];
      const Var var = as_var(subscript);
      if (var == depth_.front()) {
        if (walked < levels.size() || !has_positions(levels[l])) return false;
        walked = l;
      } else if (walked == levels.size()) {
        if (uses_any(subscript, around_) || uses_any(subscript, depth_)) return false;
      } else if (levels[l].level.kind != LevelKind::dense || !var) {
        return false;
      }
    }
    return walked > 0 && walked + 1 < levels.size();
  }

  /// Each position has a coordinate.
  static bool has_positions(const TensorLevel& level) {
    return level.level.kind == LevelKind::compressed ||
           (level.level.kind == LevelKind::fixed && !level.level.padded);
  }

  /// The ranges of the depth below the walked index depend on nothing that moves.
  bool take_whole_blocks() {
    std::vector<Var> moving = depth_;
    moving.insert(moving.end(), around_.begin(), around_.end());
    for (std::size_t n = 1; n < depth_.size(); ++n) {
      const Range range = program_.ranges.at(depth_[n]);
      if (!uses_any(range.end, moving)) continue;
      const ExprPtr length = block_of(depth_[n]);
      if (!length || uses_any(range.end, around_) || as_integer(range.begin) != 0) return false;
      const Var whole = fresh_variable(program_, depth_[n]->name, {integer(0), length});
      whole_[depth_[n]] = var_expr(whole);
      ends_.emplace_back(depth_[n], range.end);
    }
    return true;
  }

  /// The length of the level that has this index; null: none has.
  ExprPtr block_of(const Var& var) const {
    for (std::size_t l = 0; l < stored_->subscripts.size(); ++l)
      if (as_var(stored_->subscripts[l]) == var) return stored_->tensor->levels[l].size;
    return nullptr;
  }

  /// `factor` in whole blocks: zero beyond the edge.
  ExprPtr inside_blocks(const ExprPtr& factor) const {
    ExprPtr inside;
    for (const auto& [var, end] : ends_) {
      if (!uses(factor, var)) continue;
      const ExprPtr one = make_expr(Binary{BinaryOp::lt, whole_.at(var), end}, ElementType::boolean);
      inside = inside ? make_expr(Binary{BinaryOp::logical_and, inside, one}, ElementType::boolean) : one;
    }
    const ExprPtr value = substitute(factor, whole_);
    if (!inside) return value;
    return make_expr(Call{"guarded", {inside, value, identity_of(Op::add, factor->type)}, nullptr},
                     factor->type, factor->where);
  }

  const std::vector<Var> around_, depth_;
  const std::vector<ExprPtr> factors_;
  Program& program_;
  std::optional<Access> stored_;
  std::map<Var, ExprPtr> whole_;
  std::vector<std::pair<Var, ExprPtr>> ends_;  // of ranges that blocks reach over
};

}  // namespace

Var walk_factor(const std::vector<Var>& around, std::vector<Var>& depth, std::vector<ExprPtr>& factors,
                Program& program) {
  return Walk(around, depth, factors, program).run(depth, factors);
}

}  // namespace insum::schedule

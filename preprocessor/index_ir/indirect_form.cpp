#include "index_ir/indirect_form.h"

#include <algorithm>
#include <cctype>

#include "index_ir/algebra.h"
#include "index_ir/nest.h"
#include "index_ir/rewrite.h"

namespace insum::index {

namespace {

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

/// The arrays of one operand as dense tensors, and what its indices are in terms of their places.
class Arrays {
 public:
  Arrays(const Access& access, Program& program) : access_(access), program_(program) {}

  /// False where a level has no fixed length.
  bool write_out() {
    for (const TensorLevel& level : access_.tensor->levels)
      if (!level_of(level.level)) return false;
    value = array(access_.tensor->name + "V", access_.tensor->type);
    return true;
  }

  ExprPtr value;                                 // AV[p,q]
  std::map<Var, std::vector<ExprPtr>> replaced;  // k -> {AK[p,q]}, in blocks {AK[p,q], bk}

 private:
  bool level_of(const Level& level) {
    const Var index = as_var(access_.subscripts[static_cast<std::size_t>(level.mode.mode)]);
    const bool whole = level.mode.kind == LevelMode::Kind::plain;
    switch (level.kind) {
      case LevelKind::compressed:
        if (!level.implicit_pos) return false;
        place_.push_back(fresh("p"));
        break;
      case LevelKind::singleton:
        break;
      case LevelKind::fixed:
        place_.push_back(fresh("q"));
        break;
      case LevelKind::dense:
        if (!whole && level.mode.kind != LevelMode::Kind::remainder) return false;
        place_.push_back(whole ? var_expr(index) : fresh("b" + index->name));
        if (!whole) replaced[index].push_back(place_.back());
        return true;
      default:
        return false;
    }
    replaced[index].push_back(array(access_.tensor->name + upper(index->name), ElementType::i64));
    return whole || level.mode.kind == LevelMode::Kind::quotient;
  }

  ExprPtr fresh(const std::string& name) {
    return var_expr(fresh_variable(program_, name, {integer(0), integer(0)}));
  }

  ExprPtr array(const std::string& name, ElementType type) const {
    auto tensor = std::make_shared<TensorNode>();
    tensor->name = name;
    tensor->type = type;
    return make_expr(Access{tensor, place_}, type);
  }

  const Access access_;
  Program& program_;
  std::vector<ExprPtr> place_;
};

/// Subscripts with indices replaced; nothing where a block's index is part of a larger expression.
std::optional<Access> replace_in(const Access& access, const Arrays& arrays) {
  Access result{access.tensor, {}, access.optional};
  std::map<Var, ExprPtr> single;
  for (const auto& [var, by] : arrays.replaced)
    if (by.size() == 1) single[var] = by.front();
  for (const ExprPtr& subscript : access.subscripts) {
    const auto found = arrays.replaced.find(as_var(subscript));
    if (found != arrays.replaced.end()) {
      result.subscripts.insert(result.subscripts.end(), found->second.begin(), found->second.end());
      continue;
    }
    for (const Var& var : variables_of(subscript))
      if (arrays.replaced.count(var) && !single.count(var)) return std::nullopt;
    result.subscripts.push_back(substitute(subscript, single));
  }
  return result;
}

bool has_plain_subscripts(const Access& access) {
  std::set<Var> vars;
  for (const ExprPtr& subscript : access.subscripts)
    if (const Var var = as_var(subscript)) vars.insert(var);
  return vars.size() == access.subscripts.size();
}

}  // namespace

StmtPtr indirect_form(const StmtPtr& stmt, Program& program) {
  const auto* einsum = get_if<Einsum>(stmt);
  if (!einsum || !einsum->left.tensor->dense) return nullptr;
  const auto* reduce = get_if<Reduce>(einsum->right);
  if (reduce && reduce->op != (einsum->op == Op::none ? Op::add : einsum->op)) return nullptr;
  const ExprPtr term = reduce ? reduce->body : einsum->right;
  const std::vector<Access> sparse = sparse_accesses(term);
  if (sparse.size() != 1 || sparse[0].tensor->symmetry != Symmetry::none || !has_plain_subscripts(sparse[0]))
    return nullptr;
  const Op op = einsum->op == Op::none ? Op::add : einsum->op;
  const bool limit = op == Op::min || op == Op::max;
  if (!vanishes_without(term, sparse, identity_of(op, limit ? einsum->left.tensor->type : term->type),
                        program.ieee))
    return nullptr;  // what is not stored counts
  const std::vector<ExprPtr> parts = factors(term);
  const bool is_factor = std::any_of(parts.begin(), parts.end(), [&](const ExprPtr& part) {
    const auto* access = get_if<Access>(part);
    return access && equal(*access, sparse[0]);
  });
  Arrays arrays(sparse[0], program);
  if (!is_factor || !arrays.write_out()) return nullptr;

  bool good = true;
  const auto changed = [&](const Access& access) {
    const auto result = replace_in(access, arrays);
    good &= result.has_value();
    return result.value_or(access);
  };
  const ExprPtr right = rewrite(term, [&](const ExprPtr& e) -> ExprPtr {
    const auto* access = get_if<Access>(e);
    if (!access) {
      const Var var = as_var(e);
      good &= !var || !arrays.replaced.count(var);
      return nullptr;
    }
    return equal(*access, sparse[0]) ? arrays.value : make_expr(changed(*access), e->type, e->where);
  });
  const Access left = changed(einsum->left);
  return good ? make_stmt(Einsum{left, einsum->op, right}, stmt->where) : nullptr;
}

}  // namespace insum::index

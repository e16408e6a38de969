#include "index_ir/indirect_form.h"

#include <algorithm>
#include <cctype>

#include "index_ir/algebra.h"
#include "index_ir/guard_bounds.h"
#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"

namespace insum::index {

namespace {

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

bool has_padding(const TensorNode& tensor) {
  return std::any_of(tensor.levels.begin(), tensor.levels.end(),
                     [](const TensorLevel& level) { return level.level.padded; });
}

bool has_fixed_lengths(const TensorNode& tensor) {
  return std::all_of(tensor.levels.begin(), tensor.levels.end(), [](const TensorLevel& level) {
    const LevelMode::Kind mode = level.level.mode.kind;
    const bool whole = mode == LevelMode::Kind::plain;
    switch (level.level.kind) {
      case LevelKind::compressed:
        return level.level.implicit_pos && (whole || mode == LevelMode::Kind::quotient);
      case LevelKind::singleton:
      case LevelKind::fixed:
        return whole || mode == LevelMode::Kind::quotient;
      case LevelKind::dense:
        return whole || mode == LevelMode::Kind::remainder;
      default:
        return false;
    }
  });
}

/// The names of modes: the indices of the first access of a tensor.
using Names = std::map<Tensor, std::vector<std::string>>;

void name_modes(const Access& access, Names& names) {
  std::vector<std::string>& list = names[access.tensor];
  for (std::size_t mode = list.size(); mode < access.subscripts.size(); ++mode) {
    const std::vector<Var> vars = variables_of(access.subscripts[mode]);
    std::string name = vars.empty() ? "" : vars.front()->name;
    if (name.empty() || std::find(list.begin(), list.end(), name) != list.end()) name += std::to_string(mode);
    list.push_back(name);
  }
}

/// What stands for an index: {AK[p,q]}, in blocks {AK[p,q], bk} of `length` coordinates.
struct Coordinate {
  std::vector<ExprPtr> parts;
  ExprPtr length;

  ExprPtr whole() const { return parts.size() == 1 ? parts[0] : add(mul(parts[0], length), parts[1]); }
};

/// The arrays of one operand as dense tensors.
class Arrays {
 public:
  Arrays(const Access& access, const Names& names, Program& program)
      : access_(access), names_(names.at(access.tensor)), program_(program) {
    for (const TensorLevel& level : access_.tensor->levels) enter(level);
    value = array(access_.tensor->name + "V", access_.tensor->type);
  }

  ExprPtr value;                              // AV[p,q]
  std::map<std::size_t, Coordinate> of_mode;  // of those that coordinates are stored of

 private:
  void enter(const TensorLevel& level) {
    const std::size_t mode = static_cast<std::size_t>(level.level.mode.mode);
    const ExprPtr& subscript = access_.subscripts[mode];
    const std::string& name = names_[mode];
    if (level.level.kind == LevelKind::dense) {
      const bool whole = level.level.mode.kind == LevelMode::Kind::plain;
      place_.push_back(whole ? subscript : fresh("b" + name));
      if (whole) return;
      of_mode[mode].parts.push_back(place_.back());
      of_mode[mode].length = level.size;
      return;
    }
    if (level.level.kind != LevelKind::singleton)
      place_.push_back(fresh(level.level.kind == LevelKind::fixed ? "q" : "p"));
    of_mode[mode].parts.push_back(
        sub(array(access_.tensor->name + upper(name), ElementType::i64), integer(access_.tensor->base)));
  }

  ExprPtr fresh(const std::string& name) {
    return var_expr(fresh_variable(program_, name, {integer(0), integer(0)}));
  }

  ExprPtr array(const std::string& name, ElementType type) const {
    auto tensor = std::make_shared<TensorNode>();
    tensor->name = name;
    while (std::any_of(program_.tensors.begin(), program_.tensors.end(),
                       [&](const Tensor& other) { return other->name == tensor->name; }))
      tensor->name += "_2";
    tensor->type = type;
    return make_expr(Access{tensor, place_}, type);
  }

  const Access access_;
  const std::vector<std::string>& names_;
  Program& program_;
  std::vector<ExprPtr> place_;
};

/// One term, whose operands are written out one after the other.
class Term {
 public:
  Term(Access left, ExprPtr value, const Names& names, Program& program)
      : left_(std::move(left)), value_(std::move(value)), names_(names), program_(program) {}

  /// ... all of these, which vanish where they store nothing.
  void write_out(std::vector<Access> operands) {
    for (std::size_t n = 0; n < operands.size(); ++n) {
      write_out(operands[n]);
      for (Access& other : operands) other = replaced(other);
    }
  }

  bool compares() const { return !conditions_.empty(); }
  StmtPtr einsum(Op op, SourceRange where) const {
    ExprPtr value = value_;
    for (const ExprPtr& condition : conditions_)
      value = make_expr(Binary{BinaryOp::mul, value, condition}, value_->type);
    return make_stmt(Einsum{left_, op, value}, where);
  }

 private:
  void write_out(const Access& operand) {
    const Arrays arrays(operand, names_, program_);
    by_.clear();
    std::vector<ExprPtr> compared;
    for (const auto& [mode, coordinate] : arrays.of_mode) {
      const ExprPtr& subscript = operand.subscripts[mode];
      const Var var = as_var(subscript);
      if (var && by_.emplace(var, coordinate).second) continue;
      for (const ExprPtr& inside : bounds_of_arrays(subscript, program_)) compared.push_back(inside);
      compared.push_back(
          make_expr(Binary{BinaryOp::eq, coordinate.whole(), subscript}, ElementType::boolean));
    }
    conditions_.insert(conditions_.end(), compared.begin(), compared.end());
    for (ExprPtr& condition : conditions_) condition = replaced(condition);
    value_ = rewrite(value_, [&](const ExprPtr& e) -> ExprPtr {
      const auto* access = get_if<Access>(e);
      return access && equal(*access, operand) ? arrays.value : nullptr;
    });
    value_ = replaced(value_);
    left_ = replaced(left_);
  }

  ExprPtr replaced(const ExprPtr& expr) const {
    return rewrite(expr, [&](const ExprPtr& e) -> ExprPtr {
      if (const auto* access = get_if<Access>(e)) return make_expr(replaced(*access), e->type, e->where);
      const auto found = by_.find(as_var(e));
      return found == by_.end() ? nullptr : found->second.whole();
    });
  }

  /// Dense tensors have modes for the parts of a coordinate.
  Access replaced(const Access& access) const {
    Access result{access.tensor, {}, access.optional};
    for (const ExprPtr& subscript : access.subscripts) {
      const auto found = by_.find(as_var(subscript));
      if (access.tensor->dense && found != by_.end())
        result.subscripts.insert(result.subscripts.end(), found->second.parts.begin(),
                                 found->second.parts.end());
      else
        result.subscripts.push_back(replaced(subscript));
    }
    return result;
  }

  Access left_;
  ExprPtr value_;
  std::vector<ExprPtr> conditions_;  // coordinates that have to be equal
  std::map<Var, Coordinate> by_;     // of the operand in work
  const Names& names_;
  Program& program_;
};

/// The terms of a sum, those of a factor (A[i,k] + B[i,k]) too.
std::vector<ExprPtr> summands(const ExprPtr& expr, Op op) {
  if (op != Op::add) return {expr};
  std::vector<ExprPtr> list;
  for (const ExprPtr& term : additive_terms(expr)) {
    std::vector<ExprPtr> others = factors(term);
    const auto at = std::find_if(others.begin(), others.end(), [](const ExprPtr& factor) {
      return additive_terms(factor).size() > 1 && !sparse_accesses(factor).empty();
    });
    if (at == others.end()) {
      list.push_back(term);
      continue;
    }
    for (const ExprPtr& part : additive_terms(*at)) {
      *at = part;
      for (const ExprPtr& inner : summands(product(others, term->type), op)) list.push_back(inner);
    }
  }
  return list;
}

/// c * sum(k: a + b) as {c * a, c * b}; as it is where a term lacks one of the indices, and counts several
/// times.
std::vector<ExprPtr> without_reduction(const ExprPtr& expr, Op op) {
  std::vector<ExprPtr> list;
  if (const auto* unary = get_if<Unary>(expr); unary && unary->op == UnaryOp::minus && op == Op::add) {
    for (const ExprPtr& term : without_reduction(unary->operand, op))
      list.push_back(make_expr(Unary{UnaryOp::minus, term}, expr->type));
    return list;
  }
  std::vector<ExprPtr> others = op == Op::add ? factors(expr) : std::vector<ExprPtr>{expr};
  const auto at = std::find_if(others.begin(), others.end(), [&](const ExprPtr& factor) {
    const auto* reduce = get_if<Reduce>(factor);
    return reduce && reduce->op == op;
  });
  if (at == others.end()) return {expr};
  const Reduce reduce = *get_if<Reduce>(*at);
  for (const ExprPtr& term : summands(reduce.body, op)) {
    for (const Var& var : reduce.vars)
      if (!uses(term, var)) return {expr};
    *at = term;
    list.push_back(product(others, expr->type));
  }
  return list;
}

/// The terms of an Einsum that are combined, without the reductions around them.
std::vector<ExprPtr> terms_of(const Einsum& einsum, Op op) {
  std::vector<ExprPtr> list;
  for (const ExprPtr& outer : summands(einsum.right, op))
    for (const ExprPtr& term : without_reduction(outer, op)) list.push_back(term);
  return list;
}

bool has_reduction(const ExprPtr& expr) {
  bool found = false;
  for_each_expr(expr, [&](const ExprPtr& e) { found |= get_if<Reduce>(e) != nullptr; });
  return found;
}

}  // namespace

IndirectForm indirect_form(const StmtPtr& stmt, const Program& program) {
  const auto* einsum = get_if<Einsum>(stmt);
  if (!einsum) return {};
  const Op op = combining_op(*einsum) == Op::none ? Op::add : combining_op(*einsum);
  const bool limit = op == Op::min || op == Op::max;
  IndirectForm form;
  Names names;
  bool any = false;
  const auto none = [](const std::string& why) { return IndirectForm{{}, why}; };
  for (const ExprPtr& term : terms_of(*einsum, op)) {
    const ExprPtr neutral = identity_of(op, limit ? einsum->left.tensor->type : term->type);
    std::vector<Access> operands;
    for (const Access& access : sparse_accesses(term)) {
      name_modes(access, names);
      if (!has_fixed_lengths(*access.tensor)) continue;
      const std::string name = access.tensor->name;
      if (access.tensor->symmetry != Symmetry::none) return none(name + " stores one triangle");
      if (has_reduction(term)) return none("a reduction is a part of a term");
      if (!vanishes_without(term, {access}, neutral, program.ieee))
        return none("elements that " + name + " does not store count: they are " +
                    (access.tensor->fill ? to_string(access.tensor->fill) : "0"));
      if (may_hold_duplicates(*access.tensor) && !is_linear_in(term, access))
        return none("entries of " + name + " at one place are added up first");
      if (op != Op::add && einsum->op == Op::none)
        return none("= gives an element without entries no value that the entries can be combined with");
      if (op != Op::add && has_padding(*access.tensor))
        return none("slots of " + name + " that are not used count");
      operands.push_back(access);
    }
    any |= !operands.empty();
    Program own = program;  // each term has the plain names for its places
    Term written(einsum->left, term, names, own);
    written.write_out(operands);
    if (written.compares() && op != Op::add)
      return none("coordinates would have to be compared, of which only sums can be told");
    form.einsums.push_back(written.einsum(form.einsums.empty() ? einsum->op : op, stmt->where));
  }
  return any ? form : IndirectForm{};
}

}  // namespace insum::index

// Matrix products: what the runtime asks of their factors and tells their results, and which sizes are worth
// it.
#include "index_ir/address.h"
#include "index_ir/dependent_types.h"
#include "index_ir/guard_bounds.h"
#include "index_ir/rewrite.h"
#include "loop_ir/closures.h"
#include "loop_ir/rewrite.h"
#include "lower/lowering.h"
#include "lower/reports.h"
#include "support/internal_error.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

namespace {

/// Neighbours of the factor in one direction are next to each other in memory, and those in the other are
/// not.
bool is_along(const ExprPtr& factor, const Var& direction, const Var& other) {
  bool along = false, across = false;
  for (const Access& access : accesses_of(factor)) {
    const auto unit = [&](const Var& var) {
      const ExprPtr stride = stride_of(access, var);
      return stride && as_integer(stride) == 1;
    };
    along |= unit(direction), across |= unit(other);
  }
  return along && !across;
}

/// True where the loops have tiles of columns, so that several rows can share them.
bool tiles_columns(const MatrixProduct& node) {
  bool found = false;
  for_each_stmt(node.loops, [&](const StmtPtr& s) {
    const auto* loop = get_if<Forall>(s);
    found |= loop && loop->options.vector && loop->var == node.columns.back();
  });
  return found;
}

/// What a device multiplies the factors as; "" for processors.
std::string element_text(const MatrixProduct& node) {
  using Unit = MatrixProduct::Unit;
  if (node.unit == Unit::vectors) return "";
  if (node.unit == Unit::tf32) return "insum::rt::cuda::tf32";
  const Access* access = as_read(node.row_factor).access;
  const bool stored = node.unit == Unit::instructions && node.sum == ElementType::f32;
  internal_check(!stored || access, "a computed factor of a matrix instruction");
  return cpp_name(stored ? access->tensor->type : node.sum);
}

/// `state` stands in front of the level of `access` that has `walked`.
bool leads_to(const SparseState& state, const Access& access, const Var& walked) {
  if (state.access.tensor != access.tensor || state.resolved == access.subscripts.size() ||
      as_var(access.subscripts[state.resolved]) != walked)
    return false;
  for (std::size_t l = 0; l <= state.resolved; ++l)
    if (!equal(state.access.subscripts[l], access.subscripts[l])) return false;
  return true;
}

/// Of a factor that is zero elsewhere; null for others.
ExprPtr condition_of(const ExprPtr& factor) {
  const auto* call = get_if<Call>(factor);
  const bool guarded = call && !call->callable && call->function == "guarded";
  return guarded && is_zero(call->arguments[2]) ? call->arguments[0] : nullptr;
}
/// ... and what it is where the condition holds.
ExprPtr read_inside(const ExprPtr& factor) { return get_if<Call>(factor)->arguments[1]; }

/// The condition as a function of what `factor` is one of.
lo::Closure with_value(const lo::ExprPtr& condition, lo::Closure factor) {
  factor.value = condition;
  drop_unused(factor);
  return factor;
}

}  // namespace

/// The product of the lengths of these ranges.
lo::ExprPtr Lowering::lengths(const std::vector<Var>& vars, const Scope& scope) {
  lo::ExprPtr length = lo::integer(1);
  for (const Var& var : vars) length = lo::mul(length, index_value(program_.ranges.at(var).end, scope));
  return length;
}

/// A function of one number for each group of indices that is not empty, which are bound in `scope`: the last
/// index of a group is the fastest.
lo::Closure Lowering::closure(const std::vector<std::vector<Var>>& groups, Scope& scope,
                              const WalkedDepth* walk) {
  lo::Closure result;
  for (const std::vector<Var>& group : groups) {
    if (group.empty()) continue;
    const bool walks = walk && group.front() == walk->var;
    if (group.size() == 1 && !walks) {
      result.parameters.push_back(bind(group[0], scope));
      continue;
    }
    std::string stem;
    for (const Var& var : group) stem += (stem.empty() ? "" : "_") + var->name;
    result.parameters.push_back(fresh(stem));
    lo::ExprPtr rest = lo::name(result.parameters.back());
    for (std::size_t n = group.size(); n-- > 0;) {
      if (n == 0 && walks) {
        enter_walk(*walk, rest, scope, result.body);
        break;
      }
      const lo::ExprPtr length = index_value(program_.ranges.at(group[n]).end, scope);
      const lo::ExprPtr value = n == 0 ? rest : lo::make_expr(lo::Binary{"%", rest, length}, lo::Type{});
      result.body.push_back(lo::make_stmt(lo::Declare{lo::Type{}, bind(group[n], scope), value, true, ""}));
      rest = lo::make_expr(lo::Binary{"/", rest, length}, lo::Type{});
    }
  }
  return result;
}

/// The positions of the operand that is walked; `out` gets what finds them.
std::optional<Lowering::WalkedDepth> Lowering::open_walk(const MatrixProduct& node, const Scope& scope,
                                                         lo::Body& out) {
  if (!node.walked) return std::nullopt;
  for (const Access& access : accesses_of(node.row_factor)) {
    if (access.tensor->dense) continue;
    for (const SparseState& state : scope.sparse) {
      if (!leads_to(state, access, node.walked)) continue;
      WalkedDepth walk{node.walked, state, nullptr, nullptr};
      walk.state.access = access;
      LevelLoop level = open_level(walk.state, node.walked);
      for (lo::StmtPtr& s : level.before) out.push_back(std::move(s));
      const std::string first = fresh(access.tensor->name + "_" + node.walked->name + "_begin");
      out.push_back(lo::make_stmt(lo::Declare{lo::Type{}, first, level.begin, true, ""}));
      walk.begin = lo::name(first);
      walk.count = lo::sub(level.end, walk.begin);
      return walk;
    }
  }
  internal_error("a product whose stored factor is nowhere");
}

/// What is read at position number `number`: the coordinate, and the operand's element where it is read.
void Lowering::enter_walk(const WalkedDepth& walk, const lo::ExprPtr& number, Scope& scope, lo::Body& body) {
  SparseState state = walk.state;
  const std::string position = position_name(state, walk.var, scope);
  body.push_back(lo::make_stmt(lo::Declare{lo::Type{}, position, lo::add(walk.begin, number), true, ""}));
  for (lo::StmtPtr& s : enter_level(state, walk.var, position, scope)) body.push_back(std::move(s));
  if (!walk.reads) return;
  while (state.resolved < state.access.subscripts.size())
    locate(state, state.access.subscripts[state.resolved], scope, body);
  scope.sparse.push_back(std::move(state));
}

/// How many elements the rows of the right factor that meet neighbours of the depth are apart, as far as it
/// is known.
lo::ExprPtr Lowering::distance_of_rows(const MatrixProduct& node, const Scope& scope) {
  for (const Access& access : accesses_of(node.column_factor))
    if (const ExprPtr stride = stride_of(access, node.columns.back()); stride && as_integer(stride) == 1)
      if (const ExprPtr distance = stride_of(access, node.depth.back());
          distance && variables_of(distance).empty())
        return index_value(distance, scope);
  return lo::integer(0);
}

/// Only the C++ compiler knows some types: those of the factors and the result have to be one.
bool Lowering::has_one_type(const MatrixProduct& node) {
  if (node.left.tensor->type != ElementType::dependent) return true;
  std::set<std::string> spellings = {operand_spelling(*node.left.tensor)};
  for (const ExprPtr& factor : {node.row_factor, node.column_factor})
    for (const Access& access : accesses_of(factor))
      if (access.tensor->type == ElementType::dependent) spellings.insert(operand_spelling(*access.tensor));
  if (spellings.size() > 1 && !types_agree_) return false;
  if (spellings.size() > 1) agreements_.insert(spellings);
  return true;
}

/// How many neighbours of `access` along these indices, the last of which is the fastest, are `apart` in
/// memory from each other; null where none are. What depends on a condition has the run of one index: where
/// both ends of a part of it are read, so is what is between them.
lo::ExprPtr Lowering::run_of(const Access& access, const ExprPtr& condition, const std::vector<Var>& along,
                             const ExprPtr& apart, const Scope& scope) {
  ExprPtr expected = apart;
  lo::ExprPtr run;
  for (auto var = along.rbegin(); var != along.rend(); ++var) {
    const ExprPtr stride = stride_of(access, *var), &length = program_.ranges.at(*var).end;
    if (!stride || !equal(stride, expected)) break;
    if (condition && run && uses_any(condition, along)) break;
    run = run ? lo::mul(index_value(length, scope), run) : index_value(length, scope);
    expected = mul(length, expected);
  }
  return run;
}

/// How many runs of a factor are equally far from each other, and how far; neither where that is not known.
void Lowering::set_lines(const Access& access, const ExprPtr& condition, const std::vector<Var>& across,
                         const Scope& scope, lo::Factor& layout) {
  const ExprPtr apart = stride_of(access, across.back());
  if (!apart || !variables_of(apart).empty()) return;
  layout.lines = run_of(access, condition, across, apart, scope);
  if (layout.lines) layout.apart = index_value(apart, scope);
}

/// A factor that a device multiplies: a pointer where it is an array with runs of the elements that are
/// multiplied, which `layout` gets, and `stored_if` where it depends on a condition; or a value.
lo::ExprPtr Lowering::factor(const MatrixProduct& node, const ExprPtr& factor, const FactorDirections& of,
                             const lo::Type& type, const Scope& scope, lo::Factor& layout,
                             lo::ExprPtr& stored_if) {
  using Unit = MatrixProduct::Unit;
  const auto [access, condition] = as_read(factor);
  if (!access || node.unit == Unit::vectors) return value_as(factor, type, scope);
  const TensorNode& tensor = *access->tensor;
  const bool stored = node.unit == Unit::instructions || tensor.type == node.sum;
  const bool is_array = tensor.dense && !access->optional && !(tensor.values && tensor.values->is_field) &&
                        (!tensor.temporary || !tensor.sizes.empty());
  if (stored && is_array && (node.sum == ElementType::f32 || tensor.type == node.sum))
    layout.run = run_of(*access, condition, of.along, integer(1), scope);
  if (layout.run) set_lines(*access, condition, of.across, scope, layout);
  const auto present = [&](const lo::ExprPtr& value, const lo::ExprPtr& otherwise) {
    return condition
               ? lo::make_expr(lo::Ternary{index_value(condition, scope), value, otherwise}, value->type)
               : value;
  };
  if (layout.run) {
    if (condition) stored_if = index_value(condition, scope);
    return lo::make_expr(lo::Pointer{array_of(*access, scope), address_of(*access, scope)}, type);
  }
  if (!stored) return value_as(factor, type, scope);
  const lo::Type element = type_of(tensor);
  return present(read(*access, scope),
                 lo::make_expr(lo::Cast{lo::make_expr(lo::Literal{"0.0f"}, element)}, element));
}

/// Of a factor that a processor multiplies, and that is zero for whole products of the depth: a function that
/// tells where it is not.
std::optional<lo::Closure> Lowering::where_stored(const MatrixProduct& node, const ExprPtr& factor,
                                                  const Scope& scope, const WalkedDepth* walk) {
  const ExprPtr condition = condition_of(factor);
  if (node.unit != MatrixProduct::Unit::vectors || !node.batch.empty() || !condition ||
      uses_any(condition, node.rows) || uses_any(condition, node.columns))
    return std::nullopt;
  Scope inner = scope;
  std::optional<WalkedDepth> coordinates;
  if (walk) coordinates = *walk, coordinates->reads = false;
  lo::Closure stored = closure({node.depth}, inner, walk ? &*coordinates : nullptr);
  stored.value = index_value(condition, inner);
  drop_unused(stored);
  return stored;
}

/// A factor as a function of these groups of indices.
lo::Factor Lowering::product_factor(const MatrixProduct& node, const ExprPtr& read,
                                    const std::vector<std::vector<Var>>& groups, const FactorDirections& of,
                                    const lo::Type& type, const Scope& scope, const WalkedDepth* walk) {
  lo::Factor out;
  out.stored = where_stored(node, read, scope, walk);
  Scope inner = scope;
  out.element = closure(groups, inner, walk);
  lo::ExprPtr condition;
  out.element.value = factor(node, out.stored ? read_inside(read) : read, of, type, inner, out, condition);
  if (condition) out.stored = with_value(condition, out.element);
  drop_unused(out.element);
  return out;
}

/// Pointers to rows, or what is done with each sum: through the scatter of a loop around where there is one.
void Lowering::set_result(const MatrixProduct& node, const Scope& scope, lo::MatrixProduct& out) {
  const bool scattered = scope.scattered.count(node.left.tensor) > 0;
  out.apart = node.apart && !scattered;
  out.in_rows = node.in_rows && !scattered;
  const bool whole = node.unit != MatrixProduct::Unit::vectors;
  out.in_rows &= !whole;
  internal_check(whole || !node.condition, "a product of a processor with places that are none");
  Scope inner = scope;
  if (out.in_rows) {
    std::map<Var, ExprPtr> first;
    for (const Var& var : node.columns) first[var] = integer(0);
    const Access start = substitute(node.left, first);
    out.result = closure({node.batch, node.rows}, inner);
    out.result.value = lo::make_expr(lo::Pointer{array_of(start, inner), address_of(start, inner)}, out.type);
    out.add = node.op == Op::add;
  } else {
    internal_check(node.op == Op::add || whole, "a product whose sums are stored in parts");
    out.result = closure({node.batch, node.rows, node.columns}, inner);
    const std::string sum = fresh(node.left.tensor->name + "_sum");
    out.result.parameters.push_back(sum);
    lo::Body combined;
    lo::ExprPtr value = lo::name(sum, out.type);
    if (node.value) {
      inner.temporaries[node.total] = {sum, out.type};
      value = value_as(node.value, out.type, inner);
    }
    combine(node.left, node.op, value, inner, combined);
    if (node.condition)
      combined = {lo::make_stmt(lo::If{index_value(node.condition, inner), std::move(combined)})};
    out.result.body.insert(out.result.body.end(), combined.begin(), combined.end());
  }
  drop_unused(out.result);
}

/// Which form runs, and for which instructions its kernels are. Sizes that loops around decide are not told.
void Lowering::tell_product(const MatrixProduct& node, const std::string& test, const lo::Type& type) {
  std::vector<lo::ExprPtr> sizes;
  for (const std::vector<Var>* vars : {&node.rows, &node.columns, &node.depth}) {
    for (const Var& var : *vars)
      if (!variables_of(program_.ranges.at(var).end).empty()) return;
    sizes.push_back(lengths(*vars, Scope{}));
  }
  const lo::ExprPtr large = lo::invoke(test, std::move(sizes), {ElementType::boolean, ""});
  choices_.push_back(when_wanted({chosen(
      node.left.tensor->name, invoke("insum::rt::product_form<" + loops::to_string(type) + ">", {large}))}));
}

lo::Body Lowering::matrix_product(const MatrixProduct& node, const Scope& scope) {
  lo::MatrixProduct out;
  out.type = node.unit == MatrixProduct::Unit::vectors ? type_of(*node.left.tensor) : lo::Type{node.sum, ""};
  if (!has_one_type(node)) return statement(node.loops, scope);
  lo::Body body;
  std::optional<WalkedDepth> walk = open_walk(node, scope, body);
  set_result(node, scope, out);
  if (!node.batch.empty()) out.batch = lengths(node.batch, scope);
  out.rows = lengths(node.rows, scope);
  out.columns = lengths(node.columns, scope);
  const std::vector<Var> plain_depth(node.depth.begin() + (walk ? 1 : 0), node.depth.end());
  out.depth = lengths(plain_depth, scope);
  if (walk) out.depth = lo::mul(walk->count, out.depth);
  out.by_column = is_along(node.column_factor, node.depth.back(), node.columns.back());
  out.left_by_depth = !is_along(node.row_factor, node.rows.back(), node.depth.back());
  out.element = element_text(node);
  WalkedDepth* const walks = walk ? &*walk : nullptr;
  const FactorDirections down{node.depth, node.rows}, across{node.depth, node.columns};
  out.left = product_factor(node, node.row_factor, {node.batch, node.rows, node.depth},
                            out.left_by_depth ? down : down.turned(), out.type, scope, walks);
  if (walk) walk->reads = false;
  out.right = product_factor(node, node.column_factor, {node.batch, node.depth, node.columns},
                             out.by_column ? across : across.turned(), out.type, scope, walks);

  if (node.always) return {lo::make_stmt(std::move(out))};
  const std::string large = fresh(node.left.tensor->name + "_is_large"), type = loops::to_string(out.type);
  const lo::Type boolean{ElementType::boolean, ""};
  std::vector<lo::ExprPtr> sizes = {out.rows, out.columns, out.depth};
  if (walk) sizes.push_back(distance_of_rows(node, scope));
  const std::string test =
      walk ? "insum::rt::is_large_block_product<" + type + ">"
      : node.unit != MatrixProduct::Unit::vectors
          ? "insum::rt::cuda::is_large_product"
          : "insum::rt::is_large_product<" + type + (tiles_columns(node) ? ", true>" : ", false>");
  if (records_ && !walk) tell_product(node, test, out.type);
  body.push_back(lo::make_stmt(lo::Declare{boolean, large, lo::invoke(test, sizes, boolean), true, ""}));
  lo::Body product = {lo::make_stmt(std::move(out))};
  if (node.left.tensor->type == ElementType::dependent)
    product = {lo::make_stmt(
        lo::If{lo::name("insum::rt::has_product<" + type + ">", boolean), std::move(product), true})};
  body.push_back(lo::make_stmt(lo::If{lo::name(large, boolean), std::move(product)}));
  lo::Body loops;
  part(node.loops, scope, loops);
  body.push_back(lo::make_stmt(
      lo::If{lo::make_expr(lo::Unary{"!", lo::name(large, boolean)}, boolean), std::move(loops)}));
  return body;
}

}  // namespace insum::lower

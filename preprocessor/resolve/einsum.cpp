#include "resolve/einsum.h"

#include <algorithm>

#include "ast/walk.h"
#include "index_ir/algebra.h"
#include "index_ir/dependent_types.h"
#include "index_ir/expression_types.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "index_ir/sparse_temporary.h"
#include "resolve/outputs.h"
#include "resolve/ranges.h"
#include "resolve/slips.h"

namespace insum::resolver {

using index::ExprPtr;
using index::Op;
using index::Var;

namespace {

/// The variables of `expr` that no explicit reduction in it binds.
std::vector<Var> free_variables(const ExprPtr& expr) {
  std::set<Var> bound;
  index::for_each_expr(expr, [&](const ExprPtr& e) {
    if (const auto* reduce = index::get_if<index::Reduce>(e))
      bound.insert(reduce->vars.begin(), reduce->vars.end());
  });
  std::vector<Var> vars = index::variables_of(expr);
  std::erase_if(vars, [&](const Var& var) { return bound.count(var) > 0; });
  return vars;
}

/// The Einstein convention: what is on the right and not on the left is reduced.
class ImpliedReductions {
 public:
  explicit ImpliedReductions(const index::Access& left) : kept_(index::variables_of(left)) {}

  /// Each additive term over its own indices.
  ExprPtr by_terms(const ExprPtr& expr) {
    if (const auto* unary = index::get_if<index::Unary>(expr); unary && unary->op == index::UnaryOp::minus)
      return index::make_expr(index::Unary{unary->op, by_terms(unary->operand)}, expr->type, expr->where);
    const auto* binary = index::get_if<index::Binary>(expr);
    if (!binary || (binary->op != BinaryOp::add && binary->op != BinaryOp::sub)) return whole(expr, Op::add);
    const ExprPtr left = by_terms(binary->left), right = by_terms(binary->right);
    return index::make_expr(index::Binary{binary->op, left, right}, expr->type, expr->where);
  }

  /// The right side as one term of `op`.
  ExprPtr whole(const ExprPtr& expr, Op op) {
    std::vector<Var> vars = free_variables(expr);
    std::erase_if(vars,
                  [&](const Var& v) { return std::find(kept_.begin(), kept_.end(), v) != kept_.end(); });
    if (vars.empty()) return expr;
    for (const Var& var : vars)
      if (std::find(reduced.begin(), reduced.end(), var) == reduced.end()) reduced.push_back(var);
    return index::make_expr(index::Reduce{op, std::move(vars), expr}, expr->type, expr->where);
  }

  std::vector<Var> reduced;

 private:
  std::vector<Var> kept_;
};

/// `|=` and `&=` on integers are C++'s, on bits; everything else is a truth value. Types of templates are
/// settled where the kernel is instantiated.
Op combining_op(ast::AssignOp written, ElementType left) {
  const Op op = assign_op(written);
  const bool bits = left == ElementType::dependent || (is_integer(left) && left != ElementType::boolean);
  if (!bits || !index::is_or_and(op)) return op;
  return op == Op::logical_or ? Op::bit_or : Op::bit_and;
}

/// What is not defined on complex numbers, in the user's words; "" when nothing is.
std::string misuse_of_complex(const ExprPtr& e) {
  const auto any_complex = [](const std::vector<ExprPtr>& list) {
    return std::any_of(list.begin(), list.end(), [](const ExprPtr& x) { return is_complex(x->type); });
  };
  if (const auto* binary = index::get_if<index::Binary>(e)) {
    const bool orders = binary->op >= BinaryOp::lt && binary->op <= BinaryOp::ge;
    return orders && any_complex({binary->left, binary->right}) ? "an order of complex numbers" : "";
  }
  if (const auto* call = index::get_if<index::Call>(e)) {
    const std::string& f = call->function;
    const bool real = f == "min" || f == "max" || f == "relu" || f == "sigmoid";
    return real && !call->callable && any_complex(call->arguments) ? "'" + f + "' of complex numbers" : "";
  }
  if (const auto* reduce = index::get_if<index::Reduce>(e))
    return (reduce->op == Op::min || reduce->op == Op::max) && is_complex(reduce->body->type)
               ? "the least or greatest of complex numbers"
               : "";
  return "";
}

bool check_types(Context& context, const index::Einsum& einsum, const ast::Einsum& written) {
  bool good = true;
  const auto fail = [&](SourceRange where, const std::string& what, const std::string& remedy) {
    if (good) context.report(Diag::undefined_operation, where, {what, remedy});
    good = false;
  };
  index::for_each_expr(einsum.right, [&](const ExprPtr& e) {
    const std::string misuse = misuse_of_complex(e);
    if (!misuse.empty())
      fail(e->where.valid() ? e->where : written.right->range, misuse, "compare abs(...) instead");
  });
  const auto* reduce = index::get_if<index::Reduce>(einsum.right);
  const bool limits = reduce && (reduce->op == Op::min || reduce->op == Op::max);
  if (limits && is_complex(einsum.left.tensor->type))
    fail(written.right->range,
         "collecting a least or greatest value in the complex '" + einsum.left.tensor->name + "'",
         "make the output real");
  const bool orders = einsum.op == Op::min || einsum.op == Op::max;
  const ElementType to = einsum.left.tensor->type, from = einsum.right->type;
  if (is_complex(from) && !is_complex(to) && to != ElementType::dependent && to != ElementType::none)
    fail(written.right->range, "storing a complex value in the real '" + einsum.left.tensor->name + "'",
         "make the output complex, or use abs(...)");
  const bool bits = einsum.op == Op::bit_or || einsum.op == Op::bit_and;
  if (bits && from != ElementType::dependent && !is_integer(from))
    fail(written.op_range,
         std::string("'") + to_string(einsum.op) + "' of an integer and a value that is not one",
         "compare the value: x != 0");
  if (orders && (is_complex(from) || is_complex(to)))
    fail(written.op_range, "the least or greatest of complex numbers", "compare abs(...) instead");
  return good;
}

/// The sizes of a temporary that nobody declares, from the Einsum that writes it first.
bool define_sizes(Context& context, index::TensorNode& tensor, const index::Einsum& einsum,
                  const index::Program& program) {
  std::set<Var> seen;
  std::vector<int> order;
  for (const ExprPtr& subscript : einsum.left.subscripts) {
    const Var var = index::as_var(subscript);
    if (!var || !seen.insert(var).second) {
      context.report(Diag::temporary_sizes, subscript->where, {tensor.name});
      return false;
    }
    order.push_back(static_cast<int>(tensor.sizes.size()));
    tensor.sizes.push_back(program.ranges.at(var).end);
  }
  tensor.strides = strides_of(tensor.sizes, order);
  return true;
}

/// How the temporary can be written without a value before: `S[i,j] = min(k: ...)` for `S[i,j] min= ...`.
std::string as_definition(const index::Einsum& einsum) {
  const auto* reduce = index::get_if<index::Reduce>(einsum.right);
  const char* const word = einsum.op == Op::min   ? "min"
                           : einsum.op == Op::max ? "max"
                           : einsum.op == Op::mul ? "prod"
                                                  : nullptr;
  if (!reduce || !word) return "write it with '=' first";
  std::string vars;
  for (const Var& var : reduce->vars) vars += (vars.empty() ? "" : ",") + var->name;
  return "write " + index::to_string(einsum.left) + " = " + word + "(" + vars + ": " +
         index::to_string(reduce->body) + ")";
}

/// The type of a temporary, from the Einsum that writes it first.
bool define_type(Context& context, index::TensorNode& tensor, const index::Einsum& einsum,
                 const ast::Einsum& written) {
  if (!tensor.temporary || tensor.type != ElementType::none) return true;
  if (written.op != ast::AssignOp::assign) {
    context.report(Diag::temporary_undefined, written.op_range, {tensor.name, as_definition(einsum)});
    return false;
  }
  tensor.type = einsum.right->type;
  if (tensor.type == ElementType::dependent)
    tensor.type_spelling = index::dependent_spelling(einsum.right, "");
  if (!tensor.dense)
    index::add_local_storage(tensor, [&](const std::string& name) { return context.names.make(name); });
  return true;
}

/// C *= e of a sparse C whose fill value is 0 leaves it 0 where it stores nothing: C = C * e, in the pattern
/// that it has where its arrays cannot grow.
index::Einsum in_own_pattern(index::Einsum einsum) {
  const index::Tensor& tensor = einsum.left.tensor;
  const bool grows = tensor->values && !tensor->values->container_call.empty();
  const bool scaled =
      !tensor->dense && !grows && einsum.op == Op::mul && index::known_value(index::fill_of(tensor)) == 0.0;
  if (!scaled) return einsum;
  const ExprPtr before = index::make_expr(einsum.left, tensor->type);
  const ExprPtr product = index::make_expr(index::Binary{BinaryOp::mul, before, einsum.right}, tensor->type);
  return {einsum.left, Op::none, index::with_types(product, tensor->type)};
}

TensorPtr make_temporary(const ast::Name& name) {
  auto tensor = std::make_shared<index::TensorNode>();
  tensor->name = name.text;
  tensor->where = name.range;
  tensor->format_name = "dense";
  tensor->temporary = true;
  tensor->type = ElementType::none;
  return tensor;
}

}  // namespace

std::set<std::string> names_read(const ast::Einsum& einsum) {
  std::set<std::string> names;
  const auto add = [&](const ast::Access& access) { names.insert(access.tensor.text); };
  ast::for_each_access(einsum.left, [&](const ast::Access& access) {
    if (&access != &einsum.left) add(access);
  });
  ast::for_each_access(einsum.right, add);
  return names;
}

index::StmtPtr resolve_einsum(Context& context, Tensors& tensors, Functions& functions,
                              const ast::Einsum& einsum, bool may_be_temporary, index::Program& program) {
  ExpressionReader reader(context, tensors, functions, einsum);
  const Tensors::Meaning meaning = tensors.find(einsum.left.tensor, true);
  TensorPtr output = meaning.tensor;
  const bool is_new = meaning.kind == Tensors::Meaning::Kind::unknown;
  if (is_new && may_be_temporary) output = make_temporary(einsum.left.tensor);
  if (is_new && !may_be_temporary) tensors.report_unknown(einsum.left.tensor);

  const auto fail = [&]() -> index::StmtPtr {
    const bool has_value = output && !output->temporary;
    if (!has_value) tensors.mark_failed(einsum.left.tensor.text);  // what reads it would say the same
    return nullptr;
  };
  const auto left = output ? reader.read_left(einsum.left, output) : std::nullopt;
  const ExprPtr right = reader.read(einsum.right);
  if (!left || !right || !reader.check_scopes()) return fail();

  const Op op = combining_op(einsum.op, output->type);
  ImpliedReductions reductions(*left);
  const ExprPtr reduced =
      op == Op::none || op == Op::add ? reductions.by_terms(right) : reductions.whole(right, op);
  const index::Einsum result = in_own_pattern({*left, op, index::with_types(reduced)});
  program.variables.insert(program.variables.end(), reader.variables().begin(), reader.variables().end());
  const bool good = find_ranges(context, result, reader.variables(), program) &&
                    check_disconnected(context, result, reductions.reduced, einsum) &&
                    (!is_new || define_sizes(context, *output, result, program)) &&
                    define_type(context, *output, result, einsum) && check_types(context, result, einsum) &&
                    check_output(context, result, output, einsum, program.ieee);
  if (!good) return fail();
  warn_of_slips(context, result, reductions.reduced, program.ieee);
  if (is_new) tensors.add_temporary(output);
  for (const index::Access& access : index::accesses_of(result.right))
    context.used_objects.insert(access.tensor->object);
  context.used_objects.insert(output->object);
  return index::make_stmt(result, einsum.range);
}

}  // namespace insum::resolver

#include "resolve/resolve.h"

#include <algorithm>
#include <set>

#include "ast/walk.h"
#include "index_ir/array_names.h"
#include "index_ir/rewrite.h"
#include "index_ir/sum_over_parts.h"
#include "resolve/copy_source.h"
#include "resolve/directives.h"
#include "resolve/einsum.h"
#include "resolve/storage_statements.h"

namespace insum {

namespace resolver {

namespace {

template <class Node>
std::vector<const Node*> directives_of(const ast::Block& block) {
  std::vector<const Node*> list;
  for (const ast::Directive& directive : block.directives)
    if (const auto* node = std::get_if<Node>(&directive.node)) list.push_back(node);
  return list;
}

index::StmtPtr resolve_einsums(Context& context, Tensors& tensors, Functions& functions,
                               index::Program& program) {
  const auto einsums = directives_of<ast::Einsum>(context.site.block);
  if (einsums.empty()) {
    context.report(Diag::missing_einsum, context.site.block.range);
    return nullptr;
  }
  std::vector<index::StmtPtr> stmts;
  for (std::size_t i = 0; i < einsums.size(); ++i) {
    const std::string& name = einsums[i]->left.tensor.text;
    const bool is_read_later =
        std::any_of(einsums.begin() + static_cast<std::ptrdiff_t>(i) + 1, einsums.end(),
                    [&](const ast::Einsum* later) { return names_read(*later).count(name) > 0; });
    stmts.push_back(resolve_einsum(context, tensors, functions, *einsums[i], is_read_later, program));
  }
  if (std::find(stmts.begin(), stmts.end(), nullptr) != stmts.end()) return nullptr;
  return index::sum_over_parts(index::sequence(std::move(stmts)), program.ieee, context.diagnostics);
}

std::vector<index::Access> accesses_of(const index::Einsum& einsum) {
  std::vector<index::Access> accesses = index::accesses_of(einsum.right);
  for (const index::ExprPtr& subscript : einsum.left.subscripts)
    for (index::Access& access : index::accesses_of(subscript)) accesses.push_back(std::move(access));
  accesses.push_back(einsum.left);
  return accesses;
}

void add_arguments(const index::ExprPtr& expr, std::set<index::Argument>& needed) {
  if (!expr) return;
  index::for_each_expr(expr, [&](const index::ExprPtr& e) {
    if (const auto* argument = index::get_if<index::Argument>(e)) needed.insert(*argument);
    if (const auto* call = index::get_if<index::Call>(e); call && call->callable)
      needed.insert(call->callable);
  });
}

void add_arguments(const index::TensorNode& tensor, std::set<index::Argument>& needed) {
  for (const auto* list : {&tensor.sizes, &tensor.strides, &tensor.block_sizes})
    for (const index::ExprPtr& expr : *list) add_arguments(expr, needed);
  for (const index::TensorLevel& level : tensor.levels) {
    add_arguments(level.size, needed);
    needed.insert(level.arrays.begin(), level.arrays.end());
  }
  add_arguments(tensor.fill, needed);
  if (tensor.values) needed.insert(tensor.values);
  needed.insert(tensor.containers.begin(), tensor.containers.end());
}

/// In the order in which they were first met.
void set_arguments(const Context& context, const std::set<index::Argument>& needed, index::Program& program) {
  for (const index::Argument& argument : context.arguments.all())
    if (needed.count(argument)) program.arguments.push_back(argument);
}

/// The tensors and arguments that the statements use, in order; outputs in the order in which they are
/// written.
void collect_used(const Context& context, const Tensors& tensors, index::Program& program) {
  std::set<index::Tensor> used;
  std::set<index::Argument> needed;
  const auto need = [&](const index::ExprPtr& expr) { add_arguments(expr, needed); };
  index::for_each_stmt(program.body, [&](const index::StmtPtr& stmt) {
    const auto* einsum = index::get_if<index::Einsum>(stmt);
    if (!einsum) return;
    for (const index::Access& access : accesses_of(*einsum)) used.insert(access.tensor);
    for (const index::ExprPtr& subscript : einsum->left.subscripts) need(subscript);
    need(einsum->right);
    const index::Tensor& output = einsum->left.tensor;
    if (!output->temporary &&
        std::find(program.outputs.begin(), program.outputs.end(), output) == program.outputs.end())
      program.outputs.push_back(output);
  });
  for (const TensorPtr& tensor : tensors.all()) {
    if (!used.count(tensor)) continue;
    program.tensors.push_back(tensor);
    add_arguments(*tensor, needed);
  }
  for (const auto& line : program.policy_lines) needed.insert(line.policy.type);
  need(program.memory);
  set_arguments(context, needed, program);
}

Resolved::Source source_of(const Context& context, const index::Tensor& stored) {
  Resolved::Source source;
  source.program.tensors = {stored};
  source.program.body = index::sequence({});
  std::set<index::Argument> needed;
  add_arguments(*stored, needed);
  set_arguments(context, needed, source.program);
  source.checks = storage_statements(source.program);
  return source;
}

std::vector<index::Argument> all_arrays(const index::TensorNode& tensor) {
  std::vector<index::Argument> list = level_arrays(tensor);
  if (tensor.values) list.push_back(tensor.values);
  return list;
}

/// A result that is built anew has containers of its own, one that keeps its entries values of its own,
/// unless the other tensor is the same one by another name.
void check_containers(Context& context, const index::Program& program) {
  const auto shared = [&](const index::Tensor& result, const index::Argument& array,
                          const std::string& with) {
    const std::string& cpp = array->container_call.empty() ? array->call : array->container_call;
    context.report(Diag::storage_shared, array->where, {result->name, cpp, with});
  };
  for (const index::Tensor& result : program.outputs) {
    if (!result->assembled) continue;
    const std::vector<index::Argument> own = all_arrays(*result);
    for (std::size_t a = 0; a < own.size(); ++a)
      if (std::find(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(a), own[a]) !=
          own.begin() + static_cast<std::ptrdiff_t>(a))
        shared(result, own[a], "another array of it");
    for (const index::Tensor& other : program.tensors) {
      const std::vector<index::Argument> theirs = all_arrays(*other);
      if (other == result || theirs == own) continue;
      for (const index::Argument& array : own)
        if ((!result->keeps_pattern || array == result->values) &&
            std::find(theirs.begin(), theirs.end(), array) != theirs.end())
          shared(result, array, "'" + other->name + "'");
    }
  }
}

/// Of what is stored, numbers and what is behind pointers excepted; of copies in other formats the originals.
void add_places(const Context& context, Resolved& resolved) {
  std::vector<index::Tensor> stored = context.converted;
  for (const index::Tensor& tensor : resolved.program.tensors) {
    if (&source_among(context.converted, tensor) == tensor.get()) stored.push_back(tensor);
  }
  for (const index::Tensor& tensor : stored) {
    if (tensor->temporary || tensor->sizes.empty()) continue;
    for (const index::Argument& array : all_arrays(*tensor))
      if (!array->is_field && array->depth == 1)
        resolved.places.push_back({index::array_name(*tensor, array), array->call});
  }
}

std::set<index::Tensor> tensors_read(const index::Program& program) {
  std::set<index::Tensor> read;
  index::for_each_stmt(program.body, [&](const index::StmtPtr& stmt) {
    const auto* einsum = index::get_if<index::Einsum>(stmt);
    if (!einsum) return;
    std::vector<index::Access> accesses = accesses_of(*einsum);
    accesses.pop_back();  // the one that is written
    for (const index::Access& access : accesses) read.insert(access.tensor);
  });
  return read;
}

/// Tensors that no Einsum names, and those without storage that are written for nobody.
void warn_about_unused(Context& context, const Tensors& tensors, const index::Program& program) {
  const std::set<index::Tensor> read = tensors_read(program);
  for (const TensorPtr& tensor : tensors.declared()) {
    const auto is_used = [&](const index::Tensor& t) {
      return std::find(program.tensors.begin(), program.tensors.end(), t) != program.tensors.end();
    };
    const bool used = is_used(tensor) || std::any_of(tensor->parts.begin(), tensor->parts.end(), is_used);
    if (used && (!tensor->temporary || read.count(tensor))) continue;
    Diagnostic& warning = context.report(Diag::unused_tensor, tensor->where, {tensor->name});
    for (const auto* einsum : directives_of<ast::Einsum>(context.site.block))
      if (used && einsum->left.tensor.text == tensor->name)
        warning.notes.push_back(
            {einsum->left.range, "it is written here, but it has no storage and no Einsum reads it"});
  }
}

/// A processor cannot read what types say to be in a device's memory.
void check_reachable(Context& context, const Resolved& resolved) {
  if (resolved.target.has_own_memory || resolved.is_auto) return;  // auto: every call finds out
  for (const auto& [name, where] : context.device_objects)
    context.report(
        Diag::device_storage, where,
        {name, "the target is " + resolved.target.name, "write 'target cuda device(" + name + ")'"});
}

}  // namespace

}  // namespace resolver

std::optional<Resolved> resolve(const bind::Site& site, const TargetChoice& target,
                                Diagnostics& diagnostics) {
  using namespace resolver;
  const int errors_before = diagnostics.error_count();
  Context context(site, diagnostics);
  // Index variables keep their names in generated code, so that nothing else may take them.
  for (const ast::Einsum* einsum : directives_of<ast::Einsum>(site.block))
    for (const std::string& name : ast::index_names(*einsum)) context.names.reserve(name);

  Tensors tensors(context);
  for (const auto* directive : directives_of<ast::TensorDirective>(site.block)) tensors.declare(*directive);
  Functions functions(context);
  for (const auto* directive : directives_of<ast::FunctionDirective>(site.block))
    functions.declare(*directive);
  Resolved result;
  read_directives(context, target, tensors, result);
  result.program.body = resolve_einsums(context, tensors, functions, result.program);
  if (diagnostics.error_count() > errors_before) return std::nullopt;
  for (const TensorPtr& tensor : tensors.all())
    if (is_automatic_on_device(result, *tensor)) tensor->on_device = true;
  check_reachable(context, result);

  collect_used(context, tensors, result.program);
  check_containers(context, result.program);
  if (diagnostics.error_count() > errors_before) return std::nullopt;
  result.checks = storage_statements(result.program, context.fitted);
  for (const index::Tensor& fitted : context.fitted) result.fits.push_back(fit_statement(*fitted));
  result.preparations = std::move(context.preparations);
  result.program.notes.insert(result.program.notes.end(), context.notes.begin(), context.notes.end());
  result.device_functions = std::move(context.device_functions);
  for (const index::Tensor& stored : context.converted) {
    result.converts = true;
    if (!stored->on_device) result.sources.push_back(source_of(context, stored));  // checked by the host
  }
  for (const index::Tensor& pattern : context.adopted) result.sources.push_back(source_of(context, pattern));
  if (result.is_auto) add_places(context, result);
  result.constants.assign(context.constants.begin(), context.constants.end());
  warn_about_unused(context, tensors, result.program);
  return result;
}

}  // namespace insum

#include "resolve/outputs.h"

#include <algorithm>
#include <set>

#include "ast/walk.h"
#include "index_ir/algebra.h"
#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "resolve/call_text.h"
#include "resolve/same_pattern.h"
#include "resolve/storage_statements.h"

namespace insum::resolver {

using index::Access;
using index::ExprPtr;

namespace {

std::vector<std::pair<Access, SourceRange>> reads_of(const index::Einsum& einsum) {
  std::vector<std::pair<Access, SourceRange>> reads;
  const auto collect = [&](const ExprPtr& expr) {
    if (const auto* access = index::get_if<Access>(expr)) reads.emplace_back(*access, expr->where);
  };
  for (const ExprPtr& subscript : einsum.left.subscripts) index::for_each_expr(subscript, collect);
  index::for_each_expr(einsum.right, collect);
  return reads;
}

bool is_indirect(const Access& access) {
  return std::any_of(access.subscripts.begin(), access.subscripts.end(),
                     [](const ExprPtr& subscript) { return !index::accesses_of(subscript).empty(); });
}

/// True when `einsum` leaves the output at its fill value wherever `pattern` stores nothing.
bool stays_in_pattern(const Context& context, const index::Einsum& einsum, const Access& pattern, bool ieee) {
  const ExprPtr outside = index::simplify(
      index::rewrite(einsum.right,
                     [&](const ExprPtr& expr) -> ExprPtr {
                       const auto* access = index::get_if<Access>(expr);
                       const bool same = access && !access->tensor->dense &&
                                         same_subscripts(*access, pattern) &&
                                         same_pattern(context, einsum, access->tensor, pattern.tensor);
                       return same ? index::fill_of(access->tensor) : nullptr;
                     }),
      ieee);
  const ExprPtr unchanged = einsum.op == index::Op::none ? index::fill_of(einsum.left.tensor)
                                                         : index::identity_of(einsum.op, einsum.right->type);
  const auto value = index::known_value(outside), wanted = index::known_value(unchanged);
  return value && wanted && *value == *wanted;
}

/// The terms that are summed one by one; other operators take the whole right side as one.
std::vector<ExprPtr> terms_of(const index::Einsum& einsum) {
  if (einsum.op == index::Op::none || einsum.op == index::Op::add) return index::additive_terms(einsum.right);
  return {einsum.right};
}

/// Why the result can't have the pattern of `read`; "" when it can.
std::string reason_against(const Context& context, const index::Einsum& einsum, const Access& read,
                           bool ieee) {
  const std::string& name = read.tensor->name;
  if (!stays_in_pattern(context, einsum, read, ieee))
    return "the right side has values where " + name + " stores none";
  if (read.tensor->symmetry != index::Symmetry::none) return name + " stores one triangle only";
  const std::vector<ExprPtr> terms = terms_of(einsum);
  const bool linear = std::all_of(terms.begin(), terms.end(),
                                  [&](const ExprPtr& term) { return index::is_linear_in(term, read); });
  if (index::may_hold_duplicates(*read.tensor) && !linear)
    return name + " may hold an entry twice (say 'unique' if it does not)";
  return "";
}

/// Every element is written, and none twice: no slice, no diagonal.
bool writes_all_of(const Access& left) {
  std::set<index::Var> seen;
  return std::all_of(left.subscripts.begin(), left.subscripts.end(), [&](const ExprPtr& subscript) {
    const index::Var var = index::as_var(subscript);
    return var && seen.insert(var).second;
  });
}

/// `output` can take over the pattern of `from` before the kernel runs: nothing has read it yet, and nothing
/// builds `from`.
bool can_adopt(const Context& context, const index::Einsum& einsum, const index::TensorNode& output,
               const index::TensorNode& from) {
  const bool on_host = !output.on_device && !from.on_device;  // which copies the arrays
  return on_host && output.growable && einsum.op == index::Op::none && writes_all_of(einsum.left) &&
         !from.object.empty() && !from.assembled && same_levels(output, from) &&
         context.used_objects.count(output.object) == 0;
}

/// Some of the values that are stored may be no elements: of blocks and diagonals that reach beyond the
/// tensor, and of slots that are not used. No kernel comes to them.
bool has_padding(const index::TensorNode& tensor) {
  return std::any_of(tensor.levels.begin(), tensor.levels.end(), [](const index::TensorLevel& level) {
    return level.level.mode.kind != LevelMode::Kind::plain || level.level.padded;
  });
}

void adopt(Context& context, const TensorPtr& output, const index::Tensor& from) {
  const std::string arrays = std::to_string(level_arrays(*from).size());
  context.preparations.push_back(
      "try { ::insum::adopt_pattern<" + arrays + (has_padding(*from) ? ", true>(" : ">(") + output->object +
      ", " + from->object + "); } catch (...) { ::insum::rt::throw_from(" + kernel_at_call + "); }");
  context.adopted.push_back(from);
  context.notes.push_back(output->name + " takes over the sizes and the pattern of " + from->name);
  context.same_pattern.push_back({output, from});
}

/// Levels that entries can be appended to.
bool has_levels_that_grow(const index::TensorNode& output) {
  std::vector<Level> levels;
  for (const index::TensorLevel& level : output.levels) levels.push_back(level.level);
  return can_build(levels);
}

/// ... in containers that grow.
bool can_assemble(const index::TensorNode& output) {
  const auto grows = [](const index::Argument& array) { return !array->container_call.empty(); };
  const std::vector<index::Argument> arrays = level_arrays(output);
  return has_levels_that_grow(output) && std::all_of(arrays.begin(), arrays.end(), grows) &&
         grows(output.values);
}

/// Levels built anew. Operators read what was there as one more operand.
void assemble(Context& context, const TensorPtr& output) {
  output->assembled = true;
  if (!output->containers.empty()) return;
  const auto add = [&](const index::Argument& array) {
    index::ArgumentNode node = make_argument(index::ArgumentNode::Kind::container, array->name + "_out",
                                             array->container_call, array->where);
    node.type = array->type, node.type_spelling = array->type_spelling;
    output->containers.push_back(context.arguments.get(std::move(node)));
  };
  for (const index::Argument& array : level_arrays(*output)) add(array);
  add(output->values);
}

/// Levels whose entries can be found by their coordinates, in any storage.
bool can_keep(const index::TensorNode& output) {
  const auto of_kind = [&](LevelKind kind) {
    return std::count_if(output.levels.begin(), output.levels.end(),
                         [&](const auto& level) { return level.level.kind == kind; });
  };
  const auto levels = static_cast<std::ptrdiff_t>(output.levels.size());
  const bool list = of_kind(LevelKind::singleton) + 1 == levels && output.levels.front().level.implicit_pos;
  const bool nested = of_kind(LevelKind::dense) + of_kind(LevelKind::compressed) == levels &&
                      of_kind(LevelKind::compressed) > 0 &&
                      std::all_of(output.levels.begin(), output.levels.end(),
                                  [](const auto& level) { return level.level.unique; });
  return (list || nested) && index::keeps_order(output);
}

bool keep_pattern(Context& context, const TensorPtr& output, SourceRange where) {
  output->assembled = output->keeps_pattern = true;
  if (can_keep(*output)) return true;
  const bool ordered = std::all_of(output->levels.begin(), output->levels.end(),
                                   [](const auto& level) { return level.level.ordered; });
  context.report(
      Diag::sparse_output, where,
      {output->name,
       ordered ? "the entries that same_pattern keeps cannot be found in its format"
               : "the entries that same_pattern keeps are in no order, by which they could be found",
       ordered ? "use levels that are dense or compressed, or coo that is sorted and unique"
               : "sort them, and leave 'unsorted' out"});
  return false;
}

std::size_t sparse_operands(const index::Einsum& einsum) {
  std::vector<Access> list;
  for (const auto& [read, where] : reads_of(einsum))
    if (!read.tensor->dense && std::none_of(list.begin(), list.end(),
                                            [&, &r = read](const Access& a) { return index::equal(a, r); }))
      list.push_back(read);
  return list.size();
}

/// The arrays of an object are not known to be those that a tensor line names.
std::string how_to_share_pattern(const index::Einsum& einsum, const index::TensorNode& output) {
  for (const auto& [read, where] : reads_of(einsum))
    if (!read.tensor->dense && !read.tensor->object.empty() && same_subscripts(read, einsum.left) &&
        same_levels(*read.tensor, output))
      return "say 'assume(same_pattern(" + output.name + ", " + read.tensor->name +
             "))' where it has the pattern of " + read.tensor->name;
  return "give it the coordinate arrays of the operand whose pattern it has";
}

/// Groups, rows or blocks whose length is a member of the object: two of them may differ.
bool has_run_time_lengths(const index::TensorNode& output) {
  return std::any_of(output.levels.begin(), output.levels.end(), [](const index::TensorLevel& level) {
    const bool is_part =
        level.level.kind == LevelKind::fixed || level.level.mode.kind != LevelMode::Kind::plain;
    return is_part && level.size && !index::as_integer(level.size);
  });
}

bool shares_pattern(const Context& context, const index::Einsum& einsum, const Access& read) {
  return !read.tensor->dense && same_subscripts(read, einsum.left) &&
         same_pattern(context, einsum, read.tensor, einsum.left.tensor);
}

bool check_sparse_output(Context& context, const index::Einsum& einsum, const TensorPtr& output,
                         SourceRange where, bool ieee) {
  if (output->symmetry != index::Symmetry::none) {
    context.report(Diag::not_supported_yet, where,
                   {"a symmetric result", "declare '" + output->name + "' without symmetric"});
    return false;
  }
  std::string against;
  for (const auto& [read, read_where] : reads_of(einsum)) {
    if (read.tensor->dense || !same_subscripts(read, einsum.left)) continue;
    const bool same = shares_pattern(context, einsum, read);
    const bool adopts = !context.keeps_pattern && can_adopt(context, einsum, *output, *read.tensor) &&
                        sparse_operands(einsum) == 1;
    if (!same && !adopts) continue;
    against = reason_against(context, einsum, read, ieee);
    if (!against.empty()) continue;
    if (!same) adopt(context, output, read.tensor);
    // What a block built before is as long as it is to be.
    if (same && einsum.op == index::Op::none && !output->assembled && !fit_statement(*output).empty())
      context.fitted.push_back(output);
    if (!same) output->patterns.push_back(read.tensor->name);
    for (const auto& [other, other_where] : reads_of(einsum))
      if (shares_pattern(context, einsum, other)) output->patterns.push_back(other.tensor->name);
    return true;
  }
  if (context.keeps_pattern) return keep_pattern(context, output, where);
  if (can_assemble(*output)) {
    assemble(context, output);
    return true;
  }
  const bool built = has_levels_that_grow(*output);
  const bool lengths = !built && has_run_time_lengths(*output);
  const std::string others = lengths
                                 ? "make its group size, width or block sizes constants of its type to take "
                                   "over the pattern of an operand, or write into a dense tensor"
                                 : how_to_share_pattern(einsum, *output) + ", or write into a dense tensor";
  const std::string remedy = (built ? "store it in containers that grow (std::vector, insum types), "
                                    : "use csr, csc, coo, csf or bcsr, ") +
                             others;
  if (against.empty() && !built) against = "no result can be built in the format " + output->format_name;
  if (against.empty()) against = "its pattern is that of no operand with the same subscripts";
  context.report(Diag::sparse_output, where, {output->name, against, remedy});
  return false;
}

/// The same tensor, or two over the same C++ array.
bool same_storage(const index::TensorNode& a, const index::TensorNode& b) {
  return &a == &b || (a.values && a.values == b.values);
}

/// Accesses of two tensors over one array that stand for the same element.
bool same_element_of(const Access& a, const Access& b) {
  if (!same_expressions(a.subscripts, b.subscripts)) return false;
  if (a.tensor->dense && b.tensor->dense) return same_expressions(a.tensor->strides, b.tensor->strides);
  return !a.tensor->dense && !b.tensor->dense && same_arrays(*a.tensor, *b.tensor);
}

bool check_reads_of_output(Context& context, const index::Einsum& einsum, const ast::Einsum& written) {
  const bool fills_first = einsum.op == index::Op::none && is_indirect(einsum.left);
  for (const auto& [read, where] : reads_of(einsum)) {
    if (!same_storage(*read.tensor, *einsum.left.tensor)) continue;
    const bool same_element = read.tensor == einsum.left.tensor ? index::equal(read, einsum.left)
                                                                : same_element_of(read, einsum.left);
    if (same_element && !fills_first) continue;
    context
        .report(Diag::output_read_differently, where,
                {einsum.left.tensor->name, index::to_string(read), index::to_string(einsum.left),
                 (read.tensor->name == einsum.left.tensor->name
                      ? ""
                      : read.tensor->name + " is stored in the same array, and ") +
                     std::string(fills_first && same_element
                                     ? "'=' with these subscripts fills the whole of it first"
                                     : "other elements may be written before they are read")})
        .notes.push_back({written.left.range, "it is written here"});
    return false;
  }
  return true;
}

/// The accesses that are factors of a product; empty when `term` is none.
std::vector<ExprPtr> factor_accesses(const ExprPtr& term) {
  ExprPtr body = term;
  if (const auto* unary = index::get_if<index::Unary>(body); unary && unary->op == index::UnaryOp::minus)
    body = unary->operand;
  if (const auto* reduce = index::get_if<index::Reduce>(body)) body = reduce->body;
  std::vector<ExprPtr> list;
  for (const ExprPtr& factor : index::factors(body)) {
    if (index::get_if<Access>(factor))
      list.push_back(factor);
    else if (!index::accesses_of(factor).empty())
      return {};
  }
  return list;
}

/// Where the access has `var` in a subscript.
SourceRange where_used(const ast::Einsum& written, const ExprPtr& access, const index::Var& var) {
  SourceRange found = var->where;
  ast::for_each_access(written.right, [&](const ast::Access& read) {
    if (!(read.range == access->where)) return;
    for (const ast::Subscript& subscript : read.subscripts)
      for (const ast::SubscriptTerm& part : subscript.terms)
        if (const auto* index = std::get_if<ast::Name>(&part.factor); index && index->text == var->name)
          found = index->range;
  });
  return found;
}

/// The reduction over an index by itself, by the operator that the Einsum reduces with.
std::string own_reduction(index::Op op, const std::string& index) {
  using index::Op;
  const bool sums = op == Op::none || op == Op::add;
  const std::string word = op == Op::mul           ? "prod"
                           : op == Op::min         ? "min"
                           : op == Op::max         ? "max"
                           : op == Op::logical_or  ? "any"
                           : op == Op::logical_and ? "all"
                                                   : "sum";
  return word + "(" + index + ": ...) to " + (sums ? "sum" : "reduce") + " over it by itself";
}

/// A stride of zero, where its mode is known to have several coordinates or not known to have one.
bool check_strides(Context& context, const index::TensorNode& output, SourceRange where) {
  for (const ExprPtr& size : output.sizes)
    if (index::as_integer(size) == 0) return true;  // there are no elements
  for (std::size_t mode = 0; mode < output.strides.size(); ++mode) {
    if (index::as_integer(output.strides[mode]) != 0 || index::as_integer(output.sizes[mode]) == 1) continue;
    context.report(Diag::output_overlaps, where, {output.name, std::to_string(mode)})
        .notes.push_back({index::declaration_of(output), output.name + " is declared here"});
    return false;
  }
  return true;
}

}  // namespace

bool check_output(Context& context, const index::Einsum& einsum, const TensorPtr& output,
                  const ast::Einsum& written, bool ieee) {
  const SourceRange where = written.left.range;
  if (output->temporary) {
    if (!check_reads_of_output(context, einsum, written)) return false;
    if (output->dense) return true;
    if (std::any_of(einsum.left.subscripts.begin(), einsum.left.subscripts.end(), index::is_fixed)) {
      context.report(Diag::sparse_output, where,
                     {output->name, "a slice of a sparse temporary is written",
                      "write all of it, or declare storage for " + output->name});
      return false;
    }
    assemble(context, output);
    return true;
  }
  if (!output->parts.empty()) {
    context.report(Diag::not_supported_yet, where,
                   {"a result that is stored as " + output->format_name,
                    "write into a dense tensor, or build csr and convert that"});
    return false;
  }
  if (!context.writable_arrays.count(output->values->call)) {
    context.report(Diag::output_not_writable, where, {output->name})
        .notes.push_back({index::declaration_of(*output), output->name + " is declared here"});
    return false;
  }
  context.arguments.set_writable(output->values);
  if (output->dense && !check_strides(context, *output, where)) return false;
  if (!check_reads_of_output(context, einsum, written)) return false;
  return output->dense || check_sparse_output(context, einsum, output, where, ieee);
}

bool check_disconnected(Context& context, const index::Einsum& einsum, const std::vector<index::Var>& implied,
                        const ast::Einsum& written) {
  const std::vector<ExprPtr> terms = terms_of(einsum);
  for (const ExprPtr& term : terms) {
    const std::vector<ExprPtr> accesses = factor_accesses(term);
    // Reduced indices that stand in one factor only, by factor.
    std::vector<std::pair<index::Var, ExprPtr>> lonely;
    for (const index::Var& var : implied) {
      std::vector<ExprPtr> with;
      for (const ExprPtr& access : accesses)
        if (index::uses(access, var)) with.push_back(access);
      if (with.size() == 1) lonely.emplace_back(var, with.front());
    }
    if (lonely.size() < 2 || lonely.front().second == lonely.back().second) continue;
    const auto& [var, access] = lonely.back();
    const auto& tensor = index::get_if<Access>(access)->tensor;
    std::string sizes;
    for (const ExprPtr& size : tensor->sizes) sizes += (sizes.empty() ? "" : ", ") + index::to_string(size);
    const bool several = terms.size() > 1;
    const auto& [other, with] = lonely.front();
    Diagnostic& error = context.report(
        Diag::unbounded_index, where_used(written, access, var),
        {var->name,
         "and index '" + other->name + "' each appear only once " + (several ? "in the term " : "") +
             "and not in the result: one of them may be meant for the other",
         "correct the index, or write " + own_reduction(index::combining_op(einsum), var->name)});
    error.notes.push_back(
        {index::declaration_of(*tensor), tensor->name + " is declared here with sizes [" + sizes + "]"});
    if (several)
      error.notes.push_back({where_used(written, with, other), "'" + other->name + "' stands here"});
    return false;
  }
  return true;
}

}  // namespace insum::resolver

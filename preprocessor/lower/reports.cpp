#include "lower/reports.h"

#include <algorithm>
#include <map>
#include <set>

#include "index_ir/nest.h"
#include "index_ir/rewrite.h"
#include "loop_ir/fold_counts.h"
#include "loop_ir/rewrite.h"
#include "lower/check_calls.h"
#include "lower/count_operations.h"
#include "lower/fetched_copies.h"
#include "lower/lowering.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

namespace {

const char* const record = "insum_record";
const std::string the_call = "insum_call", counter = "insum_flops";

/// The names of what stores a tensor.
void add_arrays(const TensorNode& tensor, std::set<std::string>& names) {
  for (const TensorLevel& level : tensor.levels) {
    for (const Argument& array : level.arrays) names.insert(array->name);
    const auto* count = level.level.implicit_pos && level.size ? get_if<Argument>(level.size) : nullptr;
    if (count) names.insert((*count)->name);
  }
  if (tensor.values) names.insert(tensor.values->name);
}

/// What is counted, for the report.
lo::Body told(lo::Body flops, bool exact) {
  const auto* only = flops.size() == 1 ? lo::get_if<lo::Update>(flops.front()) : nullptr;
  const std::string function = the_call + (exact ? ".computes" : ".computes_about");
  if (flops.empty()) return {effect(invoke(function, {lo::integer(0)}))};
  if (only) return {effect(invoke(function, {only->value}))};
  flops.insert(flops.begin(), {effect(invoke(the_call + ".counts", {})),
                               lo::make_stmt(lo::Declare{lo::Type{}, counter, lo::integer(0), false, ""})});
  flops.push_back(effect(invoke(function, {lo::name(counter)})));
  return flops;
}

}  // namespace

lo::StmtPtr when_wanted(lo::Body body) {
  return lo::make_stmt(
      lo::Aside{invoke(the_call + ".wanted", {}, {ElementType::boolean, ""}), std::move(body)});
}

lo::StmtPtr chosen(const std::string& name, const lo::ExprPtr& how) {
  std::vector<lo::ExprPtr> arguments = {quoted(name)};
  if (how) arguments.push_back(how);
  return effect(invoke(the_call + ".chose", std::move(arguments)));
}

lo::StmtPtr declare_ways(const std::string& name, const std::string& workspace) {
  return variable("auto* const", name, invoke(the_call + ".ways_of", {quoted(workspace)}));
}

bool is_conversion(const StmtPtr& stmt) {
  int assigned = 0;
  bool converts = true;
  for_each_stmt(stmt, [&](const StmtPtr& s) {
    const auto* assign = get_if<Assign>(s);
    if (!assign) return;
    ++assigned;
    const auto* read = get_if<Access>(assign->right);
    converts &= read && !read->tensor->dense && !assign->left.tensor->dense;
    converts &= assign->left.tensor->temporary;
  });
  return assigned > 0 && converts;
}

lo::Body timed(lo::Body body) {
  body.insert(body.begin(), effect(invoke(the_call + ".converts", {})));
  body.push_back(effect(invoke(the_call + ".converted", {})));
  return body;
}

Lowering::Flops Lowering::flops_of(Lowering& lowering, const StmtPtr& stmt, const Scope& scope) {
  TensorNode node;
  node.name = counter, node.temporary = true, node.type = ElementType::i64;
  const Tensor variable = std::make_shared<const TensorNode>(node);
  const OperationCount operations = count_operations(stmt, variable);
  if (!operations.stmt) return {{}, operations.exact};
  Scope inner = scope;
  inner.temporaries[variable] = {counter, lo::Type{}, false, false};
  lo::Body body;
  lowering.enter_body(operations.stmt, {}, inner, body);
  return {loops::fold_counts(body, counter), operations.exact};
}

/// Statements in front of `stmt` that count its floating point operations.
lo::Body Lowering::count(const StmtPtr& stmt, const Scope& scope) const {
  Lowering lowering = *this;  // whose names are its own
  lowering.counts_ = true;
  const Flops flops = flops_of(lowering, stmt, scope);
  if (flops.body.empty()) return {};
  return {when_wanted(told(flops.body, flops.exact))};
}

/// Those of the whole program, counted before it runs, as far as what is stored then tells them.
Lowering::Flops Lowering::flops_of_all() const {
  Flops all;
  Lowering lowering = *this;
  lowering.counts_ = true;
  std::set<std::string> made;  // arrays that the kernel itself makes
  for (const Tensor& tensor : program_.tensors)
    if (tensor->temporary) add_arrays(*tensor, made);
  for (const StmtPtr& stmt : top_level(program_.body)) {
    Scope scope;
    scope.sparse = states_of(stmt);
    const Flops own = flops_of(lowering, stmt, scope);
    const bool known = !lo::uses(own.body, made);
    if (known) all.body.insert(all.body.end(), own.body.begin(), own.body.end());
    all.exact &= known && own.exact;
    if (const auto built = building(stmt)) add_arrays(*built->left.tensor, made);
  }
  all.body = loops::fold_counts(all.body, counter);
  return all;
}

/// `body`, with copies of what it reads in a device's memory in front of it.
lo::Body Lowering::with_fetched(lo::Body body) {
  FetchedCopies copies(*this, program_, FetchedCopies::For::reports);
  lo::Body out;
  lo::Body changed;
  for (const lo::StmtPtr& stmt : body) changed.push_back(copies.reading(stmt, out));
  if (out.empty()) return body;
  const bool starts = body.size() > 1;  // with the statement that tells when counting began
  out.insert(out.begin(), starts ? changed.front() : effect(invoke(the_call + ".counts", {})));
  if (starts) changed.erase(changed.begin());
  out.insert(out.end(), changed.begin(), changed.end());
  return out;
}

lo::Body Lowering::report(const Origin& origin, bool counts_before) {
  std::set<Argument> known;
  lo::ExprPtr bytes;
  for (const Tensor& tensor : program_.tensors) {
    if (tensor->temporary || tensor->storage_form || !tensor->values || tensor->on_device) continue;
    if (tensor->assembled && !tensor->keeps_pattern) continue;
    for (const ArrayExtent& extent : extents(*tensor)) {
      const Argument& a = extent.array;
      if (a->depth > 1 || !known.insert(a).second) continue;
      const lo::ExprPtr own = invoke("insum::report::bytes_of", {array(a), extent.count});
      bytes = bytes ? lo::add(bytes, own) : own;
    }
  }
  const lo::ExprPtr known_before = lo::make_expr(
      lo::List{{quoted(program_.name), quoted(origin.file), lo::integer(origin.line), quoted(origin.einsum)}},
      {});
  lo::Body out = {
      variable("static insum::report::kernel", record, known_before),
      variable("insum::report::call", the_call, invoke("insum::report::call", {lo::name(record)}))};
  lo::Body wanted;
  if (bytes) wanted.push_back(effect(invoke(the_call + ".moves", {bytes})));
  if (!origin.variant.empty()) wanted.push_back(chosen(origin.variant));
  const Flops flops = counts_before ? flops_of_all() : Flops{};
  if (!flops.body.empty() || !flops.exact)
    for (lo::StmtPtr& s : with_fetched(told(flops.body, flops.exact))) wanted.push_back(std::move(s));
  if (!wanted.empty()) out.push_back(when_wanted(std::move(wanted)));
  return out;
}

}  // namespace insum::lower

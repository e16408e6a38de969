// Workspaces of sparse results: what is computed in another order is collected, a row or whole entries, and
// sorted.
#include <algorithm>

#include "lower/lowering.h"
#include "lower/reports.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

namespace {

/// Designated initialisers of insum::workspace_options.
std::string options_of(const WorkspacePolicy& policy, const Program& program) {
  std::string text;
  const auto add = [&](bool wanted, const std::string& setting) {
    if (wanted) text += (text.empty() ? "" : ", ") + setting;
  };
  add(policy.capacity >= 0, ".capacity = " + std::to_string(policy.capacity));
  add(policy.pipeline, ".pipeline = true");
  add(policy.double_buffer, ".double_buffer = true");
  add(program.deterministic, ".deterministic = true");
  return text;
}

}  // namespace

void Lowering::construct_workspace(const Assign& assign, const StmtPtr& producer, Scope& scope, lo::Body& out,
                                   bool shared) {
  const Tensor& tensor = assign.left.tensor;
  const Op op = assign.op;
  const bool row = tensor->workspace == TensorNode::Workspace::row;
  const std::string name = fresh(tensor->name);
  scope.workspaces[tensor] = name;
  lo::Construct made{};
  made.name = name, made.type = type_of(*tensor);
  made.op = combine_of(op == Op::none ? Op::add : op);  // what is stored at several places is added up
  made.size = row ? index_value(tensor->sizes[0], Scope{}) : nullptr;
  made.modes = tensor->levels.size(), made.shared = shared;
  if (tensor->policy) {
    if (tensor->policy->type)
      made.user = lo::name(tensor->policy->type->name);
    else
      made.policy =
          "insum::rt::" + (tensor->policy->kind == "auto" ? "adaptive" : tensor->policy->kind) + "_workspace";
    for (const ExprPtr& size : tensor->sizes) made.sizes.push_back(index_value(size, Scope{}));
    made.options = options_of(*tensor->policy, program_);
    if (std::vector<lo::ExprPtr> trips;
        tensor->policy->kind == "auto" && !program_.memory && loops_around(producer, tensor, trips))
      made.expected = invoke("insum::rt::nested_trips", trips);
    made.budget = budget_for(*tensor);
  }
  if (records_) tell_choice(*tensor, made);
  out.push_back(lo::make_stmt(std::move(made)));
}

/// The length of a row decides what its workspace is; entries in a workspace of no named kind decide
/// themselves.
void Lowering::tell_choice(const TensorNode& tensor, lo::Construct& made) {
  if (made.size && !lo::as_integer(made.size)) {
    const lo::ExprPtr pays = invoke("insum::rt::row_pays", {made.size}, {ElementType::boolean, ""});
    choices_.push_back(when_wanted(
        {chosen(made.name, lo::make_expr(lo::Ternary{pays, quoted("dense"), quoted("lists")}, {}))}));
  } else if (tensor.policy && tensor.policy->kind == "auto") {
    made.ways = fresh(made.name + "_ways");
    choices_.push_back(declare_ways(made.ways, made.name));
  }
}

/// What the bytes of a workspace count in: entries, or the floats that a result is rounded from.
std::string Lowering::budget_for(const TensorNode& tensor) {
  if (!program_.memory || (!tensor.policy && tensor.floats_of.empty())) return "";
  if (budget_.empty()) budget_ = fresh("memory");
  return budget_;
}

/// assume(memory <= n) bounds all workspaces of a block together; those in loops count from any thread.
void Lowering::declare_budget(lo::Body& body) {
  if (budget_.empty()) return;
  const std::string bound = fresh(budget_ + "_bound");
  const lo::ExprPtr made = invoke("insum::rt::budget_of", {index_value(program_.memory, Scope{})});
  const auto declare = [&](const std::string& type, const std::string& name, const lo::ExprPtr& value) {
    return lo::make_stmt(lo::Declare{lo::Type{ElementType::dependent, type}, name, value, false, ""});
  };
  body.insert(body.begin(),
              {declare("auto", bound, made),
               declare("auto* const", budget_, lo::make_expr(lo::Unary{"&", lo::name(bound)}, {}))});
}

void Lowering::update_workspace(const Access& left, const lo::ExprPtr& value, const Scope& scope,
                                lo::Body& out) {
  const bool row = left.tensor->workspace == TensorNode::Workspace::row;
  std::vector<lo::ExprPtr> arguments;
  for (const ExprPtr& subscript : left.subscripts) arguments.push_back(index_value(subscript, scope));
  arguments.insert(row ? arguments.end() : arguments.begin(), cast(value, type_of(*left.tensor)));
  out.push_back(effect(invoke(scope.workspaces.at(left.tensor) + ".update", std::move(arguments))));
}

void Lowering::finish_workspace(const TensorNode& tensor, const std::string& name, lo::Body& out) {
  const bool row = tensor.workspace == TensorNode::Workspace::row;
  std::vector<lo::ExprPtr> sizes;
  if (!row)
    for (const ExprPtr& size : tensor.sizes) sizes.push_back(index_value(size, Scope{}));
  out.push_back(effect(invoke(name + ".finish", std::move(sizes))));
  const auto pointer = [&](const Argument& array, const std::string& function) {
    out.push_back(lo::make_stmt(lo::Declare{lo::Type{ElementType::dependent, "auto*"}, array->name,
                                            invoke(name + function, {}), true, ""}));
  };
  for (std::size_t l = 0; l < tensor.levels.size(); ++l)
    pointer(tensor.levels[l].arrays[0],
            row ? ".coordinates" : ".template coordinates<" + std::to_string(l) + ">");
  pointer(tensor.values, ".values");
  const auto* count = get_if<Argument>(tensor.levels[0].size);
  out.push_back(
      lo::make_stmt(lo::Declare{lo::Type{}, (*count)->name, invoke(name + ".count", {}), true, ""}));
}

/// The row that `consumer` appends as it is to a result with one stored level; null: it does something else.
const Assign* Lowering::drained_row(const StmtPtr& consumer, const Scope& scope) const {
  const auto* loop = get_if<Forall>(consumer);
  const auto* assign = loop ? get_if<Assign>(loop->body) : nullptr;
  const auto* row = assign ? get_if<Access>(assign->right) : nullptr;
  if (!row || row->tensor->workspace != TensorNode::Workspace::row || !scope.parts.count(assign->left.tensor))
    return nullptr;
  const std::vector<TensorLevel>& levels = assign->left.tensor->levels;
  const bool one =
      has_positions(levels.back()) && std::count_if(levels.begin(), levels.end(), is_stored) == 1;
  return one && as_var(row->subscripts[0]) == loop->var ? assign : nullptr;
}

/// Sorts, where the result wants that, appends and empties the row at once.
void Lowering::drain(const Assign& node, const Scope& scope, lo::Body& out) {
  const TensorNode& tensor = *node.left.tensor;
  lo::ExprPtr parent = lo::integer(0);
  for (std::size_t l = 0; l + 1 < tensor.levels.size(); ++l)
    parent = lo::add(lo::mul(parent, index_value(tensor.levels[l].size, Scope{})),
                     index_value(node.left.subscripts[l], scope));
  const std::string& part = scope.parts.at(node.left.tensor);
  const Tensor& row = std::get<Access>(node.right->node).tensor;
  const char* const drain = tensor.levels.back().level.ordered ? ".drain" : ".drain_unsorted";
  out.push_back(effect(invoke(scope.workspaces.at(row) + drain, {lo::name(part + ".template level<0>()"),
                                                                 parent, lo::name(part + ".values")})));
}

}  // namespace insum::lower

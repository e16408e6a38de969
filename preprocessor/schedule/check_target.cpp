#include "schedule/check_target.h"

#include <algorithm>
#include <set>

#include "index_ir/rewrite.h"

namespace insum::schedule {

using namespace index;

namespace {

struct Reason {
  std::string what, remedy;
};

std::optional<Reason> obstacle(const ArgumentNode& a) {
  using Kind = ArgumentNode::Kind;
  if (a.kind == Kind::callable)
    return Reason{a.name + "() is compiled for the host only",
                  "use the functions that insum knows, or write 'target openmp'"};
  if (a.type == ElementType::dependent)
    return Reason{"the element type of " + a.name + " depends on a template argument",
                  "use a type that is known"};
  if (a.depth > 1)
    return Reason{a.name + " is an array of pointers", "use a format with one array, such as csr"};
  return std::nullopt;
}

bool is_automatic(const WorkspacePolicy& policy) {
  WorkspacePolicy automatic;
  automatic.kind = "auto";
  return policy == automatic;
}

std::optional<Reason> obstacle(const TensorNode& t) {
  const auto is_field = [](const Argument& a) { return a && a->is_field; };
  bool fields = is_field(t.values);
  for (const TensorLevel& level : t.levels)
    fields |= std::any_of(level.arrays.begin(), level.arrays.end(), is_field);
  if (t.on_device && t.values && t.values->is_same)
    return Reason{t.name + " is in device memory, and its values are one number",
                  "give it an array of values"};
  if (t.on_device && fields)
    return Reason{t.name + " is in device memory, and its arrays are members of structs there",
                  "give them arrays of their own"};
  if (t.policy && !is_automatic(*t.policy))
    return t.policy->kind == "dense"
               ? Reason{"its dense workspaces are rows of groups, and the result has no row for each iteration of "
                        "the loops around",
                        "store the result as csr, csc or bcsr, or leave the name of the workspace out"}
               : Reason{"it sorts entries by an algorithm of its own, and not in a workspace that is " +
                            t.policy->kind,
                        "leave the name of the workspace out, or make it dense"};
  return std::nullopt;
}

/// Sums that are the same for threads of a grid: they lie in its memory, and not in registers.
std::set<Tensor> sums_of_grids(const Program& program) {
  std::set<Tensor> sums;
  for_each_stmt(program.body, [&](const StmtPtr& stmt) {
    const auto* where = get_if<Where>(stmt);
    if (!where) return;
    for_each_stmt(where->producer, [&](const StmtPtr& inner) {
      const auto* loop = get_if<Forall>(inner);
      if (!loop || !loop->options.parallel) return;
      for (const Assign& assign : assignments_of(loop->body))
        if (is_scalar_temporary(*assign.left.tensor)) sums.insert(assign.left.tensor);
    });
  });
  return sums;
}

/// Temporaries whose bytes would have to count.
std::optional<Reason> obstacle_to_bound(const TensorNode& t, bool in_memory) {
  if (!in_memory && t.workspace == TensorNode::Workspace::none && t.floats_of.empty()) return std::nullopt;
  return Reason{"a bound of the memory counts what processors allocate, and not " + t.name + " on a device",
                "leave memory <= ... out, or write 'target openmp'"};
}

}  // namespace

bool check_target(const Program& program, const Target& target, SourceRange where, Diagnostics& diagnostics) {
  if (!target.has_own_memory) return true;
  bool good = true;
  std::set<std::string> said;  // a tensor may stand there in several shapes
  const auto refuse = [&](const std::optional<Reason>& reason, SourceRange place) {
    if (!reason || !said.insert(reason->what).second) return;
    const bool located = place.end > place.begin;
    diagnostics.report(Diag::target_cannot, located ? place : where,
                       {target.name, reason->what, reason->remedy});
    good = false;
  };
  for_each_stmt(program.body, [&](const StmtPtr& s) {
    const auto* loop = get_if<Forall>(s);
    if (loop && loop->options.runs)
      refuse(Reason{"a workspace is for each run of equal " + loop->var->name +
                        ", and its threads take entries one by one",
                    "give the workspace " + loop->var->name +
                        " as well, or use a format with rows, such as csr"},
             {});
  });
  if (!program.tiling.indices.empty())
    refuse(Reason{"threads and registers there take tiles of constant lengths",
                  "give the sizes, as in tile(i=64, j=64)"},
           program.tiling.where);
  for (const Argument& argument : program.arguments) refuse(obstacle(*argument), argument->where);
  for (const Tensor& tensor : program.tensors)
    if (!tensor->storage_form || tensor->temporary) refuse(obstacle(*tensor), tensor->where);
  if (!program.memory) return good;
  const std::set<Tensor> sums = sums_of_grids(program);
  for (const Tensor& tensor : program.tensors)
    refuse(obstacle_to_bound(*tensor, sums.count(tensor) > 0), tensor->where);
  return good;
}

}  // namespace insum::schedule

// precompute(e, {i}, {i}, W, dense)   S(e(i))  ->  where S(W[i]) with W[i] = e(i)
// A part of the right side gets loops of its own. Refused for what is no factor of a term, and where loops
// around the workspace would not be those that fill it. Kinds other than dense: named_workspace.cpp,
// sparse_part.cpp.
#include <algorithm>
#include <map>

#include "ast/ast_printer.h"
#include "index_ir/algebra.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "schedule/branches.h"
#include "schedule/command.h"
#include "schedule/insert_parted.h"
#include "schedule/match_expression.h"
#include "schedule/named_workspace.h"
#include "schedule/part_off.h"
#include "schedule/precompute_request.h"

namespace insum::schedule {

using namespace index;

namespace {

/// What is asked of a nest: its indices, not their names.
Part part_of(const PrecomputeRequest& written, const Factors& found, const Program& program) {
  Part part{found, {}, written.producer, written.name};
  for (const std::string& name : written.consumer)
    part.indices.push_back(*std::find_if(program.variables.begin(), program.variables.end(),
                                         [&](const Var& var) { return var->name == name; }));
  return part;
}

/// Loops that loopfuse has left around other nests are still outermost where the workspace is read.
bool keeps_around(const Chain& chain, Parted& parted, const Program& program, const Refuse& refuse) {
  parted.producer.around.clear();
  for (std::size_t l = 0; const Var& var : loops_around(chain, program))
    if (l >= parted.consumer.loops.size() || parted.consumer.loops[l++].var != var)
      return refuse("loopfuse has left the loop over " + var->name + " around a producer as well",
                    "let precompute stand before loopfuse"),
             false;
  return true;
}

bool occurs_in_sum(const ast::ExprPtr& wanted, const std::vector<Chain>& chains) {
  bool found = false;
  for (const Chain& chain : chains)
    index::for_each_expr(chain.assign.right, [&](const ExprPtr& e) {
      found |= e != chain.assign.right && find_factors(wanted, e).has_value();
    });
  return found;
}

}  // namespace

bool precompute(Command& command) {
  const auto written = read_request(command);
  if (!written) return false;
  if (written->policy) {
    if (written->policy->kind != "auto" || collects_whole_terms(command, *written))
      return collect_in_workspace(command, *written);
    WorkspacePolicy without_options;
    without_options.kind = "auto";
    if (*written->policy != without_options)
      return refuse_options(command,
                            "capacity, pipeline and double_buffer for whole terms of sparse results");
  }
  const Refuse no = [&](const std::string& why, const std::string& remedy) {
    refuse(command, Diag::impossible_precompute, {ast::print(*written->expr), why, remedy});
  };
  std::vector<Chain> chains;
  std::map<std::string, Var> made;
  bool any = false;
  for (const Chain& chain : command.chains) {
    const auto found = find_factors(written->expr, chain.assign.right);
    if (!found) {
      chains.push_back(chain);
      continue;
    }
    any = true;
    auto parted = part_off(chain, part_of(*written, *found, command.program), command.program, made, no);
    if (!parted || !keeps_around(chain, *parted, command.program, no)) return false;
    if (!insert_parted(std::move(*parted), chains, no)) return false;
  }
  if (!any) {
    const bool merged = occurs_in_sum(written->expr, command.chains);
    return refuse(command, Diag::impossible_precompute,
                  {ast::print(*written->expr),
                   merged ? "the terms of the sum are computed together, entry by entry"
                          : "it is no product of factors of a term",
                   merged ? "give it a tensor line and an Einsum of its own" : "write it as in the Einsum"});
  }
  command.chains = std::move(chains);
  return true;
}

}  // namespace insum::schedule

// rfactor(i)              s += S(i)  ->  where s += W[i] with W[i] += S(i)
// The reduction over i goes through a workspace of partial results. Refused for an index of the result.
#include <algorithm>

#include "index_ir/nest.h"
#include "index_ir/printer.h"
#include "index_ir/rewrite.h"
#include "schedule/command.h"
#include "schedule/dense_workspace.h"

namespace insum::schedule {

using namespace index;

namespace {

/// A reduction as two nests: into partial results, and from those.
struct Factored {
  Chain parts, whole;
};

/// "C[i,j]", or "C" where commands have made its subscripts expressions of other indices.
std::string left_as_written(const Access& left) {
  const bool plain = std::all_of(left.subscripts.begin(), left.subscripts.end(),
                                 [](const ExprPtr& s) { return as_var(s) != nullptr; });
  return plain ? to_string(left) : left.tensor->name;
}

class Factor {
 public:
  Factor(Command& command, const Var& index) : command_(command), program_(command.program), index_(index) {}

  std::optional<Factored> run(const Chain& chain, const Var& var) {
    if (!is_legal(chain, var)) return std::nullopt;
    std::vector<ExprPtr> sizes, written, read;
    Factored result{chain, chain};
    result.whole.loops.clear();
    int place = -1;
    const Access& left = chain.assign.left;
    std::optional<Loop> across;
    for (const Loop& loop : chain.loops) {
      const bool own = uses(make_expr(left, left.tensor->type), loop.var);
      if (!own && loop.var != var) continue;
      const ExprPtr extent = workspace_extent(chain, loop.var, program_);
      if (!extent)
        return refuse("the loop over " + loop.var->name + " has no constant number of values",
                      "split it first, and rfactor a part");
      written.push_back(var_expr(loop.var));
      read.push_back(var_expr(loop.var));
      if (loop.var == var) {
        place = static_cast<int>(sizes.size());
        across = Loop{fresh_variable(program_, var->name + "_each", {integer(0), extent}), {}};
        read.back() = var_expr(across->var);
      } else {
        result.whole.loops.push_back(loop);
      }
      sizes.push_back(extent);
    }
    result.whole.loops.push_back(*across);
    const Tensor workspace = dense_workspace(program_, left.tensor->name + "_parts", sizes, chain.assign.op,
                                             chain.assign.right, left.tensor, place);
    result.parts.assign = Assign{{workspace, written}, chain.assign.op, chain.assign.right, true};
    result.whole.assign.right = make_expr(Access{workspace, read}, workspace->type, chain.where);
    std::erase_if(result.whole.conditions, [&](const ExprPtr& condition) {
      const std::vector<Var> vars = variables_of(condition);
      return !std::all_of(vars.begin(), vars.end(), [&](const Var& v) { return result.whole.has(v); });
    });
    return result;
  }

 private:
  std::optional<Factored> refuse(const std::string& why, const std::string& remedy) {
    schedule::refuse(command_, Diag::impossible_rfactor, {index_->name, why, remedy});
    return std::nullopt;
  }

  bool is_legal(const Chain& chain, const Var& var) {
    const Access& left = chain.assign.left;
    const auto no = [&](const std::string& why, const std::string& remedy) {
      return refuse(why, remedy).has_value();
    };
    if (uses(make_expr(left, left.tensor->type), var))
      return no("it is an index of the result " + left_as_written(left), "name an index that is reduced");
    if (chain.assign.op == Op::none)
      return no("'=' of " + left.tensor->name + " stores, and combines nothing over " + var->name,
                "name an index that is reduced");
    if (!left.tensor->dense) return no("the result " + left.tensor->name + " is sparse", "leave rfactor out");
    return true;
  }

  Command& command_;
  Program& program_;
  Var index_;
};

}  // namespace

bool rfactor(Command& command) {
  if (!has_arguments(command, 1, 1)) return false;
  const Var var = index_argument(command, 0);
  if (!var || !is_looped(command, var, 0)) return false;
  std::vector<Chain> chains;
  for (const Chain& chain : command.chains) {
    const std::vector<Var> loops = loops_for(chain, var, command.program);
    if (loops.size() > 1)
      return refuse(command, Diag::impossible_rfactor,
                    {var->name, "its loop is in parts (" + loops[0]->name + ", " + loops[1]->name + ")",
                     "name one of them"});
    if (loops.empty()) {
      chains.push_back(chain);
      continue;
    }
    auto factored = Factor(command, var).run(chain, loops[0]);
    if (!factored) return false;
    factored->parts.path.push_back(0);
    factored->whole.path.push_back(1);
    chains.push_back(std::move(factored->parts));
    chains.push_back(std::move(factored->whole));
  }
  command.chains = std::move(chains);
  return true;
}

}  // namespace insum::schedule

#include "schedule/keep_results.h"

#include <algorithm>
#include <array>

#include "index_ir/nest.h"
#include "index_ir/rewrite.h"
#include "schedule/block_size.h"
#include "schedule/dense_workspace.h"
#include "schedule/insert_accumulators.h"

namespace insum::schedule {

using namespace index;

namespace {

constexpr long long most_bytes = 1020;  // a thread has 255 registers of four bytes

/// What is kept of one nest, or why nothing can be.
struct Kept {
  std::size_t around = 0;   // so many loops stand around the registers
  std::vector<Loop> loops;  // over the elements that are kept
  std::vector<ExprPtr> sizes;
  std::string why, remedy;  // "": it can be
};

Kept no(const std::string& why, const std::string& remedy) { return {0, {}, {}, why, remedy}; }

const Program::Cached* request_for(const Program& program, const Chain& chain) {
  const auto named = std::find_if(program.cached.begin(), program.cached.end(), [&](const auto& cached) {
    return cached.result && cached.tensor == chain.assign.left.tensor->name;
  });
  return named == program.cached.end() ? nullptr : &*named;
}

/// How many loops stand around: those on blocks and threads of a processor, and then the result's own.
std::size_t loops_around(const Chain& chain) {
  const std::vector<Var> result = variables_of(chain.assign.left);
  std::size_t around = 0;
  for (std::size_t l = 0; l < chain.loops.size(); ++l)
    if (chain.loops[l].options.parallel || is_block(chain.loops[l].options.axis)) around = l + 1;
  while (around < chain.loops.size() && contains(result, chain.loops[around].var)) ++around;
  return around;
}

/// Why a loop over elements that are kept cannot be one; "" where it can.
std::string obstacle(const Chain& chain, const Kept& kept, const Loop& loop, const Program& program) {
  const std::string the_loop = "the loop over " + loop.var->name;
  if (const auto driver = driver_of(chain, loop.var)) return the_loop + " enumerates " + describe(*driver);
  const ExprPtr size = workspace_extent(chain, loop.var, program);
  if (!size || !as_integer(size)) return the_loop + " has no constant number of values";
  const Range& range = program.ranges.at(loop.var);
  for (std::size_t l = kept.around; l < chain.loops.size(); ++l) {
    const Var& other = chain.loops[l].var;
    const bool own =
        std::any_of(kept.loops.begin(), kept.loops.end(), [&](const Loop& k) { return k.var == other; });
    if (!own && uses(range.end, other)) return "the range of " + the_loop + " depends on " + other->name;
  }
  return "";
}

Kept kept_of(const Chain& chain, const Program& program, const Target& target) {
  const TensorNode& result = *chain.assign.left.tensor;
  if (!result.dense) return no("it is sparse", "leave cache_write out");
  if (chain.assign.op == Op::none) return {};  // nothing is added up
  if (!chain.conditions.empty())
    return no("a term runs only where operands are stored, or a condition holds", "leave cache_write out");
  const auto is_bound = [](const Loop& loop) { return is_block(loop.options.axis); };
  if (target.has_grid && std::none_of(chain.loops.begin(), chain.loops.end(), is_bound))
    return no("no loop is bound to blocks, so that threads have no fixed elements",
              "add bind(i, block.x) and bind(j, thread.x)");
  Kept kept;
  kept.around = loops_around(chain);
  const std::vector<Var> vars = variables_of(chain.assign.left);
  for (std::size_t l = kept.around; l < chain.loops.size(); ++l)
    if (contains(vars, chain.loops[l].var)) kept.loops.push_back(chain.loops[l]);
  long long elements = 1;
  for (const Loop& loop : kept.loops) {
    if (const std::string why = obstacle(chain, kept, loop, program); !why.empty())
      return no(why, "split it, and put its outer part outside of the loops that are summed over");
    kept.sizes.push_back(workspace_extent(chain, loop.var, program));
    if (!is_thread(loop.options.axis) && elements <= most_bytes) elements *= *as_integer(kept.sizes.back());
  }
  const long long bytes = elements * size_in_bytes(common_type(result.type, chain.assign.right->type));
  if (target.has_grid && bytes > most_bytes)
    return no("a thread would keep " + std::to_string(bytes) + " bytes, and has registers for " +
                  std::to_string(most_bytes),
              "split its loops into shorter ones");
  return kept;
}

/// Each iteration of a loop on threads needs a thread of its own.
std::string too_many_threads(const Kept& kept, const std::array<long long, 3>& threads) {
  const auto on_threads = [](const Loop& loop) { return is_thread(loop.options.axis); };
  if (std::none_of(kept.loops.begin(), kept.loops.end(), on_threads)) return "";
  if (std::find(threads.begin(), threads.end(), 0) != threads.end())
    return "a loop that is bound to threads has no constant number of values";
  return block_size_obstacle(threads);
}

Tensor registers_for(Program& program, const Chain& chain, const Kept& kept) {
  const TensorNode& left = *chain.assign.left.tensor;
  const Tensor workspace = dense_workspace(program, left.name + "_kept", kept.sizes, chain.assign.op,
                                           chain.assign.right, chain.assign.left.tensor);
  TensorNode node = *workspace;
  node.place = TensorNode::Place::registers;
  ExprPtr stride = integer(1);
  for (std::size_t m = kept.loops.size(); m-- > 0;) {
    const bool own = is_thread(kept.loops[m].options.axis);
    node.strides[m] = own ? integer(0) : stride;
    if (!own) stride = mul(stride, kept.sizes[m]);
  }
  program.tensors.back() = std::make_shared<const TensorNode>(std::move(node));
  return program.tensors.back();
}

/// `stmt` with the statement below its first `depth` loops changed.
template <class F>
StmtPtr below(const StmtPtr& stmt, std::size_t depth, const F& change) {
  if (depth == 0) return change(stmt);
  Forall loop = std::get<Forall>(stmt->node);
  loop.body = below(loop.body, depth - 1, change);
  return make_stmt(std::move(loop), stmt->where);
}

}  // namespace

bool can_keep_results(const Program& program, const Target& target, Diagnostics& diagnostics) {
  if (program.cached.empty()) return true;
  const std::vector<Chain> chains = chains_of(program);
  const std::array<long long, 3> threads = threads_of(chains, program);
  for (const Chain& chain : chains) {
    const Program::Cached* request = request_for(program, chain);
    if (!request) continue;
    Kept kept = chain.assign.left.tensor->temporary ? no("it is a workspace", "leave cache_write out")
                                                    : kept_of(chain, program, target);
    if (kept.why.empty())
      if (const std::string why = too_many_threads(kept, threads); !why.empty())
        kept = no(why, "split the loops that are bound to threads into shorter ones");
    if (kept.why.empty()) continue;
    diagnostics.report(Diag::impossible_cache, request->where,
                       {request->tensor, "registers", kept.why, kept.remedy});
    return false;
  }
  return true;
}

std::optional<std::size_t> loops_around_kept(const Program& program, const Chain& chain) {
  if (!request_for(program, chain)) return std::nullopt;
  return loops_around(chain);
}

StmtPtr kept_nest(Program& program, const Chain& chain, const Target& target) {
  if (!request_for(program, chain)) return nullptr;
  Kept kept = kept_of(chain, program, target);
  if (kept.loops.empty()) return nullptr;
  const Tensor registers = registers_for(program, chain, kept);
  Access own{registers, {}};
  for (const Loop& loop : kept.loops) own.subscripts.push_back(var_expr(loop.var));

  Chain inner = chain;  // adds up
  inner.loops.erase(inner.loops.begin(), inner.loops.begin() + static_cast<std::ptrdiff_t>(kept.around));
  for (std::vector<Loop>* list : {&inner.loops, &kept.loops})
    for (Loop& loop : *list)
      loop.options.registers =
          target.has_grid && contains(variables_of(own), loop.var) && !is_thread(loop.options.axis);
  inner.assign.left = own, inner.assign.defines = false;
  Chain clear = inner, outer = chain;  // ... from here, and goes there
  clear.loops = kept.loops;
  clear.assign = Assign{own, Op::none, identity_of(chain.assign.op, registers->type)};
  outer.loops.resize(kept.around);
  outer.loops.insert(outer.loops.end(), kept.loops.begin(), kept.loops.end());
  outer.assign.right = make_expr(own, registers->type, chain.where);

  const StmtPtr filled = sequence({to_stmt(clear), accumulated(program, inner, target)});
  StmtPtr nest = accumulated(program, outer, target);
  std::vector<StmtPtr> stmts = {nest};
  if (const auto* list = get_if<Sequence>(nest)) stmts = list->stmts;
  stmts.back() = below(stmts.back(), kept.around,
                       [&](const StmtPtr& stmt) { return make_stmt(Where{stmt, filled}, chain.where); });
  program.notes.push_back("sums of " + chain.assign.left.tensor->name + " stay in " + registers->name +
                          (target.has_grid ? ", registers of threads," : "") +
                          " until all loops inside have added to them");
  return sequence(std::move(stmts));
}

}  // namespace insum::schedule

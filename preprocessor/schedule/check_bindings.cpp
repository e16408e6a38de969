#include "schedule/check_bindings.h"

#include <algorithm>
#include <set>

#include "index_ir/rewrite.h"
#include "schedule/block_size.h"
#include "schedule/chain.h"
#include "schedule/dependence.h"

namespace insum::schedule {

using namespace index;

namespace {

struct Refusal {
  const Loop* loop;
  std::string why, remedy;
};

/// One nest with bound loops.
class Checker {
 public:
  Checker(const Chain& chain, const Program& program) : chain_(chain), program_(program) {
    for (const Loop& loop : chain.loops) {
      if (is_block(loop.options.axis)) blocks_.push_back(&loop);
      if (is_thread(loop.options.axis)) threads_.push_back(&loop);
    }
  }

  std::optional<Refusal> run() const {
    if (blocks_.empty())
      return Refusal{threads_.front(), "no loop around it is bound to blocks",
                     "bind a loop around it to block.x"};
    const Loop* inside = nullptr;  // of the loops so far, one on threads
    for (const Loop& loop : chain_.loops) {
      if (is_thread(loop.options.axis)) inside = &loop;
      if (is_block(loop.options.axis) && inside)
        return Refusal{&loop, "the loop over " + inside->var->name + " around it is bound to threads",
                       "put it outside with reorder"};
      if (loop.options.parallel && !is_block(loop.options.axis))
        return Refusal{blocks_.front(), "the loop over " + loop.var->name + " of the same nest is parallel",
                       "leave parallelize out"};
    }
    if (chain_.assign.left.tensor->assembled)
      return Refusal{blocks_.front(), chain_.assign.left.tensor->name + " is built in parts of its own",
                     "give the result dense storage"};
    for (const Loop* loop : blocks_)
      if (auto refusal = check(*loop)) return refusal;
    for (const Loop* loop : threads_)
      if (auto refusal = check(*loop)) return refusal;
    return std::nullopt;
  }

  std::set<Axis> thread_axes() const {
    std::set<Axis> axes;
    for (const Loop* loop : threads_) axes.insert(loop->options.axis);
    return axes;
  }
  const Loop& outermost() const { return *blocks_.front(); }

 private:
  std::optional<Refusal> check(const Loop& loop) const {
    const std::vector<Driver> drivers = drivers_of(chain_, loop.var);
    if (drivers.size() > 1)
      return Refusal{&loop, "it merges the entries of several operands", "bind a loop around it"};
    if (drivers.size() == 1 &&
        drivers[0].access.tensor->levels[drivers[0].level].level.kind == LevelKind::singleton)
      return Refusal{&loop, describe(drivers[0]) + " has one coordinate at a time",
                     "bind the loop around it"};
    if (writes_apart(chain_, loop.var, program_)) return std::nullopt;
    const std::string& result = chain_.assign.left.tensor->name;
    if (chain_.assign.op == Op::none || (!chain_.assign.left.tensor->dense && !comes_again(chain_, loop.var)))
      return Refusal{&loop, "its iterations overwrite the same elements of " + result,
                     "bind a loop over an index of the result"};
    if (&loop == blocks_.front() || (is_thread(loop.options.axis) && adds_up(loop))) return std::nullopt;
    return Refusal{
        &loop, "its iterations share elements of " + result,
        is_block(loop.options.axis)
            ? "put it outside of all loops that are bound, or use rfactor"
            : "add up over one loop on threads alone, inside of the loops over the result's indices"};
  }

  /// All threads of a block add up one sum after the other.
  bool adds_up(const Loop& loop) const {
    const std::vector<Var> result = variables_of(chain_.assign.left);
    const auto at = std::find_if(chain_.loops.begin(), chain_.loops.end(),
                                 [&](const Loop& other) { return other.var == loop.var; });
    return threads_.size() == 1 && std::none_of(at, chain_.loops.end(), [&](const Loop& inner) {
             return contains(result, inner.var);
           });
  }

  const Chain& chain_;
  const Program& program_;
  std::vector<const Loop*> blocks_, threads_;
};

/// Lengths that are constants are the size of a block; where others are longer, threads take turns.
bool check_block_size(const std::vector<Chain>& chains, const Program& program, Diagnostics& diagnostics) {
  const std::string why = block_size_obstacle(threads_of(chains, program));
  if (why.empty()) return true;
  const auto threads = std::find_if(program.bound.begin(), program.bound.end(),
                                    [](const auto& bound) { return is_thread(bound.first); });
  diagnostics.report(Diag::block_size, threads->second, {why});
  return false;
}

}  // namespace

std::optional<Program> check_bindings(const Program& program, const Target& target,
                                      Diagnostics& diagnostics) {
  if (program.bound.empty()) return program;
  bool good = true;
  const auto refuse = [&](const Refusal& refusal) {
    diagnostics.report(Diag::impossible_bind, program.bound.at(refusal.loop->options.axis),
                       {refusal.loop->var->name, refusal.why, refusal.remedy});
    good = false;
  };
  std::vector<Chain> chains = chains_of(program);
  std::map<Var, std::set<Axis>> inside;  // of the blocks' loop that nests share
  for (Chain& chain : chains) {
    const auto bound = std::find_if(chain.loops.begin(), chain.loops.end(),
                                    [](const Loop& loop) { return loop.options.axis != Axis::none; });
    if (bound == chain.loops.end()) continue;
    if (!target.has_grid) {
      refuse({&*bound, "target " + target.name + " has no blocks and threads",
              "write 'target cuda', or use parallelize"});
      continue;
    }
    const Checker checker(chain, program);
    if (const auto refusal = checker.run()) {
      refuse(*refusal);
      continue;
    }
    const auto [known, is_new] = inside.emplace(checker.outermost().var, checker.thread_axes());
    if (!is_new && known->second != checker.thread_axes()) {
      refuse({&checker.outermost(), "the nests inside of it are bound to other threads",
              "bind the same axes in all of them"});
      continue;
    }
    chain.find(checker.outermost().var)->options.parallel = true;
  }
  if (!good || !check_block_size(chains, program, diagnostics)) return std::nullopt;
  Program result = program;
  result.body = to_stmt(chains);
  return result;
}

}  // namespace insum::schedule

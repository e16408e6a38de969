#include "schedule/dependence.h"

#include <algorithm>

#include "index_ir/address.h"
#include "index_ir/comes_again.h"
#include "index_ir/rewrite.h"

namespace insum::schedule {

using namespace index;

namespace {

/// A level of an operand that the loop over a variable goes along.
struct Walked {
  Access access;
  std::size_t level;
  const Level& stored() const { return access.tensor->levels[level].level; }
};

std::vector<Walked> levels_of(const Chain& chain, const Var& var) {
  std::vector<Walked> list;
  for (const Access& access : index::sparse_accesses(chain.assign.right))
    for (std::size_t l = 0; l < access.subscripts.size(); ++l)
      if (as_var(access.subscripts[l]) == var) list.push_back({access, l});
  return list;
}

bool is_injective_in(const Chain& chain, const Var& var, const Program& program) {
  std::vector<Var> inner;
  bool below = false;
  for (const Loop& loop : chain.loops) {
    if (below) inner.push_back(loop.var);
    below |= loop.var == var;
  }
  return is_injective(chain.assign.left, var, inner, program);
}

}  // namespace

bool comes_again(const Chain& chain, const Var& var) {
  const Access& left = chain.assign.left;
  const std::vector<Walked> levels = levels_of(chain, var);
  return std::any_of(levels.begin(), levels.end(), [&](const Walked& walked) {
    return index::comes_again(left, walked.access, walked.level);
  });
}

bool writes_apart(const Chain& chain, const Var& var, const Program& program) {
  const Access& left = chain.assign.left;
  if (left.tensor->assembled)
    return uses(make_expr(left, left.tensor->type), var);  // to the part of its chunk
  // What repeats a coordinate has a position for each time, and so has a result in its pattern.
  if (!left.tensor->dense && comes_again(chain, var)) return false;
  if (left.tensor->dense)
    for (const Walked& walked : levels_of(chain, var))
      if (!walked.stored().unique) return false;
  return is_injective_in(chain, var, program);
}

bool writes_apart_in_runs(const Chain& chain, const Var& var, const Program& program) {
  std::vector<Walked> levels = levels_of(chain, var);
  // A pattern's rows are found by their number; more than that no loop over runs does.
  if (!chain.assign.left.tensor->dense)
    std::erase_if(levels, [](const Walked& walked) { return walked.stored().kind == LevelKind::dense; });
  if (chain.assign.left.tensor->assembled || levels.size() != 1 || levels.front().level != 0) return false;
  const Walked& root = levels.front();
  if (root.access.tensor->levels.size() > 1) {
    const LevelKind below = root.access.tensor->levels[1].level.kind;
    if (below != LevelKind::singleton && below != LevelKind::fixed && below != LevelKind::compressed)
      return false;
  }
  return root.stored().kind == LevelKind::compressed && root.stored().ordered && !root.access.optional &&
         is_injective_in(chain, var, program);
}

}  // namespace insum::schedule

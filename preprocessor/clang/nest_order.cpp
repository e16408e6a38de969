// Statements with several assignments: whether each can run in all of its loops before the next one does.
#include <algorithm>
#include <numeric>

#include "clang/nest_reader.h"
#include "nest/apart.h"
#include "nest/polynomial.h"

namespace insum::frontend {

using nest::ExprKind;
using nest::ExprPtr;

namespace {

void collect_loops(const ExprPtr& e, std::set<int>& out) {
  if (e->kind == ExprKind::index) out.insert(e->id);
  out.insert(e->loops.begin(), e->loops.end());
  for (const ExprPtr& part : e->parts) collect_loops(part, out);
}

void collect_reads(const ExprPtr& e, int array, std::vector<ExprPtr>& out) {
  if (e->kind == ExprKind::read && e->id == array) out.push_back(e);
  for (const ExprPtr& part : e->parts) collect_reads(part, array, out);
}

/// p[3 * i] and p[3 * j + 1]: what both come to differs by no multiple of what indices move them by.
bool are_interleaved(const ExprPtr& a, const ExprPtr& b) {
  const nest::Polynomial one = nest::polynomial(a), other = nest::polynomial(b);
  const auto moves = [](const nest::Term& term) { return !nest::is_fixed({{term}}); };
  long long step = 0, between = 0;
  for (const nest::Polynomial& offset : {one, other})
    for (const nest::Term& term : offset.terms)
      if (moves(term)) step = std::gcd(step, term.coefficient);
  for (const nest::Term& term : (one + nest::constant(-1) * other).terms)
    if (term.factors.empty())
      between = term.coefficient;
    else if (!moves(term))  // may be any number
      step = std::gcd(step, term.coefficient);
  return step == 0 ? between != 0 : between % step != 0;
}

bool are_apart(const ExprPtr& a, const ExprPtr& b, const std::vector<nest::Loop>& loops) {
  return a->parts.size() == 1 && b->parts.size() == 1 &&
         (are_interleaved(a->parts[0], b->parts[0]) || nest::surely_apart(a->parts[0], b->parts[0], loops));
}

}  // namespace

void NestReader::forget_elements(int array) {
  for (auto& [local, held] : locals_)
    if (held.value && nest::reads(held.value, array)) held.value = nullptr;
}

void NestReader::check_guards(clang::SourceLocation at) const {
  for (const Guard& guard : guards_)
    for (const Effect& effect : effects_)
      if (effect.last > guard.writes && nest::reads(guard.condition, effect.target->id))
        throw NoNest{at, "a condition looks at what the statement changes after it"};
}

std::string NestReader::why_not_apart() const {
  if (effects_.size() < 2) return "";
  const auto name = [&](const Effect& e) {
    return "'" + out_.arrays[static_cast<std::size_t>(e.target->id)].text + "'";
  };
  for (const nest::Loop& loop : out_.loops)
    for (const Effect& effect : effects_)
      if (nest::reads(loop.lower, effect.target->id) || nest::reads(loop.upper, effect.target->id))
        return "it writes " + name(effect) + ", which is a bound of its loops";
  const auto loops_of = [](const Effect& effect) {
    std::set<int> out(effect.loops.begin(), effect.loops.end());
    collect_loops(effect.value, out);
    return out;
  };
  const auto fits = [&](const Effect& writes, const Effect& reads) {
    const bool in_order = writes.last < reads.uses || reads.last < writes.first;
    const std::set<int> one = loops_of(writes), other = loops_of(reads);
    const bool own_loops =
        std::none_of(one.begin(), one.end(), [&](int loop) { return other.count(loop) > 0; });
    const bool once = std::all_of(writes.loops.begin(), writes.loops.end(),
                                  [&](int loop) { return nest::uses_loop(writes.target, loop); });
    std::vector<ExprPtr> list;
    collect_reads(reads.value, writes.target->id, list);
    for (const ExprPtr& part : reads.target->parts) collect_reads(part, writes.target->id, list);
    const bool both_add = reads.op == writes.op && reads.op != "=";  // in any order
    if (reads.target->id == writes.target->id && !both_add) list.push_back(reads.target);
    return std::all_of(list.begin(), list.end(), [&](const ExprPtr& each) {
      if (each != reads.target && in_order && own_loops) return true;
      const bool same = nest::print(each) == nest::print(writes.target);
      return (each != reads.target && in_order && once && same) || are_apart(each, writes.target, out_.loops);
    });
  };
  for (const Effect& one : effects_)
    for (const Effect& other : effects_) {
      if (&one == &other || fits(one, other)) continue;
      if (one.target->id == other.target->id) return name(one) + " is written at two places";
      return "it writes " + name(one) + " and " + name(other) + ", and an iteration needs for " +
             name(other) + " what others have made of " + name(one);
    }
  return "";
}

}  // namespace insum::frontend

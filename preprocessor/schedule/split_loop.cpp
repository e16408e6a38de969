#include "schedule/split_loop.h"

#include <algorithm>

#include "index_ir/nest.h"
#include "index_ir/rewrite.h"

namespace insum::schedule {

using namespace index;

namespace {

/// The split index by its parts.
ExprPtr joined(const Parts& parts, const Range& whole, long long width) {
  const ExprPtr within = index::add(index::mul(var_expr(parts.outer), integer(width)), var_expr(parts.inner));
  return index::add(whole.begin, within);
}

}  // namespace

Parts make_parts(Program& program, const Var& var, const std::string& outer, const std::string& inner,
                 long long width) {
  const Range whole = program.ranges.at(var);
  const ExprPtr size = index::sub(whole.end, whole.begin);
  const auto constant = as_integer(size);
  Parts parts;
  parts.outer = fresh_variable(program, outer, {integer(0), divide_up(size, integer(width))});
  const ExprPtr rest = index::sub(size, index::mul(var_expr(parts.outer), integer(width)));
  const bool even = constant && *constant % width == 0;
  parts.inner =
      fresh_variable(program, inner, {integer(0), even ? integer(width) : min_of(integer(width), rest)});
  program.derived.emplace(var, std::vector<Var>{parts.outer, parts.inner});
  for (auto& [other, range] : program.ranges) {  // of loops inside of it
    range.begin = substitute(range.begin, {{var, joined(parts, whole, width)}});
    range.end = substitute(range.end, {{var, joined(parts, whole, width)}});
  }
  return parts;
}

void split_loop(Chain& chain, const Var& var, const Parts& parts, long long width, const Program& program) {
  substitute_in(chain, {{var, joined(parts, program.ranges.at(var), width)}});
  const auto at =
      std::find_if(chain.loops.begin(), chain.loops.end(), [&](const Loop& l) { return l.var == var; });
  Loop outer{parts.outer, at->options}, inner{parts.inner, at->options};
  outer.options.vector = false, outer.options.unroll = 1;
  inner.options.parallel = false;
  (is_block(at->options.axis) ? inner : outer).options.axis = Axis::none;
  *at = std::move(inner);
  chain.loops.insert(at, std::move(outer));
}

}  // namespace insum::schedule

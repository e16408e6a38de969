#include "schedule/split_loop.h"

#include <algorithm>

#include "index_ir/nest.h"
#include "index_ir/rewrite.h"

namespace insum::schedule {

using namespace index;

namespace {

/// The split index by its parts.
ExprPtr joined(const Parts& parts, const Range& whole, const ExprPtr& width) {
  const ExprPtr within = index::add(index::mul(var_expr(parts.outer), width), var_expr(parts.inner));
  return index::add(whole.begin, within);
}

}  // namespace

Parts make_parts(Program& program, const Var& var, const std::string& outer, const std::string& inner,
                 const ExprPtr& width) {
  const Range whole = program.ranges.at(var);
  const ExprPtr size = index::sub(whole.end, whole.begin);
  const auto constant = as_integer(size), length = as_integer(width);
  Parts parts;
  parts.outer = fresh_variable(program, outer, {integer(0), divide_up(size, width)});
  const ExprPtr rest = index::sub(size, index::mul(var_expr(parts.outer), width));
  const bool even = constant && length && *constant % *length == 0;
  parts.inner = fresh_variable(program, inner, {integer(0), even ? width : min_of(width, rest)});
  program.derived.emplace(var, std::vector<Var>{parts.outer, parts.inner});
  for (auto& [other, range] : program.ranges) {  // of loops inside of it
    range.begin = substitute(range.begin, {{var, joined(parts, whole, width)}});
    range.end = substitute(range.end, {{var, joined(parts, whole, width)}});
  }
  return parts;
}

void split_loop(Chain& chain, const Var& var, const Parts& parts, const ExprPtr& width,
                const Program& program) {
  substitute_in(chain, {{var, joined(parts, program.ranges.at(var), width)}});
  const auto at =
      std::find_if(chain.loops.begin(), chain.loops.end(), [&](const Loop& l) { return l.var == var; });
  Loop outer{parts.outer, at->options}, inner{parts.inner, at->options};
  outer.options.vector = false, outer.options.unroll = 1, outer.options.told = {};
  inner.options.parallel = false;
  (is_block(at->options.axis) ? inner : outer).options.axis = Axis::none;
  *at = std::move(inner);
  chain.loops.insert(at, std::move(outer));
}

}  // namespace insum::schedule

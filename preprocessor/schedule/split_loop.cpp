#include "schedule/split_loop.h"

#include <algorithm>
#include <functional>
#include <optional>

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

namespace {

/// All accesses of a tensor, in all chains, are rewritten.
void replace_accesses(std::vector<Chain>& chains, const Tensor& tensor,
                      const std::function<Access(const Access&)>& changed) {
  const ExprRule rule = [&](const ExprPtr& e) -> ExprPtr {
    const auto* access = get_if<Access>(e);
    return access && access->tensor == tensor ? make_expr(changed(*access), e->type, e->where) : nullptr;
  };
  for (Chain& chain : chains) {
    chain.assign.right = rewrite(chain.assign.right, rule);
    if (chain.assign.left.tensor == tensor) chain.assign.left = changed(chain.assign.left);
  }
}

/// The mode of `tensor`, one that its nests share, whose subscript is `joined` everywhere; nothing where
/// there is none.
std::optional<std::size_t> shared_mode(const std::vector<Chain>& chains, const Tensor& tensor,
                                       const ExprPtr& joined) {
  std::vector<Access> accesses;
  for (const Chain& chain : chains) {
    for (const Access& access : accesses_of(chain.assign.right))
      if (access.tensor == tensor) accesses.push_back(access);
    if (chain.assign.left.tensor == tensor) accesses.push_back(chain.assign.left);
  }
  for (std::size_t m = 0; m < static_cast<std::size_t>(tensor->shared); ++m)
    if (!accesses.empty() && std::all_of(accesses.begin(), accesses.end(), [&](const Access& access) {
          return equal(access.subscripts[m], joined);
        }))
      return m;
  return std::nullopt;
}

}  // namespace

void split_shared_modes(std::vector<Chain>& chains, const Var& var, const Parts& parts, const ExprPtr& width,
                        Program& program) {
  const ExprPtr whole = joined(parts, program.ranges.at(var), width);
  for (Tensor& tensor : program.tensors) {
    const auto mode = shared_mode(chains, tensor, whole);
    if (!mode) continue;
    const auto place = static_cast<std::ptrdiff_t>(*mode);
    TensorNode node = *tensor;
    node.sizes[*mode] = divide_up(node.sizes[*mode], width);
    node.sizes.insert(node.sizes.begin() + place + 1, width);
    ++node.shared;
    set_row_major(node);
    const Tensor divided = std::make_shared<const TensorNode>(std::move(node));
    replace_accesses(chains, tensor, [&](const Access& access) {
      Access changed{divided, access.subscripts};
      changed.subscripts[*mode] = var_expr(parts.outer);
      changed.subscripts.insert(changed.subscripts.begin() + place + 1, var_expr(parts.inner));
      return changed;
    });
    tensor = divided;
  }
}

}  // namespace insum::schedule

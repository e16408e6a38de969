// Loops that go from run to run of equal coordinates in a sorted level: what a sorted list stores of one row
// is met as a whole, so that the row's sum stays in a register and no other thread has a part of it.
//
//   p = begin; while p < end:  c = crd[p];  [p, run_end) are the positions that have c;  body;  p = run_end
#include "lower/lowering.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

bool Lowering::goes_in_runs(const Forall& node, const SparseState* walked) const {
  return node.options.runs && walked && walked->resolved + 1 < walked->access.tensor->levels.size();
}

lo::Body Lowering::run_loop(const Forall& node, Scope scope, const lo::ExprPtr& begin,
                            const lo::ExprPtr& end) {
  const Merge merge = plan(node, scope);
  SparseState& state = *merge.walked();
  lo::Body out;
  const std::vector<Iterator> followers = open_followers(merge, node.var, out);
  const Argument& crd = state.access.tensor->levels[state.resolved].arrays.back();
  Iterator it;
  it.element = open_type(crd->type, crd->type_spelling);
  it.coordinates = lo::name(crd->name, it.element);
  it.end = end;
  it.runs = true;
  it.position = position_name(state, node.var, scope);
  const std::string next = fresh(it.position + "_next");
  out.push_back(lo::make_stmt(lo::Declare{lo::Type{}, next, begin, false, ""}));

  lo::Body body;
  body.push_back(lo::make_stmt(lo::Declare{lo::Type{}, it.position, lo::name(next), true, ""}));
  const std::string var = bind(node.var, scope);
  body.push_back(lo::make_stmt(
      lo::Declare{lo::Type{}, var, stored(crd, lo::name(it.position), state.access.tensor->base), true, ""}));
  enter_match(state, it, it.position, nullptr, body);
  body.push_back(lo::make_stmt(lo::Update{lo::name(next), lo::Combine::store, state.run_end}));
  enter_body(node.body, follow(merge, followers, node.var, scope, body), scope, body);
  out.push_back(lo::make_stmt(lo::While{
      lo::make_expr(lo::Binary{"<", lo::name(next), end}, {ElementType::boolean, ""}), std::move(body)}));
  return out;
}

}  // namespace insum::lower

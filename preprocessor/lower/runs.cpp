// Loops that go from run to run of equal coordinates in a sorted level: what a sorted list stores of one row
// is met as a whole, so that the row's sum stays in a register and no other thread has a part of it.
//
//   p = begin; while p < end:  c = crd[p];  [p, run_end) are the positions that have c;  body;  p = run_end
//
// A loop that comes to all coordinates finds empty runs at those that the list lacks.
//
//   p = first of c_begin; for c in [c_begin, c_end):  [p, run_end);  body;  p = run_end
#include "lower/check_calls.h"
#include "lower/iterators.h"
#include "lower/lowering.h"

namespace insum::lower {

using namespace index;
namespace lo = insum::loops;

bool Lowering::goes_in_runs(const Forall& node, const SparseState* walked) const {
  const TensorNode* tensor = node.options.runs && walked ? walked->access.tensor.get() : nullptr;
  return tensor && (tensor->rows_only || walked->resolved + 1 < tensor->levels.size());
}

lo::Body Lowering::run_loop(const Forall& node, Scope scope, const lo::ExprPtr& begin,
                            const lo::ExprPtr& end) {
  const Merge merge = plan(node, scope);
  SparseState& state = *merge.walked();
  lo::Body out;
  const std::vector<Iterator> followers = open_followers(merge, node.var, scope, out);
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

lo::Body Lowering::every_loop(const Forall& node, Scope scope, const lo::ExprPtr& begin,
                              const lo::ExprPtr& end) {
  const Merge merge = plan(node, scope);
  SparseState& state = *merge.walked();
  lo::Body out;
  const Iterator list = scope.list ? *scope.list : open_iterator(state, node.var->name, out);
  scope.list.reset();
  const std::string next = fresh(list.position + "_next"), after = fresh(list.position + "_end");
  out.push_back(declare(next, seek(list, list.begin, begin), false));
  lo::For loop;
  loop.var = bind(node.var, scope);
  loop.begin = begin, loop.end = end;
  const lo::ExprPtr position = lo::name(list.position);
  loop.body.push_back(declare(list.position, lo::name(next)));
  loop.body.push_back(declare(after, seek(list, position, lo::add(lo::name(loop.var), lo::integer(1)))));
  loop.body.push_back(store(next, lo::name(after)));
  state.position = position, state.run_end = lo::name(after), state.may_lack = true;
  ++state.resolved;
  enter_body(node.body, {}, scope, loop.body);
  out.push_back(lo::make_stmt(std::move(loop)));
  return out;
}

/// What such a loop finds before coordinate `var`: entries of the level below where that counts them.
Counted Lowering::entries_before(const Forall& node, Scope scope, const std::string& var) {
  const Merge merge = plan(node, scope);
  const SparseState& state = *merge.walked();
  const Iterator& list = *scope.list;
  const lo::ExprPtr at = lower::search(list, lo::name(var));
  const TensorLevel& below = state.access.tensor->levels[state.resolved + 1];
  if (below.level.kind != LevelKind::compressed) return {at, std::nullopt, 0};
  const lo::ExprPtr entries =
      invoke("insum::rt::level_end", {array(below.arrays[0]), at, lo::integer(list.base)});
  return {entries, state.access, state.resolved + 1};
}

}  // namespace insum::lower

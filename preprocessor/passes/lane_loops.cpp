#include "passes/lane_loops.h"

#include <algorithm>

#include "loop_ir/rewrite.h"
#include "passes/jam_lanes.h"
#include "passes/loads_in_front.h"

namespace insum::passes {

using namespace loops;

void LaneLoops::add(const For& whole, const For& own, Body& out) const {
  For plain = own;
  plain.begin = whole.begin, plain.end = whole.end;
  const bool may = context_.vectors && (sums_.empty() || context_.vectors->with_sums);
  const std::optional<VectorAccesses> vectors =
      may ? vectors_of(plain, sums_, context_.vectors->host) : std::nullopt;
  if (!vectors) return add_apart(whole, own, out);
  Body apart;
  add_apart(whole, own, apart);
  const ExprPtr constant = name(context_.vectors->constant, Type{ElementType::boolean, ""});
  out.push_back(make_stmt(If{constant, as_vectors(plain, *vectors), true}));
  out.push_back(make_stmt(If{make_expr(Unary{"!", constant}, constant->type), std::move(apart), true}));
}

/// Several iterations at a time, where that pays.
void LaneLoops::add_apart(const For& whole, For own, Body& out) const {
  if (!jams(own, sums_)) return out.push_back(make_stmt(std::move(own)));
  if (!sums_.empty()) own = with_loads_in_front(own, taken_);
  own.begin = jammed_part(whole, own, out);
  const Missing missing = sums_.empty() ? Missing::loads_as_first : Missing::loads_nothing;
  out.push_back(jam_rest(own, sums_, group_call(context_.group, "lanes"), taken_, missing));
}

/// Lanes have a vector each, or several as long as there are so many.
Body LaneLoops::as_vectors(const For& whole, VectorAccesses accesses) const {
  const int width = accesses.width(), vectors = std::max(jammed / width, 1);
  const ExprPtr distance = mul(integer(width), group_call(context_.group, "lanes")),
                first = mul(integer(width), group_call(context_.group, "lane"));
  Body out;
  For rest = whole;
  rest.begin = loops::add(whole.begin, first), rest.step = distance;
  if (sums_.size() >= jammed) rest.unroll = 0;  // vectors of several sums take the registers
  if (vectors > 1) {
    const ExprPtr end = wide_end(whole, vectors * width, out);
    For wide = rest;
    wide.end = end, wide.step = mul(integer(vectors), distance);
    wide.body = jam_vectors(whole, sums_, accesses, vectors, distance, taken_);
    out.push_back(make_stmt(std::move(wide)));
    rest.begin = loops::add(end, first);
  }
  rest.body = jam_vectors(whole, sums_, accesses, 1, distance, taken_);
  out.push_back(make_stmt(std::move(rest)));
  context_.vectors->needs.merge(accesses.needs());
  context_.vectors->trips.push_back(
      invoke("insum::rt::cuda::vector_trips", {sub(whole.end, whole.begin), integer(width)}));
  return out;
}

/// Several iterations at a time, as long as there are so many for each lane; where the lane's go on after it.
ExprPtr LaneLoops::jammed_part(const For& whole, const For& own, Body& out) const {
  const ExprPtr lanes = group_call(context_.group, "lanes"), end = wide_end(whole, jammed, out);
  For wide = own;
  wide.end = end;
  wide.step = mul(integer(jammed), lanes);
  wide.body = jam(own, sums_, lanes, taken_);
  out.push_back(make_stmt(std::move(wide)));
  return loops::add(end, group_call(context_.group, "lane"));
}

/// Up to where lanes have so many iterations each at a time.
ExprPtr LaneLoops::wide_end(const For& whole, int at_once, Body& out) const {
  const std::string end = fresh_name(whole.var + "_wide", taken_);
  const ExprPtr value = invoke(context_.group + ".wide_end", {whole.begin, whole.end, integer(at_once)});
  out.push_back(make_stmt(Declare{Type{}, end, value, true, ""}));
  return name(end);
}

}  // namespace insum::passes

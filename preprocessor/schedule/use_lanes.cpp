#include "schedule/use_lanes.h"

#include "index_ir/rewrite.h"

namespace insum::schedule {

using namespace index;

namespace {

constexpr long long least_trips = 8;  // shorter loops leave most lanes idle

StmtPtr without_tiles(const StmtPtr& stmt) {
  return rewrite(stmt, [&](const StmtPtr& s) -> StmtPtr {
    const auto* loop = get_if<Forall>(s);
    if (!loop) return nullptr;
    LoopOptions options = loop->options;
    options.vector = false;
    return make_stmt(Forall{loop->var, without_tiles(loop->body), options}, s->where);
  });
}

bool is_short(const Program& program, const Var& var) {
  const Range& range = program.ranges.at(var);
  const auto begin = as_integer(range.begin), end = as_integer(range.end);
  return begin && end && *end - *begin < least_trips;
}

bool binds(bool (*kind)(Axis), const StmtPtr& stmt) {
  bool found = false;
  for_each_stmt(stmt, [&](const StmtPtr& s) {
    const auto* loop = get_if<Forall>(s);
    found |= loop && kind(loop->options.axis);
  });
  return found;
}

/// `stmt` with a loop on lanes in each of its nests that has a suitable one, inside of all that are bound to
/// blocks.
StmtPtr with_lanes(const Program& program, const StmtPtr& stmt, bool& any) {
  return rewrite(stmt, [&](const StmtPtr& s) -> StmtPtr {
    const auto* loop = get_if<Forall>(s);
    if (!loop) return nullptr;
    LoopOptions options = loop->options;
    options.vector = false;
    bool inside = false;
    StmtPtr body = loop->options.vector ? without_tiles(loop->body) : with_lanes(program, loop->body, inside);
    options.lanes = !inside && !options.parallel && options.axis == Axis::none &&
                    !is_short(program, loop->var) && !binds(is_block, loop->body);
    any |= inside || options.lanes;
    return make_stmt(Forall{loop->var, std::move(body), options}, s->where);
  });
}

/// Loops on lanes are those that the schedule binds to threads.
StmtPtr with_bound_threads(const StmtPtr& stmt) {
  return rewrite(stmt, [&](const StmtPtr& s) -> StmtPtr {
    const auto* loop = get_if<Forall>(s);
    if (!loop) return nullptr;
    LoopOptions options = loop->options;
    options.vector = false;
    options.lanes = is_thread(options.axis);
    return make_stmt(Forall{loop->var, with_bound_threads(loop->body), options}, s->where);
  });
}

StmtPtr in_parallel_loops(const Program& program, const StmtPtr& stmt) {
  return rewrite(stmt, [&](const StmtPtr& s) -> StmtPtr {
    const auto* loop = get_if<Forall>(s);
    if (!loop) return nullptr;
    LoopOptions options = loop->options;
    options.vector = false;
    bool any = false;
    StmtPtr body = !options.parallel              ? in_parallel_loops(program, loop->body)
                   : binds(is_thread, loop->body) ? with_bound_threads(loop->body)
                   : loop->options.vector
                       ? without_tiles(loop->body)  // neighbouring lanes have neighbouring iterations
                       : with_lanes(program, loop->body, any);
    return make_stmt(Forall{loop->var, std::move(body), options}, s->where);
  });
}

}  // namespace

Program use_lanes(const Program& program) {
  Program result = program;
  result.body = in_parallel_loops(program, program.body);
  return result;
}

}  // namespace insum::schedule

#include "passes/map_to_grid.h"

#include <algorithm>
#include <map>
#include <set>

#include "loop_ir/rewrite.h"
#include "passes/use_group.h"

namespace insum::passes {

using namespace loops;

namespace {

bool has_parallel(const Body& body) {
  bool found = false;
  for_each_stmt(body, [&](const StmtPtr& s) { found |= get_if<ParallelFor>(s) != nullptr; });
  return found;
}

Body one(StmtPtr stmt) {
  Body body;
  body.push_back(std::move(stmt));
  return body;
}

ExprPtr runtime_call(const std::string& function, std::vector<ExprPtr> arguments) {
  return make_expr(Call{"insum::rt::" + function, std::move(arguments)}, {});
}

/// What is known at one place of the host's code.
struct Place {
  std::set<std::string> values;     // names that the host can use in computations
  std::vector<StmtPtr> recomputed;  // constants that are read from arrays, in order
  std::vector<ExprPtr> conditions;  // that hold for what is launched here, read from arrays
};

class GridMapper {
 public:
  explicit GridMapper(const Kernel& kernel) : kernel_(kernel), taken_(names_in(kernel)) {
    for (const ArrayUse& use : kernel.arrays)
      if (use.on_device) unreadable_.insert(use.parameter);
  }

  Body run() {
    Place place;
    for (const Parameter& p : kernel_.parameters)
      if (p.kind == Parameter::Kind::size || p.kind == Parameter::Kind::scalar) place.values.insert(p.name);
    return host(kernel_.body, place);
  }

 private:
  /// Computed from sizes, scalars and what the host's code around it declares.
  static bool is_of_host(const ExprPtr& expr, const Place& place) {
    bool good = true;
    for_each_expr(expr, [&](const ExprPtr& e) {
      const auto* n = get_if<Name>(e);
      good &= !n || place.values.count(n->text) > 0;
    });
    return good;
  }

  Body host(const Body& list, Place place) {
    Body out;
    Body alone;  // statements for a launch of one lane
    for (const StmtPtr& stmt : list) {
      const auto* loop = get_if<For>(stmt);
      const auto* branch = get_if<If>(stmt);
      const auto* declare = get_if<Declare>(stmt);
      if (get_if<Effect>(stmt) || get_if<Comment>(stmt)) {
        out.push_back(stmt);
      } else if (declare) {
        host_declare(*declare, stmt, place, alone, out);
      } else if (const auto* n = get_if<Allocate>(stmt)) {
        allocate(*n, place, out);
      } else if (const auto* n = get_if<ParallelFor>(stmt)) {
        flush(alone, place, out);
        out.push_back(make_stmt(launch(*n, place)));
      } else if (loop && has_parallel(loop->body) && is_of_host(loop->begin, place) &&
                 is_of_host(loop->end, place)) {
        flush(alone, place, out);
        Place inside = place;
        inside.values.insert(loop->var);
        For around = *loop;
        around.body = host(loop->body, inside);
        out.push_back(make_stmt(std::move(around)));
      } else if (branch && has_parallel(branch->body)) {
        flush(alone, place, out);
        host_branch(*branch, place, out);
      } else if (has_parallel(one(stmt))) {
        throw Unmappable("its parallel loop stands inside of a loop whose length only the device knows",
                         "parallelize an outer loop");
      } else {
        alone.push_back(stmt);
      }
    }
    flush(alone, place, out);
    return out;
  }

  void host_declare(const Declare& n, const StmtPtr& stmt, Place& place, Body& alone, Body& out) {
    if (n.constant && is_of_host(n.value, place)) {
      out.push_back(stmt);
      place.values.insert(n.name);
    } else if (n.constant) {
      place.recomputed.push_back(stmt);
    } else {
      flush(alone, place, out);
      out.push_back(make_stmt(Allocate{n.type, n.name, integer(1)}));
      variables_[n.name] = n.type;
      alone.push_back(make_stmt(Update{name(n.name, n.type), Combine::store, n.value}));
    }
  }

  void allocate(const Allocate& n, const Place& place, Body& out) {
    if (!is_of_host(n.count, place))
      throw Unmappable("the size of temporary " + n.name + " is read from an array",
                       "declare a tensor for it");
    out.push_back(make_stmt(n));
  }

  void host_branch(const If& n, Place place, Body& out) {
    if (n.constant) throw Unmappable("the types of a template are not known", "use types that are known");
    if (is_of_host(n.condition, place)) {
      out.push_back(make_stmt(If{n.condition, host(n.body, place), false}));
      return;
    }
    place.conditions.push_back(n.condition);
    for (StmtPtr& s : host(n.body, place)) out.push_back(std::move(s));
  }

  /// Statements that do not start parallel loops run on one lane.
  void flush(Body& alone, const Place& place, Body& out) {
    if (alone.empty()) return;
    refuse_parts(alone);
    Launch n;
    n.group = fresh_name("group", taken_);
    n.items = integer(1);
    const GroupContext context{n.group, false, {}};
    n.body = completed(group_body(alone, context, taken_), place);
    out.push_back(make_stmt(std::move(n)));
    alone.clear();
  }

  /// A body with what it needs from around the launch.
  Body completed(Body body, const Place& place) {
    for (auto condition = place.conditions.rbegin(); condition != place.conditions.rend(); ++condition)
      body = one(make_stmt(If{*condition, std::move(body)}));
    Body all = place.recomputed;
    all.insert(all.end(), body.begin(), body.end());
    return for_device(all);
  }

  /// Variables of the kernel are arrays of one element here, and the host has checked that products of sizes
  /// fit.
  Body for_device(const Body& body) {
    const auto rule = [&](const ExprPtr& e) -> ExprPtr {
      if (const auto* address = get_if<Unary>(e); address && address->op == "&")
        if (const auto* n = get_if<Name>(address->operand); n && variables_.count(n->text))
          return name(n->text, e->type);
      if (const auto* n = get_if<Name>(e); n && variables_.count(n->text))
        return make_expr(Load{name(n->text, e->type), integer(0)}, e->type);
      if (const auto* call = get_if<Call>(e); call && call->function == "insum::rt::checked_mul")
        return make_expr(Binary{"*", rewrite(call->arguments[0], rule_), rewrite(call->arguments[1], rule_)},
                         e->type);
      return nullptr;
    };
    rule_ = rule;
    return rewrite_exprs(body, rule_);
  }

  static void refuse_parts(const Body& body) {
    for_each_stmt(body, [](const StmtPtr& s) {
      if (get_if<Construct>(s))
        throw Unmappable("a result or temporary is collected in a workspace that grows",
                         "give the result dense storage");
      if (get_if<Allocate>(s))
        throw Unmappable("a temporary is allocated outside of parallel loops", "declare a tensor for it");
      if (const auto* n = get_if<ParallelFor>(s); n && n->assembly)
        throw Unmappable("a sparse result is built",
                         "give the result dense storage, or one with entries of its own");
    });
  }

  /// The parts of the body of a parallel loop.
  struct Chunk {
    Body before;                 // constants and arrays
    const For* items = nullptr;  // the loop over the chunk; null: any other statements, which are `rest`
    Body rest;
  };

  static Chunk take_apart(const ParallelFor& n) {
    Chunk chunk;
    const std::set<std::string> bounds = {n.chunk_begin, n.chunk_end};
    for (std::size_t s = 0; s < n.body.size(); ++s) {
      const StmtPtr& stmt = n.body[s];
      const auto* loop = get_if<For>(stmt);
      const auto* begin = loop ? get_if<Name>(loop->begin) : nullptr;
      const auto* end = loop ? get_if<Name>(loop->end) : nullptr;
      if (begin && end && begin->text == n.chunk_begin && end->text == n.chunk_end &&
          s + 1 == n.body.size() && chunk.rest.empty()) {
        chunk.items = loop;
        return chunk;
      }
      const auto* declare = get_if<Declare>(stmt);
      const bool movable =
          get_if<Allocate>(stmt) || (declare && declare->constant && !uses(declare->value, bounds));
      if (!movable || !chunk.rest.empty())
        chunk.rest.push_back(stmt);
      else
        chunk.before.push_back(stmt);
    }
    return chunk;
  }

  Launch launch(const ParallelFor& n, const Place& place) {
    refuse_parts(n.body);
    if (n.assembly)
      throw Unmappable("a sparse result is built",
                       "give the result dense storage, or one with entries of its own");
    Launch result;
    result.group = fresh_name("group", taken_);
    if (is_of_host(n.begin, place) && is_of_host(n.end, place)) result.items = sub(n.end, n.begin);
    Chunk chunk = take_apart(n);
    const Body& work = chunk.items ? chunk.items->body : chunk.rest;
    GroupContext context{result.group, divides_loops(work), {}};
    if (context.has_lanes) result.lanes = lanes_of(n, work, result.items, place);

    Body before, after;
    add_scatter(n, context, before, after);
    for (const StmtPtr& stmt : chunk.before) {
      if (const auto* array = get_if<Allocate>(stmt))
        add_scratch(*array, place, result);
      else
        before.push_back(stmt);
    }
    Body inside = group_body(work, context, taken_);
    if (chunk.items) {
      For loop = *chunk.items;
      loop.begin = add(n.begin, group_call(result.group, "index"));
      loop.end = n.end;
      loop.step = group_call(result.group, "count");
      loop.body = std::move(inside);
      before.push_back(make_stmt(std::move(loop)));
    } else {
      const auto bound = [&](const std::string& variable, const std::string& function) {
        const ExprPtr value = make_expr(Call{result.group + "." + function, {n.begin, n.end}}, {});
        before.push_back(make_stmt(Declare{Type{}, variable, value, true, ""}));
      };
      bound(n.chunk_begin, "part_begin"), bound(n.chunk_end, "part_end");
      before.insert(before.end(), inside.begin(), inside.end());
    }
    before.insert(before.end(), after.begin(), after.end());
    result.body = completed(std::move(before), place);
    return result;
  }

  static void add_scratch(const Allocate& array, const Place& place, Launch& result) {
    if (!is_of_host(array.count, place))
      throw Unmappable("the size of temporary " + array.name + " is read from an array",
                       "declare a tensor for it");
    result.scratch.push_back(array);
  }

  void add_scatter(const ParallelFor& n, GroupContext& context, Body& before, Body& after) {
    if (!n.scatter) return;
    const Scatter& s = *n.scatter;
    if (s.in_order && !is_integer(s.type.element))
      throw Unmappable("deterministic sums of threads that share elements are not built for it",
                       "leave 'deterministic' out, or parallelize an index of the result");
    if (is_complex(s.type.element) && s.op != Combine::add)
      throw Unmappable("products of complex numbers that threads share cannot be updated as one",
                       "parallelize an index of the result");
    const auto* address = get_if<Unary>(s.target);
    std::string part;
    if (address && address->op == "&") {
      part = fresh_name(s.into + "_part", taken_);
      const ExprPtr identity =
          make_expr(Call{op_tag(s.op) + "::identity<" + to_string(s.type) + ">", {}}, s.type);
      before.push_back(make_stmt(Declare{s.type, part, identity, false, ""}));
      after.push_back(make_stmt(Effect{make_expr(
          Call{"insum::rt::cuda::add_block<" + op_tag(s.op) + ">", {s.target, name(part, s.type)}}, {})}));
    }
    context.scatters[s.into] = {s.target, s.type, s.op, part};
  }

  /// How many lanes have something to do: by the lengths of the loops on lanes, or the mean length of rows.
  ExprPtr lanes_of(const ParallelFor& n, const Body& work, const ExprPtr& items, const Place& place) const {
    ExprPtr trips;
    for_each_stmt(work, [&](const StmtPtr& s) {
      const auto* loop = get_if<For>(s);
      if (!loop || !loop->lanes || !loop->trips || !is_of_host(loop->trips, place)) return;
      trips = trips ? runtime_call("max", {trips, loop->trips}) : loop->trips;
    });
    const auto before = [&](const ExprPtr& iteration) {
      return rewrite(n.prefix, [&](const ExprPtr& e) -> ExprPtr {
        const auto* variable = get_if<Name>(e);
        return variable && variable->text == n.prefix_var ? iteration : nullptr;
      });
    };
    if (!trips && n.prefix && items && is_readable(before(n.begin), place))
      trips = make_expr(
          Binary{"/", sub(before(n.end), before(n.begin)), runtime_call("max", {items, integer(1)})}, {});
    return runtime_call("cuda::lanes_for", {trips ? trips : integer(usual_trips)});
  }

  /// The host can evaluate it: its arrays are parameters that are not in the device's memory.
  bool is_readable(const ExprPtr& expr, const Place& place) const {
    bool good = true;
    for_each_expr(expr, [&](const ExprPtr& e) {
      const auto* n = get_if<Name>(e);
      const bool parameter = n && std::any_of(kernel_.parameters.begin(), kernel_.parameters.end(),
                                              [&](const Parameter& p) { return p.name == n->text; });
      good &= !n || place.values.count(n->text) || (parameter && !unreadable_.count(n->text));
    });
    return good;
  }

  static constexpr long long usual_trips = 8;  // where nothing tells the length of rows

  const Kernel& kernel_;
  std::set<std::string> taken_;
  std::set<std::string> unreadable_;       // arrays that are in the device's memory before the call
  std::map<std::string, Type> variables_;  // of the kernel, now arrays
  std::function<ExprPtr(const ExprPtr&)> rule_;
};

}  // namespace

Kernel map_to_grid(const Kernel& kernel) {
  Kernel result = kernel;
  result.body = GridMapper(kernel).run();
  return result;
}

}  // namespace insum::passes

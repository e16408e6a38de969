#include "passes/grid_launch.h"

#include <algorithm>

#include "loop_ir/rewrite.h"
#include "passes/jam_lanes.h"
#include "passes/map_to_grid.h"
#include "passes/ordered_sums.h"
#include "passes/use_group.h"
#include "support/internal_error.h"

namespace insum::passes {

using namespace loops;

namespace {

constexpr long long usual_trips = 8;  // where nothing tells the length of rows: usual_lanes of the runtime

/// The parts of the body of a parallel loop.
struct Chunk {
  Body before;                 // constants
  const For* items = nullptr;  // the loop over the chunk; null: any other statements, which are `rest`
  Body rest;
};

Chunk take_apart(const ParallelFor& n, const Body& body) {
  Chunk chunk;
  const std::set<std::string> bounds = {n.chunk_begin, n.chunk_end};
  for (std::size_t s = 0; s < body.size(); ++s) {
    const StmtPtr& stmt = body[s];
    const auto* loop = get_if<For>(stmt);
    const auto* begin = loop ? get_if<Name>(loop->begin) : nullptr;
    const auto* end = loop ? get_if<Name>(loop->end) : nullptr;
    if (begin && end && begin->text == n.chunk_begin && end->text == n.chunk_end && s + 1 == body.size() &&
        chunk.rest.empty()) {
      chunk.items = loop;
      return chunk;
    }
    const auto* declare = get_if<Declare>(stmt);
    const bool movable = declare && declare->constant && !uses(declare->value, bounds);
    (movable && chunk.rest.empty() ? chunk.before : chunk.rest).push_back(stmt);
  }
  return chunk;
}

class LaunchMaker {
 public:
  LaunchMaker(const ParallelFor& loop, const HostValues& host, std::set<std::string>& taken)
      : loop_(loop), host_(host), taken_(taken) {}

  /// Each part of the loop has a copy of what iterations share, and a second launch adds the copies up.
  std::vector<Launch> run_ordered(Body& in_front) {
    const Scatter& s = *loop_.scatter;
    if (!host_.knows(s.count))
      throw Unmappable("only the device knows how many elements its deterministic sums have",
                       "leave 'deterministic' out, or parallelize an index of the result");
    const auto fresh = [&](const char* what) { return fresh_name(s.into + what, taken_); };
    const OrderedCopies names{fresh("_parts"), fresh("_copies"), fresh("_copy"), fresh("_part")};
    Launch result;
    result.group = fresh_name("group", taken_);
    result.items = name(names.parts);
    const ExprPtr items =
        host_.reads(loop_.begin) && host_.reads(loop_.end) ? sub(loop_.end, loop_.begin) : nullptr;
    const Body body = without_arrays(loop_.body, host_, result.scratch);
    for (const StmtPtr& stmt : ordered_storage(loop_, items, names)) in_front.push_back(stmt);
    for (Allocate& array : result.scratch) name_count(array, in_front);
    GroupContext context{result.group, divides_loops(body) && lanes_update_apart(body), {}};
    if (context.has_lanes) result.lanes = lanes_for(trips_on_lanes(body, items));
    const auto* address = get_if<Unary>(s.target);
    const bool one = address && address->op == "&";
    const std::string total = one ? fresh("_total") : "";
    context.scatters[s.into] = {name(names.copy), s.type, s.op, total, !one};
    Body work = one ? body : with_cleared(body, names);
    work = group_body(work, context, taken_);
    if (one) {
      ExprPtr value = name(total, s.type);
      if (context.has_lanes) value = invoke(result.group + ".reduce", {op_object(s.op), value}, s.type);
      const std::string all = fresh("_all");
      work.push_back(make_stmt(Declare{s.type, all, value, true, ""}));
      const ExprPtr place = make_expr(Load{name(names.copies), name(names.part)}, s.type);
      work.push_back(make_stmt(If{group_call(result.group, "leads"),
                                  {make_stmt(Update{place, Combine::store, name(all, s.type)})},
                                  false}));
    }
    result.body = over_parts(loop_, names, result.group, total, std::move(work));
    return {std::move(result), add_up_copies(loop_, names, taken_)};
  }

  Launch run(bool deterministic, Body& in_front) {
    Launch result;
    result.assembly = loop_.assembly;
    result.uneven = loop_.uneven, result.bytes_ahead = loop_.bytes_ahead;
    result.few_registers = loop_.few_registers;
    result.group = fresh_name(is_bound() ? "block" : "group", taken_);
    if (host_.reads(loop_.begin) && host_.reads(loop_.end)) result.items = sub(loop_.end, loop_.begin);
    std::set<std::string> rows;
    const Body body = without_arrays(with_rows(result.group, rows), host_, result.scratch);
    GroupContext context{result.group, false, {}, rows};
    take_near_arrays(result, context);
    for (Allocate& array : result.scratch) name_count(array, in_front);
    const Chunk chunk = loop_.assembly ? Chunk{{}, nullptr, body} : take_apart(loop_, body);
    const Body& work = chunk.items ? chunk.items->body : chunk.rest;
    context.has_lanes = divides_loops(work);
    if (is_bound()) {
      if (!chunk.items)
        throw Unmappable("a loop that is bound to blocks merges several operands", "bind another loop");
      context.axes = add_shape(result, *chunk.items);
    } else if (context.has_lanes) {
      const ExprPtr trips = trips_on_lanes(work, result.items);
      result.lanes = lanes_for(trips);
      if (!trips && result.items) result.row_lanes = loop_.row_lanes;
    }

    Body after;
    add_scatter(context, result.body, after);
    for (StmtPtr& stmt : with_group(chunk.before, result.group)) result.body.push_back(std::move(stmt));
    std::set<std::string> names = taken_;  // each kernel has a constant of its own
    GroupVectors vectors{host_, !deterministic, fresh_name("Vectors", names)};
    if (result.lanes && !result.row_lanes && !result.assembly) context.vectors = &vectors;
    Body inside = group_body(work, context, taken_);
    if (!vectors.trips.empty()) result.vectors = variant_of(vectors);
    if (chunk.items && result.scratch.empty() && !is_bound()) drop_last_barrier(inside);
    if (chunk.items)
      result.body.push_back(over_items(*chunk.items, result.group, std::move(inside)));
    else
      add_chunk(result, inside);
    result.body.insert(result.body.end(), after.begin(), after.end());
    return result;
  }

 private:
  /// `body` behind a loop that sets the elements of a copy to what changes nothing.
  Body with_cleared(const Body& body, const OrderedCopies& names) {
    const Scatter& s = *loop_.scatter;
    const std::string at = fresh_name("element", taken_);
    For loop{.var = at, .begin = integer(0), .end = s.count, .body = {}};
    loop.lanes = true, loop.trips = s.count;
    const ExprPtr identity = invoke(op_tag(s.op) + "::identity<" + to_string(s.type) + ">", {}, s.type);
    loop.body = {
        make_stmt(Update{make_expr(Load{name(names.copy), name(at)}, s.type), Combine::store, identity})};
    Body result = {make_stmt(std::move(loop))};
    result.insert(result.end(), body.begin(), body.end());
    return result;
  }

  bool is_bound() const { return loop_.axis != Axis::none; }

  /// No item waits for what another one has written: at its end lanes need not wait for each other, unless
  /// they go on with the same temporaries.
  static void drop_last_barrier(Body& body) {
    if (body.empty()) return;
    const StmtPtr last = body.back();
    if (const auto* branch = get_if<If>(last)) {
      If copy = *branch;
      drop_last_barrier(copy.body);
      body.back() = make_stmt(std::move(copy));
      return;
    }
    const auto* effect = get_if<Effect>(last);
    const auto* call = effect ? get_if<Call>(effect->call) : nullptr;
    if (call && call->function.ends_with(".sync")) body.pop_back();
  }

  /// Arrays in shared memory and in registers are declared by the kernel itself.
  static void take_near_arrays(Launch& result, GroupContext& context) {
    std::erase_if(result.scratch, [&](const Allocate& array) {
      if (array.place == Allocate::Place::automatic) return false;
      if (array.place == Allocate::Place::registers) context.registers.insert(array.name);
      result.body.push_back(make_stmt(array));
      return true;
    });
  }

  /// How large the grid and its blocks are; the axes of threads, of which one goes to a loop on lanes that is
  /// not bound.
  std::set<Axis> add_shape(Launch& result, const For& items) const {
    result.blocks.resize(3), result.threads.resize(3);
    std::set<Axis> axes;
    std::set<Axis> unknown;
    const auto add = [&](Axis axis, const ExprPtr& trips) {
      ExprPtr& length =
          (is_block(axis) ? result.blocks : result.threads)[static_cast<std::size_t>(direction(axis))];
      if (!trips || !host_.knows(trips))
        unknown.insert(axis);
      else
        length = length && !equal(length, trips) ? invoke("insum::rt::max", {length, trips}) : trips;
      if (is_thread(axis)) axes.insert(axis);
    };
    for (std::vector<ExprPtr>* list : {&result.blocks, &result.threads})
      for (ExprPtr& length : *list) length = nullptr;
    add(loop_.axis, sub(loop_.end, loop_.begin));
    for_each_stmt(items.body, [&](const StmtPtr& s) {
      const auto* loop = get_if<For>(s);
      if (!loop || loop->axis == Axis::threads) return;
      if (loop->axis != Axis::none)
        add(loop->axis, loop->trips);
      else if (loop->lanes)
        add(Axis::thread_x, loop->trips);
    });
    const ExprPtr one = integer(1);
    for (int n = 1; n <= 6; ++n) {
      const Axis axis = static_cast<Axis>(n);
      ExprPtr& length =
          (is_block(axis) ? result.blocks : result.threads)[static_cast<std::size_t>(direction(axis))];
      if (unknown.count(axis))
        length = name("insum::rt::cuda::unknown_items");
      else if (!length)
        length = one;
    }
    return axes;
  }

  /// The body with workspaces for rows of the result in memory of each group; `rows` gets their names.
  Body with_rows(const std::string& group, std::set<std::string>& rows) const {
    return rewrite_bodies(loop_.body, [&](const Body& list) {
      Body out;
      for (const StmtPtr& stmt : list) {
        const auto* n = get_if<Construct>(stmt);
        if (!n || !loop_.assembly) {
          out.push_back(stmt);
          continue;
        }
        rows.insert(n->name);
        const Type bits{ElementType::u32, ""};
        const std::string values_of = fresh_name(n->name + "_values", taken_),
                          bits_of = fresh_name(n->name + "_bits", taken_);
        const ExprPtr made =
            invoke("insum::rt::cuda::row_for<" + to_string(n->type) + ", " + op_tag(n->op) + ">",
                   {name(loop_.assembly->part), name(group), name(values_of), name(bits_of), n->size});
        out.push_back(make_stmt(Allocate{n->type, values_of, n->size}));
        out.push_back(make_stmt(Allocate{bits, bits_of, invoke("insum::rt::cuda::row_bits", {n->size})}));
        out.push_back(make_stmt(Declare{Type{ElementType::dependent, "auto"}, n->name, made, false, ""}));
      }
      return out;
    });
  }

  /// Kernels get the length of an array as one number.
  void name_count(Allocate& array, Body& in_front) {
    if (get_if<Name>(array.count) || as_integer(array.count)) return;
    const std::string count = fresh_name(array.name + "_count", taken_);
    in_front.push_back(make_stmt(Declare{Type{}, count, array.count, true, ""}));
    array.count = name(count);
  }

  StmtPtr over_items(const For& items, const std::string& group, Body inside) const {
    For loop = items;
    const auto [index, count] =
        is_bound() ? axis_calls(loop_.axis)
                   : std::pair<std::string, std::string>(items.in_step ? "first_index" : "index", "count");
    loop.begin = add(loop_.begin, group_call(group, index));
    loop.end = loop_.end_on_device ? loop_.end_on_device : loop_.end;
    loop.step = group_call(group, count);
    loop.body = std::move(inside);
    return make_stmt(std::move(loop));
  }

  void add_chunk(Launch& result, const Body& inside) const {
    const auto bound = [&](const std::string& variable, const std::string& function) {
      ExprPtr value = invoke(result.group + "." + function, {loop_.begin, loop_.end});
      if (loop_.assembly && loop_.balance == ParallelFor::Balance::segments)
        value = invoke("insum::rt::cuda::start_of_run", {loop_.coordinates, loop_.begin, loop_.end, value});
      result.body.push_back(make_stmt(Declare{Type{}, variable, value, true, ""}));
    };
    bound(loop_.chunk_begin, "part_begin"), bound(loop_.chunk_end, "part_end");
    if (loop_.assembly) {  // a body for all of a result may ask for no bounds
      const ExprPtr some = make_expr(Binary{"<", name(loop_.chunk_begin), name(loop_.chunk_end)},
                                     Type{ElementType::boolean, ""});
      result.body.push_back(make_stmt(If{some, inside}));
      return;
    }
    result.body.insert(result.body.end(), inside.begin(), inside.end());
  }

  void add_scatter(GroupContext& context, Body& before, Body& after) {
    if (!loop_.scatter) return;
    const Scatter& s = *loop_.scatter;
    if (is_ordered(s))
      throw Unmappable("deterministic sums of blocks that share elements have no order",
                       "leave 'deterministic' out, or bind an index of the result");
    if (is_complex(s.type.element) && s.op != Combine::add)
      throw Unmappable("products of complex numbers that threads share cannot be updated as one",
                       "parallelize an index of the result");
    const auto* address = get_if<Unary>(s.target);
    std::string part;
    if (address && address->op == "&" && !is_bound()) {
      part = fresh_name(s.into + "_part", taken_);
      const ExprPtr identity = invoke(op_tag(s.op) + "::identity<" + to_string(s.type) + ">", {}, s.type);
      before.push_back(make_stmt(Declare{s.type, part, identity, false, ""}));
      after.push_back(make_stmt(Effect{
          invoke("insum::rt::cuda::add_block<" + op_tag(s.op) + ">", {s.target, name(part, s.type)})}));
    }
    context.scatters[s.into] = {s.target, s.type, s.op, part};
  }

  /// How many lanes have something to do: by the lengths of the loops on lanes, or the mean length of rows;
  /// null: the host cannot tell.
  ExprPtr trips_on_lanes(const Body& work, const ExprPtr& items) const {
    std::vector<ExprPtr> known;
    for_each_stmt(work, [&](const StmtPtr& s) {
      const auto* loop = get_if<For>(s);
      if (!loop || !loop->lanes || !loop->trips || !host_.knows(loop->trips)) return;
      const bool again =
          std::any_of(known.begin(), known.end(), [&](const ExprPtr& k) { return equal(k, loop->trips); });
      if (!again)
        known.push_back(jams(*loop, {}) ? invoke("insum::rt::cuda::jammed_trips", {loop->trips})
                                        : loop->trips);
    });
    ExprPtr trips;
    for (const ExprPtr& k : known) trips = trips ? invoke("insum::rt::max", {trips, k}) : k;
    if (!trips && loop_.prefix && items && host_.reads(entries_before(loop_.begin)))
      trips = mean_trips(items);
    return trips;
  }
  static VectorVariant variant_of(const GroupVectors& vectors) {
    ExprPtr most;
    for (const ExprPtr& trips : vectors.trips)
      most = most && !equal(most, trips) ? invoke("insum::rt::max", {most, trips}) : trips;
    return {vectors.constant,
            {vectors.needs.arrays.begin(), vectors.needs.arrays.end()},
            vectors.needs.multiples,
            vectors.needs.atomics,
            lanes_for(most)};
  }
  static ExprPtr lanes_for(const ExprPtr& trips) {
    return invoke("insum::rt::cuda::lanes_for", {trips ? trips : integer(usual_trips)});
  }

  /// Where there are no rows there may be no array of positions either.
  ExprPtr mean_trips(const ExprPtr& items) const {
    const ExprPtr entries = sub(entries_before(loop_.end), entries_before(loop_.begin));
    return make_expr(Ternary{make_expr(Binary{">", items, integer(0)}, Type{ElementType::boolean, ""}),
                             make_expr(Binary{"/", entries, items}, {}), integer(0)},
                     {});
  }

  /// The prefix counts the iterations themselves, too.
  ExprPtr entries_before(const ExprPtr& iteration) const {
    const auto* sum = get_if<Binary>(loop_.prefix);
    const auto* counted = sum && sum->op == "+" ? get_if<Name>(sum->right) : nullptr;
    const ExprPtr& entries = counted && counted->text == loop_.prefix_var ? sum->left : loop_.prefix;
    return rewrite(entries, [&](const ExprPtr& e) -> ExprPtr {
      const auto* variable = get_if<Name>(e);
      return variable && variable->text == loop_.prefix_var ? iteration : nullptr;
    });
  }

  const ParallelFor& loop_;
  const HostValues& host_;
  std::set<std::string>& taken_;
};

}  // namespace

std::vector<Launch> launches_of(const ParallelFor& loop, const HostValues& host, bool deterministic,
                                std::set<std::string>& taken, Body& in_front) {
  LaunchMaker maker(loop, host, taken);
  if (loop.scatter && is_ordered(*loop.scatter) && loop.axis == Axis::none)
    return maker.run_ordered(in_front);
  return {maker.run(deterministic, in_front)};
}

Body without_arrays(const Body& body, const HostValues& host, std::vector<Allocate>& arrays) {
  return rewrite_bodies(body, [&](Body list) {
    std::erase_if(list, [&](const StmtPtr& s) {
      const auto* effect = get_if<Effect>(s);
      const auto* call = effect ? get_if<Call>(effect->call) : nullptr;
      if (get_if<Construct>(s) || (call && call->function.ends_with(".finish")))
        throw Unmappable("it collects entries of a result that are not those of one row after the other",
                         "store the result in dense storage, or as csr or csc where it has two modes");
      const auto* n = get_if<Allocate>(s);
      if (!n) return false;
      internal_check(host.knows(n->count), "a temporary whose size the host does not know: " + n->name);
      const bool known =
          std::any_of(arrays.begin(), arrays.end(), [&](const Allocate& a) { return a.name == n->name; });
      if (!known) arrays.push_back(*n);
      return true;
    });
    return list;
  });
}

}  // namespace insum::passes

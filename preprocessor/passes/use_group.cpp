#include "passes/use_group.h"

#include <algorithm>

#include "loop_ir/rewrite.h"
#include "passes/jam_lanes.h"
#include "passes/lane_loops.h"
#include "passes/map_to_grid.h"
#include "passes/row_items.h"
#include "passes/row_parts.h"
#include "support/internal_error.h"

namespace insum::passes {

using namespace loops;

namespace {

/// What a loop combines into variables that it does not declare.
struct Outside {
  struct Sum {
    Combine op;
    Type type;
  };
  std::map<std::string, Sum> sums;
  bool divisible = true;  // nothing else of it goes from one iteration to another
  bool writes_memory = false;
};

int mentions_of(const Body& body, const std::string& text) {
  int count = 0;
  for_each_expr(body, [&](const ExprPtr& e) {
    const auto* n = get_if<Name>(e);
    count += n && n->text == text;
  });
  return count;
}

bool is_element_of(const ExprPtr& target, const std::set<std::string>& arrays) {
  const auto* place = get_if<Load>(target);
  const auto* array = place ? get_if<Name>(place->array) : nullptr;
  return array && arrays.count(array->text) > 0;
}

Outside outside_of(const Body& body, const std::set<std::string>& registers) {
  Outside result;
  std::set<std::string> own;
  std::map<std::string, int> updates;
  for_each_stmt(body, [&](const StmtPtr& s) {
    if (const auto* n = get_if<Declare>(s)) own.insert(n->name);
    if (get_if<Allocate>(s) || get_if<ParallelFor>(s)) result.divisible = false;
  });
  for_each_stmt(body, [&](const StmtPtr& s) {
    result.writes_memory |= get_if<ScatterUpdate>(s) || get_if<Effect>(s);
    const auto* n = get_if<Update>(s);
    if (!n) return;
    const auto* variable = get_if<Name>(n->target);
    result.writes_memory |= !variable && !is_element_of(n->target, registers);
    if (!variable || own.count(variable->text)) return;
    const auto [known, is_new] = result.sums.emplace(variable->text, Outside::Sum{n->op, n->target->type});
    result.divisible &= n->op != Combine::store && known->second.op == n->op;
    ++updates[variable->text];
  });
  for (const auto& [variable, count] : updates) result.divisible &= mentions_of(body, variable) == count;
  return result;
}

class GroupBody {
 public:
  GroupBody(const GroupContext& context, std::set<std::string>& taken) : context_(context), taken_(taken) {}

  /// Statements that all lanes run with the same values.
  Body together(const Body& list) {
    Body out;
    for (auto at = list.begin(); at != list.end(); ++at) {
      const StmtPtr& stmt = *at;
      if (is_group_of_item(stmt)) {
        add_with_group(stmt, Body(at + 1, list.end()), out);
        break;
      }
      if (const auto* n = get_if<For>(stmt)) {
        if (n->lanes && context_.has_lanes && divide(*n, out)) continue;
        if (n->quarters && context_.has_lanes) {
          add_quarters(*n, out);
          continue;
        }
        if (is_thread(n->axis))
          throw Unmappable(
              "the iterations of a loop that is bound to " + to_string(n->axis) + " depend on each other",
              "bind another loop");
        For loop = is_block(n->axis) ? strided(*n) : n->registers ? unrolled(*n) : *n;
        loop.lanes = false;
        loop.body = together(loop.body);
        out.push_back(make_stmt(std::move(loop)));
      } else if (const auto* n = get_if<While>(stmt)) {
        out.push_back(make_stmt(While{n->condition, together(n->body)}));
      } else if (const auto* n = get_if<If>(stmt)) {
        if (context_.has_lanes &&
            std::all_of(n->body.begin(), n->body.end(), [&](const StmtPtr& inner) { return writes(inner); }))
          add_leading(alone({stmt}), out);
        else
          out.push_back(make_stmt(If{n->condition, together(n->body), n->constant}));
      } else if (writes(stmt) && context_.has_lanes) {
        add_leading(alone({stmt}), out);
      } else {
        for (StmtPtr& s : with_group(alone({stmt}), context_.group)) out.push_back(std::move(s));
      }
    }
    return out;
  }

 private:
  static bool is_group_of_item(const StmtPtr& stmt) {
    const auto* declare = get_if<Declare>(stmt);
    const auto* call = declare ? get_if<Call>(declare->value) : nullptr;
    return call && call->function == group_of_item;
  }
  /// What follows it belongs to that group.
  void add_with_group(const StmtPtr& declaration, const Body& rest, Body& out) {
    GroupContext context = context_;
    context.group = get_if<Declare>(declaration)->name;
    out.push_back(with_group({declaration}, context_.group).front());
    for (StmtPtr& stmt : GroupBody(context, taken_).together(rest)) out.push_back(std::move(stmt));
  }

  /// Each quarter of the lanes is a group by itself, that has the loop's body.
  void add_quarters(const For& n, Body& out) {
    GroupContext context = context_;
    context.group = fresh_name("quarter", taken_);
    out.push_back(make_stmt(Declare{Type{ElementType::dependent, "auto"}, context.group,
                                    group_call(context_.group, "quarter"), false, ""}));
    For loop = n;
    loop.quarters = false;
    For own = *get_if<For>(with_group({make_stmt(std::move(loop))}, context_.group).front());
    own.body = GroupBody(context, taken_).together(own.body);
    out.push_back(make_stmt(std::move(own)));
  }

  /// Groups of a warp have their iterations at the same time.
  bool divide_in_step(const For& n, Body& out) {
    GroupContext context = context_;
    context.group = fresh_name("in_step", taken_);
    For loop = n;
    loop.in_step = false;
    Body body = {make_stmt(Declare{Type{ElementType::dependent, "auto"}, context.group,
                                   group_call(context_.group, "in_step"), false, ""})};
    if (!GroupBody(context, taken_).divide(loop, body)) return false;
    out.insert(out.end(), body.begin(), body.end());
    return true;
  }

  bool writes(const StmtPtr& stmt) const {
    if (get_if<ScatterUpdate>(stmt)) return true;
    if (const auto* effect = get_if<Effect>(stmt)) {
      const auto* call = get_if<Call>(effect->call);
      return call && std::any_of(context_.workspaces.begin(), context_.workspaces.end(),
                                 [&](const std::string& row) { return call->function == row + ".update"; });
    }
    const auto* update = get_if<Update>(stmt);
    return update && !get_if<Name>(update->target) && !is_element_of(update->target, context_.registers);
  }

  /// What one lane writes, along with what it has written just before.
  void add_leading(const Body& list, Body& out) {
    Body all;
    if (after_leading_ && !out.empty() && out.back() == after_leading_) {
      out.pop_back();
      all = get_if<If>(out.back())->body;
      out.pop_back();
    }
    all.insert(all.end(), list.begin(), list.end());
    out.push_back(make_stmt(If{group_call(context_.group, "leads"), std::move(all)}));
    synchronise(out);
    after_leading_ = out.back();
  }

  void synchronise(Body& out) { out.push_back(make_stmt(Effect{group_call(context_.group, "sync")})); }

  /// Statements that a lane runs by itself.
  Body alone(const Body& list) {
    return rewrite_bodies(list, [&](Body body) {
      for (StmtPtr& stmt : body) {
        if (const auto* n = get_if<ScatterUpdate>(stmt)) stmt = scattered(*n);
        if (const auto* n = get_if<For>(stmt); n && n->lanes) {
          For loop = n->axis == Axis::none ? *n : strided(*n);
          loop.lanes = false;
          stmt = make_stmt(std::move(loop));
        } else if (n && n->registers) {
          stmt = make_stmt(unrolled(*n));
        }
      }
      return body;
    });
  }

  StmtPtr scattered(const ScatterUpdate& n) {
    const GridScatter& into = context_.scatters.at(n.into);
    if (!into.part.empty()) return make_stmt(Update{name(into.part, into.type), into.op, n.value});
    if (into.own)
      return make_stmt(Update{make_expr(Load{into.target, n.offset}, into.type), into.op, n.value});
    const ExprPtr place = make_expr(Pointer{into.target, n.offset}, into.type);
    return make_stmt(Effect{
        make_expr(Call{"insum::rt::cuda::atomic_update<" + op_tag(into.op) + ">", {place, n.value}}, {})});
  }

  /// A copy of the body for each register, which subscripts then name as constants.
  static For unrolled(const For& n) {
    For loop = n;
    internal_check(n.trips && as_integer(n.trips) && as_integer(n.begin) == 0,
                   "registers of a loop whose length is not known");
    const long long most = as_integer(n.trips).value_or(0);
    if (as_integer(n.end) != most) {
      const ExprPtr inside = make_expr(Binary{"<", name(n.var), n.end}, Type{ElementType::boolean, ""});
      loop.body = {make_stmt(If{inside, n.body, false})};
    }
    loop.end = integer(most);
    loop.unroll = static_cast<int>(most);
    loop.registers = false;
    return loop;
  }

  /// Before a tile is filled all threads are done with what was there; tiles that follow each other share
  /// this.
  void begin_tile(Body& out) {
    if (after_tile_ && !out.empty() && out.back() == after_tile_)
      out.pop_back();
    else
      synchronise(out);
  }

  /// The iterations that the axis leaves to this block or thread.
  For strided(const For& n) const {
    For loop = n;
    const bool bound = !context_.axes.empty();
    const auto [index, count] = n.axis != Axis::none ? axis_calls(n.axis)
                                : bound              ? axis_calls(Axis::thread_x)
                                                     : std::pair<std::string, std::string>("lane", "lanes");
    loop.begin = add(n.begin, group_call(context_.group, index));
    loop.step = group_call(context_.group, count);
    loop.axis = Axis::none;
    return loop;
  }

  /// The loop over the lanes of the group, and the combination of what they have.
  bool divide(const For& n, Body& out) {
    if (n.in_step) return divide_in_step(n, out);
    const Outside outside = outside_of(n.body, context_.registers);
    if (!outside.divisible) return false;
    if (n.axis == Axis::threads) begin_tile(out);
    if (context_.axes.size() > 1 && !outside.sums.empty())
      throw Unmappable("threads add up beside others of another axis", "bind one loop to threads");
    For loop = strided(n);
    std::map<std::string, std::string> parts;
    for (const auto& [variable, sum] : outside.sums) {
      const std::string part = fresh_name(variable + "_lane", taken_);
      const ExprPtr identity =
          make_expr(Call{op_tag(sum.op) + "::identity<" + to_string(sum.type) + ">", {}}, sum.type);
      out.push_back(make_stmt(Declare{sum.type, part, identity, false, ""}));
      parts[variable] = part;
    }
    loop.lanes = false;
    loop.body = into_parts(alone(n.body), parts);
    std::set<std::string> sums;
    for (const auto& [variable, part] : parts) sums.insert(part);
    if (context_.axes.empty() && n.axis == Axis::none)
      LaneLoops(context_, sums, taken_).add(n, loop, out);
    else
      out.push_back(make_stmt(std::move(loop)));
    combine_lanes(outside, parts, out);
    if (outside.writes_memory) synchronise(out);
    if (n.axis == Axis::threads) after_tile_ = out.back();
    return true;
  }

  /// What all lanes have, in each of them; several variables at once where there are as many as are jammed.
  void combine_lanes(const Outside& outside, const std::map<std::string, std::string>& parts,
                     Body& out) const {
    const auto& sums = outside.sums;
    const bool alike = std::all_of(sums.begin(), sums.end(), [&](const auto& one) {
      return one.second.op == sums.begin()->second.op && one.second.type == sums.begin()->second.type;
    });
    const bool together = alike && sums.size() == jammed && context_.axes.empty();
    if (together) {
      std::vector<ExprPtr> all = {op_object(sums.begin()->second.op)};
      for (const auto& [variable, sum] : sums) all.push_back(name(parts.at(variable), sum.type));
      out.push_back(make_stmt(Effect{invoke(context_.group + ".reduce_each", all)}));
    }
    for (const auto& [variable, sum] : sums) {
      const ExprPtr part = name(parts.at(variable), sum.type);
      const ExprPtr total =
          together ? part : invoke(context_.group + ".reduce", {op_object(sum.op), part}, sum.type);
      out.push_back(make_stmt(Update{name(variable, sum.type), sum.op, total}));
    }
  }

  static Body into_parts(const Body& list, const std::map<std::string, std::string>& parts) {
    return rewrite_bodies(list, [&](Body body) {
      for (StmtPtr& stmt : body) {
        const auto* update = get_if<Update>(stmt);
        const auto* variable = update ? get_if<Name>(update->target) : nullptr;
        const auto part = variable ? parts.find(variable->text) : parts.end();
        if (part != parts.end())
          stmt = make_stmt(Update{name(part->second, update->target->type), update->op, update->value});
      }
      return body;
    });
  }

  const GroupContext& context_;
  std::set<std::string>& taken_;
  StmtPtr after_tile_;     // the barrier behind the last tile that was filled
  StmtPtr after_leading_;  // ... and behind what one lane has written
};

}  // namespace

Body with_group(const Body& body, const std::string& group) {
  return rewrite_exprs(body, [&](const ExprPtr& e) -> ExprPtr {
    const auto* call = get_if<Call>(e);
    if (!call) return nullptr;
    for (const auto& [function, own] :
         {std::pair(row_of_entry, "row_of"), std::pair(arrives_last, "arrives_last"),
          std::pair(lanes_of_group, "lanes"), std::pair(number_of_group, "number"),
          std::pair(groups_of_warp, "groups_of_warp"), std::pair(warp_of_item, "warp_of"),
          std::pair(group_of_item, "of_item"), std::pair(part_of_group, "part"),
          std::pair(parts_of_group, "parts")})
      if (call->function == function) return invoke(group + "." + own, call->arguments, e->type);
    return nullptr;
  });
}

ExprPtr op_object(Combine op) { return make_expr(Literal{op_tag(op) + "()"}, {}); }

ExprPtr group_call(const std::string& group, const std::string& function, const Type& type) {
  return make_expr(Call{group + "." + function, {}}, type);
}

std::pair<std::string, std::string> axis_calls(Axis axis) {
  if (axis == Axis::threads) return {"thread", "threads"};
  const std::string end = std::string("_") + "xyz"[direction(axis)];
  return is_block(axis) ? std::pair("block" + end, "blocks" + end)
                        : std::pair("thread" + end, "threads" + end);
}

bool divides_loops(const Body& body) {
  bool found = false;
  for_each_stmt(body, [&](const StmtPtr& s) {
    const auto* loop = get_if<For>(s);
    found |= loop && loop->lanes && outside_of(loop->body, {}).divisible;
  });
  return found;
}

Body group_body(const Body& body, const GroupContext& context, std::set<std::string>& taken) {
  return GroupBody(context, taken).together(body);
}

}  // namespace insum::passes

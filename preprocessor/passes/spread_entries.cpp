#include "passes/spread_entries.h"

#include <algorithm>
#include <optional>

#include "loop_ir/rewrite.h"
#include "passes/host_values.h"
#include "passes/jam_lanes.h"
#include "passes/loads_in_front.h"
#include "passes/row_entries.h"
#include "passes/row_items.h"
#include "passes/row_parts.h"
#include "passes/row_sum.h"
#include "passes/use_group.h"

namespace insum::passes {

using namespace loops;

namespace {

/// The loop over the rows of a chunk, if that is all there is.
const For* rows_of(const ParallelFor& loop) {
  const auto* rows = loop.body.size() == 1 ? get_if<For>(loop.body.front()) : nullptr;
  const auto* begin = rows ? get_if<Name>(rows->begin) : nullptr;
  const bool plain = begin && begin->text == loop.chunk_begin && !rows->step && !loop.scatter &&
                     !loop.assembly && !loop.filling && loop.axis == Axis::none;
  return plain ? rows : nullptr;
}

/// Entries that are written one by one.
struct OwnEntries {
  const For* entries = nullptr;
  Positions positions = {};
};

std::optional<OwnEntries> own_entries_of(const For& rows) {
  OwnEntries found;
  std::vector<const Declare*> constants;
  for (const StmtPtr& stmt : rows.body) {
    if (const auto* n = get_if<Declare>(stmt); n && n->constant) {
      constants.push_back(n);
    } else if (const auto* entries = get_if<For>(stmt); entries && !found.entries) {
      found.entries = entries;
    } else if (!get_if<Comment>(stmt)) {
      return std::nullopt;
    }
  }
  if (!found.entries || !found.entries->apart || found.entries->axis != Axis::none ||
      !divides_loops(found.entries->body))
    return std::nullopt;
  const auto positions = positions_of_entries(*found.entries, rows.var, constants);
  if (!positions) return std::nullopt;
  found.positions = *positions;
  return found;
}

class Spreader {
 public:
  explicit Spreader(const Kernel& kernel) : result_(kernel), taken_(names_in(kernel)) {
    for (const Parameter& p : kernel.parameters)
      if (p.kind == Parameter::Kind::size || p.kind == Parameter::Kind::scalar) host_.values.insert(p.name);
    for (const StmtPtr& stmt : kernel.body)
      if (const auto* n = get_if<Declare>(stmt); n && n->constant && host_.knows(n->value))
        host_.values.insert(n->name);
  }

  Kernel run() {
    result_.body = rewrite_bodies(result_.body, [&](const Body& body) {
      Body out;
      for (const StmtPtr& stmt : body) {
        const auto* loop = get_if<ParallelFor>(stmt);
        const For* rows = loop ? rows_of(*loop) : nullptr;
        if (!rows || !(spread_own(*loop, *rows, out) || spread_sum(*loop, *rows, out))) out.push_back(stmt);
      }
      return out;
    });
    return std::move(result_);
  }

 private:
  bool spread_own(const ParallelFor& loop, const For& rows, Body& out) {
    constexpr long long least = 32;  // twice as many as lanes work on at once
    const auto on = own_entries_of(rows);
    if (!on) return false;
    const RowItems items(loop, rows, on->positions, least, false, false, host_, taken_);
    Body body;
    for (const StmtPtr& stmt : rows.body) {
      if (get_if<For>(stmt) == on->entries)
        push_several_at_a_time(items.in_item(*on->entries), body);
      else
        body.push_back(stmt);
    }
    out.push_back(items.declare_pieces(integer(0)));
    out.push_back(make_stmt(items.parallel(body)));
    note(on->positions, "");
    return true;
  }

  /// Entries of a row share its elements, and do not wait for each other: quarters of the lanes have some
  /// each.
  void push_several_at_a_time(const For& entries, Body& out) {
    if (!jams(entries, {})) return out.push_back(make_stmt(entries));
    push_quarters(with_loads_in_front(entries, taken_), out);
  }

  /// The loops over the entries of a row that are combined into one variable, several at a time where nothing
  /// else is done with them: the loads of one do not wait for those of another.
  Body with_entries_together(const Body& body, const RowSum& sum) {
    return rewrite_bodies(body, [&](const Body& list) {
      Body out;
      for (const StmtPtr& stmt : list) {
        const auto* loop = get_if<For>(stmt);
        if (loop && loop->var == sum.entries().var && combines_only(*loop))
          push_jammed(with_loads_in_front(*loop, taken_), {get_if<Name>(sum.sum().target)->text}, out);
        else
          out.push_back(stmt);
      }
      return out;
    });
  }
  /// One lane does nothing but combine its iterations.
  static bool combines_only(const For& loop) {
    const auto combines = [](const StmtPtr& stmt) {
      const auto* declare = get_if<Declare>(stmt);
      const auto* update = get_if<Update>(stmt);
      return (declare && declare->constant) || (update && update->op != Combine::store);
    };
    return !loop.lanes && loop.axis == Axis::none &&
           std::all_of(loop.body.begin(), loop.body.end(), combines);
  }

  /// Whether all rows run through the same statements, but for those for their entries.
  static bool goes_straight(const Body& body, const std::string& entries) {
    return std::all_of(body.begin(), body.end(), [&](const StmtPtr& stmt) {
      const auto* loop = get_if<For>(stmt);
      if (loop) return loop->var == entries || goes_straight(loop->body, entries);
      return get_if<Declare>(stmt) || get_if<Update>(stmt) || get_if<Comment>(stmt);
    });
  }

  /// Where a whole number of times `at_once` of the entries end.
  ExprPtr whole_end(const For& entries, const ExprPtr& at_once, Body& out) {
    const std::string end = fresh_name(entries.var + "_wide", taken_);
    const ExprPtr last = invoke("insum::rt::cuda::whole_end", {entries.begin, entries.end, at_once});
    out.push_back(make_stmt(Declare{Type{}, end, last, true, ""}));
    return name(end);
  }

  /// Entries that lanes have together.
  void push_jammed(const For& entries, const std::set<std::string>& sums, Body& out) {
    For wide = entries, rest = entries;
    wide.end = rest.begin = whole_end(entries, integer(jammed), out);
    wide.step = integer(jammed);
    wide.unroll = 0;  // they take enough registers
    wide.body = jam(entries, sums, integer(1), taken_);
    out.push_back(make_stmt(std::move(wide)));
    out.push_back(jam_rest(rest, sums, integer(1), taken_));
  }

  /// Each quarter of the lanes has entries of its own, as long as there are so many; all of them run through
  /// as many iterations. All lanes have the rest together, for which they load what belongs to the row once.
  void push_quarters(const For& entries, Body& out) {
    const ExprPtr part = invoke(part_of_group, {}), parts = invoke(parts_of_group, {});
    For wide = entries, rest = entries;
    wide.step = mul(integer(jammed), parts);
    rest.begin = whole_end(entries, wide.step, out);
    wide.quarters = true, wide.unroll = 0;
    wide.begin = add(entries.begin, part);
    wide.end = add(rest.begin, part);
    wide.body = jam(entries, {}, parts, taken_);
    rest.step = integer(jammed), rest.unroll = 0;
    rest.body = jam_some(entries, {}, integer(1), taken_);
    out.push_back(make_stmt(std::move(wide)));
    out.push_back(make_stmt(std::move(rest)));
  }

  /// Whether lanes that share the entries of rows do with 32 registers: four entries at a time, of each a
  /// coordinate and two elements of 32 bits, which are multiplied, added or compared. More needs more, and
  /// ptxas puts it into memory if it has no more.
  bool needs_few_registers(const ParallelFor& loop, const RowSum& sum) const {
    const Positions& positions = sum.positions();
    bool good = positions.array->type.element == ElementType::i32 && positions.base == 0 &&
                host_.knows(loop.begin) && host_.knows(loop.end) && sum.around().empty();
    int loads = 0;
    for_each_expr(sum.entries().body, [&](const ExprPtr& e) {
      const auto* binary = get_if<Binary>(e);
      const auto* call = get_if<Call>(e);
      loads += get_if<Load>(e) != nullptr;
      good &= !get_if<Load>(e) || size_in_bytes(e->type.element) == 4;
      good &= !get_if<Ternary>(e) && !(binary && (binary->op == "/" || binary->op == "%")) &&
              !(call && call->function != "insum::rt::index");
    });
    return good && loads == 3;
  }

  bool spread_sum(const ParallelFor& loop, const For& rows, Body& out) {
    // Worth a sum of their own; lanes that share entries are soon done with them.
    constexpr long long least = 32, least_of_lane = 16;
    RowSum sum(rows, host_);
    if (!sum.take_apart()) return false;
    const bool by_lanes = sum.entries().lanes,
               in_step = by_lanes && goes_straight(rows.body, sum.entries().var);
    const RowItems items(loop, rows, sum.positions(), by_lanes ? least_of_lane : least, by_lanes, in_step,
                         host_, taken_);
    const RowParts parts(rows, sum, taken_);
    out.push_back(items.declare_pieces(parts.bytes_of_piece()));
    for (StmtPtr& stmt : parts.allocate(items)) out.push_back(std::move(stmt));
    ParallelFor spread = items.parallel(with_entries_together(parts.of_item(items), sum));
    if (!by_lanes) spread.bytes_ahead = parts.bytes_of_sum();
    spread.few_registers = in_step && needs_few_registers(loop, sum);
    out.push_back(make_stmt(std::move(spread)));
    note(sum.positions(), ", whose sums are added up in their order");
    return true;
  }

  void note(const Positions& of, const std::string& more) {
    result_.header.push_back("groups of lanes have rows of " + get_if<Name>(of.array)->text +
                             ", or equal pieces of long ones" + more);
  }

  Kernel result_;
  HostValues host_;
  std::set<std::string> taken_;
};

}  // namespace

Kernel spread_entries(const Kernel& kernel) { return Spreader(kernel).run(); }

}  // namespace insum::passes

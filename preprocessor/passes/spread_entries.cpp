#include "passes/spread_entries.h"

#include <optional>

#include "loop_ir/rewrite.h"
#include "passes/jam_lanes.h"
#include "passes/row_entries.h"
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

ExprPtr logical(const std::string& op, const ExprPtr& a, const ExprPtr& b) {
  return make_expr(Binary{op, a, b}, Type{ElementType::boolean, ""});
}

/// The items of work: pieces of long rows, then rows.
class Items {
 public:
  /// Pieces have `least` entries, or so many for each lane where lanes share them.
  Items(const ParallelFor& loop, const For& rows, const Positions& positions, long long least,
        bool lanes_have_entries, std::set<std::string>& taken)
      : loop_(loop),
        rows_(rows),
        positions_(positions),
        least_(least),
        lanes_have_entries_(lanes_have_entries),
        taken_(taken) {
    array_ = get_if<Name>(positions.array)->text;
    const auto fresh = [&](const std::string& what) { return fresh_name(what, taken_); };
    pieces_ = fresh("pieces"), length_ = fresh("piece_length"), is_piece_ = fresh("is_piece");
    begin_ = fresh(array_ + "_begin"), after_ = fresh(array_ + "_after");
    first_ = fresh(array_ + "_first"), last_ = fresh(array_ + "_last");
  }

  /// In front of the loops: how many pieces there are at most.
  StmtPtr declare_pieces() const { return constant(pieces_, device("pieces_on_device", {})); }

  /// `body` is that of a row, all of which or a piece of which is worked on.
  ParallelFor parallel(Body body) const {
    const std::string item = fresh_name("item", taken_);
    For over = rows_;
    over.var = item;
    over.begin = name(loop_.chunk_begin), over.end = name(loop_.chunk_end);
    over.body = rows_of_item(item, std::move(body));
    ParallelFor result = plain(loop_);
    result.begin = integer(0), result.end = add(sub(loop_.end, loop_.begin), name(pieces_));
    if (lanes_have_entries_) result.row_lanes = lanes_of_rows();
    result.body = cut();
    result.body.push_back(make_stmt(std::move(over)));
    return result;
  }

  /// `body` for the rows that are cut into pieces.
  ParallelFor parallel_over_long_rows(Body body) const {
    For rows = rows_;
    body.insert(body.begin(), make_stmt(Continue{negated(is_long())}));
    rows.body = std::move(body);
    ParallelFor result = plain(loop_);
    result.body = cut();
    result.body.push_back(make_stmt(std::move(rows)));
    return result;
  }

  /// The entries of a row that belong to the item, in place of all; `before` gets what they need.
  For in_item(const For& entries, Body& before) const {
    For own = entries;
    const std::string end = fresh_name(entries.var + "_end", taken_);
    before.push_back(constant(end, invoke("insum::rt::min", {entries.end, name(last_)})));
    own.begin = invoke("insum::rt::max", {entries.begin, name(first_)});
    own.end = name(end);
    return own;
  }

  ExprPtr is_piece() const { return name(is_piece_, boolean()); }
  static ExprPtr negated(const ExprPtr& condition) { return make_expr(Unary{"!", condition}, boolean()); }

 private:
  static Type boolean() { return Type{ElementType::boolean, ""}; }
  static StmtPtr constant(const std::string& of, const ExprPtr& value) {
    return make_stmt(Declare{value->type, of, value, true, ""});
  }
  static ExprPtr device(const std::string& function, std::vector<ExprPtr> arguments) {
    return invoke("insum::rt::cuda::" + function, std::move(arguments));
  }
  static ParallelFor plain(const ParallelFor& loop) {
    ParallelFor result = loop;
    result.balance = ParallelFor::Balance::equal;
    result.prefix = nullptr;
    return result;
  }

  /// The position at which a row begins.
  ExprPtr begin_of(const ExprPtr& row) const {
    const ExprPtr load = make_expr(Load{positions_.array, row}, positions_.array->type);
    return sub(invoke("insum::rt::index", {load}), integer(positions_.base));
  }
  ExprPtr is_long() const {
    const ExprPtr row = name(rows_.var), entries = sub(begin_of(add(row, integer(1))), begin_of(row));
    return logical(">", entries, name(length_));
  }

  /// Where all entries are, and how many of them a piece has. Where there are no rows there may be no array
  /// of positions.
  Body cut() const {
    const auto bound = [&](const ExprPtr& row) {
      return make_expr(Ternary{logical("<", loop_.begin, loop_.end), begin_of(row), integer(0)}, {});
    };
    return {
        constant(begin_, bound(loop_.begin)), constant(after_, bound(loop_.end)),
        constant(length_, device("piece_length", {sub(name(after_), name(begin_)), name(pieces_),
                                                  lanes_have_entries_ ? mul(integer(least_), lanes_of_rows())
                                                                      : integer(least_)}))};
  }
  ExprPtr lanes_of_rows() const {
    return device("lanes_of_rows", {positions_.array, loop_.begin, loop_.end});
  }

  /// A piece has entries of at most two rows that are longer: that of its first and that of its last entry.
  Body rows_of_item(const std::string& item, Body body) const {
    const std::string row = fresh_name(rows_.var + "_first", taken_),
                      end = fresh_name(rows_.var + "_last", taken_);
    const auto either = [&](const ExprPtr& of_piece, const ExprPtr& of_row) {
      return make_expr(Ternary{is_piece(), of_piece, of_row}, of_row->type);
    };
    For rows = rows_;
    rows.begin = name(row), rows.end = add(name(end), integer(1));
    rows.step = invoke("insum::rt::max", {sub(name(end), name(row)), integer(1)});
    body.insert(body.begin(), make_stmt(Continue{logical("!=", is_long(), is_piece())}));
    rows.body = std::move(body);
    const ExprPtr own = sub(add(loop_.begin, name(item)), name(pieces_));
    return {constant(is_piece_, logical("<", name(item), name(pieces_))),
            constant(first_, either(add(name(begin_), mul(name(item), name(length_))), name(begin_))),
            make_stmt(Continue{logical("&&", is_piece(), logical(">=", name(first_), name(after_)))}),
            constant(last_, either(invoke("insum::rt::min", {add(name(first_), name(length_)), name(after_)}),
                                   name(after_))),
            constant(row, either(row_of(name(first_)), own)),
            constant(end, either(row_of(sub(name(last_), integer(1))), own)),
            make_stmt(std::move(rows))};
  }
  /// All lanes look for it together.
  ExprPtr row_of(const ExprPtr& entry) const {
    return invoke(row_of_entry, {positions_.array, loop_.end, entry, integer(positions_.base)});
  }

  const ParallelFor& loop_;
  const For& rows_;
  const Positions& positions_;
  long long least_;
  bool lanes_have_entries_;
  std::set<std::string>& taken_;
  std::string array_, pieces_, length_, is_piece_, begin_, after_, first_, last_;
};

class Spreader {
 public:
  Spreader(const Kernel& kernel, bool deterministic)
      : result_(kernel), taken_(names_in(kernel)), deterministic_(deterministic) {}

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
    constexpr long long least = 8;
    const auto on = own_entries_of(rows);
    if (!on) return false;
    const Items items(loop, rows, on->positions, least, false, taken_);
    Body body;
    for (const StmtPtr& stmt : rows.body)
      if (get_if<For>(stmt) == on->entries)
        push_several_at_a_time(items.in_item(*on->entries, body), body);
      else
        body.push_back(stmt);
    out.push_back(items.declare_pieces());
    out.push_back(make_stmt(items.parallel(std::move(body))));
    note(on->positions, "");
    return true;
  }

  /// Entries of a row share its elements, and do not wait for each other.
  void push_several_at_a_time(const For& entries, Body& out) {
    For rest = entries;
    if (jams(entries, {})) {
      const std::string end = fresh_name(entries.var + "_wide", taken_);
      const ExprPtr last =
          invoke("insum::rt::cuda::whole_end", {entries.begin, entries.end, integer(jammed)});
      out.push_back(make_stmt(Declare{Type{}, end, last, true, ""}));
      For wide = entries;
      wide.end = name(end), wide.step = integer(jammed);
      wide.body = jam(entries, {}, integer(1), taken_);
      out.push_back(make_stmt(std::move(wide)));
      rest.begin = name(end);
    }
    out.push_back(make_stmt(std::move(rest)));
  }

  bool spread_sum(const ParallelFor& loop, const For& rows, Body& out) {
    // Worth a sum of their own, and an atomic update; lanes that share entries are soon done with them.
    constexpr long long least = 32, least_of_lane = 16;
    RowSum sum(rows);
    if (deterministic_ || !sum.take_apart()) return false;
    const bool by_lanes = sum.entries().lanes;
    const Items items(loop, rows, sum.positions(), by_lanes ? least_of_lane : least, by_lanes, taken_);
    out.push_back(items.declare_pieces());
    if (sum.element().op == Combine::store)
      out.push_back(make_stmt(items.parallel_over_long_rows(without_entries(rows, sum))));
    out.push_back(shared_entries(items, rows, sum));
    note(sum.positions(), ", whose sums are added atomically");
    return true;
  }

  void note(const Positions& of, const std::string& more) {
    result_.header.push_back("groups of lanes have rows of " + get_if<Name>(of.array)->text +
                             ", or equal pieces of long ones" + more);
  }

  /// What a row without any entry gets.
  static Body without_entries(const For& rows, const RowSum& sum) {
    return rewrite_bodies(rows.body, [&](Body body) {
      std::erase_if(body, [&](const StmtPtr& stmt) {
        const auto* inner = get_if<For>(stmt);
        return inner && inner->var == sum.entries().var;
      });
      return body;
    });
  }

  StmtPtr shared_entries(const Items& items, const For& rows, const RowSum& sum) {
    const std::string into = fresh_name("into_shared", taken_);
    const Update& element = sum.element();
    const auto* place = get_if<Load>(element.target);
    const StmtPtr stored = make_stmt(element),
                  added = make_stmt(ScatterUpdate{into, place->index, element.value, "", nullptr});
    Body body = rewrite_bodies(rows.body, [&](const Body& list) {
      Body changed;
      for (const StmtPtr& stmt : list) {
        const auto* inner = get_if<For>(stmt);
        if (get_if<Update>(stmt) == &element) {
          changed.push_back(make_stmt(If{Items::negated(items.is_piece()), {stored}, false}));
          changed.push_back(make_stmt(If{items.is_piece(), {added}, false}));
        } else if (inner && inner->var == sum.entries().var) {
          changed.push_back(make_stmt(items.in_item(*inner, changed)));
        } else {
          changed.push_back(stmt);
        }
      }
      return changed;
    });
    ParallelFor result = items.parallel(std::move(body));
    result.scatter = Scatter{into, element.target->type, place->array, integer(0), sum.sum().op};
    return make_stmt(std::move(result));
  }

  Kernel result_;
  std::set<std::string> taken_;
  bool deterministic_;
};

}  // namespace

Kernel spread_entries(const Kernel& kernel, bool deterministic) {
  return Spreader(kernel, deterministic).run();
}

}  // namespace insum::passes

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
                     !loop.assembly && loop.axis == Axis::none;
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

ExprPtr truth(const std::string& op, const ExprPtr& a, const ExprPtr& b) {
  return make_expr(Binary{op, a, b}, Type{ElementType::boolean, ""});
}

/// The walk over the rows of a part.
class Walk {
 public:
  Walk(const ParallelFor& loop, const For& rows, const Positions& positions, std::set<std::string>& taken)
      : loop_(loop), rows_(rows), positions_(positions), taken_(taken) {
    array_ = get_if<Name>(positions.array)->text;
    first_ = fresh_name(array_ + "_first", taken), last_ = fresh_name(array_ + "_last", taken);
  }

  /// The position at which a row begins.
  ExprPtr begin_of(const ExprPtr& row) const {
    const ExprPtr load = make_expr(Load{positions_.array, row}, positions_.array->type);
    return sub(invoke("insum::rt::index", {load}), integer(positions_.base));
  }

  /// `body` is that of a row. Parts have `least` entries, as long as there are enough.
  ParallelFor parallel(Body body, long long least) const {
    const std::string begin = fresh_name(array_ + "_begin", taken_),
                      after = fresh_name(array_ + "_after", taken_),
                      length = fresh_name("part_length", taken_), parts = fresh_name("parts", taken_),
                      part = fresh_name("part", taken_);
    const auto constant = [](const std::string& of, const ExprPtr& value) {
      return make_stmt(Declare{Type{}, of, value, true, ""});
    };
    const auto bound =
        [&](const ExprPtr& row) {  // where there are no rows there may be no array of positions
          return make_expr(Ternary{truth("<", loop_.begin, loop_.end), begin_of(row), integer(0)}, {});
        };
    const auto device = [](const std::string& function, std::vector<ExprPtr> arguments) {
      return invoke("insum::rt::cuda::" + function, std::move(arguments));
    };
    const std::string end = fresh_name(rows_.var + "_end", taken_);
    For rows = rows_;
    rows.begin = row_of(name(first_)), rows.end = name(end);
    rows.body = std::move(body);
    For over = rows_;
    over.var = part;
    over.begin = name(loop_.chunk_begin), over.end = name(loop_.chunk_end);
    over.body = {constant(first_, add(name(begin), mul(name(part), name(length)))),
                 constant(last_, invoke("insum::rt::min", {add(name(first_), name(length)), name(after)})),
                 constant(end, add(row_of(sub(name(last_), integer(1))), integer(1))),
                 make_stmt(std::move(rows))};
    ParallelFor result = loop_;
    result.balance = ParallelFor::Balance::equal;
    result.prefix = nullptr;
    result.begin = integer(0), result.end = name(parts);
    result.body = {constant(begin, bound(loop_.begin)), constant(after, bound(loop_.end)),
                   constant(length, device("part_length", {sub(name(after), name(begin)), integer(least)})),
                   constant(parts, device("parts_of", {sub(name(after), name(begin)), name(length)})),
                   make_stmt(std::move(over))};
    return result;
  }

  /// The entries of a row that belong to the part, in place of all; `before` gets what they need.
  For in_part(const For& entries, Body& before) const {
    For own = entries;
    const std::string end = fresh_name(entries.var + "_end", taken_);
    before.push_back(
        make_stmt(Declare{Type{}, end, invoke("insum::rt::min", {entries.end, name(last_)}), true, ""}));
    own.begin = invoke("insum::rt::max", {entries.begin, name(first_)});
    own.end = name(end);
    return own;
  }

  /// All entries of the row are in the part.
  ExprPtr is_whole() const {
    return truth("&&", truth("<=", name(first_), begin_of(name(rows_.var))),
                 truth("<=", begin_of(add(name(rows_.var), integer(1))), name(last_)));
  }

 private:
  ExprPtr row_of(const ExprPtr& entry) const {
    return invoke("insum::rt::parent", {positions_.array, loop_.end, entry, integer(positions_.base)});
  }

  const ParallelFor& loop_;
  const For& rows_;
  const Positions& positions_;
  std::set<std::string>& taken_;
  std::string array_, first_, last_;
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
    constexpr long long least = 4;
    const auto on = own_entries_of(rows);
    if (!on) return false;
    const Walk walk(loop, rows, on->positions, taken_);
    Body body;
    for (const StmtPtr& stmt : rows.body)
      if (get_if<For>(stmt) == on->entries)
        push_several_at_a_time(walk.in_part(*on->entries, body), body);
      else
        body.push_back(stmt);
    out.push_back(make_stmt(walk.parallel(std::move(body), least)));
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
    RowSum sum(rows);
    if (deterministic_ || !sum.take_apart()) return false;
    if (sum.element().op == Combine::store) out.push_back(without_entries(loop, rows, sum));
    out.push_back(shared_entries(loop, rows, sum));
    note(sum.positions(), ", and add the sums of rows that several of them have atomically");
    return true;
  }

  void note(const Positions& of, const std::string& more) {
    result_.header.push_back("groups of lanes have equal shares of the entries of " +
                             get_if<Name>(of.array)->text + more);
  }

  /// What rows without any entry get.
  static StmtPtr without_entries(const ParallelFor& loop, const For& rows, const RowSum& sum) {
    For empty = rows;
    empty.body = rewrite_bodies(rows.body, [&](Body body) {
      std::erase_if(body, [&](const StmtPtr& stmt) {
        const auto* inner = get_if<For>(stmt);
        return inner && inner->var == sum.entries().var;
      });
      return body;
    });
    ParallelFor result = loop;
    result.body = {make_stmt(std::move(empty))};
    return make_stmt(std::move(result));
  }

  StmtPtr shared_entries(const ParallelFor& loop, const For& rows, const RowSum& sum) {
    constexpr long long least = 8;  // worth a sum of their own
    const Walk walk(loop, rows, sum.positions(), taken_);
    const std::string into = fresh_name("into_shared", taken_),
                      whole = fresh_name(rows.var + "_is_whole", taken_);
    const Update& element = sum.element();
    const auto* place = get_if<Load>(element.target);
    const StmtPtr stored = make_stmt(element),
                  added = make_stmt(ScatterUpdate{into, place->index, element.value, "", nullptr});
    const Type boolean{ElementType::boolean, ""};
    Body body = rewrite_bodies(rows.body, [&](const Body& list) {
      Body changed;
      for (const StmtPtr& stmt : list) {
        const auto* inner = get_if<For>(stmt);
        if (get_if<Update>(stmt) == &element) {
          changed.push_back(make_stmt(If{name(whole, boolean), {stored}, false}));
          changed.push_back(
              make_stmt(If{make_expr(Unary{"!", name(whole, boolean)}, boolean), {added}, false}));
        } else if (inner && inner->var == sum.entries().var) {
          changed.push_back(make_stmt(walk.in_part(*inner, changed)));
        } else {
          changed.push_back(stmt);
        }
      }
      return changed;
    });
    body.insert(body.begin(), make_stmt(Declare{boolean, whole, walk.is_whole(), true, ""}));
    ParallelFor result = walk.parallel(std::move(body), least);
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

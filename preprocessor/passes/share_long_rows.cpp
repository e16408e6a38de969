#include "passes/share_long_rows.h"

#include <algorithm>
#include <optional>

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

namespace {

/// index(array[row]) - base: where the entries of a row begin.
struct Positions {
  ExprPtr array;
  long long base = 0;
};

std::optional<Positions> positions_at(const ExprPtr& expr, const ExprPtr& row) {
  Positions found;
  ExprPtr at = expr;
  if (const auto* less = get_if<Binary>(at); less && less->op == "-" && as_integer(less->right))
    found.base = *as_integer(less->right), at = less->left;
  const auto* call = get_if<Call>(at);
  const auto* load = get_if<Load>(call && call->function == "insum::rt::index" ? call->arguments[0] : at);
  if (!load || !get_if<Name>(load->array) || !equal(load->index, row)) return std::nullopt;
  found.array = load->array;
  return found;
}

bool has_exact_updates(const Type& type) {
  using E = ElementType;
  return type.spelling.empty() && (type.element == E::f32 || type.element == E::f64 ||
                                   type.element == E::i32 || type.element == E::i64);
}

/// The work on one row, where it can be shared.
class Row {
 public:
  explicit Row(const For& rows) : rows_(rows) {}

  /// False where the body is anything but one sum for each of some elements.
  bool take_apart() {
    bool good = true;
    for_each_stmt(rows_.body, [&](const StmtPtr& s) {
      if (const auto* n = get_if<Declare>(s)) {
        if (n->constant) constants_.push_back(n);
      } else if (const auto* n = get_if<For>(s)) {
        if (is_over_entries(*n)) entries_.push_back(s);
      } else {
        good &= get_if<Update>(s) || get_if<Continue>(s) || get_if<Comment>(s) || get_if<If>(s);
      }
    });
    return good && entries_.size() == 1 && has_one_sum() && has_one_element() && has_no_other_positions();
  }

  const Positions& positions() const { return positions_; }
  const Update& element() const { return *element_; }

  /// The body with other bounds of the entries, so many in all if that is known, and with `stored` in the
  /// place of what is done with the sum.
  Body with(const ExprPtr& begin, const ExprPtr& end, const ExprPtr& trips, const StmtPtr& stored,
            std::set<std::string>& taken) const {
    return rewrite_bodies(rows_.body, [&](const Body& body) {
      Body out;
      for (const StmtPtr& stmt : body) {
        const auto* loop = get_if<For>(stmt);
        if (!loop || loop->var != entries().var) {
          out.push_back(get_if<Update>(stmt) == element_ ? stored : stmt);
          continue;
        }
        For cut = *loop;
        const std::string last = fresh_name(loop->var + "_end", taken);
        out.push_back(make_stmt(Declare{Type{}, last, end, true, ""}));
        cut.begin = begin, cut.end = name(last), cut.trips = trips;
        out.push_back(make_stmt(std::move(cut)));
      }
      return out;
    });
  }

  const For& entries() const { return *get_if<For>(entries_.front()); }
  const Update& sum() const { return *sum_; }

 private:
  bool is_over_entries(const For& loop) {
    const ExprPtr row = name(rows_.var);
    const auto begin = positions_at(loop.begin, row);
    ExprPtr last = loop.end;
    if (const auto* named = get_if<Name>(last))
      for (const Declare* n : constants_)
        if (n->name == named->text) last = n->value;
    const auto end = positions_at(last, add(row, integer(1)));
    if (!begin || !end || !equal(begin->array, end->array) || begin->base != end->base || loop.step)
      return false;
    positions_ = *begin;
    return true;
  }

  /// The entries are combined into one variable, which starts at the operation's identity.
  bool has_one_sum() {
    bool good = true;
    for_each_stmt(entries().body, [&](const StmtPtr& s) {
      const auto* n = get_if<Update>(s);
      if (!n) return;
      const auto* variable = get_if<Name>(n->target);
      good &= variable && !sum_ && n->op != Combine::store && !n->target->pack;
      if (good) sum_ = n;
    });
    return good && sum_ && has_exact_updates(sum_->target->type);
  }

  /// The sum, or a multiple of it, which is what the parts of the sum give together. A multiple of what is
  /// not known to be finite has to be nothing where there is no entry.
  bool is_linear(const ExprPtr& value) const {
    if (sum_->op != Combine::add) return equal(value, sum_->target);
    const std::set<std::string> sum = {get_if<Name>(sum_->target)->text};
    const auto* kept = get_if<Call>(value);
    const bool checked = kept && kept->function == "insum::rt::kept_if";
    const auto* product = get_if<Binary>(checked ? kept->arguments[1] : value);
    if (!product || product->op != "*") return equal(value, sum_->target);
    return equal(product->right, sum_->target) && !uses(product->left, sum) &&
           (checked || get_if<Literal>(product->left));
  }

  /// ... which goes to one element.
  bool has_one_element() {
    int others = 0;
    for_each_stmt(rows_.body, [&](const StmtPtr& s) {
      const auto* n = get_if<Update>(s);
      if (!n || n == sum_) return;
      const bool whole = get_if<Load>(n->target) && n->target->type == sum_->target->type &&
                         is_linear(n->value) && (n->op == Combine::store || n->op == sum_->op);
      if (whole && !element_)
        element_ = n;
      else
        ++others;
    });
    return element_ && others == 0 && is_used_alone() && loads_of(get_if<Load>(element_->target)->array) == 1;
  }

  /// Nothing but its element gets the sum.
  bool is_used_alone() const {
    int count = 0, own = 1;
    const auto count_in = [&](const auto& where, int& n) {
      for_each_expr(where, [&](const ExprPtr& e) { n += get_if<Name>(e) && equal(e, sum_->target); });
    };
    count_in(rows_.body, count), count_in(element_->value, own);
    return count == own;
  }

  int loads_of(const ExprPtr& array) const {
    int count = 0;
    for_each_expr(rows_.body, [&](const ExprPtr& e) {
      const auto* load = get_if<Load>(e);
      count += load && equal(load->array, array);
    });
    return count;
  }

  /// Nothing else asks where rows begin.
  bool has_no_other_positions() const { return loads_of(positions_.array) == 2; }

  const For& rows_;
  std::vector<const Declare*> constants_;
  std::vector<StmtPtr> entries_;
  Positions positions_;
  const Update* sum_ = nullptr;
  const Update* element_ = nullptr;
};

class Sharer {
 public:
  explicit Sharer(const Kernel& kernel) : result_(kernel), taken_(names_in(kernel)) {}

  Kernel run() {
    result_.body = rewrite_bodies(result_.body, [&](const Body& body) {
      Body out;
      for (const StmtPtr& stmt : body) {
        const auto* loop = get_if<ParallelFor>(stmt);
        if (!loop || !share(*loop, out)) out.push_back(stmt);
      }
      return out;
    });
    return std::move(result_);
  }

 private:
  bool share(const ParallelFor& loop, Body& out) {
    const auto* rows = loop.body.size() == 1 ? get_if<For>(loop.body.front()) : nullptr;
    const auto* begin = rows ? get_if<Name>(rows->begin) : nullptr;
    if (!begin || begin->text != loop.chunk_begin || loop.scatter || loop.assembly || loop.axis != Axis::none)
      return false;
    Row row(*rows);
    if (!row.take_apart()) return false;
    out.push_back(short_rows(loop, *rows, row));
    out.push_back(long_rows(loop, *rows, row));
    const std::string array = get_if<Name>(row.positions().array)->text;
    result_.header.push_back("rows of " + array +
                             " that are too long for a group of lanes are shared by several, whose sums are "
                             "added atomically");
    return true;
  }

  ExprPtr call(const std::string& function, std::vector<ExprPtr> arguments) const {
    return invoke("insum::rt::cuda::" + function, std::move(arguments));
  }

  StmtPtr short_rows(const ParallelFor& loop, const For& rows, const Row& row) {
    const For& entries = row.entries();
    return over(loop, rows,
                row.with(entries.begin, call("short_row_end", {entries.begin, entries.end}), nullptr,
                         make_stmt(row.element()), taken_));
  }

  /// `loop` with another body for each of its rows.
  static StmtPtr over(const ParallelFor& loop, const For& rows, Body body) {
    For inner = rows;
    inner.body = std::move(body);
    ParallelFor result = loop;
    result.body = {make_stmt(std::move(inner))};
    return make_stmt(std::move(result));
  }

  StmtPtr long_rows(const ParallelFor& loop, const For& rows, const Row& row) {
    const ExprPtr array = row.positions().array, base = integer(row.positions().base);
    const std::string part = fresh_name("part", taken_), side = fresh_name("side", taken_),
                      into = fresh_name("into_shared", taken_);
    const Update& element = row.element();
    const auto* load = get_if<Load>(element.target);
    const Type& type = element.target->type;
    const StmtPtr stored = make_stmt(ScatterUpdate{into, load->index, element.value, "", nullptr});
    const For& entries = row.entries();
    Body body =
        row.with(call("begin_in_part", {entries.begin, name(part)}),
                 call("end_in_part", {entries.end, name(part)}), call("part_entries", {}), stored, taken_);
    const ExprPtr found = make_expr(Binary{">=", name(rows.var), integer(0)}, Type{ElementType::boolean, ""});
    For sides;
    sides.var = side, sides.begin = integer(0), sides.end = integer(2);
    sides.body = {
        make_stmt(Declare{Type{}, rows.var,
                          call("long_row_of", {array, loop.begin, loop.end, name(part), name(side), base}),
                          true, ""}),
        make_stmt(If{found, std::move(body)})};
    For parts = rows;
    parts.var = part;
    parts.body = {make_stmt(std::move(sides))};
    ParallelFor result = loop;
    result.balance = ParallelFor::Balance::equal;
    result.prefix = nullptr;
    result.begin = integer(0);
    result.end = call("long_row_parts", {array, loop.end, base});
    result.scatter = Scatter{into, type, load->array, integer(0), row.sum().op};
    result.body = {make_stmt(std::move(parts))};
    return make_stmt(std::move(result));
  }

  Kernel result_;
  std::set<std::string> taken_;
};

}  // namespace

Kernel share_long_rows(const Kernel& kernel) { return Sharer(kernel).run(); }

}  // namespace insum::passes

#include "passes/row_parts.h"

#include <map>

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

namespace {

const Type counter{ElementType::u64, "unsigned long long"};

/// A copy whose variables have other names.
Body renamed(const Body& body, std::set<std::string>& taken) {
  std::map<std::string, std::string> names;
  for_each_stmt(body, [&](const StmtPtr& s) {
    const auto* declare = get_if<Declare>(s);
    const auto* loop = get_if<For>(s);
    if (declare || loop) {
      const std::string& own = declare ? declare->name : loop->var;
      names.emplace(own, fresh_name(own, taken));
    }
  });
  const Body used = rewrite_exprs(body, [&](const ExprPtr& e) -> ExprPtr {
    const auto* n = get_if<Name>(e);
    const auto found = n ? names.find(n->text) : names.end();
    return found == names.end() ? nullptr : name(found->second, e->type, e->pack);
  });
  return rewrite_bodies(used, [&](Body list) {
    for (StmtPtr& s : list) {
      if (const auto* n = get_if<Declare>(s)) {
        Declare copy = *n;
        copy.name = names.at(n->name);
        s = make_stmt(std::move(copy));
      } else if (const auto* loop = get_if<For>(s)) {
        For copy = *loop;
        copy.var = names.at(loop->var);
        s = make_stmt(std::move(copy));
      }
    }
    return list;
  });
}

}  // namespace

RowParts::RowParts(const For& rows, const RowSum& sum, std::set<std::string>& taken)
    : rows_(rows), sum_(sum), taken_(taken), type_(sum.sum().target->type) {
  const std::string array = get_if<Name>(get_if<Load>(sum.element().target)->array)->text;
  parts_ = fresh_name(array + "_parts", taken_), arrived_ = fresh_name(array + "_arrived", taken_);
}

ExprPtr RowParts::sums_of_row() const {
  ExprPtr count = integer(1);
  for (const For* loop : sum_.around()) count = mul(count, sub(loop->end, loop->begin));
  return count;
}

int RowParts::bytes_of_sum() const { return static_cast<int>(size_in_bytes(type_.element)); }

ExprPtr RowParts::bytes_of_piece() const { return mul(integer(2LL * bytes_of_sum()), sums_of_row()); }

Body RowParts::allocate(const RowItems& items) const {
  const ExprPtr parts = mul(integer(2), items.pieces());
  Allocate sums{type_, parts_, mul(parts, sums_of_row())}, arrived{counter, arrived_, items.pieces()};
  arrived.zeros = true;
  sums.for_launch = arrived.for_launch = true;
  return {make_stmt(std::move(sums)), make_stmt(std::move(arrived))};
}

/// Of this number, the sum that belongs to the iteration of the loops around the entries.
ExprPtr RowParts::part(const ExprPtr& number) const {
  ExprPtr index = number;
  for (const For* loop : sum_.around())
    index = add(mul(index, sub(loop->end, loop->begin)), sub(name(loop->var), loop->begin));
  return make_expr(Load{name(parts_, type_), index}, sum_.sum().target->type);
}

Body RowParts::of_entries(const RowItems& items, const ExprPtr& first_piece) const {
  const Update& element = sum_.element();
  const std::string number = fresh_name("part", taken_);
  const Update stored{part(name(number)), Combine::store, sum_.sum().target};
  Body body = rewrite_bodies(rows_.body, [&](const Body& list) {
    Body changed;
    for (const StmtPtr& stmt : list) {
      const auto* inner = get_if<For>(stmt);
      if (get_if<Update>(stmt) == &element) {
        changed.push_back(make_stmt(If{items.is_whole(), {stmt}, false}));
        changed.push_back(make_stmt(If{items.is_part(), {make_stmt(stored)}, false}));
      } else if (inner && inner->var == sum_.entries().var) {
        changed.push_back(make_stmt(items.in_item(*inner)));
      } else {
        changed.push_back(stmt);
      }
    }
    return changed;
  });
  const ExprPtr goes_on = mul(integer(2), items.item()),
                begins = add(mul(integer(2), first_piece), integer(1));
  const ExprPtr value = items.as_position(make_expr(Ternary{items.is_piece(), goes_on, begins}, {}));
  body.insert(body.begin(), make_stmt(Declare{{}, number, value, true, ""}));
  return body;
}

/// The row's body with a loop over its parts in place of that over its entries.
Body RowParts::of_all_pieces(const RowItems& items, const std::string& first) const {
  const std::string piece = fresh_name("piece", taken_), last = fresh_name("last_piece", taken_);
  const ExprPtr number =
      invoke("insum::rt::max", {items.as_position(mul(integer(2), name(piece))),
                                items.as_position(add(mul(integer(2), name(first)), integer(1)))});
  For over{.var = piece, .begin = name(first), .end = add(name(last), integer(1)), .body = {}};
  over.lanes = sum_.entries().lanes;
  over.unroll = 0;  // there are few, and loads take registers
  over.body = {make_stmt(Update{sum_.sum().target, sum_.sum().op, part(number)})};
  const Body added = rewrite_bodies(rows_.body, [&](Body list) {
    for (StmtPtr& stmt : list)
      if (const auto* inner = get_if<For>(stmt); inner && inner->var == sum_.entries().var)
        stmt = make_stmt(over);
    return list;
  });
  const std::string is_last = fresh_name("is_last", taken_);
  const Type boolean{ElementType::boolean, ""};
  const ExprPtr counter_of_row = make_expr(Pointer{name(arrived_, counter), name(first)}, counter);
  Body body = {make_stmt(Declare{
      boolean, is_last,
      invoke(arrives_last, {counter_of_row, items.entries_of_item(), items.entries_of_row()}, boolean), true,
      ""})};
  Body all = {make_stmt(Declare{{}, last, items.last_piece(), true, ""})};
  for (StmtPtr& stmt : renamed(added, taken_)) all.push_back(std::move(stmt));
  body.push_back(make_stmt(If{name(is_last, boolean), std::move(all), false}));
  return body;
}

Body RowParts::of_item(const RowItems& items) const {
  const std::string first = fresh_name("first_piece", taken_);
  const ExprPtr piece = make_expr(Ternary{items.is_part(), items.first_piece(), integer(0)}, {});
  Body body = {make_stmt(Declare{{}, first, items.as_position(piece), true, ""})};
  for (StmtPtr& stmt : of_entries(items, name(first))) body.push_back(std::move(stmt));
  body.push_back(make_stmt(If{items.is_part(), of_all_pieces(items, first), false}));
  return body;
}

}  // namespace insum::passes

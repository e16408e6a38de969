#include "passes/row_items.h"

#include "loop_ir/rewrite.h"
#include "loop_ir/words.h"

namespace insum::passes {

using namespace loops;

namespace {

const Type boolean{ElementType::boolean, ""};

ExprPtr logical(const std::string& op, const ExprPtr& a, const ExprPtr& b) {
  return make_expr(Binary{op, a, b}, boolean);
}
ExprPtr negated(const ExprPtr& a) { return make_expr(Unary{"!", a}, boolean); }
ExprPtr choice(const ExprPtr& condition, const ExprPtr& yes, const ExprPtr& no) {
  return make_expr(Ternary{condition, yes, no}, yes->type);
}
StmtPtr constant(const std::string& of, const ExprPtr& value) {
  return make_stmt(Declare{value->type, of, value, true, ""});
}
ExprPtr device(const std::string& function, std::vector<ExprPtr> arguments) {
  return invoke("insum::rt::cuda::" + function, std::move(arguments));
}
ExprPtr least_of(const ExprPtr& a, const ExprPtr& b) { return invoke("insum::rt::min", {a, b}); }

}  // namespace

RowItems::RowItems(const ParallelFor& loop, const For& rows, const Positions& positions, long long least,
                   bool lanes_have_entries, bool in_step, const HostValues& host,
                   std::set<std::string>& taken)
    : loop_(loop),
      rows_(rows),
      positions_(positions),
      least_(least),
      lanes_have_entries_(lanes_have_entries),
      in_step_(in_step),
      host_knows_rows_(host.knows(loop.begin) && host.knows(loop.end)),
      taken_(taken) {
  array_ = get_if<Name>(positions.array)->text;
  const auto fresh = [&](const std::string& what) { return fresh_name(what, taken_); };
  pieces_ = fresh("pieces"), length_ = fresh("piece_length"), piece_items_ = fresh("piece_items");
  begin_ = fresh(array_ + "_begin"), after_ = fresh(array_ + "_after");
  item_ = fresh("item"), items_ = fresh("items"), is_piece_ = fresh("is_piece");
  first_ = fresh(array_ + "_first");
  row_begin_ = fresh(rows.var + "_from"), row_end_ = fresh(rows.var + "_to");
  own_begin_ = fresh("item_begin"), own_end_ = fresh("item_end");
  is_whole_ = fresh("is_whole"), is_part_ = fresh("is_part");
}

StmtPtr RowItems::declare_pieces(const ExprPtr& bytes) const {
  return constant(pieces_, device("pieces_on_device", {bytes}));
}

ParallelFor RowItems::parallel(const Body& body) const {
  For over = rows_;
  over.var = in_step_ ? items_ : item_;
  over.begin = name(loop_.chunk_begin), over.end = name(loop_.chunk_end);
  over.in_step = in_step_;
  over.body = choose_row();
  for (const Body& part : {choose_entries(), with_bounds(body)})
    over.body.insert(over.body.end(), part.begin(), part.end());
  ParallelFor result = loop_;
  result.balance = ParallelFor::Balance::equal;
  result.prefix = nullptr;
  result.uneven = true;
  const ExprPtr rows = count_of_rows();  // without any there is nothing to look for
  result.begin = integer(0);
  result.end = choice(logical("<", integer(0), rows), add(rows, name(pieces_)), integer(0));
  result.end_on_device = add(rows, name(piece_items_));
  if (lanes_have_entries_) result.row_lanes = lanes_of_rows();
  result.body = cut();
  result.body.push_back(make_stmt(std::move(over)));
  return result;
}

ExprPtr RowItems::count_of_rows() const { return sub(loop_.end, loop_.begin); }

For RowItems::in_item(const For& entries) const {
  For own = entries;
  own.begin = name(own_begin_), own.end = name(own_end_);
  own.in_step = in_step_;
  return own;
}

ExprPtr RowItems::as_position(const ExprPtr& value) const {
  return positions_.array->type.element == ElementType::i32 ? invoke(position_of, {value}) : value;
}

/// Where the entries of a row begin, as it is stored.
ExprPtr RowItems::position(const ExprPtr& row) const {
  return invoke("insum::rt::index", {make_expr(Load{positions_.array, row}, positions_.array->type)});
}
ExprPtr RowItems::begin_of(const ExprPtr& row) const { return sub(position(row), integer(positions_.base)); }
ExprPtr RowItems::begin_of_row() const { return sub(name(row_begin_), integer(positions_.base)); }
ExprPtr RowItems::end_of_row() const { return sub(name(row_end_), integer(positions_.base)); }

ExprPtr RowItems::is_whole() const { return name(is_whole_, boolean); }
ExprPtr RowItems::is_part() const { return name(is_part_, boolean); }
ExprPtr RowItems::is_piece() const { return name(is_piece_, boolean); }
ExprPtr RowItems::entries_of_row() const { return as_position(sub(end_of_row(), begin_of_row())); }
ExprPtr RowItems::entries_of_item() const { return as_position(sub(name(own_end_), name(own_begin_))); }

ExprPtr RowItems::piece_of(const ExprPtr& entry) const {
  return make_expr(Binary{"/", sub(entry, name(begin_)), name(length_)}, {});
}
ExprPtr RowItems::first_piece() const { return as_position(piece_of(begin_of_row())); }
ExprPtr RowItems::last_piece() const { return as_position(piece_of(sub(end_of_row(), integer(1)))); }

/// Where the entries of rows from `row` on begin. Where there are no rows there may be no array of positions:
/// nothing is launched if the host knows.
ExprPtr RowItems::bound(const ExprPtr& row) const {
  if (host_knows_rows_) return begin_of(row);
  return choice(logical("<", loop_.begin, loop_.end), begin_of(row), integer(0));
}
/// Where all entries are, how many of them a piece has, and which items are pieces: warps have one each where
/// groups are in step.
Body RowItems::cut() const {
  const ExprPtr lanes = invoke(lanes_of_group, {}), entries = sub(name(after_), name(begin_));
  const ExprPtr least = lanes_have_entries_ ? mul(integer(least_), lanes) : integer(least_);
  const ExprPtr length = device("piece_length", {entries, name(pieces_), least, count_of_rows(), lanes});
  const ExprPtr count = device("pieces_of", {entries, name(length_)});
  return {constant(begin_, as_position(bound(loop_.begin))), constant(after_, as_position(bound(loop_.end))),
          constant(length_, as_position(length)),
          constant(piece_items_, in_step_ ? mul(count, invoke(groups_of_warp, {})) : count)};
}
ExprPtr RowItems::lanes_of_rows() const {
  const ExprPtr entries = sub(bound(loop_.end), bound(loop_.begin));
  return device("lanes_of_rows", {entries, count_of_rows(), name(pieces_)});
}

/// Which row the item has: `item` is the number of a piece, or of a row.
Body RowItems::choose_row() const {
  const std::string all = in_step_ ? items_ : item_;
  Body out = {constant(is_piece_, logical("<", name(all), name(piece_items_)))};
  ExprPtr number = sub(name(all), name(piece_items_));
  if (in_step_) {
    number = add(number, invoke(number_of_group, {}));
    out.push_back(constant(item_, choice(is_piece(), invoke(warp_of_item, {name(items_)}), number)));
    out.push_back(make_stmt(Declare{Type{ElementType::dependent, "auto"}, fresh_name("own", taken_),
                                    invoke(group_of_item, {is_piece()}), false, ""}));
    number = least_of(item(), sub(count_of_rows(), integer(1)));
  }
  const ExprPtr first = add(name(begin_), mul(item(), name(length_)));
  out.push_back(constant(first_, as_position(choice(is_piece(), first, integer(0)))));
  const ExprPtr found = invoke(row_of_entry, {positions_.array, loop_.end, name(first_),
                                              integer(positions_.base)});  // all lanes look for it together
  out.push_back(constant(rows_.var, choice(is_piece(), found, add(loop_.begin, number))));
  return out;
}

/// Which entries of its row the item has: a piece those of a long one that began before.
Body RowItems::choose_entries() const {
  const std::string cut = fresh_name("is_long", taken_), end = fresh_name("piece_end", taken_);
  const ExprPtr is_cut = name(cut, boolean);
  const ExprPtr goes_on = logical("&&", is_cut, logical("<", begin_of_row(), name(first_)));
  Body out = {constant(row_begin_, as_position(position(name(rows_.var)))),
              constant(row_end_, as_position(position(add(name(rows_.var), integer(1))))),
              constant(cut, logical(">", entries_of_row(), name(length_)))};
  ExprPtr has_some;
  if (in_step_) {
    const std::string has = fresh_name("has_entries", taken_);
    const ExprPtr is_there = logical("<", item(), count_of_rows());
    out.push_back(constant(has, choice(is_piece(), goes_on, is_there)));
    has_some = name(has, boolean);
  } else {
    out.push_back(make_stmt(Continue{logical("&&", is_piece(), negated(goes_on))}));
  }
  const auto with_some = [&](const ExprPtr& e) { return has_some ? logical("&&", has_some, e) : e; };
  out.push_back(constant(is_whole_, with_some(negated(is_cut))));
  out.push_back(constant(is_part_, with_some(is_cut)));
  out.push_back(constant(own_begin_, as_position(choice(is_piece(), name(first_), begin_of_row()))));
  const ExprPtr whole = device("whole_end", {name(begin_), name(own_begin_), name(length_)});
  out.push_back(constant(end, as_position(add(whole, name(length_)))));
  const ExprPtr last = choice(is_cut, least_of(end_of_row(), name(end)), end_of_row());
  out.push_back(constant(own_end_, as_position(has_some ? choice(has_some, last, name(own_begin_)) : last)));
  return out;
}

/// `body`, which asks once where the row begins and ends.
Body RowItems::with_bounds(const Body& body) const {
  const ExprPtr first = position(name(rows_.var)), last = position(add(name(rows_.var), integer(1)));
  return rewrite_exprs(body, [&](const ExprPtr& e) -> ExprPtr {
    return equal(e, first) ? name(row_begin_) : equal(e, last) ? name(row_end_) : nullptr;
  });
}

}  // namespace insum::passes

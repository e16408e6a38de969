#include "passes/row_items.h"

#include "loop_ir/rewrite.h"

namespace insum::passes {

using namespace loops;

namespace {

const Type boolean{ElementType::boolean, ""};

ExprPtr logical(const std::string& op, const ExprPtr& a, const ExprPtr& b) {
  return make_expr(Binary{op, a, b}, boolean);
}
StmtPtr constant(const std::string& of, const ExprPtr& value) {
  return make_stmt(Declare{value->type, of, value, true, ""});
}
ExprPtr device(const std::string& function, std::vector<ExprPtr> arguments) {
  return invoke("insum::rt::cuda::" + function, std::move(arguments));
}
ExprPtr least_of(const ExprPtr& a, const ExprPtr& b) { return invoke("insum::rt::min", {a, b}); }
ExprPtr most_of(const ExprPtr& a, const ExprPtr& b) { return invoke("insum::rt::max", {a, b}); }

}  // namespace

RowItems::RowItems(const ParallelFor& loop, const For& rows, const Positions& positions, long long least,
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
  item_ = fresh("item");
}

StmtPtr RowItems::declare_pieces(const ExprPtr& bytes) const {
  return constant(pieces_, device("pieces_on_device", {bytes}));
}

ParallelFor RowItems::parallel(Body body) const {
  For over = rows_;
  over.var = item_;
  over.begin = name(loop_.chunk_begin), over.end = name(loop_.chunk_end);
  over.body = rows_of_item(std::move(body));
  ParallelFor result = loop_;
  result.balance = ParallelFor::Balance::equal;
  result.prefix = nullptr;
  result.begin = integer(0), result.end = add(sub(loop_.end, loop_.begin), name(pieces_));
  if (lanes_have_entries_) result.row_lanes = lanes_of_rows();
  result.body = cut();
  result.body.push_back(make_stmt(std::move(over)));
  return result;
}

For RowItems::in_item(const For& entries, Body& before) const {
  For own = entries;
  const std::string end = fresh_name(entries.var + "_end", taken_);
  before.push_back(constant(end, least_of(entries.end, name(last_))));
  own.begin = most_of(entries.begin, name(first_));
  own.end = name(end);
  return own;
}

ExprPtr RowItems::is_piece() const { return name(is_piece_, boolean); }

/// The position at which a row begins.
ExprPtr RowItems::begin_of(const ExprPtr& row) const {
  const ExprPtr load = make_expr(Load{positions_.array, row}, positions_.array->type);
  return sub(invoke("insum::rt::index", {load}), integer(positions_.base));
}
ExprPtr RowItems::begin_of_row() const { return begin_of(name(rows_.var)); }
ExprPtr RowItems::end_of_row() const { return begin_of(add(name(rows_.var), integer(1))); }

ExprPtr RowItems::entries_of_row() const { return sub(end_of_row(), begin_of_row()); }
ExprPtr RowItems::entries_of_item() const {
  return sub(least_of(end_of_row(), name(last_)), most_of(begin_of_row(), name(first_)));
}
ExprPtr RowItems::is_long() const { return logical(">", entries_of_row(), name(length_)); }

ExprPtr RowItems::begins_here() const { return logical(">=", begin_of_row(), name(first_)); }

ExprPtr RowItems::piece_of(const ExprPtr& entry) const {
  return make_expr(Binary{"/", sub(entry, name(begin_)), name(length_)}, {});
}
ExprPtr RowItems::first_piece() const {
  return make_expr(Ternary{begins_here(), item(), piece_of(begin_of_row())}, {});
}
ExprPtr RowItems::last_piece() const { return piece_of(sub(end_of_row(), integer(1))); }

/// Where all entries are, and how many of them a piece has. Where there are no rows there may be no array of
/// positions.
Body RowItems::cut() const {
  const auto bound = [&](const ExprPtr& row) {
    return make_expr(Ternary{logical("<", loop_.begin, loop_.end), begin_of(row), integer(0)}, {});
  };
  const ExprPtr least = lanes_have_entries_ ? mul(integer(least_), lanes_of_rows()) : integer(least_);
  return {constant(begin_, bound(loop_.begin)), constant(after_, bound(loop_.end)),
          constant(length_, device("piece_length", {sub(name(after_), name(begin_)), name(pieces_), least}))};
}
ExprPtr RowItems::lanes_of_rows() const {
  return device("lanes_of_rows", {positions_.array, loop_.begin, loop_.end});
}

/// A piece has entries of at most two rows that are longer: that of its first and that of its last entry.
Body RowItems::rows_of_item(Body body) const {
  const std::string row = fresh_name(rows_.var + "_first", taken_),
                    end = fresh_name(rows_.var + "_last", taken_);
  const auto either = [&](const ExprPtr& of_piece, const ExprPtr& of_row) {
    return make_expr(Ternary{is_piece(), of_piece, of_row}, of_row->type);
  };
  For rows = rows_;
  rows.begin = name(row), rows.end = add(name(end), integer(1));
  rows.step = most_of(sub(name(end), name(row)), integer(1));
  body.insert(body.begin(), make_stmt(Continue{logical("!=", is_long(), is_piece())}));
  rows.body = std::move(body);
  const ExprPtr own = sub(add(loop_.begin, item()), name(pieces_));
  return {constant(is_piece_, logical("<", item(), name(pieces_))),
          constant(first_, either(add(name(begin_), mul(item(), name(length_))), name(begin_))),
          make_stmt(Continue{logical("&&", is_piece(), logical(">=", name(first_), name(after_)))}),
          constant(last_, either(least_of(add(name(first_), name(length_)), name(after_)), name(after_))),
          constant(row, either(row_of(name(first_)), own)),
          constant(end, either(row_of(sub(name(last_), integer(1))), own)),
          make_stmt(std::move(rows))};
}
/// All lanes look for it together.
ExprPtr RowItems::row_of(const ExprPtr& entry) const {
  return invoke(row_of_entry, {positions_.array, loop_.end, entry, integer(positions_.base)});
}

}  // namespace insum::passes

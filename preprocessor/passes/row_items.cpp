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
  pieces_ = fresh("pieces"), length_ = fresh("piece_length");
  begin_ = fresh(array_ + "_begin"), after_ = fresh(array_ + "_after");
  first_ = fresh(array_ + "_first"), last_ = fresh(array_ + "_last");
  item_ = fresh("item"), items_ = fresh("items");
  row_begin_ = fresh(rows.var + "_from"), row_end_ = fresh(rows.var + "_to");
}

StmtPtr RowItems::declare_pieces(const ExprPtr& bytes) const {
  return constant(pieces_, device("pieces_on_device", {bytes}));
}

ParallelFor RowItems::parallel(const Body& row, const Body& piece, bool in_step) const {
  const ExprPtr pieces = in_step ? device("whole_warps", {name(pieces_)}) : name(pieces_);
  For over = rows_;
  over.var = in_step ? items_ : item_;
  over.begin = name(loop_.chunk_begin), over.end = name(loop_.chunk_end);
  over.in_step = in_step;
  const ExprPtr is_piece = logical("<", name(over.var), pieces);
  If whole{make_expr(Unary{"!", is_piece}, boolean), in_step ? of_row_in_step(row) : of_row(row, false)};
  const ExprPtr number = sub(item(), pieces);
  whole.body.insert(
      whole.body.begin(),
      constant(rows_.var,
               add(loop_.begin, in_step ? least_of(number, sub(count_of_rows(), integer(1))) : number)));
  whole.in_step = in_step;
  over.body = {make_stmt(If{is_piece, rows_of_piece(piece), false}), make_stmt(std::move(whole))};
  if (in_step)
    over.body.insert(over.body.begin(), constant(item_, add(name(items_), invoke(number_of_group, {}))));
  ParallelFor result = loop_;
  result.balance = ParallelFor::Balance::equal;
  result.prefix = nullptr;
  result.uneven = true;
  result.begin = integer(0), result.end = add(count_of_rows(), pieces);
  if (lanes_have_entries_) result.row_lanes = lanes_of_rows();
  result.body = cut();
  result.body.push_back(make_stmt(std::move(over)));
  return result;
}

ExprPtr RowItems::count_of_rows() const { return sub(loop_.end, loop_.begin); }

For RowItems::in_item(const For& entries, Body& before) const {
  For own = entries;
  const std::string end = fresh_name(entries.var + "_end", taken_);
  before.push_back(constant(end, least_of(entries.end, name(last_))));
  own.begin = most_of(entries.begin, name(first_));
  own.end = name(end);
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

ExprPtr RowItems::entries_of_row() const { return as_position(sub(end_of_row(), begin_of_row())); }
ExprPtr RowItems::entries_of_item() const {
  return as_position(sub(least_of(end_of_row(), name(last_)), most_of(begin_of_row(), name(first_))));
}
ExprPtr RowItems::begins_here() const { return logical(">=", begin_of_row(), name(first_)); }

ExprPtr RowItems::piece_of(const ExprPtr& entry) const {
  return make_expr(Binary{"/", sub(entry, name(begin_)), name(length_)}, {});
}
ExprPtr RowItems::first_piece() const {
  return as_position(make_expr(Ternary{begins_here(), item(), piece_of(begin_of_row())}, {}));
}
ExprPtr RowItems::last_piece() const { return as_position(piece_of(sub(end_of_row(), integer(1)))); }

/// Where all entries are, and how many of them a piece has. Where there are no rows there may be no array of
/// positions.
Body RowItems::cut() const {
  const auto bound = [&](const ExprPtr& row) {
    return as_position(
        make_expr(Ternary{logical("<", loop_.begin, loop_.end), begin_of(row), integer(0)}, {}));
  };
  const ExprPtr least = lanes_have_entries_ ? mul(integer(least_), lanes_of_rows()) : integer(least_);
  return {constant(begin_, bound(loop_.begin)), constant(after_, bound(loop_.end)),
          constant(length_,
                   as_position(device("piece_length", {sub(name(after_), name(begin_)), name(pieces_), least,
                                                       count_of_rows(), invoke(lanes_of_group, {})})))};
}
ExprPtr RowItems::lanes_of_rows() const {
  return device("lanes_of_rows", {positions_.array, loop_.begin, loop_.end});
}

/// `body`, for a row that ends at `end`, behind what is found out from where it begins and ends.
Body RowItems::with_bounds(Body found_out, const Body& body, const ExprPtr& end) const {
  const ExprPtr first = position(name(rows_.var)), last = position(add(name(rows_.var), integer(1)));
  Body out = {constant(row_begin_, as_position(first)), constant(row_end_, as_position(last))};
  for (StmtPtr& stmt : found_out) out.push_back(std::move(stmt));
  for (StmtPtr& stmt : rewrite_exprs(body, [&](const ExprPtr& e) -> ExprPtr {
         return equal(e, first) ? name(row_begin_) : equal(e, last) ? end : nullptr;
       }))
    out.push_back(std::move(stmt));
  return out;
}

/// `body`, which reads once where the row begins and ends, if the row is long or not.
Body RowItems::of_row(const Body& body, bool is_long) const {
  const ExprPtr is_other = logical(is_long ? "<=" : ">", entries_of_row(), name(length_));
  return with_bounds({make_stmt(Continue{is_other})}, body, name(row_end_));
}

/// ... where others of the warp go on.
Body RowItems::of_row_in_step(const Body& body) const {
  const std::string is_whole = fresh_name("is_whole", taken_), end = fresh_name(rows_.var + "_end", taken_);
  const ExprPtr whole = name(is_whole, boolean),
                items = add(count_of_rows(), device("whole_warps", {name(pieces_)})),
                is_there = logical("&&", logical("<", item(), items),
                                   logical("<=", entries_of_row(), name(length_))),
                own_end = make_expr(Ternary{whole, name(row_end_), name(row_begin_)}, {});
  const Body guarded = rewrite_bodies(body, [&](Body list) {
    for (StmtPtr& stmt : list) {
      const auto* update = get_if<Update>(stmt);
      if (update && !get_if<Name>(update->target)) stmt = make_stmt(If{whole, {stmt}, false});
    }
    return list;
  });
  return with_bounds({constant(is_whole, is_there), constant(end, own_end)}, guarded, name(end));
}

/// A piece has entries of at most two rows that are longer: that of its first and that of its last entry.
Body RowItems::rows_of_piece(const Body& body) const {
  const std::string row = fresh_name(rows_.var + "_first", taken_),
                    end = fresh_name(rows_.var + "_last", taken_);
  const ExprPtr goes_on = logical(">=", begin_of(add(name(row), integer(1))), name(last_));
  For rows = rows_;
  rows.begin = name(row), rows.end = add(name(end), integer(1));
  rows.step = most_of(sub(name(end), name(row)), integer(1));
  rows.body = of_row(body, true);
  const ExprPtr first = add(name(begin_), mul(item(), name(length_)));  // no position if it is behind all
  return {make_stmt(Continue{logical(">=", first, name(after_))}),
          constant(first_, as_position(first)),
          constant(last_, least_of(add(name(first_), name(length_)), name(after_))),
          constant(row, row_of(name(first_))),
          constant(end, make_expr(Ternary{goes_on, name(row), row_of(sub(name(last_), integer(1)))}, {})),
          make_stmt(std::move(rows))};
}
/// All lanes look for it together.
ExprPtr RowItems::row_of(const ExprPtr& entry) const {
  return invoke(row_of_entry, {positions_.array, loop_.end, entry, integer(positions_.base)});
}

}  // namespace insum::passes

// Rows as items of work: pieces of those that are long, then rows. A part of spread_entries.
#pragma once
#include <set>
#include <string>

#include "loop_ir/loop_ir.h"
#include "passes/row_entries.h"

namespace insum::passes {

/// row_of_entry(positions, rows, entry, base), which all lanes of a group find out together.
inline constexpr const char* row_of_entry = "insum::rt::cuda::row_of";

/// The lanes of a group, and how many groups of its warp are before it.
inline constexpr const char* lanes_of_group = "insum::rt::cuda::lanes_of_group";
inline constexpr const char* number_of_group = "insum::rt::cuda::number_of_group";

class RowItems {
 public:
  /// Pieces have `least` entries, or so many for each lane where lanes share them.
  RowItems(const loops::ParallelFor& loop, const loops::For& rows, const Positions& positions,
           long long least, bool lanes_have_entries, std::set<std::string>& taken);

  /// In front of the loops: how many pieces there are at most, each with so many bytes of memory.
  loops::StmtPtr declare_pieces(const loops::ExprPtr& bytes) const;
  loops::ExprPtr pieces() const { return loops::name(pieces_); }

  /// The items: `row` is the body of one that is worked on as a whole, `piece` that of one of which the item
  /// has some entries. `in_step`: groups of a warp have rows at the same time, those that have none read one
  /// without entries and write nothing.
  loops::ParallelFor parallel(const loops::Body& row, const loops::Body& piece, bool in_step = false) const;
  /// The entries of a row that belong to the item, in place of all; `before` gets what they need.
  loops::For in_item(const loops::For& entries, loops::Body& before) const;

  // In the body of a piece.
  loops::ExprPtr item() const { return loops::name(item_); }
  /// Whether the row begins in this piece, and the piece in which it does.
  loops::ExprPtr begins_here() const;
  loops::ExprPtr first_piece() const;
  loops::ExprPtr last_piece() const;
  /// The same value, known to be a position or a number of pieces or entries: where positions have 32 bits,
  /// it fits.
  loops::ExprPtr as_position(const loops::ExprPtr& value) const;
  /// How many entries the row has, and the item of it.
  loops::ExprPtr entries_of_row() const;
  loops::ExprPtr entries_of_item() const;

 private:
  loops::ExprPtr position(const loops::ExprPtr& row) const;
  loops::ExprPtr begin_of(const loops::ExprPtr& row) const;
  loops::ExprPtr begin_of_row() const;
  loops::ExprPtr end_of_row() const;
  loops::ExprPtr piece_of(const loops::ExprPtr& entry) const;
  loops::Body cut() const;
  loops::ExprPtr lanes_of_rows() const;
  loops::Body of_row(const loops::Body& body, bool is_long) const;
  loops::Body of_row_in_step(const loops::Body& body) const;
  loops::Body with_bounds(loops::Body found_out, const loops::Body& body, const loops::ExprPtr& end) const;
  loops::ExprPtr count_of_rows() const;
  loops::Body rows_of_piece(const loops::Body& body) const;
  loops::ExprPtr row_of(const loops::ExprPtr& entry) const;

  const loops::ParallelFor& loop_;
  const loops::For& rows_;
  const Positions& positions_;
  long long least_;
  bool lanes_have_entries_;
  std::set<std::string>& taken_;
  std::string array_, pieces_, length_, begin_, after_, first_, last_, item_, items_, row_begin_, row_end_;
};

}  // namespace insum::passes

// Rows as items of work: pieces of those that are long, then rows. A part of spread_entries.
//
//   item < pieces: what the piece has of the row that goes on from the piece before, if that is long
//   others:        a row, or what the piece has of it in which it begins
#pragma once
#include <set>
#include <string>

#include "loop_ir/loop_ir.h"
#include "passes/host_values.h"
#include "passes/row_entries.h"

namespace insum::passes {

/// row_of_entry(positions, rows, entry, base), which all lanes of a group find out together.
inline constexpr const char* row_of_entry = "insum::rt::cuda::row_of";

/// The lanes of a group, how many groups its warp has, and how many of these are before it.
inline constexpr const char* lanes_of_group = "insum::rt::cuda::lanes_of_group";
inline constexpr const char* groups_of_warp = "insum::rt::cuda::groups_of_warp";
inline constexpr const char* number_of_group = "insum::rt::cuda::number_of_group";
/// warp_of_item(item): how many warps have the items before it, one for each group.
inline constexpr const char* warp_of_item = "insum::rt::cuda::warp_of_item";
/// A constant with the value group_of_item(is_piece) is the group that has what follows: the whole warp where
/// that is a piece.
inline constexpr const char* group_of_item = "insum::rt::cuda::group_of_item";

class RowItems {
 public:
  /// Pieces have `least` entries, a power of two, or so many for each lane where lanes share them. `in_step`:
  /// groups of a warp have rows at the same time, those that have none read one without entries.
  RowItems(const loops::ParallelFor& loop, const loops::For& rows, const Positions& positions,
           long long least, bool lanes_have_entries, bool in_step, const HostValues& host,
           std::set<std::string>& taken);

  /// In front of the loops: how many pieces there are at most, each with so many bytes of memory.
  loops::StmtPtr declare_pieces(const loops::ExprPtr& bytes) const;
  loops::ExprPtr pieces() const { return loops::name(pieces_); }

  /// The items, whose work is `body`.
  loops::ParallelFor parallel(const loops::Body& body) const;

  // In the body of an item.
  /// The entries that belong to the item, in place of those of the row.
  loops::For in_item(const loops::For& entries) const;
  /// Whether these are all entries of the row, and whether they are some of them.
  loops::ExprPtr is_whole() const;
  loops::ExprPtr is_part() const;
  /// The piece in which a row begins that has parts, that in which it ends, and whether the item has what
  /// goes on from there.
  loops::ExprPtr first_piece() const;
  loops::ExprPtr last_piece() const;
  loops::ExprPtr is_piece() const;
  loops::ExprPtr item() const { return loops::name(item_); }
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
  loops::ExprPtr lanes_of_rows() const;
  loops::ExprPtr count_of_rows() const;
  loops::ExprPtr bound(const loops::ExprPtr& row) const;
  loops::Body cut() const;
  loops::Body choose_row() const;
  loops::Body choose_entries() const;
  loops::Body with_bounds(const loops::Body& body) const;

  const loops::ParallelFor& loop_;
  const loops::For& rows_;
  const Positions& positions_;
  long long least_;
  bool lanes_have_entries_, in_step_, host_knows_rows_;
  std::set<std::string>& taken_;
  std::string array_, pieces_, length_, piece_items_, begin_, after_, item_, items_, is_piece_, first_,
      row_begin_, row_end_, own_begin_, own_end_, is_whole_, is_part_;
};

}  // namespace insum::passes

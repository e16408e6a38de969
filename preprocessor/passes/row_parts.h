// Memory for the sums of pieces of rows, and who adds them up. A part of spread_entries.
//
//   { sum = 0; for p in entries of the row: sum += ..; y[i] = sum }
//     ->  { sum = 0; for p in those that belong to the item: sum += ..
//           if (they are all) y[i] = sum else parts[the piece] = sum
//           if (it is the last part of its row to be done)
//             { sum = 0; for the pieces of the row in order: sum += parts[..]; y[i] = sum } }
//
// A piece has a part for the row that goes on from the piece before, and one for the row that begins in it.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "loop_ir/loop_ir.h"
#include "passes/row_items.h"
#include "passes/row_sum.h"

namespace insum::passes {

/// arrives_last(counter, entries of the item, of the row): lanes of a group find out together whether all
/// others are done, and see what they have stored.
inline constexpr const char* arrives_last = "insum::rt::cuda::arrives_last";

class RowParts {
 public:
  /// `rows`: the loop whose body `sum` has taken apart.
  RowParts(const loops::For& rows, const RowSum& sum, std::set<std::string>& taken);

  /// How many sums a row has, one for each iteration of the loops around its entries.
  loops::ExprPtr sums_of_row() const;
  int bytes_of_sum() const;
  /// The bytes that a piece needs.
  loops::ExprPtr bytes_of_piece() const;
  /// In front of the loops.
  loops::Body allocate(const RowItems& items) const;
  /// The body of an item.
  loops::Body of_item(const RowItems& items) const;

 private:
  loops::ExprPtr part(const loops::ExprPtr& number) const;
  loops::Body of_entries(const RowItems& items, const loops::ExprPtr& first_piece) const;
  loops::Body of_all_pieces(const RowItems& items, const std::string& first) const;

  const loops::For& rows_;
  const RowSum& sum_;
  std::set<std::string>& taken_;
  loops::Type type_;
  std::string parts_, arrived_;
};

}  // namespace insum::passes

// Rows whose entries are combined into one sum for each of some elements.
#pragma once
#include <vector>

#include "loop_ir/loop_ir.h"
#include "passes/row_entries.h"

namespace insum::passes {

/// The work on one row, where several may share it: parts of the sum may be updated atomically, in any order.
class RowSum {
 public:
  explicit RowSum(const loops::For& rows) : rows_(rows) {}
  /// False where the body is anything but one sum for each of some elements.
  bool take_apart();
  const Positions& positions() const { return positions_; }
  const loops::Update& element() const { return *element_; }
  const loops::For& entries() const { return *loops::get_if<loops::For>(entries_.front()); }
  const loops::Update& sum() const { return *sum_; }

 private:
  bool is_over_entries(const loops::For& loop);
  /// The entries are combined into one variable, which starts at the operation's identity.
  bool has_one_sum();
  /// The sum, or a multiple of it, which is what the parts of the sum give together. A multiple of what is
  /// not known to be finite has to be nothing where there is no entry.
  bool is_linear(const loops::ExprPtr& value) const;
  /// ... which goes to one element.
  bool has_one_element();
  /// Nothing but its element gets the sum.
  bool is_used_alone() const;
  int loads_of(const loops::ExprPtr& array) const;
  /// Nothing else asks where rows begin.
  bool has_no_other_positions() const { return loads_of(positions_.array) == 2; }
  const loops::For& rows_;
  std::vector<const loops::Declare*> constants_;
  std::vector<loops::StmtPtr> entries_;
  Positions positions_;
  const loops::Update* sum_ = nullptr;
  const loops::Update* element_ = nullptr;
};

}  // namespace insum::passes

// Rows whose entries are combined into one sum for each of some elements.
#pragma once
#include <vector>

#include "loop_ir/loop_ir.h"
#include "passes/host_values.h"
#include "passes/row_entries.h"

namespace insum::passes {

/// The work on one row, where several may share it: what becomes of the sum is computed once it is complete.
class RowSum {
 public:
  RowSum(const loops::For& rows, const HostValues& host) : rows_(rows), host_(host) {}
  /// False where the body is anything but one sum for each of some elements, whose number the host knows.
  bool take_apart();
  const Positions& positions() const { return positions_; }
  const loops::Update& element() const { return *element_; }
  const loops::For& entries() const { return *entries_.front(); }
  const loops::Update& sum() const { return *sum_; }
  /// The loops around the entries, outermost first.
  const std::vector<const loops::For*>& around() const { return around_; }

 private:
  bool is_over_entries(const loops::For& loop);
  /// The entries are combined into one variable, which starts at the operation's identity.
  bool has_one_sum();
  /// ... which goes to one element.
  bool has_one_element();
  /// The sum begins and ends in the loops around its entries.
  bool has_loops_around();
  /// Nothing but its element gets the sum.
  bool is_used_alone() const;
  int loads_of(const loops::ExprPtr& array) const;
  /// Nothing else asks where rows begin.
  bool has_no_other_positions() const { return loads_of(positions_.array) == 2; }
  const loops::For& rows_;
  const HostValues& host_;
  std::vector<const loops::Declare*> constants_;
  std::vector<const loops::For*> entries_, around_;
  Positions positions_;
  const loops::Update* sum_ = nullptr;
  const loops::Update* element_ = nullptr;
};

}  // namespace insum::passes

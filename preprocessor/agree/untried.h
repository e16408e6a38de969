// Conditions on indices and sizes that came to the same in all that was tried, as small sizes may have it.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "agree/run_nest.h"
#include "agree/sizes.h"
#include "index_ir/index_ir.h"
#include "nest/loop_nest.h"

namespace insum::agree {

class Untried {
 public:
  Untried(const nest::Nest& nest, const index::Program& program);

  /// Sizes for which a condition may come to something else, also one of the block's: beyond the constants in
  /// it, which are `most` at the most. Others each time; nothing where none are left.
  std::optional<Values> next_sizes(const Decisions& decided, long long most);

  /// Both agree with these.
  void reached(const Values& values);

  /// "'n > 1000' is false in all that was tried": of a constant that no size has reached, and that the block
  /// has not. "" where there is none.
  std::string reason(const Decisions& decided) const;

 private:
  /// What has come to the same each time.
  struct Condition {
    std::string said;               // "'n > 1000' is false"
    std::set<std::string> sizes;    // on which it depends
    std::set<long long> constants;  // above 0
    bool of_sizes = true;           // and not of indices or elements
  };

  void add_condition(std::vector<Condition>& out, const nest::ExprPtr& difference, std::string said) const;
  std::vector<Condition> conditions(const Decisions& decided) const;
  std::vector<Values> sizes_beyond(const Condition& condition, long long most) const;
  /// Nothing that a size or the data of a tensor changes.
  bool is_fixed(const nest::ExprPtr& e) const;
  bool reads_values(const nest::ExprPtr& e) const;
  void collect_sizes(const nest::ExprPtr& e, std::set<std::string>& out) const;
  nest::ExprPtr named(const nest::ExprPtr& e) const;
  std::string text(const nest::ExprPtr& e) const;

  const nest::Nest& nest_;
  std::set<std::string> sizes_;      // the block's
  std::set<std::string> positions_;  // arrays of positions, coordinates and indices
  std::set<long long> constants_;    // the block's
  std::set<long long> compared_;     // ... with which it compares what is no data
  std::set<Values> tried_;
  Values reached_;
};

}  // namespace insum::agree

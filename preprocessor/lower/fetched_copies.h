// Copies on the host of arrays that are in a device's memory: what checks and reports look into.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "lower/lowering.h"

namespace insum::lower {

class FetchedCopies {
 public:
  enum class For { reports, checks };
  FetchedCopies(Lowering& lowering, const index::Program& program, For use);
  /// `stmt`, reading copies; `out` gets the declarations of those that are new. What tells the length of an
  /// array is copied before it.
  loops::StmtPtr reading(const loops::StmtPtr& stmt, loops::Body& out);

 private:
  void copy(const ArrayExtent& extent, loops::Body& out);
  /// What is read instead of `expr`, the name of an array that is copied; null for all else.
  loops::ExprPtr copy_for(const loops::ExprPtr& expr) const;

  Lowering& lowering_;
  For use_;
  std::vector<ArrayExtent> there_;
  std::map<std::string, loops::ExprPtr> copies_;  // by the array's name
};

}  // namespace insum::lower

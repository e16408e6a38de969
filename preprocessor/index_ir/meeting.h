// Which operands lead a loop, that goes through what they store, and which are looked up there. Lowering
// makes loops of it (lower/merge.cpp), and `explain` tells it (index_ir/walks.h).
#pragma once
#include <vector>

#include "index_ir/index_ir.h"

namespace insum::index {

/// Whether `stmt` has the access anywhere.
bool occurs(const Access& access, const StmtPtr& stmt);

/// What the coordinate that a level is met at has beyond the loop's index: an operand at a constant distance
/// is merged as others are. Null where the subscript is not such a one.
ExprPtr distance_from(const ExprPtr& subscript, const Var& var);

/// A level of a sparse operand.
struct AccessLevel {
  Access access;
  std::size_t level = 0;
};
/// ... of which a position above is known.
struct OpenLevel : AccessLevel {
  bool in_run = false;  // entries with one coordinate are at hand, where the level above may have several
};

/// Whether the loop over `var` around `body` meets the coordinates that the level stores.
bool is_met(const OpenLevel& level, const Var& var, const StmtPtr& body);

struct Meeting {
  enum class Kind {
    dense,      // every value of the range
    walk,       // the coordinates of one operand
    intersect,  // those that all leaders store
    unite,      // those that some leader stores
  } kind = Kind::dense;
  std::vector<std::size_t> leaders;  // of the levels that are met; the others are looked up
  ExprPtr clause;                    // unite: the condition that one of the leaders is stored
};

/// How a loop around `body` goes through the levels that it meets. One whose coordinates are in no order, or
/// which has one only, leads alone.
Meeting meeting_of(const std::vector<OpenLevel>& met, const StmtPtr& body);

}  // namespace insum::index

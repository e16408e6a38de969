// Which operands of a nest are read through sorted copies, and in which order of their modes.
//
// A copy is made
//   1. of an operand whose entries cannot be taken one by one: stored in parts, where the term is not
//      linear in it, as one triangle beside others, where it is not linear or does not vanish without it, or
//      with a fill value and picked by a condition;
//   2. of one that can be neither merged nor searched (unsorted, blocks, padding), where it does not lead
//      the loops;
//   3. where the orders in which operands are stored clash: of the cheapest ones without which the others
//      agree;
//   4. for a product that is collected in a sparse result: of those by which fewer loops run over all rows,
//      or by which the result is built row by row. A copy costs as much as there are entries, all pairs of
//      rows cost more;
//   5. of one that may be missing and is stored in another order than those that every point needs, which
//      lead the loops.
// An operand with fewer modes is cheaper; of equal ones, that whose copy suits the order of the result, then
// the last. Reorder and fuse leave only orders that they allow. An operand that every point needs and that
// can be searched need not agree, nor is one converted whose pattern the result has.
#pragma once
#include <string>
#include <vector>

#include "index_ir/nest.h"
#include "index_ir/presence.h"

namespace insum::index {

struct Copy {
  Access access;
  std::vector<std::size_t> modes;  // of its levels, outermost first
  std::string why;
};

/// One entry of `access` after the other would not do: see 1.
bool needs_copy(const Nest& nest, const Access& access, bool ieee);

struct CopyQuestion {
  const Nest& nest;
  const Program& program;
  const std::vector<Clause>& clauses;  // where the nest's statement runs
  bool clash = false;                  // no order of the loops suits all operands as they are
  bool faster = false;                 // copies of the kind 4 are allowed
  bool leads = false;                  // ... and of the kind 5
};

/// The copies after which no others are needed; none where the operands can be read as they are.
std::vector<Copy> choose_copies(const CopyQuestion& question);

}  // namespace insum::index

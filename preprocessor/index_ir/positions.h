// Storage positions as numbers of the index IR: what loops over positions instead of coordinates are made of.
//
// The arrays of a level are integer tensors of one mode, A_pos and A_crd, so that "k in the row i of A" is a
// loop over p in [A_pos[i], A_pos[i+1]) with k = A_crd[p]. What is left of A below p is A with folded levels,
// A[p]: its first subscript is a position. Calls of these functions on whole numbers lead back to the
// coordinates above:
//
//   parent(pos[0], n, p)                  the segment that p is in: the largest i < n with pos[i] <= p, 0
//   where n is 0 rows_before(pos[0], n, p, from)       how many of the n segments begin before p; from: no
//   more than that quotient(f, n), remainder(f, n)       of natural numbers; 0 where n is 0 product(a, b) a *
//   b, which is checked to be a number of 64 bits
#pragma once
#include "index_ir/index_ir.h"

namespace insum::index {

/// The array with number `array` of a level as a tensor of the program; reads give elements less the tensor's
/// base.
Tensor level_array(Program& program, const Tensor& tensor, std::size_t level, std::size_t array);

/// `tensor` below the positions of `level`: the levels up to it are one.
Tensor below_positions(Program& program, const Tensor& tensor, std::size_t level);

/// The values of `tensor`, whose levels have fixed lengths, as a dense array: `sizes` are those of its levels
/// that are more than one coordinate below each position.
Tensor dense_values(const Tensor& tensor, const std::vector<ExprPtr>& sizes);

/// The number of positions that the first `levels` levels have.
ExprPtr position_count(Program& program, const Tensor& tensor, std::size_t levels);

/// The position of the level above `level` where no level above is walked, else null.
ExprPtr parent_position(const Access& access, std::size_t level);

/// The positions of a compressed level below `parent`.
Range positions_below(Program& program, const Tensor& tensor, std::size_t level, const ExprPtr& parent);

ExprPtr parent(const Tensor& positions, const ExprPtr& count, const ExprPtr& position);
ExprPtr rows_before(const Tensor& positions, const ExprPtr& count, const ExprPtr& position,
                    const ExprPtr& from);
ExprPtr quotient(const ExprPtr& number, const ExprPtr& by);
ExprPtr remainder(const ExprPtr& number, const ExprPtr& by);
/// A product of sizes: constants that are no 64-bit number together give null.
ExprPtr checked_product(const ExprPtr& a, const ExprPtr& b);

/// The positions at which the rows of an iteration of the loop over `var` begin, where a range goes by them:
/// pos[i] in [pos[i], pos[i + 1]) for i, pos[i0*B] in [pos[i0*B + i1], pos[i0*B + i1 + 1]) for i0, and the
/// same in what splits make of these. `inside`: the loops inside of that over `var`.
std::optional<Access> positions_of_rows(const Range& range, const Var& var, const std::vector<Var>& inside,
                                        const Program& program);

/// An index that a loop over something else gives back: parent, quotient or remainder. It is in its range.
bool is_recovered(const ExprPtr& expr);

}  // namespace insum::index

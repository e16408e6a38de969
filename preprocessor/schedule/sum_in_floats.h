// Results of 16-bit floats are not rounded at each step of a sum.
//
//   forall k, i: y[i] += A[i,k] * x[k]   ->   forall i: y_floats[i] = y[i]
//                                             forall k, i: y_floats[i] += A[i,k] * x[k]
//                                             forall i: y[i] = y_floats[i]
//
// Does: where loops, or several nests, combine into elements of a dense result in memory more than once, they
// do so in a workspace of the type that its elements are computed in, and each element is rounded once.
// Requires: perfect nests in `concrete` form, whose loops are ordered and have their options. Establishes:
// the same; no nest adds up or multiplies in 16 bits.
#pragma once
#include "index_ir/index_ir.h"

namespace insum::schedule {

/// `in_templates`: also results whose type only the C++ compiler knows, as if it were a 16-bit one; these are
/// in Program::in_floats then.
index::Program sum_in_floats(const index::Program& program, bool in_templates);

}  // namespace insum::schedule

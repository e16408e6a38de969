// A union of two operands' coordinates becomes a merge of both and the rest of each.
//
//   while (p < e || q < f) { a = p < e ? A[p] : none; b = ..; j = min(a, b); has_A = a == j; .. body }   ->
//   while (p < e && q < f) { a = A[p]; b = B[q]; if (a == b) { body; continue } if (a < b) { body; continue }
//   body } while (p < e) { j = A[p]; body }  while (q < f) { j = B[q]; body }
//
// Does: copies the body for each of the cases, which knows in its copy which operands are present: no loads
// on condition, no sums with what is not there, and rests without comparisons. One comparison decides, which
// processors predict well where rows resemble each other: measured, up to twice as fast as choosing without
// branches there, and a tenth slower where nothing can be predicted. Requires: two operands, a body without
// loops, so that copies are few and small. Establishes: nothing that later passes need.
#pragma once
#include "loop_ir/loop_ir.h"

namespace insum::passes {

loops::Kernel split_unions(const loops::Kernel& kernel);

}  // namespace insum::passes

// Positions of 32 bits in registers of 32 bits.
//
//   const i64 from = position(index(pos[i]))                      const u32 from = low_bits(index(pos[i]))
//   for (i64 p = from + group.lane(); p < to; p += group.lanes()) for (u32 p = from + lane; p < to; p +=
//   lanes) const i64 p1 = p + group.lanes()                              const u32 p1 = p + lanes
//   ... a[p1] ... i * p1                                          ... a[p1] ... i * index(p1)
//
// Does: what is marked as a position, and what is computed from positions and is below 2^32, is held in a
// word. A multiprocessor runs as many threads as their registers allow; a position of 64 bits takes two.
// Requires: the statements of a launch, loops divided over lanes. Establishes: no marks.
#pragma once
#include "loop_ir/loop_ir.h"

namespace insum::passes {

/// The launches of `kernel` with positions in words.
loops::Kernel narrow_positions(const loops::Kernel& kernel);

}  // namespace insum::passes

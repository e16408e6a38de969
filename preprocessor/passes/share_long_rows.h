// Rows that are too long for one group of lanes are shared by several.
//
//   parallel i in [0, m): { sum = 0; for p in [pos[i], pos[i+1]): sum += ..; y[i] = sum }
//   -> parallel i in [0, m): { end = short_row_end(pos, i); sum = 0; for p in [pos[i], end): ..; y[i] = sum }
//      parallel part in [0, parts): for row in the two that part may share: if (row is long)
//        { sum = 0; for p in [pos[row], pos[row+1]) of part: sum += ..; atomically y[row] += sum }
//
// Does: cuts the entries of all rows into parts of equal length, which is that above which a row is long. A
// part meets two long rows at most, at its two ends, so that it searches two rows and passes over the short
// ones. To the first loop a long row is empty. Requires: a parallel loop over rows around one loop over the
// entries of a row, whose sum goes to one element; the order of sums is free.
#pragma once
#include "loop_ir/loop_ir.h"

namespace insum::passes {

/// Notes on what was done are added to the kernel's header.
loops::Kernel share_long_rows(const loops::Kernel& kernel);

}  // namespace insum::passes

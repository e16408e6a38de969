// Rows are worked on by groups of lanes, and those that are long in pieces.
//
//   parallel i in [0, m): { sum = 0; for p in [pos[i], pos[i+1]): sum += ..; y[i] = sum }
//   -> parallel item in [0, m + pieces):
//        i = item < pieces ? the row of the piece's first entry : item - pieces
//        if (item < pieces && (i is short || i begins in the piece)) continue
//        sum = 0
//        for p in the entries of i in the piece, or, of a row, up to the end of the piece in which it begins
//            if it is long: sum += ..
//        if (i is short) y[i] = sum
//        else the sum goes to memory of the piece, and the last part of the row to be done adds up those of
//             all, in order: y[i] = sum
//
//   parallel i in [0, m): { .. for p in [pos[i], pos[i+1]): { sum = 0; for k on lanes: sum += ..; out[p] =
//   sum } }
//   -> the same items, where each entry has its own result
//
// Does: cuts all entries into pieces of equal length, as many as a device works on at once, and rows that are
// longer than a piece at their ends; other rows stay whole. The entries of a sum are loaded four at a time
// where one lane has them all; where lanes share them, groups of a warp work on rows at the same time, and on
// a piece together. Pieces come first, so that rows fill what they leave. Neighbouring groups of lanes have
// neighbouring rows, which are likely to read the same. Entries with results of their own go to quarters of
// the lanes, four at a time, and the rest to all. Requires: a parallel loop over rows around one loop over
// the entries of a row. Either their sum goes to one element of each row (of each of dense loops around the
// entries, whose lengths the host knows); or each entry writes what belongs to it alone, and has a loop for
// the lanes. Establishes: sums have an order that only the data and the device decide.
#pragma once
#include "loop_ir/loop_ir.h"

namespace insum::passes {

/// Notes on what was done are added to the kernel's header.
loops::Kernel spread_entries(const loops::Kernel& kernel);

}  // namespace insum::passes

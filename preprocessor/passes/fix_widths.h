// Loops over rows around register tiles, compiled for a few widths of the rows.
//
//   for i: { for_tiles(0, n) { ... } }
//     ->   for_width(n, [&](width) { for i: { for_tiles(0, width) { ... } } })
//
// Does: where a row is one whole tile, which tiles there are is decided once for all rows, and the distances
// of rows are constants; sizes that check_sizes() compared are the same width. Requires: nothing.
// Establishes: nothing that later passes need. Loops stay whose tiles have no loop inside: there, memory
// decides.
#pragma once
#include "loop_ir/loop_ir.h"

namespace insum::passes {

loops::Kernel fix_widths(const loops::Kernel& kernel);

}  // namespace insum::passes

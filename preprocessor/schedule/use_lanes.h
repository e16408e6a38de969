// Lanes of a device in place of register tiles.
//
//   forall i parallel: forall j vector: S                 ->  forall i parallel: forall j lanes: S
//   forall i parallel: where y[i] = s with forall j: s += ->  the same with forall j lanes
//
// Does: inside of each parallel loop, divides one loop of every nest over lanes: the one that was to be a
// register tile, whose neighbours are next to each other in memory, else the innermost one that is not short.
// A parallel loop that was to be a tile has neighbouring iterations on neighbouring lanes as it is. Tiles are
// no more. Where the schedule binds loops to threads, these are the loops on lanes. Requires: `lowerable`
// form. Establishes: no `vector` loops; no `lanes` loop inside of another, unless both are bound. Lowering
// takes `lanes` for a wish: it looks at what iterations write.
#pragma once
#include "index_ir/index_ir.h"

namespace insum::schedule {

index::Program use_lanes(const index::Program& program);

}  // namespace insum::schedule

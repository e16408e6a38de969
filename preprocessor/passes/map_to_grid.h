// Parallel loops become launches on a device; what stands between them, code of the host.
//
//   parallel_for i in [0, n) { for i ... { S } }  ->  launch group(items: n) { for i from group.index() in
//   steps of group.count() { S } } for j in [0, m) on lanes { S }                ->  for j from group.lane()
//   in steps of group.lanes() { S }
//
// Does: gives every iteration of a parallel loop to a group of lanes. Loops on lanes are divided over them;
// what such a loop adds to a variable from outside is added up over the lanes. Elsewhere in an iteration all
// lanes compute the same values, and one of them, group.leads(), writes. Scatters become atomic updates,
// those into one variable a reduction of each block. A variable of the kernel that launches change becomes an
// array of one element. Statements between loops are launches of one lane. Constants that are read from
// arrays are computed anew in each launch. The containers of sparse temporaries, and lists of entries that
// are sorted, are objects of the host with memory of the device; a loop that adds to a list assembles it.
// Requires: no register tiles. Establishes: outside of launches only values of the host.
#pragma once
#include <stdexcept>
#include <string>

#include "loop_ir/loop_ir.h"

namespace insum::passes {

/// Something that a grid cannot run; what() says what, and `remedy` what to do about it.
struct Unmappable : std::runtime_error {
  Unmappable(const std::string& what, std::string remedy_)
      : std::runtime_error(what), remedy(std::move(remedy_)) {}
  std::string remedy;
};

/// Throws Unmappable.
loops::Kernel map_to_grid(const loops::Kernel& kernel);

}  // namespace insum::passes

// What the body of a loop combines or stores, loaded before.
//
//   { k = crd[p]; if (it is there) sum += a[p] * b[k] }   ->   { k = crd[p]; a_p = a[p]; b_k = b[k]; .. sum
//   += a_p * b_k } { for k: sum += ..; out[p] = a[p] * sum }              ->   { a_p = a[p]; for k: sum +=
//   ..; out[p] = a_p * sum }
//
// Does: declares loads as constants, so that conditions, stores and what waits for other loads do not keep
// the compiler from beginning them. Requires: nothing. Establishes: nothing. What one part of a value says of
// another, and what the body may change before, stays where it is.
#pragma once
#include <set>
#include <string>

#include "loop_ir/loop_ir.h"

namespace insum::passes {

loops::For with_loads_in_front(const loops::For& loop, std::set<std::string>& taken);

}  // namespace insum::passes

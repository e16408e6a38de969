// Temporaries of one row instead of a whole tensor.
//
//   forall a: W[a,..] = ..;  forall i: C[i] = f(W[i,..])   ->   forall i: where C[i] = f(w[..])  with  w[..]
//   = ..
//
// Does: where one statement alone reads a dense temporary, a row in each iteration of its outermost loop, and
// the statements that fill it do so row by row too, moves these into that loop; the temporary loses its first
// mode. Not where something in between, or the reader itself, writes what they read. Requires: accumulators
// inserted. Establishes: nothing new; temporaries under `where` belong to an iteration.
#pragma once
#include "index_ir/index_ir.h"

namespace insum::schedule {

index::Program fuse_temporaries(const index::Program& program);

}  // namespace insum::schedule

// Sparse temporaries of precompute that exist only as a workspace.
//
//   forall i: where forall c: T[i,c] = W[c]  with  ...W[j] += e        forall i:
//   forall i: forall j: y[i] += T[i,j] * ..                      ->      where forall j: y[i] += W[j] * ..
//                                                                        with  ...W[j] += e
//
// Does: where one nest alone reads such a temporary, and its outermost loops go through the levels that the
// loops around the workspace fill, the nest moves into these loops and reads the workspace, which then is all
// that there is of the temporary. A nest that only copies a temporary with no loop around its workspace into
// a result of the same levels takes the workspace's place in the same way. Not where something in between, or
// the reader itself, writes what is read, nor where iterations share elements of what the reader writes.
// Requires: workspaces inserted. Establishes: nothing new.
#pragma once
#include "index_ir/index_ir.h"

namespace insum::schedule {

index::Program fuse_sparse_temporaries(const index::Program& program);

}  // namespace insum::schedule

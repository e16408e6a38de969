// Rows that inner loops would merge again and again are spread over a dense workspace first.
//
//   forall i, j, k: s += A[i,j] * A[i,k] * B[j,k]
//     ->  forall i: where (forall j, k: s += A[i,j] * W[k] * B[j,k]) (forall k: W[k] += A[i,k])
//   forall i, k, j: C[i,j] += M[i,j] * A[i,k] * B[k,j]
//     ->  forall i: where (forall j: C[i,j] += M[i,j] * W[j]) (forall k, j: W[j] += A[i,k] * B[k,j])
//
// Does: where a loop intersects a row that loops just around it do not move with a row that they do, gives
// one of them a workspace by part_off: the row that stays, or where these loops reduce and the merged index
// is the result's, all that moves. Requires: `concrete` form, loops in order. Establishes: the same. It pays
// where the row is not too long for a workspace and the rows that it meets are not much longer than it: this
// is known when the kernel runs.
#pragma once
#include <string>
#include <vector>

#include "index_ir/index_ir.h"

namespace insum::schedule {

/// The program with workspaces, and when they pay: no rows where there is no such loop. Why other rows stay
/// merged.
struct Spread {
  index::Program program;
  std::vector<index::Alternative::Row> rows;
  std::vector<std::string> notes;
};
Spread spread_rows(const index::Program& program);

/// True when each of the workspaces is one row in the end, which is not cleared as a whole.
bool are_rows(const std::vector<index::Alternative::Row>& rows, const index::Program& scheduled);

}  // namespace insum::schedule

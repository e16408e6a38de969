// Workspaces of sparse results.
#include <insum/insum.hpp>

void outer(const insum::dcsc<double>& A, const insum::dcsr<double>& B, const insum::csr<double>& D, insum::csr<double>& C, insum::dense<double>& E, int much, double share) {
  constexpr int none = 0;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:96: the schedule command 'precompute' takes capacity(n) with a number of entries, from 1 to 1099511627776 [insum-schedule-argument]
  // expect-note@+1:96: see 'insum help schedules'
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, coord, capacity(0))
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:95: the schedule command 'precompute' takes capacity(n) with a number of entries, from 1 to 1099511627776 [insum-schedule-argument]
  // expect-note@+1:95: see 'insum help schedules'
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, hash, capacity(3, 4))
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:95: the schedule command 'precompute' takes one kind of workspace [insum-schedule-argument]
  // expect-note@+1:95: see 'insum help schedules'
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, hash, coord)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:89: unknown kind of workspace 'heap' [insum-unknown-workspace-policy]
  // expect-note@+1:89: known are auto, coord, bucket, hash and dense, capacity(n), pipeline and double_buffer
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, heap)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:89: unknown kind of workspace 'hsh' [insum-unknown-workspace-policy]
  // expect-note@+1:89: did you mean 'hash'? known are auto, coord, bucket, hash and dense, capacity(n), pipeline and double_buffer
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, hsh)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:89: unknown kind of workspace 'user' [insum-unknown-workspace-policy]
  // expect-note@+1:89: a type of the user's is named by a line, workspace W : user(Type)
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, user(my_type))
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:64: the schedule command 'precompute' takes capacity, pipeline and double_buffer for whole terms of sparse results [insum-schedule-argument]
  // expect-note@+1:64: see 'insum help schedules'
  #pragma insum schedule precompute(B[k,j], {j}, {j}, W, auto, capacity(100))
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:108: the schedule command 'precompute' takes one capacity [insum-schedule-argument]
  // expect-note@+1:108: see 'insum help schedules'
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, hash, capacity(3), capacity(4))
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:105: the schedule command 'precompute' takes pipeline once [insum-schedule-argument]
  // expect-note@+1:105: see 'insum help schedules'
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, hash, pipeline, pipeline)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:95: the schedule command 'precompute' takes capacity(n) with a number of entries, from 1 to 1099511627776 [insum-schedule-argument]
  // expect-note@+1:95: see 'insum help schedules'
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, hash, capacity(1099511627777))
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:65: the schedule command 'precompute' takes capacity, pipeline and double_buffer with auto, coord, bucket or hash [insum-schedule-argument]
  // expect-note@+1:65: see 'insum help schedules'
  #pragma insum schedule precompute(B[k,j], {j}, {j}, W, dense, pipeline)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum workspace W : hash
  // expect-error@+2:44: the schedule command 'precompute' takes no kind of workspace, where a workspace line has one [insum-schedule-argument]
  // expect-note@+1:44: see 'insum help schedules'
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, coord)
  INSUM_REQUIRED;
  #pragma insum E[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:54: unknown index 'q' in a schedule [insum-unknown-schedule-index]
  // expect-note@+1:54: name loops of the nest
  #pragma insum schedule precompute(A[i,k] * B[k,j], {i,j,q}, {i,j,q}, W, hash)
  INSUM_REQUIRED;
  #pragma insum E[i,j] = A[i,k] * B[k,j] + D[i,j]
  // expect-error@+2:26: 'D[i,j]' cannot be precomputed: it has no index k [insum-impossible-precompute]
  // expect-note@+1:26: name its own indices
  #pragma insum schedule precompute(D[i,j], {k}, {k}, W, hash)
  INSUM_REQUIRED;
  #pragma insum E[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:26: the schedule command 'precompute' takes every index once, found i twice [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule precompute(A[i,k] * B[k,j], {i,i}, {i,ii}, W, hash)
  INSUM_REQUIRED;
  #pragma insum E[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:61: the schedule command 'precompute' takes a new name here, but 'k' is an index already [insum-schedule-argument]
  // expect-note@+1:61: see 'insum help schedules'
  #pragma insum schedule precompute(A[i,k] * B[k,j], {i,j}, {i,k}, W, hash)
  INSUM_REQUIRED;
  #pragma insum E[i,j] max= A[i,k] * B[k,j] * D[i,k]
  // expect-error@+2:26: 'A[i,k] * B[k,j]' cannot be precomputed: 'max=' does not distribute over a product [insum-impossible-precompute]
  // expect-note@+1:26: precompute all that is reduced
  #pragma insum schedule precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, hash)
  INSUM_REQUIRED;
  #pragma insum E[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:75: unknown index 'i0' in a schedule [insum-unknown-schedule-index]
  // expect-note@+1:75: name loops of the nest
  #pragma insum schedule split(i, i0, i1, 4), precompute(A[i,k] * B[k,j], {i0,j}, {i0,j}, W, hash)
  INSUM_REQUIRED;
  #pragma insum E[i,j] = A[i,k] * B[k,j] + D[i,j]
  // expect-error@+2:26: 'A[i,k] * B[j,k]' cannot be precomputed: it is no product of factors of a term [insum-impossible-precompute]
  // expect-note@+1:26: write it as in the Einsum
  #pragma insum schedule precompute(A[i,k] * B[j,k], {i,j}, {i,j}, W, hash)
  INSUM_REQUIRED;
  #pragma insum E[i,j] = A[i,k] * B[k,j] * D[i,j]
  // expect-error@+2:82: 'W' cannot be precomputed: the loops around it do not visit the outer levels of W in order [insum-impossible-precompute]
  // expect-note@+1:82: give it all indices of W, or change the order of the loops
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {j}, {j}, W, hash)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:44: 'A[i,k] * B[k,j]' cannot be precomputed: the indices are not the last ones of C in the order of its levels [insum-impossible-precompute]
  // expect-note@+1:44: name all of its indices, or the last ones
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {i}, {i}, W, hash)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:82: 'W' cannot be precomputed: the loops around it do not visit the outer levels of C in order [insum-impossible-precompute]
  // expect-note@+1:82: give it all indices of C, or change the order of the loops
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {j}, {j}, W, hash)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:44: 'A[i,k] + B[k,j]' cannot be precomputed: it is no product of factors of a term [insum-impossible-precompute]
  // expect-note@+1:44: write it as in the Einsum
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] + B[k,j], {i,j}, {i,j}, W, hash)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = D[i,j] * 2
  // expect-error@+2:27: no workspace C is needed: no precompute makes one of this name, and no sparse result of this name is collected in one [insum-unused-workspace]
  // expect-note@+1:27: name one or the other
  #pragma insum workspace C : hash
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:27: no workspace W is needed: no precompute makes one of this name, and no sparse result of this name is collected in one [insum-unused-workspace]
  // expect-note@+1:27: name one or the other
  #pragma insum workspace W : hash
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:27: no workspace for C is needed: precompute names one [insum-unused-workspace]
  // expect-note@+1:27: leave out one of the two
  #pragma insum workspace C : hash
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, coord)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j] + D[i,j]
  // expect-error@+2:79: 'D[i,j]' cannot be precomputed: C is collected in the workspace W already [insum-impossible-precompute]
  // expect-note@+1:79: name one workspace, of one policy and the same indices
  #pragma insum schedule precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, coord), precompute(D[i,j], {i,j}, {i,j}, V, coord)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j] + D[i,j]
  // expect-error@+2:79: 'D[i,j]' cannot be precomputed: C is collected in the workspace W already [insum-impossible-precompute]
  // expect-note@+1:79: name one workspace, of one policy and the same indices
  #pragma insum schedule precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, coord), precompute(D[i,j], {i,j}, {i,j}, W, hash)
  INSUM_REQUIRED;
  // expect-error@+2:17: a bound of the memory beside the dcsc copy of B is not supported yet [insum-not-supported-yet]
  // expect-note@+1:17: store B as dcsc, try schedule no_convert, or leave memory <= ... out
  #pragma insum C[i,j] = D[i,k] * B[j,k]
  #pragma insum assume(memory <= 1000000)
  INSUM_REQUIRED;
  // expect-error@+2:17: a bound of the memory beside the dcsc copy of B is not supported yet [insum-not-supported-yet]
  // expect-note@+1:17: store B as dcsc, try schedule no_convert, or leave memory <= ... out
  #pragma insum C[i,j] = D[i,k] * B[j,k]
  #pragma insum schedule memory <= 1000000
  INSUM_REQUIRED;
  #pragma insum C[i,j] = D[i,j]
  // expect-error@+3:26: the schedule command 'memory' takes one bound: give one bound, not two [insum-schedule-argument]
  // expect-note@+2:26: see 'insum help schedules'
  #pragma insum assume(memory <= 1e9)
  #pragma insum schedule memory <= 1e8
  INSUM_REQUIRED;
  #pragma insum C[i,j] = D[i,j]
  // expect-error@+2:24: 'memory' cannot be assumed like this [insum-assumption-value]
  // expect-note@+1:24: write memory <= 1e9
  #pragma insum assume(memory >= 1000000)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = D[i,j]
  // expect-error@+2:24: 'memory' cannot be assumed like this [insum-assumption-value]
  // expect-note@+1:24: give a number of bytes, 1 or more
  #pragma insum assume(memory <= 0)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = D[i,j]
  // expect-error@+2:34: 'share' must be an integer, but it has type 'double' [insum-not-an-integer]
  // expect-note@+1:34: use an expression of integer type
  #pragma insum assume(memory <= share)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = D[i,j]
  // expect-error@+2:24: 'memory' cannot be assumed like this [insum-assumption-value]
  // expect-note@+1:24: give a number of bytes, 1 or more
  #pragma insum assume(memory <= none)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = D[i,j]
  // expect-error@+2:40: 'memory' cannot be assumed like this [insum-assumption-value]
  // expect-note@+1:40: give one bound, not two
  #pragma insum assume(memory <= much, memory <= 4)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:86: the schedule command 'precompute' takes a new name here, but 'A' is a tensor [insum-schedule-argument]
  // expect-note@+1:86: see 'insum help schedules'
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {i,j}, {i,j}, A, hash)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:86: the schedule command 'precompute' takes a new name here, but 'C' is a tensor [insum-schedule-argument]
  // expect-note@+1:86: see 'insum help schedules'
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {i,j}, {i,j}, C, hash)
  INSUM_REQUIRED;
  #pragma insum E[i,j] = D[i,k] * B[k,j]
  // expect-error@+2:64: the schedule command 'precompute' takes a new name here, but 'k' is an index already [insum-schedule-argument]
  // expect-note@+1:64: see 'insum help schedules'
  #pragma insum schedule precompute(D[i,k] * B[k,j], {j}, {j}, k, dense)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:96: 'A[i,k] * B[k,j]' cannot be precomputed: a command before this one computes it into W already [insum-impossible-precompute]
  // expect-note@+1:96: leave out one of the two
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, hash), precompute(A[i,k]*B[k,j], {i,j}, {i,j}, W, hash)
  INSUM_REQUIRED;
  #pragma insum E[i,j] = D[i,k] * B[k,j]
  // expect-error@+2:75: 'D[i,k] * B[k,j]' cannot be precomputed: a command before this one computes it into W already [insum-impossible-precompute]
  // expect-note@+1:75: leave out one of the two
  #pragma insum schedule precompute(D[i,k] * B[k,j], {j}, {j}, W, dense), precompute(D[i,k] * B[k,j], {j}, {j}, W, dense)
  INSUM_REQUIRED;
}

void of_one_nest(const insum::csc<double>& D, const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C) {
  #pragma insum C[i,j] = D[i,j] + A[i,k] * B[k,j]
  // expect-error@+2:92: the loop over i cannot be parallel: C is built in parts of the outermost loop, j, of the nest that reads D [insum-impossible-parallelize]
  // expect-note@+1:92: parallelize the outermost loop
  #pragma insum schedule precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, coord, capacity(2)), parallelize(i)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  // expect-error@+2:26: the loop over k cannot be parallel: C is built in parts of the outermost loop, i [insum-impossible-parallelize]
  // expect-note@+1:26: parallelize the outermost loop
  #pragma insum schedule parallelize(k)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,j]
  // expect-error@+2:26: 'A[i,j]' cannot be precomputed: C has its entries where A has them [insum-impossible-precompute]
  // expect-note@+1:26: name another part of the right side, or leave precompute out
  #pragma insum schedule precompute(A[i,j], {i,j}, {i,j}, W, hash)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,j]
  // expect-error@+2:26: 'A[i,j]' cannot be precomputed: C has its entries where A has them [insum-impossible-precompute]
  // expect-note@+1:26: name another part of the right side, or leave precompute out
  #pragma insum schedule precompute(A[i,j], {i,j}, {i,j}, W, dense)
  INSUM_REQUIRED;
}

void bounded(const insum::csc<double>& A, const insum::csr<double>& B, insum::dcsr<double>& C) {
  // expect-error@+2:17: a bound of the memory beside the csr copy of A is not supported yet [insum-not-supported-yet]
  // expect-note@+1:17: store A as csr, try schedule no_convert, or leave memory <= ... out
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum workspace C : dense
  #pragma insum assume(memory <= 4000000)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum workspace C : dense
  #pragma insum assume(memory <= 4000000)
  #pragma insum schedule no_convert
  INSUM_REQUIRED;
}

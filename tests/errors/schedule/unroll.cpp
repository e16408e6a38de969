// Copies of a loop's body.
#include <vector>

void csr(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the schedule command 'unroll' takes 2 arguments, found 1 [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule unroll(j)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:36: the schedule command 'unroll' takes a whole number from 1 to 64 here [insum-schedule-argument]
  // expect-note@+1:36: see 'insum help schedules'
  #pragma insum schedule unroll(j, 0)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:36: the schedule command 'unroll' takes a whole number from 1 to 64 here [insum-schedule-argument]
  // expect-note@+1:36: see 'insum help schedules'
  #pragma insum schedule unroll(j, 65)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:36: the schedule command 'unroll' takes a whole number from 1 to 64 here [insum-schedule-argument]
  // expect-note@+1:36: see 'insum help schedules'
  #pragma insum schedule unroll(j, i)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:33: unknown index 'q' in a schedule [insum-unknown-schedule-index]
  // expect-note@+1:33: the indices of this block are i, j, k
  #pragma insum schedule unroll(q, 4)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:33: the schedule command 'unroll' takes an index here [insum-schedule-argument]
  // expect-note@+1:33: see 'insum help schedules'
  #pragma insum schedule unroll(1, 4)
  {}
}

void diagonals(int m, int n, const double* a, const std::vector<int>& offsets, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : dia(offsets, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:33: index 'j' has no loop of its own: it is computed from others [insum-schedule-without-loop]
  // expect-note@+1:33: name the indices of the loops around it
  #pragma insum schedule unroll(j, 2)
  {}
}

void told_twice(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : dense(a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:40: the loop over j cannot be unrolled: it is unrolled already [insum-impossible-unroll]
  // expect-note@+1:40: give the number of copies in one command
  #pragma insum schedule unroll(j, 4), unroll(j, 2)
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : dense(a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:40: the loop over j cannot be unrolled: it is vectorized already [insum-impossible-unroll]
  // expect-note@+1:40: leave one of the two commands out, or give each a loop: split(j, j0, j1, 8), unroll(j0, 4), vectorize(j1)
  #pragma insum schedule vectorize(j), unroll(j, 4)
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : dense(a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:61: the loop over j1 cannot be unrolled: it is vectorized already [insum-impossible-unroll]
  // expect-note@+1:61: leave one of the two commands out, or give each a loop: split(j1, j10, j11, 8), unroll(j10, 4), vectorize(j11)
  #pragma insum schedule vectorize(j), split(j, j0, j1, 8), unroll(j1, 4)
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : dense(a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:40: the loops over i and j cannot be fused: the loop over j is unrolled already [insum-impossible-fuse]
  // expect-note@+1:40: fuse first, then vectorize or unroll
  #pragma insum schedule unroll(j, 4), fuse(i, j, f)
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : dense(a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule split(j, j0, j1, 8), unroll(j0, 4), vectorize(j1)
  {}
  #pragma insum y[i] = A[i,j] * B[i,j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[m,n] : csr(pos, crd, x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:26: the loop over j cannot be unrolled: it merges level 1 of A (compressed) with level 1 of B (compressed) [insum-impossible-unroll]
  // expect-note@+1:26: unroll another loop, or leave the command out
  #pragma insum schedule unroll(j, 4)
  {}
}

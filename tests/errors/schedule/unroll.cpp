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

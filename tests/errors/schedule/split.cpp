// Loops in parts.
#include <vector>

void csr(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the schedule command 'split' takes 4 arguments, found 3 [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule split(j, j0, j1)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the schedule command 'split' takes 4 arguments, found 5 [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule split(j, j0, j1, 32, 4)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:32: unknown index 'q' in a schedule [insum-unknown-schedule-index]
  // expect-note@+1:32: the indices of this block are i, j, k
  #pragma insum schedule split(q, q0, q1, 32)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:32: the schedule command 'split' takes an index here [insum-schedule-argument]
  // expect-note@+1:32: see 'insum help schedules'
  #pragma insum schedule split(2, j0, j1, 32)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:35: the schedule command 'split' takes the name of a new index here [insum-schedule-argument]
  // expect-note@+1:35: see 'insum help schedules'
  #pragma insum schedule split(j, 0, j1, 32)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:35: the schedule command 'split' takes a new name here, but 'i' is an index already [insum-schedule-argument]
  // expect-note@+1:35: see 'insum help schedules'
  #pragma insum schedule split(j, i, j1, 32)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the schedule command 'split' takes two different names for the new indices [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule split(j, jj, jj, 32)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:43: the schedule command 'split' takes a whole number from 1 to 1048576 here [insum-schedule-argument]
  // expect-note@+1:43: see 'insum help schedules'
  #pragma insum schedule split(j, j0, j1, 0)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:43: the schedule command 'split' takes a whole number from 1 to 1048576 here [insum-schedule-argument]
  // expect-note@+1:43: see 'insum help schedules'
  #pragma insum schedule split(j, j0, j1, 2000000)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:43: the schedule command 'split' takes a whole number from 1 to 1048576 here [insum-schedule-argument]
  // expect-note@+1:43: see 'insum help schedules'
  #pragma insum schedule split(j, j0, j1, n)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the loop over k cannot be split: it enumerates level 1 of A (compressed) [insum-impossible-split]
  // expect-note@+1:26: split its positions: pos(k, kp, A[i,k])
  #pragma insum schedule split(k, k0, k1, 32)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:48: the loop over j cannot be split: its loop is in parts already (j0, j1) [insum-impossible-split]
  // expect-note@+1:48: split one of them
  #pragma insum schedule split(j, j0, j1, 32), split(j, j2, j3, 8)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule split(j, j0, j1, 32), split(j0, j2, j3, 8)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:35: the schedule command 'split' takes a new name here, but 'B' is a tensor [insum-schedule-argument]
  // expect-note@+1:35: see 'insum help schedules'
  #pragma insum schedule split(j, B, j1, 32)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:39: the schedule command 'split' takes a new name here, but 'm' is a name in the kernel [insum-schedule-argument]
  // expect-note@+1:39: see 'insum help schedules'
  #pragma insum schedule split(j, j0, m, 32)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:52: the loop over i cannot be split: its threads share its entries equally [insum-impossible-split]
  // expect-note@+1:52: split first, then parallelize
  #pragma insum schedule parallelize(i, nonzeros), split(i, i0, i1, 4)
  {}
}

void blocks(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : bcsr<4,4>(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the loop over i cannot be split: its loop is in parts already (i0, i1) [insum-impossible-split]
  // expect-note@+1:26: split one of them
  #pragma insum schedule split(i, i2, i3, 8)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : bcsr<4,4>(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the loop over k0 cannot be split: it enumerates level 1 of A (compressed) [insum-impossible-split]
  // expect-note@+1:26: split its positions: pos(k0, k0p, A)
  #pragma insum schedule split(k0, k2, k3, 8)
  {}
}

void diagonals(int m, int n, const double* a, const std::vector<int>& offsets, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : dia(offsets, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:26: the loop over i cannot be split: its loop is in parts already (d, i_2) [insum-impossible-split]
  // expect-note@+1:26: split one of them
  #pragma insum schedule split(i, i0, i1, 8)
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : dia(offsets, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:32: index 'j' has no loop of its own: it is computed from others [insum-schedule-without-loop]
  // expect-note@+1:32: name the indices of the loops around it
  #pragma insum schedule split(j, j0, j1, 8)
  {}
}

void doubly_compressed(int m, int n, const int* pos0, const int* crd0, const int* pos1, const int* crd1, const double* a,
                       const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : dcsr(pos0, crd0, pos1, crd1, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:26: the loop over j cannot be split: it enumerates level 1 of A (compressed) [insum-impossible-split]
  // expect-note@+1:26: leave it whole: its positions cannot be split either, since level 0 of A (compressed) above it is walked by coordinates
  #pragma insum schedule split(j, j0, j1, 8)
  {}
}

void list(int m, int n, const std::vector<int>& rows, const std::vector<int>& cols, const double* a, const double* x,
          double* y) {
  #pragma insum y[i] += A[i,j] * x[j]
  #pragma insum tensor A[m,n] : coo(rows, cols, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:26: the loop over j cannot be split: it enumerates level 1 of A (singleton) [insum-impossible-split]
  // expect-note@+1:26: split the loop around it: level 1 of A (singleton) has one coordinate at a time
  #pragma insum schedule split(j, j0, j1, 8)
  {}
}

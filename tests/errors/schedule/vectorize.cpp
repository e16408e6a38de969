// Loops in vector registers.
#include <vector>

void csr(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the schedule command 'vectorize' takes 1 argument, found 0 [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule vectorize()
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the schedule command 'vectorize' takes 1 argument, found 2 [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule vectorize(j, 8)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:36: unknown index 'q' in a schedule [insum-unknown-schedule-index]
  // expect-note@+1:36: the indices of this block are i, j, k
  #pragma insum schedule vectorize(q)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:36: the schedule command 'vectorize' takes an index here [insum-schedule-argument]
  // expect-note@+1:36: see 'insum help schedules'
  #pragma insum schedule vectorize(1)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:44: the loop over k cannot be vectorised: level 1 of A (compressed) does not store consecutive coordinates [insum-impossible-vectorize]
  // expect-note@+1:44: put the loop innermost with reorder, or vectorize a dense index
  #pragma insum schedule reorder(i, k, j), vectorize(k)
  {}
  #pragma insum C[D[i],j] = B[i,j]
  #pragma insum tensor D[m] : dense(pos)
  #pragma insum tensor B[m,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:41: the loop over i cannot be vectorised: C does not move by a constant distance with i [insum-impossible-vectorize]
  // expect-note@+1:41: put the loop innermost with reorder, or vectorize a dense index
  #pragma insum schedule reorder(i, j), vectorize(i)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:40: the loop over k cannot be vectorised: the loop over j of the same nest is vectorized already [insum-impossible-vectorize]
  // expect-note@+1:40: vectorize one loop of a nest
  #pragma insum schedule vectorize(j), vectorize(k)
  {}
}

void diagonals(int m, int n, const double* a, const std::vector<int>& offsets, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : dia(offsets, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:36: index 'j' has no loop of its own: it is computed from others [insum-schedule-without-loop]
  // expect-note@+1:36: name the indices of the loops around it
  #pragma insum schedule vectorize(j)
  {}
}

void told_otherwise(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : dense(a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:40: the loop over j cannot be vectorised: it is unrolled already [insum-impossible-vectorize]
  // expect-note@+1:40: leave one of the two commands out, or give each a loop: split(j, j0, j1, 8), unroll(j0, 4), vectorize(j1)
  #pragma insum schedule unroll(j, 4), vectorize(j)
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : dense(a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:40: the loops over i and j cannot be fused: the loop over j is vectorized already [insum-impossible-fuse]
  // expect-note@+1:40: fuse first, then vectorize or unroll
  #pragma insum schedule vectorize(j), fuse(i, j, f)
  {}
  #pragma insum y[i,k] = A[i,j] * x[j,k]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n,m] : dense(x)
  #pragma insum tensor y[m,m] : dense(y)
  // expect-error@+2:44: the loop over j cannot be vectorised: level 1 of A (compressed) does not store consecutive coordinates [insum-impossible-vectorize]
  // expect-note@+1:44: put the loop innermost with reorder, or vectorize a dense index
  #pragma insum schedule reorder(i, k, j), vectorize(j), reorder(i, j, k)
  {}
  #pragma insum C[i,j] = A[i,j] + B[i,j]
  #pragma insum tensor A[m,n] : dense(a)
  #pragma insum tensor B[m,n] : dense(x)
  #pragma insum tensor C[m,n] : dense(y) order(1, 0)
  // expect-error@+2:55: the loop over j cannot be parallel: the loop over i around it is vectorized already [insum-impossible-parallelize]
  // expect-note@+1:55: put the loop over j outside of it with reorder
  #pragma insum schedule reorder(i, j), vectorize(i), parallelize(j)
  {}
}

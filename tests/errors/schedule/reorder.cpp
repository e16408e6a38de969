// Orders of loops.
#include <vector>

void csr(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the schedule command 'reorder' takes at least 2 arguments, found 1 [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule reorder(i)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the schedule command 'reorder' takes at least 2 arguments, found 0 [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule reorder()
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:37: unknown index 'q' in a schedule [insum-unknown-schedule-index]
  // expect-note@+1:37: the indices of this block are i, j, k
  #pragma insum schedule reorder(i, q)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:37: the schedule command 'reorder' takes an index here [insum-schedule-argument]
  // expect-note@+1:37: see 'insum help schedules'
  #pragma insum schedule reorder(i, 3)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the schedule command 'reorder' takes every index once, found i twice [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule reorder(i, j, i)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the loops cannot stand in the order k, j, i: level 1 of A (compressed, index k) is stored below level 0 (index i) [insum-impossible-loop-order]
  // expect-note@+1:26: put i outside of k, or store the tensor in another order
  #pragma insum schedule reorder(k, i)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the loops cannot stand in the order j, k, i: level 1 of A (compressed, index k) is stored below level 0 (index i) [insum-impossible-loop-order]
  // expect-note@+1:26: put i outside of k, or store the tensor in another order
  #pragma insum schedule reorder(j, k, i)
  {}
}

void pattern_of_operand(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,j] * X[i,k] * Y[j,k]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor C[m,n] : csr(pos, crd, c)
  #pragma insum tensor X[m,k] : dense(b)
  #pragma insum tensor Y[n,k] : dense(b)
  // expect-error@+2:26: the loops cannot stand in the order i, k, j: entries of C are in an operand's pattern, and are summed one at a time [insum-impossible-loop-order]
  // expect-note@+1:26: put the loops over the result's indices first
  #pragma insum schedule reorder(k, j)
  {}
  #pragma insum C[i,j] = A[i,j] * X[i,k] * Y[j,k]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor C[m,n] : csr(pos, crd, c)
  #pragma insum tensor X[m,k] : dense(b)
  #pragma insum tensor Y[n,k] : dense(b)
  // expect-error@+2:26: the loops cannot stand in the order j, i, k: level 1 of A (compressed, index j) is stored below level 0 (index i) [insum-impossible-loop-order]
  // expect-note@+1:26: put i outside of j, or store the tensor in another order
  #pragma insum schedule reorder(j, i)
  {}
}

void diagonals(int m, int n, const double* a, const std::vector<int>& offsets, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : dia(offsets, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:37: index 'j' has no loop of its own: it is computed from others [insum-schedule-without-loop]
  // expect-note@+1:37: name the indices of the loops around it
  #pragma insum schedule reorder(i, j)
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : dia(offsets, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:26: the loops cannot stand in the order i_2, d: the range of i_2 depends on d [insum-impossible-loop-order]
  // expect-note@+1:26: put d outside of i_2
  #pragma insum schedule reorder(i_2, d)
  {}
}

void built(int m, const double* d, const int* pos, const int* crd, const double* b, std::vector<int>& p,
           std::vector<int>& c, std::vector<double>& v) {
  #pragma insum C[i,j] = D[i,k] * B[k,j]
  #pragma insum tensor D[m,m] : dense(d)
  #pragma insum tensor B[m,m] : csr(pos, crd, b)
  #pragma insum tensor C[m,m] : csr(p, c, v)
  // expect-error@+2:51: the loops cannot stand in the order k, i, j: C is built in parts of the outermost loop [insum-impossible-loop-order]
  // expect-note@+1:51: reorder first, then parallelize
  #pragma insum schedule parallelize(i, dynamic), reorder(k, i)
  {}
}

void parts(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:66: the loops cannot stand in the order i, pi, po: the range of pi depends on po [insum-impossible-loop-order]
  // expect-note@+1:66: put po outside of pi
  #pragma insum schedule pos(j, p, A[i,j]), split(p, po, pi, 4), reorder(pi, po)
  {}
}

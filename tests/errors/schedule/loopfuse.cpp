// loopfuse, and paths.
#include <vector>

void arguments(int m, int n, int k, int l, const int* pos, const int* crd, const double* b, const double* c, const double* d, double* a) {
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:26: the schedule command 'loopfuse' takes 2 to 3 arguments, found 1 [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule loopfuse(1)
  {}
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:38: the schedule command 'loopfuse' takes left or right here, the side of the producer [insum-schedule-argument]
  // expect-note@+1:38: see 'insum help schedules'
  #pragma insum schedule loopfuse(1, up)
  {}
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:35: the schedule command 'loopfuse' takes a whole number from 1 to 2 here [insum-schedule-argument]
  // expect-note@+1:35: see 'insum help schedules'
  #pragma insum schedule loopfuse(x, left)
  {}
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:35: the schedule command 'loopfuse' takes a whole number from 1 to 2 here [insum-schedule-argument]
  // expect-note@+1:35: see 'insum help schedules'
  #pragma insum schedule loopfuse(0, left)
  {}
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:35: the schedule command 'loopfuse' takes a whole number from 1 to 2 here [insum-schedule-argument]
  // expect-note@+1:35: see 'insum help schedules'
  #pragma insum schedule loopfuse(3, left, {})
  {}
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:48: the schedule command 'loopfuse' takes a path of 0 (to the producer) and 1 (to the consumer) here [insum-schedule-argument]
  // expect-note@+1:48: see 'insum help schedules'
  #pragma insum schedule loopfuse(1, left, {0, 2})
  {}
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:44: the schedule command 'loopfuse' takes a path of 0 (to the producer) and 1 (to the consumer) here [insum-schedule-argument]
  // expect-note@+1:44: see 'insum help schedules'
  #pragma insum schedule loopfuse(1, left, q)
  {}
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:49: the schedule command 'loopfuse' takes one path, and has {...} already [insum-schedule-argument]
  // expect-note@+1:49: see 'insum help schedules'
  #pragma insum schedule loopfuse(1, left, {0}; 1)
  {}
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:46: the schedule command 'split' takes no path after ';', as reorder and loopfuse do [insum-schedule-argument]
  // expect-note@+1:46: see 'insum help schedules'
  #pragma insum schedule split(i, i0, i1, 4; 0)
  {}
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:40: the schedule command 'reorder' takes a path of 0 (to the producer) and 1 (to the consumer) here [insum-schedule-argument]
  // expect-note@+1:40: see 'insum help schedules'
  #pragma insum schedule reorder(i, l; x)
  {}
}

void paths(int m, int n, int k, int l, const int* pos, const int* crd, const double* b, const double* c, const double* d, double* a) {
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:44: the path {0} leads to no such nest of loops: no nest was split there [insum-impossible-path]
  // expect-note@+1:44: leave it out, or split the nest first, with loopfuse
  #pragma insum schedule loopfuse(1, left, {0})
  {}
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:40: the path {1} leads to no such nest of loops: no nest was split there [insum-impossible-path]
  // expect-note@+1:40: leave it out, or split the nest first, with loopfuse
  #pragma insum schedule reorder(i, l; 1)
  {}
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:67: the path {} leads to no such nest of loops: the nest there is split into branches [insum-impossible-path]
  // expect-note@+1:67: those that lead to nests are {0} and {1}
  #pragma insum schedule loopfuse(2, left, {}), loopfuse(1, left, {})
  {}
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:53: the path {0} leads to no such nest of loops: the nest there has no loop over l [insum-impossible-path]
  // expect-note@+1:53: its loops are over i, j, k
  #pragma insum schedule loopfuse(2, left), reorder(l, k; 0)
  {}
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:63: the path {0, 1} leads to no such nest of loops: no nest was split there [insum-impossible-path]
  // expect-note@+1:63: those that lead to nests are {0} and {1}
  #pragma insum schedule loopfuse(2, left), loopfuse(1, left, {0, 1})
  {}
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:84: the path {0} leads to no such nest of loops: the nest there is split into branches [insum-impossible-path]
  // expect-note@+1:84: those that lead to nests are {0, 0}, {0, 1} and {1}
  #pragma insum schedule loopfuse(2, left), loopfuse(1, right, {0}), reorder(j, k; 0)
  {}
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:35: the schedule command 'loopfuse' takes a whole number from 1 to 2 here [insum-schedule-argument]
  // expect-note@+1:35: see 'insum help schedules'
  #pragma insum schedule loopfuse(4, left), reorder(k, l; 1), loopfuse(1, left, {1})
  {}
}

void loops_around(int m, int n, int k, int l, const int* pos, const int* crd, const double* b, const double* c, const double* d, double* a) {
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:70: the loops cannot stand in the order l, k, i: loopfuse has left the loop over i around a producer as well [insum-impossible-loop-order]
  // expect-note@+1:70: order the loops around both before loopfuse
  #pragma insum schedule reorder(i, j, k, l), loopfuse(2, left, {}), reorder(l, i; 1)
  {}
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:70: the loops cannot stand in the order j, i, k: level 1 of B (compressed, index j) is stored below level 0 (index i) [insum-impossible-loop-order]
  // expect-note@+1:70: put i outside of j, or store the tensor in another order
  #pragma insum schedule reorder(i, j, k, l), loopfuse(2, left, {}), reorder(j, i; 0)
  {}
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:70: the loop over l cannot be parallel: threads would be started inside of the loop over i, which loopfuse has left around a producer as well [insum-impossible-parallelize]
  // expect-note@+1:70: parallelize that one
  #pragma insum schedule reorder(i, j, k, l), loopfuse(2, left, {}), parallelize(l)
  {}
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:66: the loops over i and j cannot be fused: loopfuse has left the loop over i around a producer as well [insum-impossible-fuse]
  // expect-note@+1:66: fuse first, then loopfuse
  #pragma insum schedule reorder(i, j, l, k), loopfuse(1, left), fuse(i, j, f)
  {}
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:66: the loop over j cannot run over positions: loopfuse has left it around a producer as well [insum-impossible-pos]
  // expect-note@+1:66: use pos for other loops
  #pragma insum schedule reorder(i, j, l, k), loopfuse(1, left), pos(j, p, B[i,j])
  {}
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:66: 'D[k,l]' cannot be precomputed: loopfuse has left the loop over i around a producer as well [insum-impossible-precompute]
  // expect-note@+1:66: let precompute stand before loopfuse
  #pragma insum schedule reorder(i, j, k, l), loopfuse(2, left), precompute(D[k,l], {l}, {l}, W, dense)
  {}
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:67: the loop over l cannot be vectorised: loopfuse has left it around a producer as well [insum-impossible-vectorize]
  // expect-note@+1:67: vectorize an inner loop
  #pragma insum schedule reorder(l, i, j, k), loopfuse(1, right), vectorize(l)
  {}
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:80: the loop over i cannot be vectorised: loopfuse has left it around a producer as well [insum-impossible-vectorize]
  // expect-note@+1:80: vectorize an inner loop
  #pragma insum schedule reorder(i, j, k, l), vectorize(l), loopfuse(2, left), vectorize(i)
  {}
}

void terms(int m, int n, int k, int l, const int* pos, const int* crd, const double* b, const double* c, const double* d, double* a) {
  #pragma insum A[i,l] min= B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:26: loopfuse cannot split the nest of A: 'min=' does not distribute over a product [insum-impossible-loopfuse]
  // expect-note@+1:26: leave loopfuse out
  #pragma insum schedule loopfuse(1, left)
  {}
  #pragma insum A[i,j] = 2 - B[i,j]
  #pragma insum tensor B[m,n] : dense(b)
  #pragma insum tensor A[m,n] : dense(a)
  // expect-error@+2:26: loopfuse cannot split the nest of A: its term is no product of several operands [insum-impossible-loopfuse]
  // expect-note@+1:26: leave loopfuse out, or use precompute for a part of the term
  #pragma insum schedule loopfuse(1, left)
  {}
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l] + C[i,j] * C[j,l]
  #pragma insum tensor B[k,k] : csr(pos, crd, b)
  #pragma insum tensor C[k,k] : dense(c)
  #pragma insum tensor D[k,k] : dense(d)
  #pragma insum tensor A[k,k] : dense(a)
  // expect-error@+2:26: loopfuse cannot split the nest of A: another one, of A, is a product as well [insum-impossible-loopfuse]
  // expect-note@+1:26: give each product a block of its own
  #pragma insum schedule loopfuse(1, left)
  {}
  #pragma insum A[i,j] = B[i,j] * C[i,k] * D[k,j]
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[m,k] : dense(c)
  #pragma insum tensor D[k,n] : dense(d)
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  // expect-error@+2:26: loopfuse cannot split the nest of A: A has its entries where B has them [insum-impossible-loopfuse]
  // expect-note@+1:26: split it at another place, or leave loopfuse out
  #pragma insum schedule loopfuse(2, left)
  {}
}

void diagonals(int m, int n, int k, int l, const std::vector<int>& offsets, const double* b, const double* c, const double* d, double* a) {
  #pragma insum A[i,l] = B[i,j] * C[j,k] * D[k,l]
  #pragma insum tensor B[m,n] : dia(offsets, b)
  #pragma insum tensor C[n,k] : dense(c)
  #pragma insum tensor D[k,l] : dense(d)
  #pragma insum tensor A[m,l] : dense(a)
  // expect-error@+2:26: loopfuse cannot split the nest of A: the loop over d has no constant number of values [insum-impossible-loopfuse]
  // expect-note@+1:26: split it at another place, or leave loopfuse out
  #pragma insum schedule loopfuse(1, left)
  {}
}

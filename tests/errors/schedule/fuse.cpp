// Two loops as one.
#include <span>

void csr(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the schedule command 'fuse' takes 3 arguments, found 2 [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule fuse(i, j)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:34: unknown index 'q' in a schedule [insum-unknown-schedule-index]
  // expect-note@+1:34: the indices of this block are i, j, k
  #pragma insum schedule fuse(i, q, f)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the schedule command 'fuse' takes two different indices [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule fuse(i, i, f)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:37: the schedule command 'fuse' takes a new name here, but 'j' is an index already [insum-schedule-argument]
  // expect-note@+1:37: see 'insum help schedules'
  #pragma insum schedule fuse(i, k, j)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:37: the schedule command 'fuse' takes the name of a new index here [insum-schedule-argument]
  // expect-note@+1:37: see 'insum help schedules'
  #pragma insum schedule fuse(i, k, 2)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the loops over i and k cannot be fused: the loop over j stands between them [insum-impossible-fuse]
  // expect-note@+1:26: move it with reorder(i, k, j)
  #pragma insum schedule fuse(i, k, f)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:44: the loops over k and i cannot be fused: the loop over i is outside of the one over k [insum-impossible-fuse]
  // expect-note@+1:44: swap the two names
  #pragma insum schedule reorder(i, k, j), fuse(k, i, f)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:42: the loops over i and j cannot be fused: the loop over i is parallel already [insum-impossible-fuse]
  // expect-note@+1:42: fuse first, then parallelize
  #pragma insum schedule parallelize(i), fuse(i, j, f)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:48: the loops over jo and ji cannot be fused: the range of ji depends on jo [insum-impossible-fuse]
  // expect-note@+1:48: fuse before split
  #pragma insum schedule split(j, jo, ji, 32), fuse(jo, ji, f)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:79: the loops over i and f cannot be fused: the range of f depends on i [insum-impossible-fuse]
  // expect-note@+1:79: fuse before split
  #pragma insum schedule reorder(i, k, j), pos(k, kp, A[i,k]), fuse(k, j, f), fuse(i, f, g)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:49: index 'j' has no loop of its own: it is computed from others [insum-schedule-without-loop]
  // expect-note@+1:49: name the indices of the loops around it
  #pragma insum schedule fuse(i, j, f), fuse(f, j, g)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:59: the loop over f cannot be split: it enumerates the entries of A [insum-impossible-split]
  // expect-note@+1:59: split their positions: pos(f, fp, A)
  #pragma insum schedule reorder(i, k, j), fuse(i, k, f), split(f, fo, fi, 64)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule pos(k, kp, A[i,k]), fuse(i, j, f)
  {}
}

void blocks(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : bcsr<2,2>(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:26: the loops over i and k cannot be fused: the loop over i is in parts (i0, i1) [insum-impossible-fuse]
  // expect-note@+1:26: name one of them
  #pragma insum schedule fuse(i, k, f)
  {}
}

void two_operands(int m, int n, const int* pos, const int* crd, const double* a, const int* pos2, const int* crd2, const double* b, int count, double* y) {
  #pragma insum y[i] = A[i,k] * B[i]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[m] : coo(std::span(crd2, count), std::span(b, count))
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:26: the loops over i and k cannot be fused: level 0 of B (compressed) and level 1 of A (compressed) are of different operands [insum-impossible-fuse]
  // expect-note@+1:26: fuse the loops over one operand's entries
  #pragma insum schedule fuse(i, k, f)
  {}
}

void terms(int m, int n, const double* a, const double* b, double* y) {
  #pragma insum y[i] = a[i] + sum(k: b[k])
  #pragma insum tensor a[m] : dense(a)
  #pragma insum tensor b[n] : dense(b)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum schedule fuse(i, k, f)
  {}
}

void large(const double* a, double* y) {
  #pragma insum y[i,j] = a[i,j]
  #pragma insum tensor a[5000000000,5000000000] : dense(a)
  #pragma insum tensor y[5000000000,5000000000] : dense(y)
  // expect-error@+2:26: the loops over i and j cannot be fused: the product of their sizes is no 64-bit number [insum-impossible-fuse]
  // expect-note@+1:26: leave fuse out
  #pragma insum schedule fuse(i, j, f)
  {}
}

void in_place(int m, int n, double* y) {
  #pragma insum y[i,j] = y[i,j] * y[i,j]
  #pragma insum tensor y[m,n] : dense(y)
  // expect-error@+2:26: the loops over i and j cannot be fused: y is read where it is stored [insum-impossible-fuse]
  // expect-note@+1:26: leave fuse out
  #pragma insum schedule fuse(i, j, f)
  {}
}

void without_positions(int m, int n, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : ell<4>(crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:26: the loops over i and k cannot be fused: level 1 of A (fixed) has no array of positions [insum-impossible-fuse]
  // expect-note@+1:26: leave fuse out
  #pragma insum schedule fuse(i, k, f)
  {}
}

void inside_of_blocks(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : bcsr<4,4>(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:26: the loops over k0 and k1 cannot be fused: the range of k1 depends on k0 [insum-impossible-fuse]
  // expect-note@+1:26: leave fuse out
  #pragma insum schedule fuse(k0, k1, f)
  {}
}

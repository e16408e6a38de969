// Loops over positions.
#include <span>
#include <vector>

void csr(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the schedule command 'pos' takes 3 arguments, found 2 [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule pos(k, kp)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:30: unknown index 'q' in a schedule [insum-unknown-schedule-index]
  // expect-note@+1:30: the indices of this block are i, j, k
  #pragma insum schedule pos(q, kp, A[i,k])
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:33: the schedule command 'pos' takes a new name here, but 'j' is an index already [insum-schedule-argument]
  // expect-note@+1:33: see 'insum help schedules'
  #pragma insum schedule pos(k, j, A[i,k])
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:37: the schedule command 'pos' takes an operand here, such as A[i,k] [insum-schedule-argument]
  // expect-note@+1:37: see 'insum help schedules'
  #pragma insum schedule pos(k, kp, 3)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:37: the loop over k cannot run over positions: D is no tensor of this block [insum-impossible-pos]
  // expect-note@+1:37: the loop is over entries of A: pos(k, kp, A[i,k])
  #pragma insum schedule pos(k, kp, D[i,k])
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:37: the loop over k cannot run over positions: B is dense, and stores no coordinates [insum-impossible-pos]
  // expect-note@+1:37: the loop is over entries of A: pos(k, kp, A[i,k])
  #pragma insum schedule pos(k, kp, B[k,j])
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:37: the loop over i cannot run over positions: no level of A is walked by it [insum-impossible-pos]
  // expect-note@+1:37: leave pos out: the loop is over a range, to which other commands apply as it is
  #pragma insum schedule pos(i, ip, A[i,k])
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:37: the loop over k cannot run over positions: A is not read with these subscripts [insum-impossible-pos]
  // expect-note@+1:37: the loop is over entries of A: pos(k, kp, A[i,k])
  #pragma insum schedule pos(k, kp, A[j,k])
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:57: the loop over k cannot run over positions: no level of A is walked by it [insum-impossible-pos]
  // expect-note@+1:57: leave pos out: the loop is over a range, to which other commands apply as it is
  #pragma insum schedule pos(k, kp, A[i,k]), pos(k, kq, A[i,k])
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:59: the loop over f cannot run over positions: it is over the entries of A [insum-impossible-pos]
  // expect-note@+1:59: name A
  #pragma insum schedule reorder(i, k, j), fuse(i, k, f), pos(f, fp, B[k,j])
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:41: the loop over f cannot run over positions: it is over pairs of dense indices [insum-impossible-pos]
  // expect-note@+1:41: leave pos out
  #pragma insum schedule fuse(i, j, f), pos(f, fp, A[i,k])
  {}
}

void formats(int m, int n, int count, const int* pos, const int* crd, const int* pos2, const int* crd2, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : dcsr(pos, crd, pos2, crd2, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:26: the loop over k cannot run over positions: level 0 of A (compressed) above it is walked by coordinates [insum-impossible-pos]
  // expect-note@+1:26: first use pos for the loop over i
  #pragma insum schedule pos(k, kp, A[i,k])
  {}
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : coo(std::span(crd, count), std::span(crd2, count), std::span(a, count))
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:26: the loop over k cannot run over positions: level 1 of A (singleton) has one coordinate at a time [insum-impossible-pos]
  // expect-note@+1:26: use pos for the loop around it
  #pragma insum schedule pos(k, kp, A[i,k])
  {}
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : ell<4>(crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:26: the loop over k cannot run over positions: level 1 of A (fixed) has no array of positions [insum-impossible-pos]
  // expect-note@+1:26: leave pos out
  #pragma insum schedule pos(k, kp, A[i,k])
  {}
  #pragma insum y[i] = A[i+1,k] * x[k]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:26: the loop over k cannot run over positions: the coordinate of level 0 of A (dense) may be outside of it [insum-impossible-pos]
  // expect-note@+1:26: subscript it with an index of its own
  #pragma insum schedule pos(k, kp, A[i,k])
  {}
}

void union_of_two(int m, int n, const int* pos, const int* crd, const double* a, const int* pos2, const int* crd2, const double* b, double* c) {
  #pragma insum C[i,k] = abs(A[i,k] + B[i,k])
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[m,n] : csr(pos2, crd2, b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the loop over k cannot run over positions: the loop also runs where A stores nothing [insum-impossible-pos]
  // expect-note@+1:26: only an operand that the whole term is multiplied with can lead by positions
  #pragma insum schedule pos(k, kp, A[i,k])
  {}
}

void operands(int n, const int* pos, const int* crd, const double* a, const double* x, std::vector<int>& p,
              std::vector<int>& c, std::vector<double>& v) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[n,n] : csr(pos, crd, a)
  #pragma insum tensor B[n,n] : csr(pos, crd, x)
  #pragma insum tensor C[n,n] : csr(p, c, v)
  // expect-error@+2:37: the loop over j cannot run over positions: C is the result, whose entries come of those of operands [insum-impossible-pos]
  // expect-note@+1:37: the loop is over entries of B: pos(j, jp, B[k,j])
  #pragma insum schedule pos(j, jp, C[i,j])
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[n,n] : csr(pos, crd, a)
  #pragma insum tensor B[n,n] : dense(x)
  #pragma insum tensor C[n,n] : csr(p, c, v)
  // expect-error@+2:37: the loop over j cannot run over positions: B is dense, and stores no coordinates [insum-impossible-pos]
  // expect-note@+1:37: leave pos out: the loop is over a range, to which other commands apply as it is
  #pragma insum schedule pos(j, jp, B[k,j])
  {}
}

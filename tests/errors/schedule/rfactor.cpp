// Partial results.

void csr(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the schedule command 'rfactor' takes 1 argument, found 2 [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule rfactor(i, j)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:34: unknown index 'q' in a schedule [insum-unknown-schedule-index]
  // expect-note@+1:34: the indices of this block are i, j, k
  #pragma insum schedule rfactor(q)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the reduction over i cannot be factored: it is an index of the result C[i,j] [insum-impossible-rfactor]
  // expect-note@+1:26: name an index that is reduced
  #pragma insum schedule rfactor(i)
  {}
}

void more(int m, int n, const int* pos, const int* crd, const double* a, const double* b, double* c, const double* x, double* y) {
  #pragma insum C[i,j] = A[i,j] * B[i,k] * B[j,k]
  #pragma insum tensor A[m,m] : csr(pos, crd, a)
  #pragma insum tensor B[m,n] : dense(b)
  #pragma insum tensor C[m,m] : csr(pos, crd, c)
  // expect-error@+2:26: the reduction over k cannot be factored: the result C is sparse [insum-impossible-rfactor]
  // expect-note@+1:26: leave rfactor out
  #pragma insum schedule rfactor(k)
  {}
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:46: the reduction over kp cannot be factored: the loop over kp has no constant number of values [insum-impossible-rfactor]
  // expect-note@+1:46: split it first, and rfactor a part
  #pragma insum schedule pos(k, kp, A[i,k]), rfactor(kp)
  {}
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : bcsr<2,2>(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:26: the reduction over k cannot be factored: its loop is in parts (k0, k1) [insum-impossible-rfactor]
  // expect-note@+1:26: name one of them
  #pragma insum schedule rfactor(k)
  {}
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  // expect-error@+2:83: the reduction over fo cannot be factored: it is an index of the result y [insum-impossible-rfactor]
  // expect-note@+1:83: name an index that is reduced
  #pragma insum schedule fuse(i, k, f), pos(f, fp, A[i,k]), split(fp, fo, fi, 8), rfactor(fo)
  {}
}

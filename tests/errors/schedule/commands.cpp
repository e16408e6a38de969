// Names of commands, and bounds of memory.

void unknown(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: unknown schedule command 'paralelize' [insum-unknown-schedule-command]
  // expect-note@+1:26: did you mean 'parallelize'?
  #pragma insum schedule paralelize(i)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: unknown schedule command 'zzz' [insum-unknown-schedule-command]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule zzz(i)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:41: unknown schedule command 'vectorise' [insum-unknown-schedule-command]
  // expect-note@+1:41: did you mean 'vectorize'?
  #pragma insum schedule reorder(i, j), vectorise(j)
  {}
}

void bounds(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:32: the schedule command 'memory' takes a bound in bytes: memory <= 1e9, memory <= n or memory <= {C++} [insum-schedule-argument]
  // expect-note@+1:32: see 'insum help schedules'
  #pragma insum schedule auto, memory >= 2e9
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the schedule command 'memory' takes one bound: give a number of bytes, 1 or more [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule memory <= 0
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the schedule command 'memory' takes a bound in bytes: memory <= 1e9, memory <= n or memory <= {C++} [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule memory(5)
  {}
}

void names_of_refused_commands(int n, double* a, double* x, double* y) {
  #pragma insum y[i] = A[i,j,k] * x[k]
  #pragma insum tensor A[n,n,n] : dense(a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-error@+4:26: the loops over i and k cannot be fused: the loop over j stands between them [insum-impossible-fuse]
  // expect-note@+3:26: move it with reorder(i, k, j)
  // expect-error@+2:89: the schedule command 'unroll' takes a whole number from 1 to 64 here [insum-schedule-argument]
  // expect-note@+1:89: see 'insum help schedules'
  #pragma insum schedule fuse(i, k, f), split(f, fo, fi, 8), parallelize(fo), unroll(k, 0)
  {}
}

// same_pattern: what cannot keep its entries.

void arguments(int m, int n, const int* pos, const int* crd, const double* a, const int* cpos, const int* ccrd, double* c) {
  #pragma insum C[i,j] = A[i,k] * A[k,j]
  #pragma insum tensor A[m,m] : csr(pos, crd, a)
  #pragma insum tensor C[m,m] : csr(cpos, ccrd, c)
  // expect-error@+2:26: the schedule command 'same_pattern' takes 0 arguments, found 1 [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule same_pattern(C)
  {}
  #pragma insum C[i,j] = A[i,j] * 2
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: same_pattern keeps the entries of a sparse result, but no result of the block is sparse [insum-impossible-same-pattern]
  // expect-note@+1:26: leave it out
  #pragma insum schedule same_pattern
  {}
}

void formats(int m, const int* pos, const int* crd, const double* a, const int* ccrd, double* c) {
  // expect-error@+2:17: sparse output 'C' cannot hold the result: the entries that same_pattern keeps cannot be found in its format [insum-sparse-output]
  // expect-note@+1:17: use levels that are dense or compressed, or coo that is sorted and unique
  #pragma insum C[i,j] = A[i,k] * A[k,j]
  #pragma insum tensor A[m,m] : csr(pos, crd, a)
  #pragma insum tensor C[m,m] : ell<4>(ccrd, c)
  #pragma insum schedule same_pattern
  {}
}

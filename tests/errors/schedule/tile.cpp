// Tiles.

void csr(int m, int n, int k, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tile(i=auto)
  // expect-error@+2:26: the schedule command 'tile' takes 'auto' in one command only, with all its indices [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule tile(j=auto)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:31: the schedule command 'tile' takes indices with sizes from 1 to 1048576, such as i=64, or i=auto [insum-schedule-argument]
  // expect-note@+1:31: see 'insum help schedules'
  #pragma insum schedule tile(i)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:31: the schedule command 'tile' takes indices with sizes from 1 to 1048576, such as i=64, or i=auto [insum-schedule-argument]
  // expect-note@+1:31: see 'insum help schedules'
  #pragma insum schedule tile(i=0)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:37: unknown index 'q' in a schedule [insum-unknown-schedule-index]
  // expect-note@+1:37: the indices of this block are i, j, k
  #pragma insum schedule tile(i=64, q=4)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the loop over k cannot be split: it enumerates level 1 of A (compressed) [insum-impossible-split]
  // expect-note@+1:26: leave it whole: what is above it is in parts
  #pragma insum schedule tile(i=64, k=32)
  {}
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:31: the schedule command 'tile' takes indices with sizes from 1 to 1048576, such as i=64, or i=auto [insum-schedule-argument]
  // expect-note@+1:31: see 'insum help schedules'
  #pragma insum schedule tile(i < 64)
  {}
  double s;
  #pragma insum s = sum(i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13, i14, i15, i16, i17: x[i1] * x[i2] * x[i3] * x[i4] * x[i5] * x[i6] * x[i7] * x[i8] * x[i9] * x[i10] * x[i11] * x[i12] * x[i13] * x[i14] * x[i15] * x[i16] * x[i17])
  #pragma insum tensor x[n] : dense(a)
  // expect-error@+2:26: the schedule command 'tile' takes 'auto' for up to 16 indices [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule tile(auto)
  {}
}

// The general form of a format.

void levels(int M, int N, const int* pos, const int* crd, const int* crd2, const double* vals, double* y) {
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:50: A has no mode 2 [insum-invalid-levels]
  // expect-note@+1:50: its modes are numbered from 0 to 1
  #pragma insum tensor A[M,N] : levels(0: dense, 2: compressed(pos, crd); vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:33: mode 1 of A is not stored exactly once [insum-invalid-levels]
  // expect-note@+1:33: give each mode one level, or one for its blocks and one for the place in a block, by one size
  #pragma insum tensor A[M,N] : levels(0: dense; vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:33: mode 0 of A is not stored exactly once [insum-invalid-levels]
  // expect-note@+1:33: give each mode one level, or one for its blocks and one for the place in a block, by one size
  #pragma insum tensor A[M,N] : levels(0: dense, 0: dense, 1: compressed(pos, crd); vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:33: mode 0 of A is not stored exactly once [insum-invalid-levels]
  // expect-note@+1:33: give each mode one level, or one for its blocks and one for the place in a block, by one size
  #pragma insum tensor A[M,N] : levels(0/4: dense, 1: compressed(pos, crd), 0%8: dense; vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:40: a dense level has no arrays, but 1 array is given [insum-invalid-levels]
  // expect-note@+1:40: leave the arrays out
  #pragma insum tensor A[M,N] : levels(0: dense(pos), 1: compressed(pos, crd); vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:50: a compressed level has 2 arrays, but 1 array is given [insum-invalid-levels]
  // expect-note@+1:50: give pos, crd
  #pragma insum tensor A[M,N] : levels(0: dense, 1: compressed(crd); vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:50: a singleton level needs a compressed or singleton level above it [insum-invalid-levels]
  // expect-note@+1:50: use compressed(pos, crd) here
  #pragma insum tensor A[M,N] : levels(0: dense, 1: singleton(crd); vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:40: a difference of modes needs an offset level [insum-invalid-levels]
  // expect-note@+1:40: write 1-0: offset(offsets)
  #pragma insum tensor A[M,N] : levels(1-0: dense, 0: dense; vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:40: an offset level needs a difference of modes [insum-invalid-levels]
  // expect-note@+1:40: write 1-0: offset(offsets)
  #pragma insum tensor A[M,N] : levels(1: offset(crd), 0: dense; vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:50: an offset level must be the outermost one [insum-invalid-levels]
  // expect-note@+1:50: move it to the front
  #pragma insum tensor A[M,N] : levels(0: dense, 1-0: offset(crd); vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:50: a fixed level has 1 array, but no arrays are given [insum-invalid-levels]
  // expect-note@+1:50: give crd
  #pragma insum tensor A[M,N] : levels(0: dense, 1: fixed(4); vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:33: there are two fixed levels [insum-invalid-levels]
  // expect-note@+1:33: make one of them compressed
  #pragma insum tensor A[M,N] : levels(0: fixed(2, crd), 1: fixed(4, crd2); vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:33: levels(...) needs one array of values [insum-invalid-levels]
  // expect-note@+1:33: give it after a semicolon: levels(...; vals)
  #pragma insum tensor A[M,N] : levels(0: dense, 1: compressed(pos, crd))
  #pragma insum tensor y_[M] : dense(y)
  {}
  // What is below a level that is wrong has nothing above it.
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:40: a singleton level needs a compressed or singleton level above it [insum-invalid-levels]
  // expect-note@+1:40: use compressed(pos, crd) here
  #pragma insum tensor A[M,N] : levels(0: singleton(crd), 1: singleton(crd2); vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
}

// no_convert: each reason for a copy, named with its operand.

void arguments(int m, int k, int n, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  // expect-error@+2:26: the schedule command 'no_convert' takes 0 arguments, found 1 [insum-schedule-argument]
  // expect-note@+1:26: see 'insum help schedules'
  #pragma insum schedule no_convert(A)
  {}
}

void orders(int m, int n, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  // expect-error@+2:17: 'B' would have to be converted, which 'no_convert' forbids: it is stored by j, then i, and the loops run i outside of j, as A[i,j] is stored [insum-conversion-refused]
  // expect-note@+1:17: leave 'no_convert' out, or store 'B' in another format
  #pragma insum C[i,j] = max(A[i,j], B[i,j])
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[m,n] : csc(pos, crd, b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule no_convert
  {}
}

void unsorted(int m, int n, const int* pos, const int* crd, int nnz, const double* a, const double* b, double* c) {
  // expect-error@+2:17: 'B' would have to be converted, which 'no_convert' forbids: its coordinates are in no order, in which they cannot be met with those of others [insum-conversion-refused]
  // expect-note@+1:17: leave 'no_convert' out, or store 'B' in another format
  #pragma insum C[i,j] = max(A[i,j], B[i,j])
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[m,n] : csr(pos, crd, b) unsorted
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum assume(no_convert)
  {}
}

void parts(int m, int n, const int* pos, const int* crd, const double* a, double* c) {
  // expect-error@+2:17: 'A' would have to be converted, which 'no_convert' forbids: an entry may be stored in parts, whose sum the term needs [insum-conversion-refused]
  // expect-note@+1:17: leave 'no_convert' out, or store 'A' in another format
  #pragma insum C[i,j] = A[i,j] * A[i,j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a) duplicates
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule no_convert
  {}
}

void triangle(int n, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  // expect-error@+2:17: 'A' would have to be converted, which 'no_convert' forbids: it stores one triangle, and other operands the whole [insum-conversion-refused]
  // expect-note@+1:17: leave 'no_convert' out, or store 'A' in another format
  #pragma insum C[i,j] = max(A[i,j], B[i,j])
  #pragma insum tensor A[n,n] : csr(pos, crd, a) symmetric(lower)
  #pragma insum tensor B[n,n] : csr(pos, crd, b)
  #pragma insum tensor C[n,n] : dense(c)
  #pragma insum schedule no_convert
  {}
}

void blocks(int m, int n, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  // expect-error@+2:17: 'A' would have to be converted, which 'no_convert' forbids: its levels (bcsr) cannot be merged with those of others [insum-conversion-refused]
  // expect-note@+1:17: leave 'no_convert' out, or store 'A' in another format
  #pragma insum C[i,j] = max(A[i,j], B[i,j])
  #pragma insum tensor A[m,n] : bcsr<2,2>(pos, crd, a)
  #pragma insum tensor B[m,n] : csr(pos, crd, b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule no_convert
  {}
}

void everywhere(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* c) {
  // expect-error@+2:17: 'A' would have to be converted, which 'no_convert' forbids: where it stores nothing, the term still has a value [insum-conversion-refused]
  // expect-note@+1:17: leave 'no_convert' out, or store 'A' in another format
  #pragma insum C[i] = exp(A[i,j] + x[j])
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor C[m] : dense(c)
  #pragma insum schedule no_convert
  {}
}

// B may be missing, and would let A be searched at every point.
void missing(int m, int n, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  // expect-error@+2:17: 'B' would have to be converted, which 'no_convert' forbids: it is stored by j, then i, and the loops run i outside of j, as A[i,j] is stored, so that they meet stored entries only [insum-conversion-refused]
  // expect-note@+1:17: leave 'no_convert' out, or store 'B' in another format
  #pragma insum C[i,j] = A[i,j] * !B[i,j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[m,n] : csc(pos, crd, b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule no_convert
  {}
}

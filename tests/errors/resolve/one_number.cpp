#include <vector>

void formats(int n, const int* pos, const int* crd, double w, const double* x, double* y, double* s) {
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:45: storage '1' is no array: it has type 'int' [insum-storage-not-array]
  // expect-note@+1:45: give a pointer, an array or a contiguous range such as std::vector or std::span
  #pragma insum tensor A[n,n] : ell<4>(crd, 1)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  INSUM_REQUIRED;
  #pragma insum y[i] = A[i] * x[i]
  // expect-error@+2:37: storage '2.5' is no array: it has type 'double' [insum-storage-not-array]
  // expect-note@+1:37: give a pointer, an array or a contiguous range such as std::vector or std::span
  #pragma insum tensor A[n] : dense(2.5)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  INSUM_REQUIRED;
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:33: format group_coo has 3 storage arrays (AM, AK, AV), but 4 storage arrays are given [insum-storage-count]
  // expect-note@+1:33: give AM, AK, AV in this order
  #pragma insum tensor A[n,n] : group_coo<4>(pos, crd, crd, w)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  INSUM_REQUIRED;
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:37: storage '0' is no array: it has type 'int' [insum-storage-not-array]
  // expect-note@+1:37: give a pointer, an array or a contiguous range such as std::vector or std::span
  #pragma insum tensor A[n,n] : csr(0, crd, s)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  INSUM_REQUIRED;
}

void results(int n, const int* pos, const int* crd, const double* x) {
  // expect-error@+2:17: output 'C' cannot be written: its values are const [insum-output-not-writable]
  // expect-note@+1:17: give storage whose elements are not const
  #pragma insum C[i,j] = A[i,j] * x[j]
  #pragma insum tensor A[n,n] : csr(pos, crd, 1)
  // expect-note@+1:24: C is declared here
  #pragma insum tensor C[n,n] : csr(pos, crd, 1)
  #pragma insum tensor x[n] : dense(x)
  INSUM_REQUIRED;
}

void conversions(int n, const int* pos, const int* crd, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[n,n] : csr(pos, crd, 1)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-error@+2:24: 'A' cannot be converted to ell: its values are one number [insum-conversion-impossible]
  // expect-note@+1:24: give it an array of values
  #pragma insum format A -> ell
  INSUM_REQUIRED;
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:24: target cuda cannot run this: A is in device memory, and its values are one number [insum-target-cannot]
  // expect-note@+1:24: give it an array of values
  #pragma insum tensor A[n,n] : csr(pos, crd, 1)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum target cuda device(A)
  INSUM_REQUIRED;
}

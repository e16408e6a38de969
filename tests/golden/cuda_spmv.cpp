// Products with a vector on a device: rows by groups of lanes, entries by single lanes that update atomically.
#include <span>

void csr(int m, int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  {}
}
void ell(int m, int n, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] += A[i,j] * x[j]
  #pragma insum tensor A[m,n] : ell<16>(crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  {}
}
void coo(int m, int n, std::span<const int> row, const int* col, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : coo(row, col, a) unsorted
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  {}
}

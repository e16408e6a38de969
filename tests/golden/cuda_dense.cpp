// Dense Einsums on a device: a product of matrices, reductions to one number, temporaries, diagonals one after another.
#include <span>

void product(int m, int k, int n, const float* a, const float* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : dense(a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum target cuda
  {}
}
void number(std::span<const double> a, std::span<const double> b, double& s) {
  #pragma insum s max= a[i] - b[i]
  #pragma insum target cuda
  {}
}
void two(int n, int m, const double* a, const double* x, double* y) {
  #pragma insum t[i] = A[i,j] * x[j]
  #pragma insum y[j] = A[i,j] * t[i]
  #pragma insum tensor A[n,m] : dense(a)
  #pragma insum tensor x[m] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  {}
}
void diagonals(int m, int n, std::span<const int> offsets, const double* a, const double* x, double* y) {
  #pragma insum y[i] += A[i,j] * x[j]
  #pragma insum tensor A[m,n] : dia(offsets, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum target cuda
  {}
}

void largest_of_rows(int n, const unsigned char* a, unsigned char* y) {
  #pragma insum y[i] max= A[i,j]
  #pragma insum tensor A[n,n] : dense(a)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum target cuda
  {}
}

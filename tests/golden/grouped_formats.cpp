// Fixed-length formats: entries of a row follow each other, so that a thread has whole rows and a row's sum one register.
#include <span>
void spmm(int m, int k, int n, std::span<const int> am, const int* ak, const float* av, const float* b, float* c) {
  #pragma insum C[m,n] += A[m,k] * B[k,n]
  #pragma insum tensor A[m,k] : group_coo<4>(am, ak, av)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  {}
}
void spmv(int m, int k, std::span<const int> am, const int* ak, const float* av, const float* b, float* c) {
  #pragma insum C[m] += A[m,k] * B[k]
  #pragma insum tensor A[m,k] : coo(am, ak, av) sorted
  #pragma insum tensor B[k] : dense(b)
  #pragma insum tensor C[m] : dense(c)
  {}
}
void blocks(int m, int k, int n, std::span<const int> am, const int* ak, const float* av, const float* b, float* c) {
  #pragma insum C[m,n] += A[m,k] * B[k,n]
  #pragma insum tensor A[m,k] : block_group_coo<2,16,16>(am, ak, av)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  {}
}
void blocks2(int m, int k, int n, std::span<const int> am, const int* ak, const float* av, const float* b, float* c) {
  #pragma insum C[m,n] += A[m,k] * B[k,n]
  #pragma insum tensor A[m,k] : block_coo<16,16>(am, ak, av)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  {}
}

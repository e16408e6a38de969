// Entries in no order: the loop over them is parallel and scatters.
#include <span>
void spmm(int m, int k, int n, std::span<const int> row, const int* col, const float* vals, const float* b, float* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : coo(row, col, vals) unsorted
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  {}
}

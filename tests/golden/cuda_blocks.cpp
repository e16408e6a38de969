// Stored blocks on a device are batches of matrix products over the arrays of their format; blocks that reach over an edge have guards.
#include <insum/core/types.hpp>
#include <span>
void whole(std::span<const int> am, const int* ak, const insum::half* av, const insum::half* b, float* c) {
  #pragma insum C[m,n] += A[m,k] * B[k,n]
  #pragma insum tensor A[64,128] : block_group_coo<2,16,16>(am, ak, av)
  #pragma insum tensor B[128,32] : dense(b)
  #pragma insum tensor C[64,32] : dense(c)
  #pragma insum schedule tensorize(mma)
  #pragma insum target cuda
  {}
}
void edges(int m, int k, int n, std::span<const int> am, const int* ak, const float* av, const float* b, float* c) {
  #pragma insum C[m,n] = A[m,k] * B[k,n]
  #pragma insum tensor A[m,k] : block_coo<16,16>(am, ak, av)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum target cuda
  {}
}

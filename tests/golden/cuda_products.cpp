// Matrix products on a device: by matrix instructions, with sums that groups of blocks share, and by threads.
#include <insum/core/types.hpp>

void blocks(int groups, int q, int m, int l, int n, const int* am, const int* ak, const insum::half* av, const insum::half* b, float* c) {
  #pragma insum C[AM[p],r,j] += AV[p,s,r,t] * B[AK[p,s],t,j]
  #pragma insum tensor AV[groups,q,32,32] : dense(av)
  #pragma insum tensor AM[groups] : dense(am)
  #pragma insum tensor AK[groups,q] : dense(ak)
  #pragma insum tensor B[l,32,n] : dense(b)
  #pragma insum tensor C[m,32,n] : dense(c)
  #pragma insum target cuda
  {}
}
void rounded(int m, int n, int l, const float* a, const float* b, float* c) {
  #pragma insum C[i,j] = A[k,i] * B[k,j]
  #pragma insum tensor A[l,m] : dense(a)
  #pragma insum tensor B[l,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tensorize(mma, tf32)
  #pragma insum target cuda
  {}
}

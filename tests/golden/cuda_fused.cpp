// Fused indices come in the order of the result on a device as well: entries are appended, neither listed nor sorted.
#include <cstddef>
#include <span>
#include <vector>
void pairs(int m, int n, std::span<const int> p, std::span<const int> q, std::span<const int> vpos, const int* crd,
           const float* v, std::vector<int>& pos, std::vector<int>& to, std::vector<float>& c) {
  #pragma insum C[i,j] = V[P[i] + Q[j]]
  #pragma insum tensor P[m] : dense(p)
  #pragma insum tensor Q[n] : dense(q)
  #pragma insum tensor V[1000] : csf(vpos, crd, v)
  #pragma insum tensor C[m,n] : csr(pos, to, c)
  #pragma insum schedule fuse(i, j, f), parallelize(f)
  #pragma insum target cuda
  {}
}
void entries(int m, int n, std::span<const int> apos, const int* acrd, const float* a, const float* x, std::vector<int>& pos,
             std::vector<int>& to, std::vector<float>& c) {
  #pragma insum C[i,j] = A[i,j] * X[j]
  #pragma insum tensor A[m,n] : csr(apos, acrd, a)
  #pragma insum tensor X[n] : dense(x)
  #pragma insum tensor C[m,n] : csr(pos, to, c)
  #pragma insum schedule fuse(i, j, f), parallelize(f)
  #pragma insum target cuda
  {}
}

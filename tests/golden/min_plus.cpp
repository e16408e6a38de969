// Shortest paths: what is not stored is infinitely far, so it can be skipped by min.
#include <cmath>
void relax(int n, const int* pos, const int* crd, const float* weights, const float* from, float* to) {
  #pragma insum to[j] min= from[i] + W[i,j]
  #pragma insum tensor W[n,n] : csr(pos, crd, weights) fill(INFINITY)
  #pragma insum tensor from[n] : dense(from)
  #pragma insum tensor to[n] : dense(to)
  {}
}

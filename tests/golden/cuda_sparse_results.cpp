// Sparse results that a device builds: they are counted, placed, and filled.
#include <vector>

void sum(int m, int n, const int* pos, const int* crd, const double* a, const int* qos, const int* drd, const double* b,
         std::vector<int>& ros, std::vector<int>& erd, std::vector<double>& c) {
  #pragma insum C[i,j] = A[i,j] + B[i,j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[m,n] : csr(qos, drd, b)
  #pragma insum tensor C[m,n] : csr(ros, erd, c)
  #pragma insum target cuda
  {}
}

void product(int m, int k, int n, const int* pos, const int* crd, const double* a, const int* qos, const int* drd, const double* b,
             std::vector<int>& ros, std::vector<int>& erd, std::vector<double>& c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : csr(qos, drd, b)
  #pragma insum tensor C[m,n] : csr(ros, erd, c)
  #pragma insum target cuda
  {}
}

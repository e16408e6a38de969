// Blocks that run where their data is; auto_target_test.cpp has it here and there.
#include "auto_target.hpp"

#include <insum/required.hpp>

void scaled(int n, const double* x, double* y) {
  #pragma insum y[i] = 2 * x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum target auto
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
}

void product_of_groups(int m, int n, int width, const int* pos, const int* crd, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[n,width] : dense(b)
  #pragma insum tensor C[m,width] : dense(c)
  #pragma insum format A -> group_coo<auto>
  #pragma insum target auto
  INSUM_REQUIRED;
}

void total(int n, const double* x, double& sum) {
  #pragma insum sum = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum target auto
  INSUM_REQUIRED;
}

void sum_of_sparse(const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,j] + B[i,j]
  #pragma insum target auto
  INSUM_REQUIRED;
}

static double plus_one(double v) { return v + 1; }

// No kernel for a device calls a function of the host.
void called(int n, const double* x, double* y) {
  #pragma insum y[i] = plus_one(x[i])
  #pragma insum function plus_one()
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum target auto
  INSUM_REQUIRED;
}

// Kernels with schedules; each is what the Einsum above it says.
#pragma once
#include <cstdint>
#include <insum/formats/csr.hpp>
#include <vector>

struct Csr {
  int rows, cols;
  const int* pos;
  const int* crd;
  const double* vals;
};

// y[i] = A[i,k] * x[k]
void spmv_by_entries(const Csr& a, const double* x, double* y);
void spmv_by_entries_in_order(const Csr& a, const double* x, double* y);
void spmv_by_positions(const Csr& a, const double* x, double* y);
void spmv_in_parts(const Csr& a, const double* x, double* y);
void spmv_parts_of_rows(const Csr& a, const double* x, double* y);
void spmv_by_nonzeros(const Csr& a, const double* x, double* y);
void spmv_factored(const Csr& a, const double* x, double* y);
// y[k] = A[i,k] * x[i]
void spmv_transposed_in_order(const Csr& a, const double* x, double* y);
// s = x[k] * y[k]
double dot_in_order(int n, const double* x, const double* y);
double dot_factored(int n, const double* x, const double* y);
// C[i,j] = A[i,k] * B[k,j]
void spmm_by_entries(const Csr& a, int n, const double* b, double* c);
void product_tiled(int m, int n, int k, const double* a, const double* b, double* c);
void spgemm_by_rows(const Csr& a, const Csr& b, double* c);
// O[i,j] = A[i,j] * B[i,k] * C[j,k], in the pattern of A
void sddmm_by_entries(const Csr& a, int n, const double* b, const double* c, double* o);
// C[i,j] = 2 * A[i,j]
void scale_fused(int m, int n, const double* a, double* c);
// s = X[i,j] * Y[i,j], all elements of X and Y being the same
double products_fused(std::int64_t m, std::int64_t n, const double* x, const double* y);
// C = A * B, sparse
void spgemm_in_order(const insum::csr<double>& a, const insum::csr<double>& b, insum::csr<double>& c);
// y[k,j] += A[i,j] * x[k]
void scaled_columns(const Csr& a, int scales, const double* x, double* y);
// C[i,r] = T[i,j,k] * B[j,r] * D[k,r], each of the rows that T stores through workspaces of one row
struct Csf {
  int sizes[3];
  std::vector<int> pos0, crd0, pos1, crd1, pos2, crd2;
  std::vector<double> vals;
};
void mttkrp_by_fibres(const Csf& t, int n, const double* b, const double* d, double* c);
// C[i,j] = A[i,k] * B[k,j] * 2 for the rows of A, which has few, in compressed rows
void spgemm_of_few_rows(int n, const Csf& a, const Csr& b, std::vector<int>& pos, std::vector<int>& crd,
                        std::vector<double>& vals);

#include <cmath>

#include "sparse_kernels.hpp"

namespace bench::einsum {

template <class T>
void spgemm(const csr<T>& A, const csr<T>& B, csr<T>& C) {
#pragma insum C[i,j] = A[i,k] * B[k,j]
  INSUM_REQUIRED;
}

template <class T>
void spgemm_transposed(const csr<T>& A, const csr<T>& B, csr<T>& C) {
#pragma insum C[i,j] = A[i,k] * B[j,k]
  INSUM_REQUIRED;
}

template <class T>
void diagonal(const csr<T>& A, const csr<T>& B, vector<T>& y) {
#pragma insum y[i] = A[i,k] * B[k,i]
  INSUM_REQUIRED;
}

template <class T>
void add2(const csr<T>& A, const csr<T>& B, csr<T>& S) {
#pragma insum S[i,j] = A[i,j] + B[i,j]
  INSUM_REQUIRED;
}

template <class T>
void add4(const csr<T>& A, const csr<T>& B, const csr<T>& C, const csr<T>& D, csr<T>& S) {
#pragma insum S[i,j] = A[i,j] + B[i,j] + C[i,j] + D[i,j]
  INSUM_REQUIRED;
}

template <class T>
void ttm(const csf<T>& X, const matrix<T>& U, fibres<T>& Y) {
#pragma insum Y[i,j,r] = X[i,j,k] * U[k,r]
#pragma insum tensor Y[Y.shape[0], Y.shape[1], Y.shape[2]] : levels( \
    0: compressed(Y.pos0, Y.crd0), 1: compressed(Y.pos1, Y.crd1), 2: dense; Y.vals)
  INSUM_REQUIRED;
}

template <class T>
void ttv(const csf<T>& X, const vector<T>& u, dcsr<T>& Y) {
#pragma insum Y[i,j] = X[i,j,k] * u[k]
  INSUM_REQUIRED;
}

// Sums of signed integers must not leave their range where nobody reads them: a template for several types would not know.
template <>
void masked(const csr<float>& M, const csr<float>& A, const csr<float>& B, csr<float>& C) {
#pragma insum C[i,j] = M[i,j] * A[i,k] * B[k,j]
  INSUM_REQUIRED;
}

template <>
void masked(const csr<double>& M, const csr<double>& A, const csr<double>& B, csr<double>& C) {
#pragma insum C[i,j] = M[i,j] * A[i,k] * B[k,j]
  INSUM_REQUIRED;
}

// What min skips depends on the type: a template for several types would not know.
template <>
void relax(const csr<float>& W, const vector<float>& from, vector<float>& to) {
#pragma insum to[i] min= W[i,k] + from[k]
#pragma insum tensor W = W fill(INFINITY)
  INSUM_REQUIRED;
}

template <>
void relax(const csr<double>& W, const vector<double>& from, vector<double>& to) {
#pragma insum to[i] min= W[i,k] + from[k]
#pragma insum tensor W = W fill(INFINITY)
  INSUM_REQUIRED;
}

template <>
void min_plus(const csr<float>& V, const csr<float>& W, csr<float>& D) {
#pragma insum D[i,j] = min(k: V[i,k] + W[k,j])
#pragma insum tensor V = V fill(INFINITY)
#pragma insum tensor W = W fill(INFINITY)
#pragma insum tensor D = D fill(INFINITY)
  INSUM_REQUIRED;
}

template <>
void min_plus(const csr<double>& V, const csr<double>& W, csr<double>& D) {
#pragma insum D[i,j] = min(k: V[i,k] + W[k,j])
#pragma insum tensor V = V fill(INFINITY)
#pragma insum tensor W = W fill(INFINITY)
#pragma insum tensor D = D fill(INFINITY)
  INSUM_REQUIRED;
}

template <class T>
void triangles(const csr<T>& L, std::int64_t& count) {
#pragma insum count = L[i,j] * L[i,k] * L[j,k]
  INSUM_REQUIRED;
}

template <class T>
void triangles_of_edges(const csr<T>& L, csr<T>& C) {
#pragma insum C[i,j] = L[i,j] * L[i,k] * L[j,k]
  INSUM_REQUIRED;
}

BENCH_SPARSE_KERNELS(template, float)
BENCH_SPARSE_KERNELS(template, double)
BENCH_TRIANGLE_KERNELS(template, std::int32_t)

}  // namespace bench::einsum

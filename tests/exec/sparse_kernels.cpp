#include "sparse_kernels.hpp"

#include <insum/insum.hpp>

void product(const Matrix& A, const Matrix& B, Matrix& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum deterministic
  INSUM_REQUIRED;
}

void product(const Matrix& A, const Matrix& B, insum::csc<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum deterministic
  INSUM_REQUIRED;
}

void product_of_columns(const Matrix& A, const Matrix& B, Matrix& C) {
  #pragma insum C[i,j] = A[k,i] * B[k,j]
  #pragma insum deterministic
  INSUM_REQUIRED;
}

void product_of_columns(const Matrix& A, const Matrix& B, insum::coo<double, 2>& C) {
  #pragma insum C[i,j] = A[k,i] * B[k,j]
  #pragma insum deterministic
  INSUM_REQUIRED;
}

void sum(const Matrix& A, const Matrix& B, insum::dcsr<double>& C) {
  #pragma insum C[i,j] = A[i,j] + B[i,j]
  #pragma insum schedule parallelize(i, dynamic), deterministic
  INSUM_REQUIRED;
}

void product_with_sum(const Matrix& A, const Matrix& B, const std::vector<double>& x, std::vector<double>& y) {
  #pragma insum T[i,j] = A[i,j] + B[i,j]
  #pragma insum y[j] = T[i,j] * x[i]
  #pragma insum tensor T[A.shape[0], A.shape[1]] : csr
  #pragma insum tensor x[A.shape[0]] : dense(x)
  #pragma insum tensor y[A.shape[1]] : dense(y)
  #pragma insum deterministic
  INSUM_REQUIRED;
}

void product_again(const Matrix& A, const Matrix& B, Matrix& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule same_pattern, deterministic
  INSUM_REQUIRED;
}

void third_column(const insum::dcsr<double>& A, insum::csf<double, 1>& c) {
  #pragma insum c[i] = A[i,2]
  INSUM_REQUIRED;
}

void masked_product(const insum::csr<int>& M, const insum::csr<int>& A, const insum::csr<int>& B, insum::csr<int>& C) {
  #pragma insum C[i,j] = M[i,j] * A[i,k] * B[k,j]
  INSUM_REQUIRED;
}

void masked_product(const insum::csr<unsigned>& M, const insum::csr<unsigned>& A, const insum::csr<unsigned>& B,
                    insum::csr<long>& C) {
  #pragma insum C[i,j] = M[i,j] * A[i,k] * B[k,j]
  INSUM_REQUIRED;
}

void masked_product(const insum::csr<long>& M, const insum::csr<unsigned>& A, const insum::csr<unsigned>& B,
                    insum::csr<long>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j] * M[i,j]
  INSUM_REQUIRED;
}

void masked_halves(const insum::csr<int>& M, const insum::csr<int>& A, const insum::csr<int>& B, insum::csr<int>& C) {
  #pragma insum C[i,j] = M[i,j] * (A[i,k] / 2) * B[k,j]
  INSUM_REQUIRED;
}

void set_row(int r, const insum::csr<double>& A, insum::csr<double>& C) {
  #pragma insum C[{r},j] = 2 * A[{r},j]
  INSUM_REQUIRED;
}

void set_column(const insum::csr<double>& A, insum::csr<double>& C) {
  #pragma insum C[i,1] = 2 * A[i,1]
  INSUM_REQUIRED;
}

void set_diagonal(const insum::csr<double>& A, insum::csr<double>& C) {
  #pragma insum C[i,i] = 2 * A[i,i]
  INSUM_REQUIRED;
}

void tensor_times_matrix(const insum::csf<double, 3>& B, const insum::csr<double>& C, insum::csf<double, 3>& A) {
  #pragma insum A[i,j,l] = B[i,j,k] * C[k,l]
  INSUM_REQUIRED;
}

void results_of_results(const insum::csr<double>& A, insum::csr<double>& C, insum::csr<double>& D, insum::csr<double>& E) {
  #pragma insum C[i,j] = A[i,k] * A[k,j]
  #pragma insum C[i,j] = C[i,j] * 2
  #pragma insum D[i,j] = C[i,j] + C[i,j]
  #pragma insum D[i,j] += D[i,j]
  #pragma insum E[i,j] = D[i,j] * D[i,j]
  INSUM_REQUIRED;
}

void sums_of_temporaries(const insum::coo<double, 2>& A, const insum::csr<double>& B, insum::dcsr<double>& C, insum::csr<double>& D) {
  #pragma insum U[i,j] = B[i,k] * B[j,k]
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum U[i,j] += C[i,k] * B[j,k]
  #pragma insum D[i,j] = U[i,j]
  #pragma insum tensor U[{B.rows()},{B.rows()}] : dcsr
  INSUM_REQUIRED;
}

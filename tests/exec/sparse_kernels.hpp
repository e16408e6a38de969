// Deterministic kernels with sparse results; each is what the Einsum above it says.
#pragma once
#include <insum/formats/coo.hpp>
#include <insum/formats/csc.hpp>
#include <insum/formats/csf.hpp>
#include <insum/formats/csr.hpp>
#include <insum/formats/dcsr.hpp>
#include <vector>

using Matrix = insum::csr<double>;

// C[i,j] = A[i,k] * B[k,j]
void product(const Matrix& A, const Matrix& B, Matrix& C);
void product(const Matrix& A, const Matrix& B, insum::csc<double>& C);
// C[i,j] = A[k,i] * B[k,j]
void product_of_columns(const Matrix& A, const Matrix& B, Matrix& C);
void product_of_columns(const Matrix& A, const Matrix& B, insum::coo<double, 2>& C);
// C[i,j] = A[i,j] + B[i,j]
void sum(const Matrix& A, const Matrix& B, insum::dcsr<double>& C);
// y[j] = (A[i,j] + B[i,j]) * x[i], the sum in a temporary
void product_with_sum(const Matrix& A, const Matrix& B, const std::vector<double>& x, std::vector<double>& y);
// C = A * B, with the entries that C has
void product_again(const Matrix& A, const Matrix& B, Matrix& C);
// c[i] = A[i,2]
void third_column(const insum::dcsr<double>& A, insum::csf<double, 1>& c);
// C[i,j] = M[i,j] * A[i,k] * B[k,j], of integers whose products M selects
void masked_product(const insum::csr<int>& M, const insum::csr<int>& A, const insum::csr<int>& B,
                    insum::csr<int>& C);
void masked_product(const insum::csr<unsigned>& M, const insum::csr<unsigned>& A,
                    const insum::csr<unsigned>& B, insum::csr<long>& C);
// ... that M selects by numbers of a wider type
void masked_product(const insum::csr<long>& M, const insum::csr<unsigned>& A, const insum::csr<unsigned>& B,
                    insum::csr<long>& C);
// C[i,j] = M[i,j] * (A[i,k] / 2) * B[k,j]
void masked_halves(const insum::csr<int>& M, const insum::csr<int>& A, const insum::csr<int>& B,
                   insum::csr<int>& C);
// A row or a column of C is that of 2 * A, and what else C has stays; or C is the diagonal of 2 * A.
void set_row(int r, const insum::csr<double>& A, insum::csr<double>& C);
void set_column(const insum::csr<double>& A, insum::csr<double>& C);
void set_diagonal(const insum::csr<double>& A, insum::csr<double>& C);
// A[i,j,l] = B[i,j,k] * C[k,l]
void tensor_times_matrix(const insum::csf<double, 3>& B, const Matrix& C, insum::csf<double, 3>& A);
// C = 2 * A * A, D = 4 * C by results of Einsums before, E[i,j] = D[i,j]^2
void results_of_results(const Matrix& A, Matrix& C, Matrix& D, Matrix& E);
// D = B * B^T + C * B^T, C = A * B, in a sparse temporary
void sums_of_temporaries(const insum::coo<double, 2>& A, const Matrix& B, insum::dcsr<double>& C, Matrix& D);

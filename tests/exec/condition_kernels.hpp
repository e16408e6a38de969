// Sums under conditions among their indices, and operands at a distance, as annotated kernels.
#pragma once
#include <insum/insum.hpp>
#include <vector>

namespace conditions {

using Vector = std::vector<double>;

using Rows = insum::csr<double>;
using Entries = insum::coo<double>;

/// sum A[i,j] * A[j,k] * A[i,k] over i < j < k
double triangles(const Rows& A);
double triangles(const insum::dcsr<double>& A);
/// y[i] = A[i,j] * x[j] over i <= j
void upper(const Rows& A, const Vector& x, Vector& y);
void upper(const Entries& A, const Vector& x, Vector& y);
void upper(const insum::csc<double>& A, const Vector& x, Vector& y);
/// y[i] += A[i,j] * B[i,j] over i - 2 < j < i + 3
void band(const Rows& A, const Entries& B, Vector& y);
/// y[i] += -(A[i,j] + B[i,j]) over j != i, i > j
void below(const Rows& A, const Rows& B, Vector& y);
/// C[i,j] += A[i,k] * B[k,j] over k >= j + 1, C of m columns
void product(const Rows& A, const Rows& B, int m, Vector& C);
/// The same in rows of C.
void sparse_product(const Rows& A, const Rows& B, Rows& C);
/// C[i,j] = X[i,k] * Y[k,j] over i >= k >= j, all n by n
void triangular(int n, const Vector& X, const Vector& Y, Vector& C);
/// C[i,j] = A[i,j] * (i < j): every entry of A stays
void marked(const Rows& A, Rows& C);
/// C[i,j] = A[i+1,j+2]
void slice(const Rows& A, Rows& C);
/// sum A[i+1,j] of any number of rows
double after_first(const insum::coo<double, 2, std::int64_t>& A);
/// C[i,j] = A[i+1,j] + A[i,j-1] - A[i-1,j+2] of any number of rows and columns
using LongRows = insum::dcsr<double, std::int64_t>;
void stencil(const LongRows& A, LongRows& C);
/// C[i,j] = max(A[i,j+1], A[i-1,j]) - A[i,j]
void shifted_largest(const LongRows& A, LongRows& C);
/// C[i,j] = A[i,j] + A[i,j-1], rows in the order of A
void shifted_sum(const LongRows& A, LongRows& C);
void quotients(int n, const double* x, const double* y, double* z);

/// O[l] = !A[l,l] * A[m,l], F[i] |= x[j] * A[i,j], n x n
void truth_of_products(int n, const bool* a, const int* x, bool* o, float* f);

/// C[l] = K[W[l],0] * G[l-1]
void shifted_gather(const insum::csr<double>& K, const insum::csf<double, 1>& G, const std::vector<int>& w,
                    double* c);

}  // namespace conditions

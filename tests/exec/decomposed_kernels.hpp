// Einsums over matrices that are computed with as sums of formats.
#pragma once
#include <insum/insum.hpp>
#include <vector>

namespace decomposed {

using Matrix = insum::csr<double>;
using Dense = insum::dense<double, 2>;
using Vector = std::vector<double>;

/// C[i,j] = A[i,k] * B[k,j]
using Product = void (*)(const Matrix& A, const Dense& B, Dense& C);
void blocks_and_slots(const Matrix& A, const Dense& B, Dense& C);
void buckets(const Matrix& A, const Dense& B, Dense& C);
void partitions(const Matrix& A, const Dense& B, Dense& C);
void automatic_buckets(const Matrix& A, const Dense& B, Dense& C);
void diagonals_and_rows(const Matrix& A, const Dense& B, Dense& C);
void three_parts(const Matrix& A, const Dense& B, Dense& C);
void kept(const Matrix& A, const Dense& B, Dense& C);

/// y[i] = A[i,k] * x[k], A stored in buckets: as an object, and of those of width 1, 2 and 4 the arrays, in
/// slots of which those that are not used have column -1.
void of_buckets(const insum::hyb_buckets<double, std::int64_t, 2, 2>& A, const Vector& x, Vector& y);
struct Bucket {
  std::vector<int> rows, crd;
  std::vector<float> vals;
};
void of_arrays(int m, int n, const Bucket (&of)[3], const Vector& x, Vector& y);

/// C[i,j] = C[i,j] + D[i,j] - A[i,k] * A[k,j]
void square(const Matrix& A, const Dense& D, Dense& C);
/// y[i] = sqrt(sum(k: A[i,k] * A[i,k]))
void norms(const Matrix& A, Vector& y);
/// C[i,j] = A[i,j] * B[i,j] + 2 * B[i,j]
void scaled(const Matrix& A, const Dense& B, Dense& C);
/// C[i,j] = abs(A[i,j] - 3)
void everywhere(const Matrix& A, Dense& C);
/// y[i] = max(k: A[i,k])
void greatest(const Matrix& A, Vector& y);
/// y[i] min= A[i,k] + x[k], and y[i] = min(k: A[i,k] + x[k]): what A does not store is INFINITY.
void nearest(const Matrix& A, const Vector& x, Vector& y);
void nearest_of_all(const Matrix& A, const Vector& x, Vector& y);
/// The same for any type, and with the largest integer for infinity also where it counts: max(A[i,k], x[k]).
template <class T>
void nearest_of_type(const insum::csr<T, std::int64_t>& A, const std::vector<T>& x, std::vector<T>& y);
void lower(const insum::csr<std::int64_t, std::int64_t>& A, const std::vector<std::int64_t>& x,
           std::vector<std::int64_t>& y);
/// y[i] = A[i,k] * x[k], compared with the loop in every call.
void verified(const Matrix& A, const Vector& x, Vector& y);
/// C[i,j] = 3 * A[i,j], where what is not stored is 2.
void scaled_background(const Matrix& A, Dense& C);
/// C[i,j] = A[i,j] < 4, with the same A.
void near(const Matrix& A, Dense& C);
/// S[i,j] = A[i,j] * B[i,k] * B[j,k], a sparse result, and the sum of two matrices.
void sampled(const Matrix& A, const Dense& B, Matrix& S);
void sum_of_matrices(const Matrix& A, const Matrix& B, Matrix& S);
/// y[i] = T[i,j,k] * x[k] * x[j]
void tree(const insum::coo<double, 3>& T, const Vector& x, Vector& y);
/// y[i] += A[i,k] * x[k], in rows of at most three entries, and of any type.
void short_rows(const Matrix& A, const Vector& x, Vector& y);
template <class T>
void of_any_type(const insum::csr<T, std::int64_t>& A, const std::vector<T>& x, std::vector<T>& y);

}  // namespace decomposed

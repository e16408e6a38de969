#include "decomposed_kernels.hpp"

#include <complex>

namespace decomposed {

void blocks_and_slots(const Matrix& A, const Dense& B, Dense& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum format A -> bcsr<2,3> + ell<2>
  INSUM_REQUIRED;
}

void buckets(const Matrix& A, const Dense& B, Dense& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum format A -> hyb<1,2>
  INSUM_REQUIRED;
}

void partitions(const Matrix& A, const Dense& B, Dense& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum format A -> hyb<3,1>
  INSUM_REQUIRED;
}

void automatic_buckets(const Matrix& A, const Dense& B, Dense& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum format A -> hyb<auto,auto>
  INSUM_REQUIRED;
}

void diagonals_and_rows(const Matrix& A, const Dense& B, Dense& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum format A -> dia + csr
  INSUM_REQUIRED;
}

void three_parts(const Matrix& A, const Dense& B, Dense& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum format A -> block_coo<2,2> + group_coo<4> + hyb<1,0>
  INSUM_REQUIRED;
}

void kept(const Matrix& A, const Dense& B, Dense& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum format A -> bcsr<2,2> + csc once
  INSUM_REQUIRED;
}

void of_buckets(const insum::hyb_buckets<double, std::int64_t, 2, 2>& A, const Vector& x, Vector& y) {
  #pragma insum y[i] = A[i,k] * x[k]
  INSUM_REQUIRED;
}

void of_arrays(int m, int n, const Bucket (&of)[3], const Vector& x, Vector& y) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[m,n] : hyb<1,2>(of[0].rows, of[0].crd, of[0].vals, of[1].rows, of[1].crd, of[1].vals, \
                                         of[2].rows, of[2].crd, of[2].vals)
  INSUM_REQUIRED;
}

void square(const Matrix& A, const Dense& D, Dense& C) {
  #pragma insum C[i,j] = C[i,j] + D[i,j] - A[i,k] * A[k,j]
  #pragma insum format A -> ell<1> + csr
  INSUM_REQUIRED;
}

void norms(const Matrix& A, Vector& y) {
  #pragma insum y[i] = sqrt(sum(k: A[i,k] * A[i,k]))
  #pragma insum tensor y[A.rows()] : dense(y)
  #pragma insum format A -> dbcsr<2,2> + hyb<1,1>
  INSUM_REQUIRED;
}

void scaled(const Matrix& A, const Dense& B, Dense& C) {
  #pragma insum C[i,j] = A[i,j] * B[i,j] + 2 * B[i,j]
  #pragma insum format A -> ell<auto> + coo
  INSUM_REQUIRED;
}

void everywhere(const Matrix& A, Dense& C) {
  #pragma insum C[i,j] = abs(A[i,j] - 3)
  #pragma insum format A -> dia + hyb<1,1>
  INSUM_REQUIRED;
}

void greatest(const Matrix& A, Vector& y) {
  #pragma insum y[i] = max(k: A[i,k])
  #pragma insum tensor y[A.rows()] : dense(y)
  #pragma insum format A -> bcsr<2,2> + ell<auto>
  INSUM_REQUIRED;
}

void nearest(const Matrix& A, const Vector& x, Vector& y) {
  #pragma insum y[i] min= a[i,k] + x[k]
  #pragma insum tensor a[A.rows(),A.cols()] : csr(A.pos, A.crd, A.vals) fill(INFINITY)
  #pragma insum format a -> bcsr<2,2> + hyb<1,1>
  INSUM_REQUIRED;
}

void nearest_of_all(const Matrix& A, const Vector& x, Vector& y) {
  #pragma insum y[i] = min(k: a[i,k] + x[k])
  #pragma insum tensor a[A.rows(),A.cols()] : csr(A.pos, A.crd, A.vals) fill(INFINITY)
  #pragma insum tensor y[A.rows()] : dense(y)
  #pragma insum format a -> ell<1> + group_coo<2> + csr
  INSUM_REQUIRED;
}

void scaled_background(const Matrix& A, Dense& C) {
  #pragma insum C[i,j] = 3 * a[i,j]
  #pragma insum tensor a[A.rows(),A.cols()] : csr(A.pos, A.crd, A.vals) fill(2)
  #pragma insum format a -> bcsr<2,2> + ell<1> + csr
  INSUM_REQUIRED;
}

void near(const Matrix& A, Dense& C) {
  #pragma insum C[i,j] = a[i,j] < 4
  #pragma insum tensor a[A.rows(),A.cols()] : csr(A.pos, A.crd, A.vals) fill(INFINITY)
  #pragma insum format a -> ell<1> + csr
  INSUM_REQUIRED;
}

void sampled(const Matrix& A, const Dense& B, Matrix& S) {
  #pragma insum S[i,j] = A[i,j] * B[i,k] * B[j,k]
  #pragma insum format A -> bcsr<2,2> + dcsr
  INSUM_REQUIRED;
}

void sum_of_matrices(const Matrix& A, const Matrix& B, Matrix& S) {
  #pragma insum S[i,j] = A[i,j] + 2 * B[i,j]
  #pragma insum format A -> hyb<1,2>
  INSUM_REQUIRED;
}

void tree(const insum::coo<double, 3>& T, const Vector& x, Vector& y) {
  #pragma insum y[i] = T[i,j,k] * x[k] * x[j]
  #pragma insum format T -> group_coo<2> + csf
  INSUM_REQUIRED;
}

void short_rows(const Matrix& A, const Vector& x, Vector& y) {
  #pragma insum y[i] += A[i,k] * x[k]
  #pragma insum format A -> ell<1> + ell<2>
  INSUM_REQUIRED;
}

template <class T>
void of_any_type(const insum::csr<T, std::int64_t>& A, const std::vector<T>& x, std::vector<T>& y) {
  #pragma insum y[i] += A[i,k] * x[k]
  #pragma insum format A -> bcsr<2,2> + hyb<1,1>
  INSUM_REQUIRED;
}

template <class T>
void nearest_of_type(const insum::csr<T, std::int64_t>& A, const std::vector<T>& x, std::vector<T>& y) {
  #pragma insum y[i] min= a[i,k] + x[k]
  #pragma insum tensor a[A.rows(),A.cols()] : csr(A.pos, A.crd, A.vals) fill(INFINITY)
  #pragma insum format a -> ell<1> + hyb<1,1>
  INSUM_REQUIRED;
}

void lower(const insum::csr<std::int64_t, std::int64_t>& A, const std::vector<std::int64_t>& x,
           std::vector<std::int64_t>& y) {
  #pragma insum y[i] min= max(a[i,k], x[k])
  #pragma insum tensor a[A.rows(),A.cols()] : csr(A.pos, A.crd, A.vals) fill(std::numeric_limits<std::int64_t>::max())
  #pragma insum format a -> ell<1> + csr
  INSUM_REQUIRED;
}

void verified(const Matrix& A, const Vector& x, Vector& y) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor y[A.rows()] : dense(y)
  #pragma insum format A -> bcsr<2,2> + hyb<1,1> once
  #pragma insum verify
  for (std::size_t i = 0; i < static_cast<std::size_t>(A.rows()); ++i) {
    y[i] = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      y[i] += A.vals[static_cast<std::size_t>(p)] * x[static_cast<std::size_t>(A.crd[static_cast<std::size_t>(p)])];
  }
}

template void nearest_of_type(const insum::csr<float, std::int64_t>&, const std::vector<float>&, std::vector<float>&);
template void nearest_of_type(const insum::csr<std::int64_t, std::int64_t>&, const std::vector<std::int64_t>&, std::vector<std::int64_t>&);
template void of_any_type(const insum::csr<float, std::int64_t>&, const std::vector<float>&, std::vector<float>&);
template void of_any_type(const insum::csr<std::int32_t, std::int64_t>&, const std::vector<std::int32_t>&, std::vector<std::int32_t>&);
template void of_any_type(const insum::csr<std::complex<double>, std::int64_t>&, const std::vector<std::complex<double>>&, std::vector<std::complex<double>>&);

}  // namespace decomposed

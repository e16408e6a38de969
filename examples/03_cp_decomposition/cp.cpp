// The CP decomposition of a sparse tensor. VARIANT is the namespace: the build compiles this file with insum
// and without.
#include "cp.hpp"

#include <cmath>

namespace VARIANT {

namespace {

// The entries of X with each coordinate, by its tree: f(i, j, k, value).
template <class F>
void for_each_entry(const Tensor& X, F&& f) {
  for (int p = X.pos[0][0]; p < X.pos[0][1]; ++p)
    for (int q = X.pos[1][p]; q < X.pos[1][p + 1]; ++q)
      for (int t = X.pos[2][q]; t < X.pos[2][q + 1]; ++t) f(X.crd[0][p], X.crd[1][q], X.crd[2][t], X.vals[t]);
}

// The matricised tensor times the Khatri-Rao product of two factors (MTTKRP), for each of the three modes.
// The tree is stored with i outermost: the other modes scatter.
void mttkrp0(const Tensor& X, const Matrix& B, const Matrix& C, Matrix& M) {
#pragma insum kernel mttkrp0
#pragma insum M[i, r] = X[i, j, k] * B[j, r] * C[k, r]
  {
    for (double& value : M.vals) value = 0;
#pragma omp parallel for
    for (int p = X.pos[0][0]; p < X.pos[0][1]; ++p)
      for (int q = X.pos[1][p]; q < X.pos[1][p + 1]; ++q)
        for (int t = X.pos[2][q]; t < X.pos[2][q + 1]; ++t)
          for (int r = 0; r < static_cast<int>(M.cols()); ++r)
            M(X.crd[0][p], r) += X.vals[t] * B(X.crd[1][q], r) * C(X.crd[2][t], r);
  }
}

void mttkrp1(const Tensor& X, const Matrix& A, const Matrix& C, Matrix& M) {
#pragma insum kernel mttkrp1
#pragma insum M[j, r] = X[i, j, k] * A[i, r] * C[k, r]
  {
    for (double& value : M.vals) value = 0;
    for_each_entry(X, [&](int i, int j, int k, double x) {
      for (int r = 0; r < static_cast<int>(M.cols()); ++r) M(j, r) += x * A(i, r) * C(k, r);
    });
  }
}

void mttkrp2(const Tensor& X, const Matrix& A, const Matrix& B, Matrix& M) {
#pragma insum kernel mttkrp2
#pragma insum M[k, r] = X[i, j, k] * A[i, r] * B[j, r]
  {
    for (double& value : M.vals) value = 0;
    for_each_entry(X, [&](int i, int j, int k, double x) {
      for (int r = 0; r < static_cast<int>(M.cols()); ++r) M(k, r) += x * A(i, r) * B(j, r);
    });
  }
}

// V = (A^T A) .* (B^T B), element by element
void gram_product(const Matrix& A, const Matrix& B, Matrix& V) {
#pragma insum kernel gram_product
#pragma insum V[r, s] = sum(i : A[i, r] * A[i, s]) * sum(j : B[j, r] * B[j, s])
  for (int r = 0; r < static_cast<int>(V.rows()); ++r)
    for (int s = 0; s < static_cast<int>(V.cols()); ++s) {
      double a = 0, b = 0;
      for (int i = 0; i < static_cast<int>(A.rows()); ++i) a += A(i, r) * A(i, s);
      for (int j = 0; j < static_cast<int>(B.rows()); ++j) b += B(j, r) * B(j, s);
      V(r, s) = a * b;
    }
}

double inner_product(const Matrix& A, const Matrix& B) {
  double sum = 0;
#pragma insum kernel inner_product
#pragma insum sum += A[i, r] * B[i, r]
  for (int i = 0; i < static_cast<int>(A.rows()); ++i)
    for (int r = 0; r < static_cast<int>(A.cols()); ++r) sum += A(i, r) * B(i, r);
  return sum;
}

// M becomes M V^-1, by Cholesky's decomposition V = L L^T of a symmetric positive definite matrix.
void solve(Matrix V, Matrix& M) {
  const int n = static_cast<int>(V.rows());
  for (int r = 0; r < n; ++r) V(r, r) += 1e-12 * V(r, r) + 1e-300;  // factors may be zero
  for (int r = 0; r < n; ++r)
    for (int c = 0; c <= r; ++c) {
      for (int k = 0; k < c; ++k) V(r, c) -= V(r, k) * V(c, k);
      V(r, c) = r == c ? std::sqrt(V(r, c)) : V(r, c) / V(c, c);
    }
  for (int i = 0; i < static_cast<int>(M.rows()); ++i) {
    for (int r = 0; r < n; ++r) {
      for (int k = 0; k < r; ++k) M(i, r) -= V(r, k) * M(i, k);
      M(i, r) /= V(r, r);
    }
    for (int r = n - 1; r >= 0; --r) {
      for (int k = r + 1; k < n; ++k) M(i, r) -= V(k, r) * M(i, k);
      M(i, r) /= V(r, r);
    }
  }
}

}  // namespace

Decomposition decompose(const Tensor& X, std::array<Matrix, 3> factors, int iterations) {
  Decomposition result{std::move(factors), {}};
  auto& [A, B, C] = result.factors;
  Matrix V({A.cols(), A.cols()}), M;
  double norm = 0;  // ||X||^2
  for (const double value : X.vals) norm += value * value;

  for (int iteration = 0; iteration < iterations; ++iteration) {
    mttkrp0(X, B, C, A);
    gram_product(B, C, V);
    solve(V, A);

    mttkrp1(X, A, C, B);
    gram_product(A, C, V);
    solve(V, B);

    M = C;
    mttkrp2(X, A, B, M);
    gram_product(A, B, V);
    C = M;
    solve(V, C);

    // ||X - model||^2 = ||X||^2 - 2 <X, model> + ||model||^2, where <X, model> is the product of M and C.
    Matrix all({V.rows(), V.cols()});
    gram_product(C, Matrix({1, V.cols()}, 1.0), all);
    const double error = norm - 2 * inner_product(M, C) + inner_product(V, all);
    result.fits.push_back(1 - std::sqrt(std::max(error, 0.0) / norm));
  }
  return result;
}

}  // namespace VARIANT

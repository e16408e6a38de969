// Conjugate gradients. VARIANT is the namespace: the build compiles this file with insum and without.
#include "solver.hpp"

#include <cmath>

namespace VARIANT {

namespace {

// y = A x
void multiply(const Matrix& A, const Vector& x, Vector& y) {
  const int n = static_cast<int>(A.rows());
#pragma insum kernel spmv
#pragma insum y[i] = A[i, k] * x[k]
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) sum += A.vals[p] * x[A.crd[p]];
    y[i] = sum;
  }
}

double dot(const Vector& x, const Vector& y) {
  const int n = static_cast<int>(x.size());
  double sum = 0;
#pragma insum kernel dot
#pragma insum sum += x[i] * y[i]
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

// y += a x
void axpy(double a, const Vector& x, Vector& y) {
  const int n = static_cast<int>(x.size());
#pragma insum kernel axpy
#pragma insum y[i] += a * x[i]
#pragma omp parallel for
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}

// p = z + b p
void direction(const Vector& z, double b, Vector& p) {
  const int n = static_cast<int>(z.size());
#pragma insum kernel direction
#pragma insum p[i] = z[i] + b * p[i]
#pragma omp parallel for
  for (int i = 0; i < n; ++i) p[i] = z[i] + b * p[i];
}

// z = r / D, the preconditioner, and the product of r and z
double precondition(const Vector& D, const Vector& r, Vector& z) {
  const int n = static_cast<int>(r.size());
  double product = 0;
#pragma insum kernel precondition
#pragma insum z[i] = r[i] / D[i]
#pragma insum product += r[i] * z[i]
#pragma omp parallel for reduction(+ : product)
  for (int i = 0; i < n; ++i) {
    z[i] = r[i] / D[i];
    product += r[i] * z[i];
  }
  return product;
}

Vector diagonal(const Matrix& A) {
  Vector D(static_cast<std::size_t>(A.rows()), 1.0);
  for (int i = 0; i < static_cast<int>(A.rows()); ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      if (A.crd[p] == i && A.vals[p] != 0) D[i] = A.vals[p];
  return D;
}

}  // namespace

Solution solve(const Matrix& A, const Vector& b, double tolerance, int limit) {
  const Vector D = diagonal(A);
  Solution s{.x = Vector(b.size(), 0.0)};
  Vector r = b, z(b.size()), q(b.size());
  double rz = precondition(D, r, z);
  Vector p = z;
  const double norm = std::sqrt(dot(b, b));
  for (s.residual = 1; s.residual > tolerance && s.iterations < limit; ++s.iterations) {
    multiply(A, p, q);
    const double alpha = rz / dot(p, q);
    axpy(alpha, p, s.x);
    axpy(-alpha, q, r);
    const double next = precondition(D, r, z);
    direction(z, next / rz, p);
    rz = next;
    s.residual = std::sqrt(dot(r, r)) / norm;
  }
  return s;
}

}  // namespace VARIANT

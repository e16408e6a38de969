// conjugate_gradient [matrix.mtx[.gz]]: solves with a matrix from a file, or with a Poisson problem on a
// cube.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "../common/compare.hpp"
#include "solver.hpp"

namespace {

// -Laplace on a grid of n * n * n points: 6 on the diagonal, -1 for each neighbour.
Matrix poisson(int n) {
  insum::coo<double> entries;
  entries.shape = {std::int64_t{n} * n * n, std::int64_t{n} * n * n};
  const auto add = [&](int row, int column, double value) {
    entries.crd[0].push_back(row);
    entries.crd[1].push_back(column);
    entries.vals.push_back(value);
  };
  for (int x = 0; x < n; ++x)
    for (int y = 0; y < n; ++y)
      for (int z = 0; z < n; ++z) {
        const int i = (x * n + y) * n + z;
        add(i, i, 6);
        if (x > 0) add(i, i - n * n, -1);
        if (x < n - 1) add(i, i + n * n, -1);
        if (y > 0) add(i, i - n, -1);
        if (y < n - 1) add(i, i + n, -1);
        if (z > 0) add(i, i - 1, -1);
        if (z < n - 1) add(i, i + 1, -1);
      }
  return insum::convert<Matrix>(entries);
}

// ||b - A x|| / ||b||, computed afresh.
double true_residual(const Matrix& A, const Vector& x, const Vector& b) {
  Vector Ax(b.size());
  for (std::size_t i = 0; i < b.size(); ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) Ax[i] += A.vals[p] * x[A.crd[p]];
  return example::relative_difference(Ax, b);
}

// By columns a symmetric matrix is stored as it is by rows.
bool is_symmetric(const Matrix& A) {
  const auto columns = insum::convert<insum::csc<double>>(A);
  return columns.pos == A.pos && columns.crd == A.crd && columns.vals == A.vals;
}

int run(int argc, char** argv) {
  const Matrix A = argc > 1 ? insum::convert<Matrix>(insum::read_mtx<double>(argv[1])) : poisson(40);
  std::printf("matrix      %lld x %lld with %lld entries (%s)\n", static_cast<long long>(A.rows()),
              static_cast<long long>(A.cols()), static_cast<long long>(A.nnz()),
              argc > 1 ? argv[1] : "Poisson");
  if (A.rows() != A.cols()) return std::fprintf(stderr, "the matrix is not square\n"), 2;
  if (!is_symmetric(A)) return std::fprintf(stderr, "the matrix is not symmetric\n"), 2;

  const Vector b(static_cast<std::size_t>(A.rows()), 1.0);
  constexpr double tolerance = 1e-9;
  constexpr int limit = 5000;
  Solution ours, theirs;
  const double ours_time = example::best_time([&] { ours = generated::solve(A, b, tolerance, limit); });
  const double theirs_time = example::best_time([&] { theirs = handwritten::solve(A, b, tolerance, limit); });

  const double residual = true_residual(A, ours.x, b), their_residual = true_residual(A, theirs.x, b);
  std::printf("generated   %d iterations, residual %.2e, true residual %.2e\n", ours.iterations,
              ours.residual, residual);
  std::printf("by hand     %d iterations, residual %.2e, true residual %.2e\n", theirs.iterations,
              theirs.residual, their_residual);
  const int status =
      example::conclude(ours_time, theirs_time, example::relative_difference(ours.x, theirs.x), 1e-6);
  // An ill-conditioned matrix keeps the true residual of both above the tolerance; NaN is no convergence
  // either.
  if (!(ours.residual <= tolerance) || !(residual <= 10 * std::max(tolerance, their_residual)))
    return std::printf("FAILED: the iteration did not converge\n"), 1;
  // Sums in another order change the last bits, which may cost some iterations, not many.
  if (10 * std::abs(ours.iterations - theirs.iterations) > theirs.iterations + 20)
    return std::printf("FAILED: the numbers of iterations differ\n"), 1;
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 2;
  }
}

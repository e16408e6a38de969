#pragma once
#include <vector>

#include "insum/insum.hpp"

using Matrix = insum::csr<double>;
using Vector = std::vector<double>;

struct Solution {
  Vector x;
  int iterations = 0;
  double residual = 0;  // ||b - A x|| / ||b||, as the iteration knows it
};

// Solves A x = b for a symmetric positive definite A: conjugate gradients with Jacobi's preconditioner. Stops
// at a relative residual of `tolerance`, or after `limit` iterations.
namespace generated {
Solution solve(const Matrix& A, const Vector& b, double tolerance, int limit);
}
namespace handwritten {
Solution solve(const Matrix& A, const Vector& b, double tolerance, int limit);
}

#pragma once
#include <array>
#include <vector>

#include "insum/insum.hpp"

using Tensor = insum::csf<double, 3>;
using Matrix = insum::dense<double, 2>;

// X(i,j,k) is about the sum over r of factors[0](i,r) * factors[1](j,r) * factors[2](k,r).
struct Decomposition {
  std::array<Matrix, 3> factors;
  std::vector<double> fits;  // 1 - ||X - model|| / ||X|| after each iteration
};

// Improves the given factors by alternating least squares.
namespace generated {
Decomposition decompose(const Tensor& X, std::array<Matrix, 3> factors, int iterations);
}
namespace handwritten {
Decomposition decompose(const Tensor& X, std::array<Matrix, 3> factors, int iterations);
}

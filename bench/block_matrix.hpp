// Matrices of dense blocks for the benchmarks.
#pragma once
#include <cstdint>
#include <insum/formats.hpp>
#include <random>
#include <vector>

namespace bench {

/// A square matrix of 32 x 32 blocks, of which `percent` in a hundred, at random places, have elements other
/// than zero.
template <class T>
insum::csr<T> block_matrix(std::int64_t side, int percent) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(-1, 1);
  insum::csr<T> A;
  A.shape = {side, side};
  std::vector<std::int64_t> columns;  // of the blocks of a block row
  for (std::int64_t i = 0; i < side; ++i) {
    if (i % 32 == 0) {
      columns.clear();
      for (std::int64_t k = 0; k < side; k += 32)
        if (static_cast<int>(random() % 100) < percent) columns.push_back(k);
    }
    for (const std::int64_t block : columns)
      for (std::int64_t k = block; k < block + 32; ++k)
        A.crd.push_back(static_cast<std::int32_t>(k)), A.vals.push_back(static_cast<T>(uniform(random)));
    A.pos.push_back(static_cast<std::int32_t>(A.crd.size()));
  }
  return A;
}

}  // namespace bench

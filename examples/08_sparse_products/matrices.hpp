#pragma once
#include <string>

#include "products.hpp"

// A matrix from a file: Matrix Market, or .smtx of the Deep Learning Matrix Collection, plain or gzip.
Csr read_matrix(const std::string& path);

// A graph whose nodes have very different numbers of neighbours, and pruned weights of which 32 x 32 blocks
// are left.
Csr random_graph(int nodes);
Csr random_blocks(int size);

// What a product with `width` columns costs in a format, about, as a number of multiplications. `format` is
// the name that
// insum::advise gives it, with sizes in angle brackets.
struct Cost {
  std::string format;
  double multiplications = 0;
};

// The cheapest form of the format called `name`: of the block sizes 2 to 32, where it has blocks.
Cost cheapest(const Csr& A, const std::string& name, std::int64_t width);

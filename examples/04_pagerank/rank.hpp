#pragma once
#include <vector>

#include "insum/insum.hpp"

using Graph = insum::csr<double>;  // A(i,j) = 1 for a link from page i to page j
using Vector = std::vector<double>;

struct Ranking {
  Vector rank;  // sums to 1
  int iterations = 0;
  double change = 0;  // of the last iteration, in the 1-norm
};

// PageRank with the given damping factor: iterates until the ranks change by less than `tolerance` in the
// 1-norm, or `limit` times. Pages without links count as linking to all pages.
namespace generated {
Ranking rank_pages(const Graph& A, double damping, double tolerance, int limit);
}
namespace handwritten {
Ranking rank_pages(const Graph& A, double damping, double tolerance, int limit);
}

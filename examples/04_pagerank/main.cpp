// pagerank [graph.mtx[.gz]]: ranks the nodes of a directed graph from a file, or of a random one.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <numeric>
#include <random>

#include "../common/compare.hpp"
#include "rank.hpp"

namespace {

// n pages; a quarter have no links. Pages with small numbers are linked to more often.
insum::coo<double> random_graph(int n) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform;
  insum::coo<double> links;
  links.shape = {n, n};
  for (int i = 0; i < n; ++i) {
    const int count = i % 4 == 3 ? 0 : 1 + static_cast<int>(random() % 20);
    for (int l = 0; l < count; ++l) {
      const double u = uniform(random);
      links.crd[0].push_back(i);
      links.crd[1].push_back(static_cast<int>(u * u * u * n));
      links.vals.push_back(1);
    }
  }
  return links;
}

int run(int argc, char** argv) {
  // Entries that occur several times are added up: two links from page to page count twice.
  const Graph A = insum::convert<Graph>(argc > 1 ? insum::read_mtx<double>(argv[1]) : random_graph(200000));
  std::printf("graph       %lld nodes with %lld links (%s)\n", static_cast<long long>(A.rows()),
              static_cast<long long>(A.nnz()), argc > 1 ? argv[1] : "random");
  if (A.rows() != A.cols()) return std::fprintf(stderr, "the matrix is not square\n"), 2;

  constexpr double damping = 0.85, tolerance = 1e-10;
  Ranking ours, theirs;
  const double ours_time =
      example::best_time([&] { ours = generated::rank_pages(A, damping, tolerance, 500); });
  const double theirs_time =
      example::best_time([&] { theirs = handwritten::rank_pages(A, damping, tolerance, 500); });

  const double sum = std::accumulate(ours.rank.begin(), ours.rank.end(), 0.0);
  std::printf("generated   %d iterations, last change %.2e, ranks sum to %.12f\n", ours.iterations,
              ours.change, sum);
  std::printf("by hand     %d iterations, last change %.2e\n", theirs.iterations, theirs.change);

  std::vector<int> order(ours.rank.size());
  std::iota(order.begin(), order.end(), 0);
  const std::size_t top = std::min<std::size_t>(5, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(top), order.end(),
                    [&](int a, int b) { return ours.rank[a] > ours.rank[b]; });
  std::printf("first      ");
  for (std::size_t i = 0; i < top; ++i) std::printf(" node %d: %.3e ", order[i], ours.rank[order[i]]);
  std::printf("\n");

  const int status =
      example::conclude(ours_time, theirs_time, example::relative_difference(ours.rank, theirs.rank), 1e-9);
  if (ours.change > tolerance || std::abs(sum - 1) > 1e-9) return std::printf("FAILED: no convergence\n"), 1;
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

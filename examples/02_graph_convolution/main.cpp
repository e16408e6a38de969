// graph_convolution [graph.mtx[.gz] features.mtx[.gz]]: two graph convolutions with weights from a fixed
// seed, on a graph and features from files, or on random ones.
#include <cmath>
#include <cstdio>
#include <exception>
#include <random>
#include <string>

#include "../common/compare.hpp"
#include "network.hpp"

namespace {

using Entries = insum::coo<float>;

Entries random_entries(int rows, int columns, int per_row, unsigned seed) {
  std::mt19937 random(seed);
  Entries entries;
  entries.shape = {rows, columns};
  for (int i = 0; i < rows; ++i)
    for (int l = 0; l < per_row; ++l) {
      entries.crd[0].push_back(i);
      entries.crd[1].push_back(static_cast<int>(random() % static_cast<unsigned>(columns)));
      entries.vals.push_back(1);
    }
  return entries;
}

// D^-1/2 (A + I) D^-1/2, D being the diagonal matrix of degrees, for the undirected graph of these edges.
Sparse normalised(Entries edges) {
  const std::size_t count = edges.vals.size();
  for (std::size_t e = 0; e < count; ++e) {
    edges.crd[0].push_back(edges.crd[1][e]);
    edges.crd[1].push_back(edges.crd[0][e]);
    edges.vals.push_back(1);
  }
  for (int i = 0; i < static_cast<int>(edges.rows()); ++i) {
    edges.crd[0].push_back(i);
    edges.crd[1].push_back(i);
    edges.vals.push_back(1);
  }
  Sparse A = insum::convert<Sparse>(edges);
  for (float& value : A.vals) value = 1;  // an edge counts once, however often it is in the list
  const auto degree = [&](int i) { return static_cast<float>(A.pos[i + 1] - A.pos[i]); };
  for (int i = 0; i < static_cast<int>(A.rows()); ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) A.vals[p] /= std::sqrt(degree(i) * degree(A.crd[p]));
  return A;
}

// Glorot's initial weights.
Network random_network(std::int64_t features, std::int64_t hidden, std::int64_t classes) {
  std::mt19937 random(7);
  const auto fill = [&](auto& tensor, double bound) {
    std::uniform_real_distribution<float> uniform(static_cast<float>(-bound), static_cast<float>(bound));
    for (float& value : tensor.vals) value = uniform(random);
  };
  Network network{Dense({features, hidden}), Dense({hidden, classes}), Row({hidden}), Row({classes})};
  fill(network.W1, std::sqrt(6.0 / static_cast<double>(features + hidden)));
  fill(network.W2, std::sqrt(6.0 / static_cast<double>(hidden + classes)));
  fill(network.b1, 0.01);
  fill(network.b2, 0.01);
  return network;
}

int run(int argc, char** argv) {
  const Sparse A =
      normalised(argc > 2 ? insum::read_mtx<float>(argv[1]) : random_entries(20000, 20000, 8, 1));
  const Sparse X =
      insum::convert<Sparse>(argc > 2 ? insum::read_mtx<float>(argv[2]) : random_entries(20000, 1000, 20, 2));
  std::printf("graph       %lld nodes, %lld entries with self-loops (%s)\n", static_cast<long long>(A.rows()),
              static_cast<long long>(A.nnz()), argc > 2 ? argv[1] : "random");
  std::printf("features    %lld a node, %lld entries in all\n", static_cast<long long>(X.cols()),
              static_cast<long long>(X.nnz()));

  const std::int64_t hidden = 64, classes = 7;
  const Network network = random_network(X.cols(), hidden, classes);
  Dense ours, theirs;
  const double ours_time = example::best_time([&] { ours = generated::forward(A, X, network); });
  const double theirs_time = example::best_time([&] { theirs = handwritten::forward(A, X, network); });

  std::vector<int> members(static_cast<std::size_t>(classes));
  double loss = 0;  // if each node's likeliest class were the right one
  for (std::int64_t n = 0; n < ours.rows(); ++n) {
    std::int64_t best = 0;
    for (std::int64_t c = 1; c < classes; ++c)
      if (ours(n, c) > ours(n, best)) best = c;
    ++members[static_cast<std::size_t>(best)];
    loss -= std::log(static_cast<double>(ours(n, best)));
  }
  std::printf("classes    ");
  for (const int count : members) std::printf(" %d", count);
  std::printf("\nloss        %.4f (cross entropy against the likeliest class)\n",
              loss / static_cast<double>(ours.rows()));
  return example::conclude(ours_time, theirs_time, example::relative_difference(ours.vals, theirs.vals),
                           1e-5);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc == 1 || argc == 3) return run(argc, argv);
    std::fprintf(stderr, "usage: %s [graph.mtx features.mtx]\n", argv[0]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
  }
  return 2;
}

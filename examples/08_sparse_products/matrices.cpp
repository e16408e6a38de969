#include "matrices.hpp"

#include <cmath>
#include <random>

Csr read_matrix(const std::string& path) {
  if (path.find(".smtx") != std::string::npos) return insum::read_smtx<float>(path);
  return insum::convert<Csr>(insum::read_mtx<float>(path));
}

Csr random_graph(int nodes) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(0, 1);
  insum::coo<float> edges;
  edges.shape = {nodes, nodes};
  for (int i = 0; i < nodes; ++i) {
    const int degree = static_cast<int>(std::min(2 / std::sqrt(uniform(random)), nodes / 10.0));
    for (int e = 0; e < degree; ++e) {
      edges.crd[0].push_back(i);
      edges.crd[1].push_back(static_cast<int>(uniform(random) * nodes));
      edges.vals.push_back(static_cast<float>(uniform(random)));
    }
  }
  return insum::convert<Csr>(edges);
}

Csr random_blocks(int size) {
  std::mt19937 random(2);
  std::uniform_real_distribution<float> uniform(-1, 1);
  Bcsr blocks;
  blocks.shape = {size, size};
  blocks.bm = blocks.bn = 32;
  blocks.pos.push_back(0);
  for (int i = 0; i < size / 32; ++i) {
    for (int k = 0; k < size / 32; ++k) {
      if (random() % 10 != 0) continue;
      blocks.crd.push_back(k);
      for (int e = 0; e < 32 * 32; ++e) blocks.vals.push_back(uniform(random));
    }
    blocks.pos.push_back(static_cast<int>(blocks.crd.size()));
  }
  return insum::convert<Csr>(blocks);
}

Cost cheapest(const Csr& A, const std::string& name, std::int64_t width) {
  // An element of B or C comes from a cache, in one and a half times the time of a multiplication; a byte of
  // A comes from memory, in four times.
  constexpr double access = 1.5, byte = 4;
  Cost best;
  for (const insum::format_cost& cost : insum::advise(A).formats) {
    if (cost.format.substr(0, cost.format.find('<')) != name) continue;
    const double multiplications =
        (static_cast<double>(cost.slots) + access * static_cast<double>(cost.accesses)) *
            static_cast<double>(width) +
        byte * static_cast<double>(cost.bytes);
    if (best.format.empty() || multiplications < best.multiplications) best = {cost.format, multiplications};
  }
  return best;
}

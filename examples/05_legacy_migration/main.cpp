// legacy_migration [matrix.mtx[.gz]]: nodes that springs pull, with the pattern of springs from a file or on
// a cube.
#include <cstdio>
#include <exception>
#include <vector>

#include "../common/compare.hpp"
#include "insum/insum.hpp"
#include "lattice.hpp"

namespace {

using Pattern = insum::csr<double>;

Pattern cube(int n) {
  insum::coo<double> entries;
  entries.shape = {std::int64_t{n} * n * n, std::int64_t{n} * n * n};
  for (int i = 0; i < n * n * n; ++i)
    for (const int step : {1, n, n * n})
      if (i / step % n + 1 < n) {
        entries.crd[0].push_back(i + step);
        entries.crd[1].push_back(i);
        entries.vals.push_back(1);
      }
  return insum::convert<Pattern>(entries);
}

// A spring between the nodes of each entry below the diagonal, in both kinds of storage that the code has.
class Lattice {
 public:
  explicit Lattice(const Pattern& pattern) : n_(static_cast<int>(pattern.rows())), rows_(n_), values_(n_) {
    for (int i = 0; i < n_; ++i)
      for (int p = pattern.pos[i]; p < pattern.pos[i + 1]; ++p)
        if (const int j = pattern.crd[p]; j < i && rows_[i].size() < 100 && rows_[j].size() < 100)
          connect(i, j);
    for (int i = 0; i < n_; ++i) {
      rows_[i].push_back(i);
      values_[i].push_back(static_cast<double>(values_[i].size()) + 0.5);  // 0.5: tied to its place
      counts_.push_back(static_cast<char>(rows_[i].size()));
      column_pointers_.push_back(rows_[i].data());
      value_pointers_.push_back(values_[i].data());
      for (std::size_t p = 0; p < rows_[i].size(); ++p) {
        ja_.push_back(rows_[i][p] + 1);
        a_.push_back(0.02 * values_[i][p]);
      }
      ia_.push_back(static_cast<int>(ja_.size()) + 1);
    }
  }
  Stiffness stiffness() const {
    return {n_, counts_.data(), column_pointers_.data(), value_pointers_.data()};
  }
  Friction friction() const { return {ia_.data(), ja_.data(), a_.data()}; }
  std::vector<Node> nodes() const {
    std::vector<Node> nodes(static_cast<std::size_t>(n_));
    for (int i = 0; i < n_; ++i) nodes[i] = {i % 17 == 0 ? 1.0 : 0.0, 0, 0, 1 + 0.1 * (i % 5)};
    return nodes;
  }
  int size() const { return n_; }
  std::size_t springs() const { return (ja_.size() - static_cast<std::size_t>(n_)) / 2; }

 private:
  void connect(int i, int j) {
    rows_[i].push_back(j);
    rows_[j].push_back(i);
    values_[i].push_back(-1);
    values_[j].push_back(-1);
  }

  int n_;
  std::vector<std::vector<int>> rows_;
  std::vector<std::vector<double>> values_;
  std::vector<char> counts_;
  std::vector<const int*> column_pointers_;
  std::vector<const double*> value_pointers_;
  std::vector<int> ia_{1}, ja_;
  std::vector<double> a_;
};

int run(int argc, char** argv) {
  const Pattern pattern = argc > 1 ? insum::convert<Pattern>(insum::read_mtx<double>(argv[1])) : cube(40);
  if (pattern.rows() != pattern.cols()) return std::fprintf(stderr, "the matrix is not square\n"), 2;
  const Lattice lattice(pattern);
  std::printf("lattice     %d nodes, %zu springs (%s)\n", lattice.size(), lattice.springs(),
              argc > 1 ? argv[1] : "a cube");

  constexpr double dt = 0.02;
  constexpr int steps = 100;
  std::vector<Node> ours, theirs;
  double our_energy = 0, their_energy = 0;
  const double ours_time = example::best_time([&] {
    ours = lattice.nodes();
    our_energy = generated::advance(lattice.stiffness(), lattice.friction(), ours.data(), dt, steps);
  });
  const double theirs_time = example::best_time([&] {
    theirs = lattice.nodes();
    their_energy = handwritten::advance(lattice.stiffness(), lattice.friction(), theirs.data(), dt, steps);
  });
  std::printf("energy      generated %.9f   by hand %.9f (kinetic, after %d steps)\n", our_energy,
              their_energy, steps);

  std::vector<double> our_state{our_energy}, their_state{their_energy};
  for (const Node& node : ours) our_state.insert(our_state.end(), {node.position, node.velocity, node.force});
  for (const Node& node : theirs)
    their_state.insert(their_state.end(), {node.position, node.velocity, node.force});
  return example::conclude(ours_time, theirs_time, example::relative_difference(our_state, their_state),
                           1e-10);
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

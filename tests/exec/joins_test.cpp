// Several Einsums over the same indices against the loops below them: whether their loops are one or not
// shows in nothing but time. All numbers are small whole ones, so that sums are exact in any order.
#include <doctest/doctest.h>
#include <omp.h>
#include <random>
#include "join_kernels.hpp"

namespace {

constexpr int nodes = 40, edges = 300;

class Chance {
 public:
  explicit Chance(unsigned seed) : random_(seed) {}
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
  Numbers numbers(int n) {
    Numbers out(static_cast<std::size_t>(n));
    for (double& each : out) each = below(9) - 4;
    return out;
  }
  Indices indices(int n, int bound) {
    Indices out(static_cast<std::size_t>(n));
    for (int& each : out) each = below(bound);
    return out;
  }
  Sparse sparse(int rows, int columns) {
    Sparse a{{0}, {}, {}};
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j)
        if (below(4) == 0) a.crd.push_back(j), a.vals.push_back(below(9) - 4);
      a.pos.push_back(static_cast<int>(a.crd.size()));
    }
    return a;
  }

 private:
  std::mt19937 random_;
};

/// Both on copies of the outputs, on 1, 2 and 4 threads.
template <class Joined, class Plain>
void compare(Joined joined, Plain plain, const Numbers& y, const Numbers& z) {
  Numbers wanted_y = y, wanted_z = z;
  plain(wanted_y, wanted_z);
  for (const int threads : {1, 2, 4}) {
    omp_set_num_threads(threads);
    Numbers found_y = y, found_z = z;
    joined(found_y, found_z);
    CHECK(found_y == wanted_y);
    CHECK(found_z == wanted_z);
  }
}

#define COMPARE(kernel, ...)                                                            \
  compare([&](Numbers& y, [[maybe_unused]] Numbers& z) { joins::kernel(__VA_ARGS__); }, \
          [&](Numbers& y, [[maybe_unused]] Numbers& z) { plain::kernel(__VA_ARGS__); }, y0, z0)

}  // namespace

TEST_CASE("several Einsums over the same indices") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    Chance chance(seed);
    const Edges e{chance.indices(edges, nodes), chance.indices(edges, nodes), chance.numbers(edges)};
    const Sparse a = chance.sparse(30, nodes);
    const Numbers x = chance.numbers(nodes), long_x = chance.numbers(edges);
    Numbers y0 = chance.numbers(nodes), z0 = chance.numbers(nodes);
    COMPARE(exchange, e, x, y);
    COMPARE(largest, e, x, y);
    COMPARE(other_operator, e, x, y);
    COMPARE(two_results, e, x, y, z);
    COMPARE(in_a_row, x, y, z);
    COMPARE(in_place, y, z);
    COMPARE(next_element, x, y, z);
    COMPARE(backwards, y, z);
    COMPARE(of_entries, a, Numbers(30, 2), Numbers(30, 3), y);
    COMPARE(other_lengths, x, Numbers(nodes / 2, 2), y);
    z0 = chance.numbers(edges);
    COMPARE(read_afterwards, e, x, y, z);
    COMPARE(read_before, e, y, z);
    y0 = chance.numbers(edges);
    COMPARE(three, e, long_x, y);
    COMPARE(stores, e, long_x, y);
    COMPARE(gathered, e, x, y, z);
    const Sparse square = chance.sparse(60, 60);
    y0 = chance.numbers(60 * 60);
    COMPARE(with_its_transpose, square, y);
  }
}

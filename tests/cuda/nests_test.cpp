// Loops of the host around launches, and merges in kernels.
#include "nests.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <insum/rt/config.hpp>

#include "matrices.hpp"

TEST_CASE("a loop of the host goes on where the device finds padding") {
  const int m = 23, n = 17, k = 21;
  const PaddedRows a = make_padded_rows(m, n, 9);
  const std::vector<double> b = make_vector(n * k);
  std::vector<double> c(at(m * k), 7), wanted(at(m * k));
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      for (int r = 0; r < k; ++r) wanted[at(i * k + r)] += a.full[at(i * n + j)] * b[at(j * k + r)];
  padded_times_matrix(m, n, k, a.crd.data(), a.values.data(), b.data(), c.data());
  CHECK(c == wanted);
}

TEST_CASE("positions of a row that is not there are not read") {
  const std::vector<int> pos0 = {0, 2}, crd0 = {1, 3}, pos1 = {0, 2, 3}, crd1 = {0, 4, 2};
  const std::vector<double> a = {5, 6, 7}, x = {1, 2, 3, 4, 5};
  for (int r = 0; r < 6; ++r) {
    std::vector<double> y(5, 7), wanted(5);
    if (r == 1) wanted = {5, 0, 0, 0, 30};
    if (r == 3) wanted = {0, 0, 21, 0, 0};
    one_row(r, 6, 5, pos0.data(), crd0.data(), pos1.data(), crd1.data(), a.data(), x.data(), y.data());
    CHECK(y == wanted);
  }
}

TEST_CASE("without rows there need be no positions" * doctest::skip(insum::rt::checks_enabled)) {
  std::vector<double> y = {3, 4};
  columns(0, 2, nullptr, nullptr, nullptr, nullptr, y.data());
  CHECK(y == std::vector<double>{3, 4});
}

TEST_CASE("merges of two rows") {
  for (const auto& [m, n] : {std::pair{100, 60}, {3, 700}, {1, 1}}) {
    const Matrix a = make_matrix(m, n), b = make_matrix(m, n, 2);
    const std::vector<double> full_a = a.full(), full_b = b.full();
    std::vector<double> y(at(m), 7), in_common(at(m)), c(at(m * n), 7), larger_ones;
    for (int p = 0; p < m * n; ++p) {
      in_common[at(p / n)] += full_a[at(p)] * full_b[at(p)];
      larger_ones.push_back(std::max(full_a[at(p)], full_b[at(p)]));
    }
    rows_in_common(m, n, a.pos.data(), a.col.data(), a.values.data(), b.pos.data(), b.col.data(),
                   b.values.data(), y.data());
    CHECK(y == in_common);
    larger(m, n, a.pos.data(), a.col.data(), a.values.data(), b.pos.data(), b.col.data(), b.values.data(),
           c.data());
    CHECK(c == larger_ones);
  }
}

TEST_CASE("a loop of the host over the entries of rows in its memory") {
  const Matrix a = make_matrix(19, 33);
  const int k = 7;
  const std::vector<double> b = make_vector(a.n * k);
  std::vector<double> c(at(a.m * k), 7), wanted(at(a.m * k));
  for (std::size_t p = 0; p < a.values.size(); ++p)
    for (int r = 0; r < k; ++r) wanted[at(a.row[p] * k + r)] += a.values[p] * b[at(a.col[p] * k + r)];
  rows_times_matrix(a.m, a.n, k, a.pos.data(), a.col.data(), a.values.data(), b.data(), c.data());
  CHECK(c == wanted);
}

// `format A -> ...`: kernels on converted copies give what the stored matrix gives.
#include "../support/kernel_name.hpp"
#include "format_kernels.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>

namespace {

using formats::Matrix;

std::size_t at(int i, int n, int j) {
  return static_cast<std::size_t>(i) * static_cast<std::size_t>(n) + static_cast<std::size_t>(j);
}

Matrix random_matrix(int rows, int columns, double density, unsigned seed) {
  std::mt19937 random(seed);
  Matrix a;
  a.rows = rows;
  a.columns = columns;
  for (int i = 0; i < rows; ++i) {
    for (int k = 0; k < columns; ++k)
      if (random() % 1000 < static_cast<unsigned>(density * 1000)) {
        a.row.push_back(i);
        a.crd.push_back(k);
        a.vals.push_back(static_cast<float>(random() % 15) - 7);
      }
    a.pos.push_back(static_cast<int>(a.crd.size()));
  }
  return a;
}

std::vector<float> naive(const Matrix& a, int n, const std::vector<float>& b) {
  std::vector<float> c(at(a.rows, n, 0));
  for (std::size_t p = 0; p < a.row.size(); ++p)
    for (int j = 0; j < n; ++j) c[at(a.row[p], n, j)] += a.vals[p] * b[at(a.crd[p], n, j)];
  return c;
}

void compare(const char* name, formats::Product product) {
  CAPTURE(name);
  unsigned seed = 1;
  for (const auto& [rows, columns, density] :
       {std::tuple{37, 29, 0.2}, {40, 40, 0.0}, {1, 1, 1.0}, {6, 50, 0.9}, {300, 7, 0.05}}) {
    const Matrix a = random_matrix(rows, columns, density, ++seed);
    const int n = 19;
    std::vector<float> b(at(columns, n, 0)), c(at(rows, n, 0), 99.0F);
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i % 13) - 6;
    product(a, n, b.data(), c.data());
    CHECK(c == naive(a, n, b));
  }
}

}  // namespace

TEST_CASE("products over converted copies") {
  compare("group_coo<auto>", formats::in_groups);
  compare("group_coo<4>", formats::in_groups_of_four);
  compare("block_coo", formats::in_blocks);
  compare("block_group_coo", formats::in_groups_of_blocks);
  compare("ell", formats::in_rows_of_one_length);
  compare("csc", formats::by_columns);
  compare("coo to csr", formats::list_as_rows);
  compare("dense", formats::as_dense);
}

TEST_CASE("a copy is kept until it is invalidated") {
  insum::csr<double> a;
  a.shape = {2, 2};
  a.pos = {0, 1, 2};
  a.crd = {1, 0};
  a.vals = {2, 3};
  const std::vector<double> x = {1, 10};
  std::vector<double> y(2);
  formats::kept(a, x, y);
  CHECK(y == std::vector<double>{20, 3});
  a.vals[0] = 5;
  formats::kept(a, x, y);
  CHECK(y == std::vector<double>{20, 3});  // of the copy
  insum::invalidate(x.data());             // no storage of a
  formats::kept(a, x, y);
  CHECK(y == std::vector<double>{20, 3});
  insum::invalidate(a.crd.data());
  formats::kept(a, x, y);
  CHECK(y == std::vector<double>{50, 3});
}

TEST_CASE("a list of entries as a tree, duplicates and all") {
  insum::coo<double, 3> t;
  t.shape = {2, 2, 2};
  t.crd[0] = {1, 0, 1};
  t.crd[1] = {1, 0, 1};
  t.crd[2] = {0, 1, 0};
  t.vals = {1, 2, 4};
  std::vector<double> y(2);
  formats::as_tree(t, {3, 5}, y);
  CHECK(y == std::vector<double>{2 * 5 * 3, 5 * 3 * 5});
  for (const auto in_groups : {formats::tree_in_groups, formats::tree_in_groups_of_three}) {
    std::vector<double> z(2, 99);
    in_groups(t, {3, 5}, z);
    CHECK(z == y);
  }
}

TEST_CASE("slots that are not used hold the fill value") {
  insum::csr<float> a;
  a.shape = {2, 3};
  a.pos = {0, 2, 2};
  a.crd = {0, 2};
  a.vals = {4, 1};
  std::vector<float> y = {100, 100};
  formats::nearest(a, {1, 2, 3}, y);
  CHECK(y == std::vector<float>{4, 100});
}

TEST_CASE("infinite integers in slots that are not used stay infinite") {
  constexpr int far = std::numeric_limits<int>::max(), none = std::numeric_limits<int>::lowest();
  constexpr std::int16_t narrow = std::numeric_limits<std::int16_t>::max();
  const std::vector<int> b = {4, 7, 9};
  std::vector<int> y = {far, far};
  formats::nearest_in_groups({0}, {1, 1}, {5, far}, b, y);
  CHECK(y == std::vector<int>{12, far});
  y = {far, far};
  formats::nearest_in_blocks({0}, {0}, {5, narrow, narrow, narrow}, {40000, 7, 9}, y);
  CHECK(y == std::vector<int>{40006, far});
  y = {none, none};
  formats::furthest_in_diagonals({0}, {5, none}, b, y);
  CHECK(y == std::vector<int>{1, none});
  y = {far, far};
  formats::nearest_of_two({0}, {1, 1}, {5, far}, {{2, 3}, {0, 1, 2}, {1, 1}, {4, 3}}, y);
  CHECK(y == std::vector<int>{9, 8});
}

TEST_CASE("copies of one storage with different fill values are different") {
  insum::csr<float> a;
  a.shape = {1, 3};
  a.pos = {0, 1};
  a.crd = {0};
  a.vals = {4};
  const std::vector<float> x = {1, 9, 9};
  for (const auto& [far, nearest] : {std::pair{100.0F, 5.0F}, {1.0F, 5.0F}, {-7.0F, 2.0F}}) {
    std::vector<float> y = {1000};
    formats::nearest_within(a, far, x, y);
    CHECK(y[0] == nearest);
  }
}

TEST_CASE("a conversion that is refused names the tensor and the format") {
  Matrix a = random_matrix(4, 5, 1, 1);
  const std::vector<float> b(5);
  std::vector<float> c(4, 7);
  CHECK(refusal_of<insum::storage_error>("format_kernels.cpp", [&] {
          formats::in_single_entries(a, 1, b.data(), c.data());
        }) == "format A -> ell: ell.width = 1: row 0 has 5 entries");
  a.crd[3] = 5;
  CHECK_THROWS_AS(formats::in_groups(a, 1, b.data(), c.data()), insum::storage_error);
  CHECK(c == std::vector<float>(4, 7));
}

TEST_CASE("groups have at least one entry") {
  const Matrix a = random_matrix(4, 5, 1, 1);
  const std::vector<float> b(5);
  std::vector<float> c(4, 7);
  for (const int g : {0, -4})
    CHECK_THROWS_WITH_AS(formats::in_stored_groups(a, 1, g, b.data(), c.data()),
                         doctest::Contains("the size of a group of A is"), insum::size_error);
  CHECK(c == std::vector<float>(4, 7));
  formats::in_stored_groups(a, 1, 1, b.data(), c.data());
  CHECK(c == std::vector<float>(4, 0));
}

TEST_CASE_TEMPLATE("what is stored beyond the edges of a result is 0", Tensor,
                   insum::block_coo<float, std::int32_t, 2, 3>, insum::bcsr<float, std::int32_t, 2, 3>,
                   insum::dia<float>, insum::ell<float, std::int32_t, 4>,
                   insum::block_group_coo<float, std::int32_t, 2, 2, 3>) {
  insum::coo<float, 2> list;
  list.shape = {5, 7};
  for (int n = 0; n < 12; ++n) {
    list.crd[0].push_back(n % 5);
    list.crd[1].push_back(n * 5 % 7);
    list.vals.push_back(static_cast<float>(n + 1));
  }
  const auto a = insum::convert<Tensor>(list);
  using S = insum::storage<Tensor>;
  constexpr int values = S::arrays - 1;
  Tensor b;
  auto& old = S::template container<values>(b);
  old.resize(static_cast<std::size_t>(S::template length<values>(a)));
  for (float& v : old) v = 9;  // memory that was in use
  formats::twice(a, b);
  const float* const of_a = S::template array<values>(a);
  for (std::int64_t n = 0; n < S::template length<values>(a); ++n)
    CHECK(S::template array<values>(b)[n] == 2 * of_a[n]);
  CHECK(b.nnz() == a.nnz());
}

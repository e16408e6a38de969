// Products of stored blocks: both as loops and as matrix products, which every other size is here.
#include "block_kernels.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <random>

namespace {

constexpr std::int64_t block_rows = 4, block_columns = 3;

insum::coo<float> random_matrix(std::int64_t rows, std::int64_t columns, double density, unsigned seed) {
  std::mt19937 random(seed);
  insum::coo<float> a;
  a.shape = {rows, columns};
  for (int i = 0; i < rows; ++i)
    for (int k = 0; k < columns; ++k)
      if (random() % 1000 < static_cast<unsigned>(density * 1000)) {
        a.crd[0].push_back(i);
        a.crd[1].push_back(k);
        a.vals.push_back(static_cast<float>(random() % 15) - 7);
      }
  return a;
}

std::vector<float> numbers(std::int64_t count, int seed) {
  std::vector<float> list;
  for (std::int64_t i = 0; i < count; ++i) list.push_back(static_cast<float>((i * 7 + seed) % 11 - 5));
  return list;
}

/// What blocks hold outside of the matrix is nobody's business.
void spoil(float* block, std::int64_t row, std::int64_t column, const std::array<std::int64_t, 2>& shape) {
  for (std::int64_t i = 0; i < block_rows; ++i)
    for (std::int64_t k = 0; k < block_columns; ++k)
      if (row * block_rows + i >= shape[0] || column * block_columns + k >= shape[1])
        block[i * block_columns + k] = std::numeric_limits<float>::quiet_NaN();
}

template <class Rows>
void spoil_rows(Rows& a) {
  const std::int64_t count = static_cast<std::int64_t>(a.pos.size()) - 1;
  for (std::int64_t r = 0; r < count; ++r)
    for (auto p = a.pos[static_cast<std::size_t>(r)]; p < a.pos[static_cast<std::size_t>(r) + 1]; ++p)
      spoil(a.vals.data() + p * block_rows * block_columns, r, a.crd[static_cast<std::size_t>(p)], a.shape);
}

template <class List>
void spoil_list(List& a, std::int64_t g) {
  for (std::size_t p = 0; p < a.AK.size(); ++p)
    spoil(a.AV.data() + static_cast<std::int64_t>(p) * block_rows * block_columns,
          a.AM[p / static_cast<std::size_t>(g)], a.AK[p], a.shape);
}

template <class Matrix>
void check_products(const insum::coo<float>& a, const Matrix& blocked) {
  for (const std::int64_t n : {1, 2, 19, 64, 133, 134}) {
    CAPTURE(n);
    const auto rows = a.shape[0], columns = a.shape[1];
    const auto b = numbers(columns * n, 3), d = numbers(columns, 4);
    auto c = numbers(rows * n, 5), sum = c;
    std::vector<float> expected(c.size()), expected_sum = c;
    for (std::size_t p = 0; p < a.vals.size(); ++p) {
      const std::int64_t i = a.crd[0][p], k = a.crd[1][p];
      for (std::int64_t j = 0; j < n; ++j) {
        const auto at = static_cast<std::size_t>(i * n + j);
        expected[at] += a.vals[p] * b[static_cast<std::size_t>(k * n + j)];
        expected_sum[at] +=
            2 * a.vals[p] * b[static_cast<std::size_t>(j * columns + k)] * d[static_cast<std::size_t>(k)];
      }
    }
    blocks::product(blocked, static_cast<int>(n), b, c);
    CHECK(c == expected);
    if constexpr (requires { blocks::sum_of_products(blocked, 1, b, c); }) {
      blocks::sum_of_products(blocked, static_cast<int>(n), b, c);
      for (float& x : expected) x *= 2;
      CHECK(c == expected);
    }
    if constexpr (requires { blocks::added_product(blocked, 1, b, d, sum); }) {
      blocks::added_product(blocked, static_cast<int>(n), b, d, sum);
      CHECK(sum == expected_sum);
    }
  }
}

void check_formats(const insum::coo<float>& a) {
  insum::convert_options options;
  options.bm = block_rows, options.bn = block_columns;
  auto rows = insum::convert<insum::bcsr<float>>(a, options);
  spoil_rows(rows);
  check_products(a, rows);
  auto fixed = insum::convert<blocks::FixedBlocks>(a);
  spoil_rows(fixed);
  check_products(a, fixed);
  check_products(a, insum::convert<insum::dbcsr<float>>(a, options));
  auto list = insum::convert<insum::block_coo<float>>(a, options);
  spoil_list(list, 1);
  check_products(a, list);
  auto groups = insum::convert<insum::block_group_coo<float>>(a, options);
  spoil_list(groups, groups.g);
  check_products(a, groups);
}

}  // namespace

TEST_CASE("products of stored blocks") {
  unsigned seed = 1;
  for (const auto& [rows, columns, density] : {std::tuple{37, 29, 0.2},
                                               {40, 42, 0.0},
                                               {1, 1, 1.0},
                                               {4, 3, 1.0},
                                               {6, 50, 0.9},
                                               {300, 7, 0.05},
                                               {64, 300, 0.4}}) {
    CAPTURE(rows);
    CAPTURE(columns);
    check_formats(random_matrix(rows, columns, density, ++seed));
  }
}

// Products of all sizes, whatever the blocks, the kernels and the threads.
#include <cstdint>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

#include "doctest/doctest.h"
#include "threads.hpp"

namespace {

/// Small whole numbers, whose sums of products are exact in any order.
template <class T>
std::vector<T> whole_numbers(std::int64_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<T> list(static_cast<std::size_t>(count));
  for (T& x : list) x = static_cast<T>(static_cast<int>(random() % 9) - 4);
  return list;
}

template <class T>
struct Case {
  std::int64_t rows, columns, depth;
  std::vector<T> a = whole_numbers<T>(rows * depth, 1), b = whole_numbers<T>(depth * columns, 2);

  T left(std::int64_t i, std::int64_t k) const { return a[static_cast<std::size_t>(i * depth + k)]; }
  T right(std::int64_t k, std::int64_t j) const { return b[static_cast<std::size_t>(k * columns + j)]; }
  std::vector<T> expected(T start) const {
    std::vector<T> c(static_cast<std::size_t>(rows * columns), start);
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t k = 0; k < depth; ++k)
        for (std::int64_t j = 0; j < columns; ++j)
          c[static_cast<std::size_t>(i * columns + j)] += left(i, k) * right(k, j);
    return c;
  }
};

template <class T, bool ByColumn>
void check_rows(const Case<T>& c, bool add) {
  std::vector<T> result(static_cast<std::size_t>(c.rows * c.columns), T{3});
  T* const first = result.data();
  rt::matrix_product<T, ByColumn>(
      {c.rows, c.columns, c.depth}, [&](std::int64_t i, std::int64_t k) { return c.left(i, k); },
      [&](std::int64_t k, std::int64_t j) { return c.right(k, j); },
      rt::product_rows{[&](std::int64_t i) { return first + i * c.columns; }, add});
  CHECK(result == c.expected(add ? T{3} : T{0}));
}

template <class T>
void check_elements(const Case<T>& c, bool apart) {
  std::vector<T> result(static_cast<std::size_t>(c.rows * c.columns), T{3});
  rt::matrix_product<T, false>(
      {c.rows, c.columns, c.depth}, [&](std::int64_t i, std::int64_t k) { return c.left(i, k); },
      [&](std::int64_t k, std::int64_t j) { return c.right(k, j); },
      rt::product_elements{[&](std::int64_t i, std::int64_t j, T sum) {
                             result[static_cast<std::size_t>(i * c.columns + j)] += sum;
                           },
                           apart});
  CHECK(result == c.expected(T{3}));
}

/// Factors that store no product of a depth whose number is a multiple of 3, and whose values there are no
/// numbers.
template <class T, bool ByColumn>
void check_stored(Case<T> c) {
  for (std::int64_t k = 0; k < c.depth; k += 3) {
    for (std::int64_t i = 0; i < c.rows; ++i) c.a[static_cast<std::size_t>(i * c.depth + k)] = T{0};
    for (std::int64_t j = 0; j < c.columns; ++j) c.b[static_cast<std::size_t>(k * c.columns + j)] = T{0};
  }
  const auto stored = [](std::int64_t k) { return k % 3 != 0; };
  const auto checked = [&](std::int64_t k, T value) {
    return stored(k) ? value : std::numeric_limits<T>::quiet_NaN();
  };
  std::vector<T> result(static_cast<std::size_t>(c.rows * c.columns), T{3});
  T* const first = result.data();
  rt::matrix_product<T, ByColumn>(
      {c.rows, c.columns, c.depth},
      rt::stored_factor{stored, [&](std::int64_t i, std::int64_t k) { return checked(k, c.left(i, k)); }},
      rt::stored_factor{stored, [&](std::int64_t k, std::int64_t j) { return checked(k, c.right(k, j)); }},
      rt::product_rows{[&](std::int64_t i) { return first + i * c.columns; }, false});
  CHECK(result == c.expected(T{0}));
}

template <class T>
void check_sizes() {
  // Around the sizes of tiles, and of blocks: 192 rows, 128 or 384 products, 1024 columns.
  for (const std::int64_t rows : {1, 2, 3, 5, 7, 8, 9, 13, 193})
    for (const std::int64_t columns : {1, 7, 16, 31, 33, 70})
      for (const std::int64_t depth : {1, 2, 17, 257}) {
        CAPTURE(rows);
        CAPTURE(columns);
        CAPTURE(depth);
        const Case<T> c{rows, columns, depth};
        check_rows<T, false>(c, false);
        check_rows<T, true>(c, true);
        check_elements(c, true);
        check_stored<T, false>(c);
        check_stored<T, true>(c);
      }
  for (const std::int64_t depth : {128, 129, 384, 385, 387}) {
    CAPTURE(depth);
    check_rows<T, false>(Case<T>{197, 37, depth}, false);
    check_rows<T, true>(Case<T>{197, 37, depth}, true);
    check_elements(Case<T>{195, 33, depth}, true);
  }
  const Case<T> wide{5, 2050, 300};
  check_rows<T, false>(wide, true);
  check_rows<T, true>(wide, false);
  check_elements(wide, false);
  check_stored<T, false>(wide);
}

}  // namespace

TEST_CASE_TEMPLATE("products of all sizes", T, float, double) {
  for (const int count : {1, 2, 3, 4}) {
    CAPTURE(count);
    const threads team(count);
    check_sizes<T>();
  }
}

TEST_CASE("a product without products to add up is zero, and nothing where it adds") {
  const Case<double> c{3, 4, 0};
  check_rows<double, false>(c, false);
  check_rows<double, false>(c, true);
  check_rows<double, false>(Case<double>{0, 4, 5}, false);
  check_rows<double, false>(Case<double>{4, 0, 5}, false);
}

template <class T>
void check_tile(const rt::detail::product_kernels<T>& kernels, int rows) {
  const std::int64_t depth = 5;
  const std::vector<T> a = whole_numbers<T>(rows * depth, 3),
                       b = whole_numbers<T>(depth * kernels.columns, 4);
  std::vector<T> c(static_cast<std::size_t>(rows * kernels.columns), T{2});
  std::vector<T*> at;
  for (int r = 0; r < rows; ++r) at.push_back(c.data() + r * kernels.columns);
  kernels.tiles[rows](depth, a.data(), b.data(), at.data(), true);
  for (int r = 0; r < rows; ++r)
    for (int j = 0; j < kernels.columns; ++j) {
      T sum = T{2};
      for (int k = 0; k < depth; ++k)
        sum +=
            a[static_cast<std::size_t>(k * rows + r)] * b[static_cast<std::size_t>(k * kernels.columns + j)];
      CHECK(at[static_cast<std::size_t>(r)][j] == sum);
    }
}

TEST_CASE_TEMPLATE("every kernel that the processor runs computes every tile", T, float, double) {
  int sets = 0;
  for (const int bytes : {16, 32, 64}) {
    const auto* kernels = rt::detail::product_kernels_of<T>(bytes);
    if (!kernels) continue;
    ++sets;
    CAPTURE(bytes);
    CHECK(kernels->bytes == bytes);
    CHECK(kernels->columns * static_cast<int>(sizeof(T)) <= rt::detail::most_product_bytes);
    REQUIRE((kernels->tiles[1] != nullptr));
    REQUIRE((kernels->tiles[kernels->rows] != nullptr));
    for (int rows = 1; rows <= kernels->rows; ++rows)
      if (kernels->tiles[rows]) check_tile(*kernels, rows);
  }
  CHECK(sets > 0);
}

TEST_CASE("large products are those of many numbers, of a type that has kernels") {
  CHECK(rt::is_large_product<float, false>(1000, 1000, 1000));
  CHECK(rt::is_large_product<double, true>(1000, 1000, 1000));
  CHECK(rt::is_large_product<double, true>(2048, 128, 2048));
  // Loops do as well where the right factor is near, or narrow.
  const bool wider =
      rt::detail::best_product_kernels<double>().bytes > static_cast<int>(rt::native_vector_bytes);
  CHECK(rt::is_large_product<double, true>(2048, 128, 1024) == wider);
  CHECK(rt::is_large_product<double, true>(2048, 24, 16384) == wider);
  CHECK_FALSE(rt::is_large_product<float, false>(1000, 1000, 15));
  CHECK_FALSE(rt::is_large_product<float, false>(15, 1000, 1000));
  CHECK_FALSE(rt::is_large_product<float, false>(1000, 15, 1000));
  CHECK_FALSE(rt::is_large_product<float, false>(63, 64, 64));
  CHECK(rt::is_large_product<float, false>(64, 64, 64));
  CHECK_FALSE(rt::is_large_product<double, true>(0, 0, 0));
  CHECK_FALSE(rt::is_large_product<int, false>(1000, 1000, 1000));
}

void check_bits(std::int64_t rows, std::int64_t columns, std::int64_t depth) {
  CAPTURE(rows);
  const auto run = [&](int count) {
    const threads team(count);
    std::vector<float> result(static_cast<std::size_t>(rows * columns));
    float* const first = result.data();
    rt::matrix_product<float, false>(
        {rows, columns, depth},
        [](std::int64_t i, std::int64_t k) { return 1.0f / static_cast<float>(1 + i + 3 * k); },
        [](std::int64_t k, std::int64_t j) { return 1.0f / static_cast<float>(2 + k + 5 * j); },
        rt::product_rows{[=](std::int64_t i) { return first + i * columns; }, false});
    return result;
  };
  const std::vector<float> one = run(1);
  for (const int count : {2, 3, 4}) CHECK(run(count) == one);
}

TEST_CASE("the number of threads changes no bit") {
  check_bits(90, 130, 600);
  // More rows than a block has, and fewer in the part of each thread.
  check_bits(300, 100, 600);
}

TEST_CASE("an exception of a factor reaches the caller") {
  double sink = 0;
  const auto product = [&] {
    rt::matrix_product<double, false>(
        {20, 20, 20},
        [](std::int64_t i, std::int64_t) -> double {
          if (i == 17) throw std::runtime_error("no factor");
          return 1;
        },
        [](std::int64_t, std::int64_t) { return 1.0; },
        rt::product_elements{[&](std::int64_t, std::int64_t, double sum) { sink += sum; }, false});
  };
  CHECK_THROWS_WITH_AS(product(), "no factor", std::runtime_error);
}

TEST_CASE("a factor may compute products of its own") {
  const Case<double> inner{40, 40, 300}, outer{30, 50, 20};
  std::vector<double> result(static_cast<std::size_t>(outer.rows * outer.columns));
  double* const first = result.data();
  rt::matrix_product<double, false>(
      {outer.rows, outer.columns, outer.depth},
      [&](std::int64_t i, std::int64_t k) {
        if (k == 0) check_rows<double, false>(inner, false);
        return outer.left(i, k);
      },
      [&](std::int64_t k, std::int64_t j) { return outer.right(k, j); },
      rt::product_rows{[=, columns = outer.columns](std::int64_t i) { return first + i * columns; }, false});
  CHECK(result == outer.expected(0));
}

#include "row_kernels.hpp"

#include <doctest/doctest.h>

namespace {

using rows::Sizes;

/// Small whole numbers: sums are exact.
template <class T>
std::vector<T> numbers(int count, int seed) {
  std::vector<T> list;
  for (int i = 0; i < count; ++i) list.push_back(static_cast<T>(static_cast<float>((i * 7 + seed) % 11 - 5)));
  return list;
}

/// c[i,j] = combine(c[i,j], a[i,p], b[p,j]) for each p.
template <class T, class A, class F>
void combine_terms(Sizes s, const std::vector<A>& a, const std::vector<A>& b, std::vector<T>& c, F combine) {
  for (int i = 0; i < s.n; ++i)
    for (int j = 0; j < s.m; ++j)
      for (int p = 0; p < s.k; ++p) {
        T& element = c[static_cast<std::size_t>(i * s.m + j)];
        element = combine(element, a[static_cast<std::size_t>(i * s.k + p)],
                          b[static_cast<std::size_t>(p * s.m + j)]);
      }
}

const auto add_product = [](auto c, auto a, auto b) { return static_cast<decltype(c)>(c + a * b); };
const auto least_sum = [](auto c, auto a, auto b) { return a + b < c ? static_cast<decltype(c)>(a + b) : c; };

/// Numbers of rows and columns around those of the tiles, and products that are large.
template <class F>
void for_sizes(F check) {
  for (const int n : {1, 2, 3, 7, 8, 13, 41})
    for (const int m : {1, 3, 16, 31, 32, 65, 100})
      for (const int k : {0, 1, 9}) check(Sizes{n, m, k});
  check(Sizes{90, 70, 60});
  check(Sizes{17, 1100, 33});
  check(Sizes{200, 16, 300});
}

template <class T>
void check_product(Sizes s) {
  const auto a = numbers<T>(s.n * s.k, 3), b = numbers<T>(s.k * s.m, 4);
  auto c = numbers<T>(s.n * s.m, 5);
  std::vector<T> expected(c.size());
  rows::product(s, a, b, c);
  combine_terms(s, a, b, expected, add_product);
  CHECK(c == expected);
}

template <class T>
void check_least_sum(Sizes s) {
  const auto a = numbers<T>(s.n * s.k, 3), b = numbers<T>(s.k * s.m, 4);
  auto c = numbers<T>(s.n * s.m, 5), expected = c;
  rows::least_sum(s, a, b, c);
  combine_terms(s, a, b, expected, least_sum);
  CHECK(c == expected);
}

}  // namespace

TEST_CASE("products of all sizes and types") {
  for_sizes([](Sizes s) {
    check_product<float>(s);
    check_product<long>(s);
    check_product<std::complex<float>>(s);
  });
}

TEST_CASE("least sums, and products that are updates") {
  for_sizes([](Sizes s) {
    check_least_sum<double>(s);
    check_least_sum<int>(s);
    const auto a = numbers<double>(s.n * s.k, 3), b = numbers<double>(s.k * s.m, 4);
    std::vector<double> turned(a.size());
    for (int i = 0; i < s.n; ++i)
      for (int p = 0; p < s.k; ++p)
        turned[static_cast<std::size_t>(p * s.n + i)] = a[static_cast<std::size_t>(i * s.k + p)];
    auto c = numbers<double>(s.n * s.m, 5), expected = c;
    rows::transposed(s, turned, b, c);
    combine_terms(s, a, b, expected, [](double x, double y, double z) { return x + 2 * y * z; });
    CHECK(c == expected);
  });
}

TEST_CASE("elements of another type, factors of rows and columns") {
  for_sizes([](Sizes s) {
    const auto a = numbers<insum::half>(s.n * s.k, 3), b = numbers<insum::half>(s.k * s.m, 4);
    auto c = numbers<float>(s.n * s.m, 5), expected = c;
    rows::of_halves(s, a, b, c);
    combine_terms(s, a, b, expected, [](float x, insum::half y, insum::half z) {
      const float product = static_cast<float>(y) * static_cast<float>(z);
      return product > x ? product : x;
    });
    CHECK(c == expected);
    const auto left = numbers<float>(s.n * s.k, 1), right = numbers<float>(s.k * s.m, 2);
    const auto x = numbers<float>(s.n, 6), y = numbers<float>(s.m, 7);
    std::vector<float> sums(c.size());
    rows::scaled(s, left, right, x, y, c);
    combine_terms(s, left, right, sums, add_product);
    for (int i = 0; i < s.n * s.m; ++i)
      sums[static_cast<std::size_t>(i)] *=
          x[static_cast<std::size_t>(i / s.m)] * y[static_cast<std::size_t>(i % s.m)];
    CHECK(c == sums);
  });
}

TEST_CASE("rows that keep two sums") {
  for_sizes([](Sizes s) {
    const auto t = numbers<double>(s.n * s.k * 2, 3), b = numbers<double>(s.k * s.m, 4),
               d = numbers<double>(2 * s.m, 5);
    auto c = numbers<double>(s.n * s.m, 6);
    std::vector<double> both, expected(c.size());
    for (int p = 0; p < s.k; ++p)
      for (int q = 0; q < 2; ++q)
        for (int j = 0; j < s.m; ++j)
          both.push_back(b[static_cast<std::size_t>(p * s.m + j)] * d[static_cast<std::size_t>(q * s.m + j)]);
    rows::of_three(s, t, b, d, c);
    combine_terms(Sizes{s.n, s.m, s.k * 2}, t, both, expected, add_product);
    CHECK(c == expected);
  });
}

TEST_CASE("rows inside of another loop, and of blocks") {
  for_sizes([](Sizes s) {
    const Sizes all{s.n * s.k, s.m, 3};
    const auto a = numbers<float>(all.n * 3, 3), b = numbers<float>(3 * s.m, 4);
    auto c = numbers<float>(all.n * s.m, 5);
    std::vector<float> expected(c.size());
    rows::inner_rows(s, a, b, c);
    combine_terms(all, a, b, expected, add_product);
    CHECK(c == expected);
  });
  for (const int m : {1, 16, 33, 70}) {  // two rows of blocks of 5 x 3, of a matrix of 8 x 7
    insum::bcsr<float, int, 5, 3> a;
    a.shape = {8, 7}, a.pos = {0, 2, 3}, a.crd = {0, 2, 1};
    a.vals = numbers<float>(45, 3);
    std::vector<float> whole(56), b = numbers<float>(7 * m, 4), c(static_cast<std::size_t>(8 * m)),
                                  expected(c.size());
    const int block_row[] = {0, 0, 1}, block_column[] = {0, 2, 1};
    for (int p = 0; p < 45; ++p) {
      const int i = block_row[p / 15] * 5 + p % 15 / 3, j = block_column[p / 15] * 3 + p % 3;
      if (i < 8 && j < 7) whole[static_cast<std::size_t>(i * 7 + j)] = a.vals[static_cast<std::size_t>(p)];
    }
    rows::of_blocks(a, m, b, c);
    combine_terms(Sizes{8, m, 7}, whole, b, expected, add_product);
    CHECK(c == expected);
  }
}

TEST_CASE("rows that share elements of the result") {
  for_sizes([](Sizes s) {
    const int rows = s.n / 3 + 1;  // each is met several times
    rows::Ints to, from;
    for (int i = 0; i < 3 * s.n; ++i) to.push_back((i * 5 + i / 4) % rows), from.push_back((i * 3 + 1) % s.n);
    /// combine_terms for the first `count` of these rows.
    const auto expect = [&](int count, const auto& a, const auto& b, auto& c, auto combine) {
      for (int i = 0; i < count; ++i)
        for (int j = 0; j < s.m; ++j)
          for (int p = 0; p < s.k; ++p) {
            auto& element = c[static_cast<std::size_t>(to[static_cast<std::size_t>(i)] * s.m + j)];
            element =
                combine(element, a[static_cast<std::size_t>(from[static_cast<std::size_t>(i)] * s.k + p)],
                        b[static_cast<std::size_t>(p * s.m + j)]);
          }
    };
    const auto a = numbers<float>(s.n * s.k, 3), b = numbers<float>(s.k * s.m, 4);
    auto c = numbers<float>(rows * s.m, 5), expected = c;
    rows::scattered_groups(s, rows, to, from, a, b, c);
    expect(3 * s.n, a, b, expected, add_product);
    CHECK(c == expected);

    to.resize(static_cast<std::size_t>(s.n)), from.resize(static_cast<std::size_t>(s.n));
    rows::scattered_sums(s, rows, to, from, a, b, c);
    expect(s.n, a, b, expected, add_product);
    CHECK(c == expected);

    const auto x = numbers<double>(s.n * s.k, 6), y = numbers<double>(s.k * s.m, 7);
    auto least = numbers<double>(rows * s.m, 8), expected_least = least;
    rows::scattered_minima(s, rows, to, from, x, y, least);
    expect(s.n, x, y, expected_least, least_sum);
    CHECK(least == expected_least);
  });
}

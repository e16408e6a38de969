// Sizes that are multiples of the tiles, smaller than one, and in between.
#include "cached.hpp"
#include "../support/kernel_name.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <exception>
#include <insum/rt/config.hpp>
#include <string>
#include <tuple>

#include "matrices.hpp"

namespace {

const std::tuple<int, int, int> sizes[] = {{16, 32, 24}, {33, 65, 17}, {1, 1, 1},
                                           {7, 100, 20}, {3, 5, 0},    {0, 4, 3}};

template <class Factor, class Sum>
void check_product(void (*product)(int, int, int, const Factor*, const Factor*, Sum*), int scale, bool adds) {
  for (const auto& [m, n, l] : sizes) {
    CAPTURE(m);
    CAPTURE(n);
    CAPTURE(l);
    const std::vector<double> x = make_vector(m * l), y = make_vector(l * n);
    std::vector<double> wanted(at(m * n), adds ? 3 : 0);
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < l; ++k) wanted[at(i * n + j)] += scale * x[at(i * l + k)] * y[at(k * n + j)];
    std::vector<Factor> a, b;
    for (const double v : x) a.push_back(static_cast<Factor>(v));
    for (const double v : y) b.push_back(static_cast<Factor>(v));
    std::vector<Sum> c(at(m * n), Sum(3));
    product(m, n, l, a.data(), b.data(), c.data());
    CHECK(std::equal(c.begin(), c.end(), wanted.begin()));
  }
}

}  // namespace

TEST_CASE("tiles of both factors, and several sums a thread") { check_product(product, 1, false); }
TEST_CASE("a sum is added to what is there") { check_product(added, 2, true); }
TEST_CASE("a loop that is summed over inside of threads") { check_product(in_threads, 1, false); }
TEST_CASE("blocks share elements of the result") { check_product(split_depth, 1, true); }
TEST_CASE("factors of sixteen bits") { check_product(halves, 1, false); }
TEST_CASE("the compiler's own type of sixteen bits") { check_product(compiler_halves, 1, false); }

TEST_CASE("minima") {
  for (const auto& [m, n, l] : sizes) {
    const std::vector<double> a = make_vector(m * l), b = make_vector(l * n);
    std::vector<double> c(at(m * n), 4), wanted(at(m * n), 4);
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < l; ++k)
          wanted[at(i * n + j)] = std::min(wanted[at(i * n + j)], a[at(i * l + k)] + b[at(k * n + j)]);
    least(m, n, l, a.data(), b.data(), c.data());
    CHECK(c == wanted);
  }
}

TEST_CASE("two terms add to one result") {
  for (const auto& [m, n, l] : sizes) {
    const std::vector<double> a = make_vector(m * l), b = make_vector(l * n), d(at(m * l), 2);
    std::vector<double> c(at(m * n), 4), wanted(at(m * n));
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < l; ++k) wanted[at(i * n + j)] += (a[at(i * l + k)] + 2) * b[at(k * n + j)];
    two_terms(m, n, l, a.data(), b.data(), d.data(), c.data());
    CHECK(c == wanted);
  }
}

TEST_CASE("rows of an operand that are gathered") {
  for (const auto& [m, n, l] : sizes) {
    const int count = 9;
    const std::vector<double> a = make_vector(m * l), b = make_vector(count * n);
    std::vector<int> which;
    for (int k = 0; k < l; ++k) which.push_back(k * 5 % count);
    std::vector<double> c(at(m * n), 4), wanted(at(m * n));
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < l; ++k) wanted[at(i * n + j)] += a[at(i * l + k)] * b[at(which[at(k)] * n + j)];
    gathered(m, n, l, count, which.data(), a.data(), b.data(), c.data());
    CHECK(c == wanted);
  }
}

TEST_CASE("windows that reach over the edges") {
  for (const auto& [m, n] : {std::pair{8, 32}, {5, 19}, {1, 1}}) {
    const std::vector<double> image = make_vector(m * n), filter = make_vector(9);
    std::vector<double> out(at(m * n), 4), wanted(at(m * n));
    for (int h = 0; h < m; ++h)
      for (int w = 0; w < n; ++w)
        for (int r = 0; r < 3; ++r)
          for (int s = 0; s < 3; ++s) {
            const int y = h + r - 1, x = w + s - 1;
            if (y < 0 || y >= m || x < 0 || x >= n) continue;
            wanted[at(h * n + w)] += image[at(y * n + x)] * filter[at(r * 3 + s)];
          }
    window(m, n, image.data(), filter.data(), out.data());
    CHECK(out == wanted);
  }
}

TEST_CASE("threads that add up one sum after the other, and an operand that they share") {
  for (const auto& [m, n] : {std::pair{64, 96}, {37, 100}, {1, 5}, {5, 0}}) {
    const std::vector<double> a = make_vector(m * n), x = make_vector(n);
    std::vector<double> y(at(m), 4), z(at(m), 4), wanted(at(m));
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) wanted[at(i)] += a[at(i * n + j)] * x[at(j)];
    threads_add_up(m, n, a.data(), x.data(), y.data());
    CHECK(y == wanted);
    scalar_sum(m, n, a.data(), x.data(), z.data());
    CHECK(z == wanted);
  }
}

TEST_CASE("entries of a sparse operand add to a row in registers") {
  const int m = 50, n = 60;
  const Matrix a = make_matrix(m, n);
  const std::vector<double> b = make_vector(n * 40);
  std::vector<double> c(at(m * 40), 4), wanted(at(m * 40));
  for (std::size_t p = 0; p < a.values.size(); ++p)
    for (int j = 0; j < 40; ++j) wanted[at(a.row[p] * 40 + j)] += a.values[p] * b[at(a.col[p] * 40 + j)];
  rows(m, n, a.pos.data(), a.col.data(), a.values.data(), b.data(), c.data());
  CHECK(c == wanted);
}

TEST_CASE("an index that is out of range is told before anything is read" *
          doctest::skip(!insum::rt::checks_enabled)) {
  const int m = 4, n = 5, l = 6, count = 9;
  const std::vector<double> a = make_vector(m * l), b = make_vector(count * n);
  std::vector<double> c(at(m * n), 4);
  for (const int wrong : {-1, count}) {
    const std::vector<int> which = {0, 1, 2, wrong, 4, 5};
    std::string text;
    try {
      gathered(m, n, l, count, which.data(), a.data(), b.data(), c.data());
    } catch (const std::exception& error) {
      text = without_kernel(error.what(), "cached.cpp");
    }
    CHECK(text == "W[3] = " + std::to_string(wrong) + " is out of range [0, 9)");
    CHECK(c == std::vector<double>(at(m * n), 4));
  }
}

// Temporaries: one array for each group of lanes inside of parallel loops, one for the call outside of them.
#include "temporaries.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <emulated/settings.hpp>
#include <insum/core/cuda_error.hpp>
#include <insum/rt/cuda/launch.hpp>

#include "matrices.hpp"

namespace {

/// The sums of exponentials of whole numbers are compared with a tolerance.
void check_near(const std::vector<double>& got, const std::vector<double>& wanted) {
  REQUIRE(got.size() == wanted.size());
  for (std::size_t i = 0; i < got.size(); ++i) CHECK(got[i] == doctest::Approx(wanted[i]));
}

}  // namespace

TEST_CASE("what is not stored counts as often as it is missing") {
  for (const auto& [m, n] : {std::pair{90, 40}, {300, 3}, {1, 500}, {0, 4}}) {
    const Matrix a = make_matrix(m, n);
    const std::vector<double> full = a.full();
    std::vector<double> y(at(m), 7), wanted(at(m)), of_two(at(m));
    double all = 0;
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        const double e = std::exp(full[at(i * n + j)]);
        wanted[at(i)] += e, of_two[at(i)] += e * e, all += e;
      }
    sum_exponentials(m, n, a.pos.data(), a.col.data(), a.values.data(), y.data());
    check_near(y, wanted);
    exponentials_of_two(m, n, a.pos.data(), a.col.data(), a.values.data(), a.values.data(), y.data());
    check_near(y, of_two);
    CHECK(all_exponentials(m, n, a.pos.data(), a.col.data(), a.values.data()) == doctest::Approx(all));
  }
}

TEST_CASE("a dense copy of each row") {
  for (const auto& [m, n] : {std::pair{90, 40}, {300, 3}, {1, 500}, {0, 4}}) {
    const Matrix a = make_matrix(m, n);
    const std::vector<double> full = a.full(), x = make_vector(n);
    std::vector<double> y(at(m), 7), wanted(at(m));
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) wanted[at(i)] += std::exp(full[at(i * n + j)] + x[at(j)]);
    sum_shifted(m, n, a.pos.data(), a.col.data(), a.values.data(), x.data(), y.data());
    check_near(y, wanted);
  }
}

TEST_CASE("a temporary that the next Einsum reads") {
  const int m = 70, n = 9, k = 33, l = 5;
  const std::vector<double> a = make_vector(m * n), b = make_vector(n * k), d = make_vector(k * l);
  std::vector<double> t(at(m * k)), wanted(at(m * l)), y(at(m * l), 7);
  for (int i = 0; i < m; ++i)
    for (int p = 0; p < k; ++p)
      for (int j = 0; j < n; ++j) t[at(i * k + p)] += a[at(i * n + j)] * b[at(j * k + p)];
  for (int i = 0; i < m; ++i)
    for (int p = 0; p < k; ++p)
      for (int q = 0; q < l; ++q) wanted[at(i * l + q)] += t[at(i * k + p)] * d[at(p * l + q)];
  chain(m, n, k, l, a.data(), b.data(), d.data(), y.data());
  CHECK(y == wanted);
}

TEST_CASE("a temporary of two sizes") {
  const int m = 11, n = 4, k = 5, l = 6;
  const std::vector<double> a = make_vector(m * n * k), b = make_vector(n * l);
  std::vector<double> wanted(at(m)), y(at(m), 7);
  for (int i = 0; i < m; ++i)
    for (int p = 0; p < k; ++p)
      for (int q = 0; q < l; ++q) {
        double t = 0;
        for (int j = 0; j < n; ++j) t += a[at((i * n + j) * k + p)] * b[at(j * l + q)];
        wanted[at(i)] += t * t;
      }
  blocks(m, n, k, l, a.data(), b.data(), y.data());
  CHECK(y == wanted);
}

TEST_CASE("the largest product, where what is not stored counts as zero") {
  const Matrix a = make_matrix(60, 31);
  const std::vector<double> full = a.full(), x = make_vector(60);
  std::vector<double> y(31, -3), wanted = y;
  for (int i = 0; i < 60; ++i)
    for (int j = 0; j < 31; ++j) wanted[at(j)] = std::max(wanted[at(j)], full[at(i * 31 + j)] * x[at(i)]);
  largest_in_columns(60, 31, a.pos.data(), a.col.data(), a.values.data(), x.data(), y.data());
  CHECK(y == wanted);

  const PaddedRows b = make_padded_rows(60, 31, 9);
  std::vector<double> z(60, -3), largest = z;
  for (int i = 0; i < 60; ++i)
    for (int j = 0; j < 31; ++j) largest[at(i)] = std::max(largest[at(i)], b.full[at(i * 31 + j)] * x[at(j)]);
  largest_in_padded_rows(60, 31, b.crd.data(), b.values.data(), x.data(), z.data());
  CHECK(z == largest);
}

TEST_CASE("the smallest is the same in any order") {
  std::vector<int> where;
  for (int i = 0; i < 700; ++i) where.push_back(i * i % 13);
  const std::vector<double> x = make_vector(700);
  std::vector<double> y(13, 2), wanted = y;
  for (int i = 0; i < 700; ++i) wanted[at(where[at(i)])] = std::min(wanted[at(where[at(i)])], x[at(i)]);
  smallest_at(700, where.data(), x.data(), 13, y.data());
  CHECK(y == wanted);
}

TEST_CASE("a precomputed row") {
  const Matrix a = make_matrix(40, 30);
  const int k = 19;
  const std::vector<double> b = make_vector(30 * k);
  std::vector<double> c(at(40 * k), 7), wanted(at(40 * k));
  for (std::size_t p = 0; p < a.values.size(); ++p)
    for (int r = 0; r < k; ++r) wanted[at(a.row[p] * k + r)] += a.values[p] * b[at(a.col[p] * k + r)];
  product_of_rows(40, 30, k, a.pos.data(), a.col.data(), a.values.data(), b.data(), c.data());
  CHECK(c == wanted);
}

TEST_CASE("long temporaries are for fewer groups, at least those of a warp") {
  using insum::rt::cuda::shape_of;
  const auto bytes = [](const insum::rt::cuda::shape& s, std::int64_t scratch) {
    return s.groups() * scratch;
  };
  const std::int64_t most = insum::rt::cuda::most_scratch;
  CHECK(shape_of(100, 8).threads == 256);
  CHECK(shape_of(100, 8, 64).blocks == shape_of(100, 8).blocks);
  for (const int lanes : {1, 2, 8, 32})
    for (std::int64_t scratch = 1; scratch <= most / 32; scratch *= 2) {
      const insum::rt::cuda::shape s = shape_of(1000000, lanes, scratch);
      CHECK(bytes(s, scratch) <= most);
      CHECK(s.groups() > 0);
      CHECK(s.threads % 32 == 0);
    }
  CHECK(shape_of(1000000, 8, most).groups() == 4);
  CHECK(shape_of(1000000, 32, most * 4).groups() == 1);
}

TEST_CASE("there is no memory for them") {
  insum::emulated::set_memory(std::size_t{3} << 18);  // x has two thirds of it
  const std::vector<int> pos = {0, 0};
  const std::vector<double> x(1 << 16);
  double y = 7;
  CHECK_THROWS_AS(sum_shifted(1, 1 << 16, pos.data(), nullptr, nullptr, x.data(), &y), insum::cuda_error);
  insum::emulated::set_memory(std::size_t{1} << 30);
  sum_shifted(1, 100, pos.data(), nullptr, nullptr, x.data(), &y);
  CHECK(y == 100);
}

TEST_CASE("a list that one launch makes and the next one reads") {
  // Row 1 has two entries, in columns 1 and 3; row 3 is stored without any: both levels share their arrays.
  const std::vector<int> pos = {0, 2, 2}, crd = {1, 3};
  const std::vector<double> a = {2, 3};
  double y[] = {10, 10, 10, 10};
  listed_rows(4, 4, pos.data(), crd.data(), a.data(), y);
  CHECK(std::vector<double>(y, y + 4) == std::vector<double>{10, 23, 10, 10});
}

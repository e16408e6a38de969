// Operands in device memory in other formats: results are those of loops on the host, and with `once` a copy
// is made once.
#include "conversions.hpp"
#include "../support/kernel_name.hpp"

#include <insum/core/errors.hpp>
#include <insum/invalidate.hpp>

#include <doctest/doctest.h>

#include <algorithm>

#include "matrices.hpp"
#include "on_device.hpp"

namespace {

constexpr int width = 5;

std::vector<double> product(const Matrix& a, const std::vector<double>& b) {
  std::vector<double> c(at(a.m * width));
  for (std::size_t p = 0; p < a.values.size(); ++p)
    for (int j = 0; j < width; ++j) c[at(a.row[p] * width + j)] += a.values[p] * b[at(a.col[p] * width + j)];
  return c;
}

struct Case {
  explicit Case(const Matrix& m)
      : a(m),
        b(make_vector(m.n * width)),
        wanted(product(a, b)),
        pos(m.pos),
        crd(m.col),
        values(m.values),
        on_b(b) {}
  DeviceRows rows() const { return {a.m, a.n, pos.data(), crd.data(), values.data()}; }
  template <class F>
  void check(const F& multiply) const {
    const OnDevice<double> c(std::vector<double>(at(a.m * width), 7));
    multiply(rows(), width, on_b.data(), c.data());
    CHECK(c.back() == wanted);
  }
  Matrix a;
  std::vector<double> b, wanted;
  OnDevice<int> pos, crd;
  OnDevice<double> values, on_b;
};

}  // namespace

TEST_CASE("rows as groups, blocks and slots") {
  for (const auto& [m, n] : {std::pair(60, 43), {1, 300}, {37, 5}, {200, 130}}) {
    const Case c(make_matrix(m, n));
    c.check(as_group_coo);
    c.check(as_block_group_coo);
    c.check(as_ell_once);
    insum::invalidate(c.pos.data());
  }
}

TEST_CASE("a sum of formats, whose parts are made where the matrix is") {
  for (const auto& [m, n] : {std::pair(60, 43), {1, 300}, {37, 5}, {200, 130}}) {
    const Case c(make_matrix(m, n));
    c.check(in_blocks_and_slots);
    c.check(in_partitions);
    c.check(in_buckets_once);
    const std::vector<double> nothing(c.a.values.size());
    REQUIRE(cudaMemcpy(c.values.data(), nothing.data(), nothing.size() * sizeof(double),
                       cudaMemcpyHostToDevice) == cudaSuccess);
    c.check(in_buckets_once);  // the old values
    insum::invalidate(c.pos.data());
  }
}

TEST_CASE("a copy is kept until it is forgotten") {
  const Case c(make_matrix(40, 30));
  c.check(as_ell_once);
  const std::vector<double> nothing(c.a.values.size());
  REQUIRE(cudaMemcpy(c.values.data(), nothing.data(), nothing.size() * sizeof(double),
                     cudaMemcpyHostToDevice) == cudaSuccess);
  c.check(as_ell_once);  // the old values
  insum::invalidate(c.values.data());
  const OnDevice<double> result(std::vector<double>(at(c.a.m * width), 7));
  as_ell_once(c.rows(), width, c.on_b.data(), result.data());
  CHECK(result.back() == std::vector<double>(at(c.a.m * width)));
  insum::invalidate(c.values.data());
}

TEST_CASE("a list in any order, with entries that occur several times") {
  const Matrix a = make_matrix(50, 41);
  std::vector<std::int64_t> row;
  std::vector<int> col;
  std::vector<double> values;
  for (std::size_t p = a.values.size(); p-- > 0;)
    for (int times = 0; times < 1 + static_cast<int>(p % 3); ++times)
      row.push_back(a.row[p]), col.push_back(a.col[p]), values.push_back(a.values[p]);
  std::vector<double> b = make_vector(a.n * width), wanted(at(a.m * width));
  for (std::size_t p = 0; p < values.size(); ++p)
    for (int j = 0; j < width; ++j) wanted[at(row[p] * width + j)] += values[p] * b[at(col[p] * width + j)];
  const OnDevice<std::int64_t> on_row(row);
  const OnDevice<int> on_col(col);
  const OnDevice<double> on_values(values), on_b(b), c(std::vector<double>(wanted.size()));
  as_columns_of_list(a.m, a.n, {on_row.data(), row.size()}, {on_col.data(), col.size()},
                     {on_values.data(), values.size()}, width, on_b.data(), c.data());
  CHECK(c.back() == wanted);
}

TEST_CASE("elements of 16 bits, narrow coordinates, complex numbers") {
  const Matrix a = make_matrix(30, 29);
  const std::vector<double> x = make_vector(a.n), wanted = a.times(x);
  const std::vector<unsigned short> pos(a.pos.begin(), a.pos.end());
  const std::vector<std::uint8_t> crd(a.col.begin(), a.col.end());
  std::vector<insum::half> halves;
  std::vector<std::complex<float>> complex, complex_x;
  for (const double v : a.values) halves.emplace_back(v), complex.emplace_back(0.0f, static_cast<float>(v));
  for (const double v : x) complex_x.emplace_back(static_cast<float>(v), 0.0f);
  const OnDevice<unsigned short> on_pos(pos);
  const OnDevice<std::uint8_t> on_crd(crd);
  const OnDevice<insum::half> on_halves(halves);
  const OnDevice<float> on_x(std::vector<float>(x.begin(), x.end())), y(std::vector<float>(at(a.m)));
  halves_as_blocks(a.m, a.n, on_pos.data(), on_crd.data(), on_halves.data(), on_x.data(), y.data());
  const std::vector<float> found = y.back();
  CHECK(std::equal(found.begin(), found.end(), wanted.begin(), wanted.end()));
  const OnDevice<int> wide_pos(a.pos), wide_crd(a.col);
  const OnDevice<std::complex<float>> on_complex(complex), on_complex_x(complex_x),
      z(std::vector<std::complex<float>>(at(a.m)));
  complex_as_groups(a.m, a.n, wide_pos.data(), wide_crd.data(), on_complex.data(), on_complex_x.data(),
                    z.data());
  const std::vector<std::complex<float>> complex_found = z.back();
  for (int i = 0; i < a.m; ++i)
    CHECK(complex_found[at(i)] == std::complex<float>(0.0f, static_cast<float>(wanted[at(i)])));
}

TEST_CASE(
    "dense elements as a tree and in groups, results on the host, arrays that are not where they are said to "
    "be") {
  const Matrix a = make_matrix(24, 11);
  const std::vector<double> full = a.full(), x = make_vector(a.n);
  std::vector<double> wanted = a.times(x);
  const OnDevice<double> on_full(full), on_x(x), y(std::vector<double>(at(a.m)));
  for (const auto product : {dense_as_tree, dense_as_groups, tree_in_parts}) {
    product(4, 6, a.n, on_full.data(), on_x.data(), y.data());
    CHECK(y.back() == wanted);
    const std::vector<double> before(at(a.m), 99);
    REQUIRE(cudaMemcpy(y.data(), before.data(), before.size() * sizeof(double), cudaMemcpyHostToDevice) ==
            cudaSuccess);
  }
  const Case c(a);
  std::vector<double> here(at(a.m));
  rows_and_host(c.rows(), x.data(), here.data());
  CHECK(here == wanted);
  const DeviceRows host{a.m, a.n, a.pos.data(), a.col.data(), a.values.data()};
  CHECK_THROWS_AS(rows_and_host(host, x.data(), here.data()), insum::storage_error);
}

TEST_CASE("a slice of rows, whose positions begin where it does") {
  const Matrix a = make_matrix(24, 11);
  const Case c(a);
  constexpr int first = 5;
  const DeviceRows slice{a.m - first, a.n, c.pos.data() + first, c.crd.data(), c.values.data()};
  const std::vector<double> wanted(c.wanted.begin() + first * width, c.wanted.end());
  for (const auto multiply : {as_group_coo, as_block_group_coo, as_ell_once}) {
    const OnDevice<double> result(std::vector<double>(wanted.size(), 7));
    multiply(slice, width, c.on_b.data(), result.data());
    CHECK(result.back() == wanted);
  }
}

TEST_CASE("damaged arrays in device memory are refused before anything is computed from them") {
  const Matrix a = make_matrix(8, 12);
  const Case c(a);
  const OnDevice<double> result(std::vector<double>(at(a.m * width), 7));
  const auto refusal = [](auto&& f) { return refusal_of<insum::storage_error>("conversions.cpp", f); };
  const auto refused = [&](std::vector<int> pos, std::vector<int> crd, const std::string& text) {
    const OnDevice<int> on_pos(pos), on_crd(crd);
    const DeviceRows rows{a.m, a.n, on_pos.data(), on_crd.data(), c.values.data()};
    CHECK(refusal([&] { as_group_coo(rows, width, c.on_b.data(), result.data()); }) == text);
    CHECK_THROWS_AS(as_block_group_coo(rows, width, c.on_b.data(), result.data()), insum::storage_error);
  };
  std::vector<int> crd = a.col, pos = a.pos;
  crd[2] = -1;
  refused(a.pos, crd, "format A -> group_coo: A.crd[2] = -1: out of range [0, 12)");
  crd[2] = 12;
  refused(a.pos, crd, "format A -> group_coo: A.crd[2] = 12: out of range [0, 12)");
  pos[3] = 1000;
  const std::string falls = "format A -> group_coo: A.pos[4] = " + std::to_string(pos[4]) +
                            ": negative, or less than the position before it";
  refused(pos, a.col, falls);
  const DeviceRows no_crd{a.m, a.n, c.pos.data(), nullptr, c.values.data()};
  CHECK(refusal([&] { as_group_coo(no_crd, width, c.on_b.data(), result.data()); }) ==
        "format A -> group_coo: A.crd: it is a null pointer");
  const DeviceRows no_pos{a.m, a.n, nullptr, c.crd.data(), c.values.data()};
  CHECK(refusal([&] { as_group_coo(no_pos, width, c.on_b.data(), result.data()); }) ==
        "format A -> group_coo: A.pos: it is a null pointer");
  const DeviceRows host{a.m, a.n, a.pos.data(), c.crd.data(), c.values.data()};
  CHECK(refusal([&] { as_group_coo(host, width, c.on_b.data(), result.data()); }) ==
        "format A -> group_coo: A.pos: the array is declared to be in device memory, but it is "
        "in the host's");
  const OnDevice<std::int64_t> row(std::vector<std::int64_t>{0, 1, 2});
  const auto columns = [&](std::size_t crds, std::size_t values) {
    as_columns_of_list(a.m, a.n, {row.data(), 3}, {c.crd.data(), crds}, {c.values.data(), values}, width,
                       c.on_b.data(), result.data());
  };
  CHECK(refusal([&] { columns(2, 3); }) == "format A -> csc: A.crd1 = 2: wrong length, expected 3");
  CHECK(refusal([&] { columns(3, 2); }) == "format A -> csc: A.vals = 2: wrong length, expected 3");
  CHECK(result.back() == std::vector<double>(at(a.m * width), 7));
}

// A row of 100,000 entries, rows of about the length of the parts that groups of lanes have, and many empty
// ones.
#include "long_rows.hpp"

#include <doctest/doctest.h>
#include <insum/cuda.hpp>

#include <algorithm>
#include <limits>

#include "matrices.hpp"
#include "on_device.hpp"

namespace {

// The race detector is slow.
#ifdef INSUM_CUDA_RACES
constexpr int longest = 3000;
#else
constexpr int longest = 100'000;
#endif

/// Rows of these lengths, each `step` rows after the one before.
Matrix make_rows(const std::vector<int>& lengths, int step, int n) {
  Matrix a{0, n, {0}, {}, {}, {}};
  for (const int length : lengths) {
    for (int skipped = 1; skipped < step; ++skipped, ++a.m) a.pos.push_back(a.pos.back());
    for (int q = 0; q < length; ++q) {
      a.row.push_back(a.m), a.col.push_back(n - length + q);
      a.values.push_back(a.m % 5 + q % 7 - 3);
    }
    a.pos.push_back(static_cast<int>(a.col.size())), ++a.m;
  }
  return a;
}

std::vector<Matrix> matrices() {
  return {make_rows({3, longest, 0, 25, 24, 23, 48, 49, 1, 72, 100}, 40, longest),
          make_rows({longest}, 1, longest),
          make_rows({24, 24, 25, 25, 23, 1, 47, 26}, 1, 64),
          make_rows({0, 0, 0}, 7, 5),
          make_rows({}, 1, 5),
          make_rows({30, 31, 32, 0, 0, 200, 0, 33}, 3, 200)};
}

template <class T>
std::vector<T> as(const std::vector<double>& list) {
  return std::vector<T>(list.begin(), list.end());
}

}  // namespace

TEST_CASE("products with a vector") {
  for (const Matrix& a : matrices()) {
    CAPTURE(a.m);
    const std::vector<double> x = make_vector(a.n), wanted = a.times(x);
    std::vector<double> y(at(a.m), 3);
    times_vector(a.m, a.n, a.pos.data(), a.col.data(), a.values.data(), x.data(), y.data());
    CHECK(y == wanted);
    scaled(a.m, a.n, -3, a.pos.data(), a.col.data(), a.values.data(), x.data(), y.data());
    for (int i = 0; i < a.m; ++i) CHECK(y[at(i)] == -3 * wanted[at(i)]);
    const std::vector<float> values = as<float>(a.values), x_float = as<float>(x);
    std::vector<float> z(at(a.m), 3);
    adds_scaled(a.m, a.n, a.pos.data(), a.col.data(), values.data(), x_float.data(), z.data());
    for (int i = 0; i < a.m; ++i) CHECK(z[at(i)] == static_cast<float>(3 + 2 * wanted[at(i)]));
  }
}

TEST_CASE("least sums") {
  for (const Matrix& a : matrices()) {
    const std::vector<double> x = make_vector(a.n);
    std::vector<double> y(at(a.m), -100), wanted(at(a.m), std::numeric_limits<double>::infinity());
    for (std::size_t p = 0; p < a.values.size(); ++p)
      wanted[at(a.row[p])] = std::min(wanted[at(a.row[p])], a.values[p] + x[at(a.col[p])]);
    nearest(a.m, a.n, a.pos.data(), a.col.data(), a.values.data(), x.data(), y.data());
    CHECK(y == wanted);
  }
}

TEST_CASE("products with a matrix, positions from 1 on") {
  for (const Matrix& a : matrices()) {
    const int k = a.n > 1000 ? 2 : 5;
    std::vector<long> pos(a.pos.begin(), a.pos.end());
    for (long& p : pos) ++p;
    std::vector<int> col = a.col, b, c(at(a.m * k), 4), wanted = c;
    for (int& j : col) ++j;
    for (int p = 0; p < a.n * k; ++p) b.push_back(p % 5 - 2);
    for (std::size_t p = 0; p < a.values.size(); ++p)
      for (int j = 0; j < k; ++j)
        wanted[at(a.row[p] * k + j)] += static_cast<int>(a.values[p]) * b[at(a.col[p] * k + j)];
    const std::vector<int> values = as<int>(a.values);
    times_matrix(a.m, a.n, k, pos.data(), col.data(), values.data(), b.data(), c.data());
    CHECK(c == wanted);
  }
}

TEST_CASE("sums of halves, which are rounded once") {
  for (const Matrix& a : matrices()) {
    const int k = a.n > 1000 ? 8 : 19;
    std::vector<insum::half> values, b, c(at(a.m * k), insum::half(7.0F));
    for (const double value : a.values) values.push_back(insum::half(value));
    for (int p = 0; p < a.n * k; ++p) b.push_back(insum::half(p % 3));
    std::vector<float> wanted(c.size());
    for (std::size_t p = 0; p < a.values.size(); ++p)
      for (int j = 0; j < k; ++j)
        wanted[at(a.row[p] * k + j)] +=
            static_cast<float>(a.values[p]) * static_cast<float>(b[at(a.col[p] * k + j)]);
    halves_times_matrix(a.m, a.n, k, a.pos.data(), a.col.data(), values.data(), b.data(), c.data());
    for (std::size_t i = 0; i < c.size(); ++i)
      CHECK(static_cast<float>(c[i]) == static_cast<float>(insum::half(wanted[i])));
  }
}

TEST_CASE("sums of which the bits are the same in each run") {
  for (const Matrix& a : matrices()) {
    std::vector<float> values, x;
    for (const double value : a.values) values.push_back(static_cast<float>(value) / 3);
    for (int j = 0; j < a.n; ++j) x.push_back(static_cast<float>(j % 7) / 11);
    std::vector<float> y(at(a.m), 3), again = y;
    in_order(a.m, a.n, a.pos.data(), a.col.data(), values.data(), x.data(), y.data());
    in_order(a.m, a.n, a.pos.data(), a.col.data(), values.data(), x.data(), again.data());
    CHECK(y == again);
    std::vector<double> exact(y.size());
    for (std::size_t p = 0; p < values.size(); ++p)
      exact[at(a.row[p])] += static_cast<double>(values[p]) * static_cast<double>(x[at(a.col[p])]);
    for (std::size_t i = 0; i < y.size(); ++i)
      CHECK(static_cast<double>(y[i]) == doctest::Approx(exact[i]).epsilon(1e-3));
  }
}

TEST_CASE("several loops around the entries") {
  for (const Matrix& a : matrices()) {
    const int k = 3, l = a.n > 1000 ? 2 : 10;
    const std::vector<double> b = make_vector(a.n * k * l);
    std::vector<double> c(at(a.m * k * l), 2), wanted = c;
    for (std::size_t p = 0; p < a.values.size(); ++p)
      for (int j = 0; j < k * l; ++j)
        wanted[at(a.row[p] * k * l + j)] += a.values[p] * b[at(a.col[p] * k * l + j)];
    blocks_of_columns(a.m, a.n, k, l, a.pos.data(), a.col.data(), a.values.data(), b.data(), c.data());
    CHECK(c == wanted);
  }
}

TEST_CASE("rows of which only those with entries are stored") {
  for (const Matrix& a : matrices()) {
    std::vector<int> rows, pos = {0};
    for (int i = 0; i < a.m; ++i)
      if (a.pos[at(i + 1)] > a.pos[at(i)]) rows.push_back(i), pos.push_back(a.pos[at(i + 1)]);
    const int pos0[] = {0, static_cast<int>(rows.size())};
    const std::vector<double> x = make_vector(a.n);
    std::vector<double> y(at(a.m), 3);
    stored_rows(a.m, a.n, pos0, rows.data(), pos.data(), a.col.data(), a.values.data(), x.data(), y.data());
    CHECK(y == a.times(x));
  }
}

TEST_CASE("products of rows and columns where entries are") {
  for (const Matrix& a : matrices())
    for (const int l : {1, 9, 40}) {  // some, and more than the lanes of a group have at once
      CAPTURE(a.m);
      const std::vector<double> x = make_vector(a.m * l), y = make_vector(a.n * l);
      std::vector<double> o(a.values.size(), 7), wanted(a.values.size());
      for (std::size_t p = 0; p < wanted.size(); ++p)
        for (int k = 0; k < l; ++k)
          wanted[p] += a.values[p] * x[at(a.row[p] * l + k)] * y[at(a.col[p] * l + k)];
      sampled(a.m, a.n, l, a.pos.data(), a.col.data(), a.values.data(), x.data(), y.data(), o.data());
      CHECK(o == wanted);
    }
}

TEST_CASE("positions that the host cannot read") {
  const Matrix a = matrices().back();
  const OnDevice<int> pos(a.pos), col(a.col);
  const OnDevice<double> values(a.values);
  const std::vector<double> x = make_vector(a.n);
  std::vector<double> y(at(a.m), 3);
  on_device(a.m, a.n, pos.data(), col.data(), values.data(), x.data(), y.data());
  CHECK(y == a.times(x));
}

TEST_CASE("memory for pieces of rows stays for the next launch on the stream, and no longer than a stream") {
  const Matrix a = make_rows({30, 31, 32, 0, 0, 200, 0, 33}, 3, 200);
  const std::vector<double> x = make_vector(a.n), wanted = a.times(x);
  const OnDevice<int> pos(a.pos), crd(a.col);
  const OnDevice<double> values(a.values), vector(x), result(std::vector<double>(at(a.m), 3));
  const auto forget = [&] {
    REQUIRE(cudaMemset(result.data(), 0, at(a.m) * sizeof(double)) == cudaSuccess);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  };
  const auto compute = [&] {
    forget();
    all_on_device(a.m, a.n, pos.data(), crd.data(), values.data(), vector.data(), result.data());
  };
  const auto check = [&] {
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(result.back() == wanted);
  };
  for (int n = 0; n < 2; ++n) compute(), check();
  {
    const insum::cuda::stream own;
    const insum::cuda::on_stream use(own);
    for (int n = 0; n < 2; ++n) compute(), check();
    {
      cudaStream_t borrowed = nullptr;
      REQUIRE(cudaStreamCreate(&borrowed) == cudaSuccess);
      {
        const insum::cuda::on_stream other(borrowed);
        for (int n = 0; n < 2; ++n) compute(), check();
      }
      REQUIRE(cudaStreamDestroy(borrowed) == cudaSuccess);
    }
    compute(), check();
    // What `own` has cannot be freed while it is captured.
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t ready = nullptr;
    REQUIRE(cudaStreamBeginCapture(own.get(), cudaStreamCaptureModeThreadLocal) == cudaSuccess);
    all_on_device(a.m, a.n, pos.data(), crd.data(), values.data(), vector.data(), result.data());
    {
      const insum::cuda::stream second;
      const insum::cuda::on_stream other(second);
      all_on_device(a.m, a.n, pos.data(), crd.data(), values.data(), vector.data(), result.data());
    }
    REQUIRE(cudaStreamEndCapture(own.get(), &graph) == cudaSuccess);
    check();
    forget();
    REQUIRE(cudaGraphInstantiate(&ready, graph, 0) == cudaSuccess);
    for (int n = 0; n < 2; ++n) {
      REQUIRE(cudaGraphLaunch(ready, own.get()) == cudaSuccess);
      check();
    }
    CHECK(cudaGraphExecDestroy(ready) == cudaSuccess);
    CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  }
  compute(), check();
}

TEST_CASE("entries of one row are searched for in another, less than lanes have at a time") {
  const int m = 40, n = 90;
  const Matrix a = make_matrix(m, n);
  Matrix b = make_matrix(m, n, 3);
  const std::vector<double> whole = b.full();
  std::vector<double> y(at(m), 5), wanted(at(m));
  for (std::size_t p = 0; p < a.values.size(); ++p)
    wanted[at(a.row[p])] += a.values[p] * whole[at(a.row[p] * n + a.col[p])];
  for (std::vector<int>* array : {&b.pos, &b.col})
    for (int& x : *array) ++x;
  searched(m, n, a.pos.data(), a.col.data(), a.values.data(), b.pos.data(), b.col.data(), b.values.data(),
           y.data());
  CHECK(y == wanted);
}

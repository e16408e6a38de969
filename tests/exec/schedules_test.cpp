// Schedules on a matrix whose rows have very different lengths: results, and their bits where these are
// promised.
#include <doctest/doctest.h>
#include <omp.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <insum/insum.hpp>
#include <random>
#include <vector>

#include "scheduled_kernels.hpp"

namespace {

struct Matrix {
  std::vector<int> pos = {0}, crd;
  std::vector<double> vals;
  int cols = 0;
  int rows() const { return static_cast<int>(pos.size()) - 1; }
  Csr view() const { return {rows(), cols, pos.data(), crd.data(), vals.data()}; }
};

/// Most rows have no or few entries, every hundredth has thousands. Values are such that the order of sums
/// shows.
Matrix skewed(int rows, int cols) {
  std::mt19937 random(7);
  Matrix m;
  m.cols = cols;
  for (int i = 0; i < rows; ++i) {
    const int count = i % 100 == 5 ? cols / 2 : i % 7 == 0 ? 0 : static_cast<int>(random() % 9);
    for (int n = 0, k = 0; n < count && k < cols; ++n, k += 1 + static_cast<int>(random() % 2)) {
      m.crd.push_back(k);
      m.vals.push_back(std::ldexp(1.0 + 1e-3 * static_cast<double>(random() % 1000),
                                  static_cast<int>(random() % 20) - 10));
    }
    m.pos.push_back(static_cast<int>(m.crd.size()));
  }
  return m;
}

Matrix real_matrix(const std::string& file) {
  const auto read = insum::convert<insum::csr<double, int>>(insum::read_mtx<double>(file));
  Matrix m;
  m.cols = static_cast<int>(read.cols());
  m.pos.assign(read.pos.begin(), read.pos.end());
  m.crd.assign(read.crd.begin(), read.crd.end());
  m.vals.assign(read.vals.begin(), read.vals.end());
  return m;
}

std::vector<double> numbers(int count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<double> list(static_cast<std::size_t>(count));
  for (double& x : list) x = (static_cast<double>(random() % 2001) - 1000) * 1e-3;
  return list;
}

std::vector<double> product(const Matrix& a, const std::vector<double>& x) {
  std::vector<double> y(static_cast<std::size_t>(a.rows()));
  for (std::size_t i = 0; i < y.size(); ++i)
    for (int p = a.pos[i]; p < a.pos[i + 1]; ++p)
      y[i] += a.vals[static_cast<std::size_t>(p)] *
              x[static_cast<std::size_t>(a.crd[static_cast<std::size_t>(p)])];
  return y;
}

bool close(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return false;
  double largest = 0;
  for (const double x : a) largest = std::max(largest, std::abs(x));
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!(std::abs(a[i] - b[i]) <= 1e-11 * (1 + largest))) return false;
  return true;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0);
}

/// Runs `kernel` twice on each of several numbers of threads.
template <class F>
void has_one_result(const F& kernel) {
  omp_set_num_threads(1);
  const std::vector<double> first = kernel();
  for (const int threads : {1, 2, 3, 4, 7})
    for (int run = 0; run < 2; ++run) {
      CAPTURE(threads);
      omp_set_num_threads(threads);
      CHECK(same_bits(first, kernel()));
    }
  omp_set_num_threads(2);
}

void check_products(const Matrix& a) {
  const std::vector<double> x = numbers(a.cols, 3), expected = product(a, x);
  for (const auto kernel : {spmv_by_entries, spmv_by_entries_in_order, spmv_by_positions, spmv_in_parts,
                            spmv_parts_of_rows, spmv_by_nonzeros, spmv_factored}) {
    std::vector<double> y(expected.size(), -1.0);
    kernel(a.view(), x.data(), y.data());
    CHECK(close(y, expected));
  }
  const int n = 19;
  const std::vector<double> b = numbers(a.cols * n, 4);
  std::vector<double> c(expected.size() * n, -1.0), wanted(c.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    for (int p = a.pos[i]; p < a.pos[i + 1]; ++p)
      for (std::size_t j = 0; j < n; ++j)
        wanted[i * n + j] += a.vals[static_cast<std::size_t>(p)] *
                             b[static_cast<std::size_t>(a.crd[static_cast<std::size_t>(p)]) * n + j];
  spmm_by_entries(a.view(), n, b.data(), c.data());
  CHECK(close(c, wanted));
}

}  // namespace

TEST_CASE("load-balanced products of a skewed matrix") {
  for (const int threads : {1, 3}) {
    omp_set_num_threads(threads);
    check_products(skewed(3000, 4000));
    check_products(skewed(1, 10));
    Matrix empty;
    empty.cols = 5;
    empty.pos.assign(41, 0);
    check_products(empty);
    empty.pos.assign(1, 0);
    check_products(empty);
  }
  omp_set_num_threads(2);
}

TEST_CASE("load-balanced products of a real matrix") {
  const std::string file = std::string(INSUM_DATA_DIR) + "/graph/email-Enron.mtx.gz";
  if (!std::filesystem::exists(file)) {
    MESSAGE("skipped: there is no " << file);
    return;
  }
  check_products(real_matrix(file));
}

TEST_CASE("entries of a pattern in equal parts") {
  const Matrix a = skewed(700, 500);
  const int n = 13;
  const std::vector<double> b = numbers(a.rows() * n, 5), c = numbers(a.cols * n, 6);
  std::vector<double> o(a.vals.size(), -1.0), expected(a.vals.size());
  for (std::size_t i = 0; i + 1 < a.pos.size(); ++i)
    for (auto p = static_cast<std::size_t>(a.pos[i]); p < static_cast<std::size_t>(a.pos[i + 1]); ++p) {
      for (std::size_t k = 0; k < n; ++k)
        expected[p] += b[i * n + k] * c[static_cast<std::size_t>(a.crd[p]) * n + k];
      expected[p] *= a.vals[p];
    }
  sddmm_by_entries(a.view(), n, b.data(), c.data(), o.data());
  CHECK(close(o, expected));
}

TEST_CASE("a workspace for a row, and tiles") {
  const Matrix a = skewed(300, 200), b = skewed(200, 150);
  std::vector<double> c(300 * 150, -1.0), expected(c.size());
  for (std::size_t i = 0; i < 300; ++i)
    for (int p = a.pos[i]; p < a.pos[i + 1]; ++p) {
      const auto k = static_cast<std::size_t>(a.crd[static_cast<std::size_t>(p)]);
      for (int q = b.pos[k]; q < b.pos[k + 1]; ++q)
        expected[i * 150 + static_cast<std::size_t>(b.crd[static_cast<std::size_t>(q)])] +=
            a.vals[static_cast<std::size_t>(p)] * b.vals[static_cast<std::size_t>(q)];
    }
  spgemm_by_rows(a.view(), b.view(), c.data());
  CHECK(close(c, expected));

  const int m = 37, n = 71, k = 130;
  const std::vector<double> x = numbers(m * k, 8), y = numbers(k * n, 9);
  std::vector<double> z(static_cast<std::size_t>(m * n), -1.0), wanted(z.size());
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t l = 0; l < k; ++l)
      for (std::size_t j = 0; j < n; ++j) wanted[i * n + j] += x[i * k + l] * y[l * n + j];
  product_tiled(m, n, k, x.data(), y.data(), z.data());
  CHECK(close(z, wanted));

  std::vector<double> twice(x.size(), -1.0), doubled = x;
  for (double& value : doubled) value *= 2;
  scale_fused(m, k, x.data(), twice.data());
  CHECK(close(twice, doubled));
}

TEST_CASE("a fused loop of more iterations than 64 bits count is refused, one of none does nothing") {
  constexpr std::int64_t large = std::int64_t{1} << 32;
  const double x = 2, y = 3;
  CHECK_THROWS_AS(products_fused(large, large, &x, &y), insum::size_error);
  CHECK(products_fused(large, 0, &x, &y) == 0);
  CHECK(products_fused(0, large, &x, &y) == 0);
  CHECK(products_fused(300, 500, &x, &y) == 6 * 300 * 500);
}

TEST_CASE("deterministic: the same bits for any number of threads") {
  const Matrix a = skewed(3000, 4000);
  const std::vector<double> x = numbers(a.cols, 3), left = numbers(a.rows(), 4);
  const auto with = [&](auto kernel, const std::vector<double>& operand, int size) {
    has_one_result([&] {
      std::vector<double> y(static_cast<std::size_t>(size), -1.0);
      kernel(a.view(), operand.data(), y.data());
      return y;
    });
  };
  with(spmv_by_entries_in_order, x, a.rows());
  with(spmv_by_nonzeros, x, a.rows());
  with(spmv_transposed_in_order, left, a.cols);

  const int n = 1 << 20;
  const std::vector<double> p = numbers(n, 11), q = numbers(n, 12);
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += p[i] * q[i];
  has_one_result([&] { return std::vector<double>{dot_in_order(n, p.data(), q.data())}; });
  has_one_result([&] { return std::vector<double>{dot_factored(n, p.data(), q.data())}; });
  CHECK(dot_in_order(n, p.data(), q.data()) == doctest::Approx(sum));
  CHECK(dot_factored(n, p.data(), q.data()) == doctest::Approx(sum));
}

TEST_CASE("deterministic: sparse results") {
  const Matrix a = skewed(600, 500), b = skewed(500, 700);
  const auto as_csr = [](const Matrix& m) {
    insum::csr<double> result;
    result.shape = {m.rows(), m.cols};
    result.pos = insum::buffer<int>(m.pos.begin(), m.pos.end());
    result.crd = insum::buffer<int>(m.crd.begin(), m.crd.end());
    result.vals = insum::buffer<double>(m.vals.begin(), m.vals.end());
    return result;
  };
  const insum::csr<double> left = as_csr(a), right = as_csr(b);
  has_one_result([&] {
    insum::csr<double> c;
    c.shape = {a.rows(), b.cols};
    spgemm_in_order(left, right, c);
    std::vector<double> all(c.vals.begin(), c.vals.end());
    all.insert(all.end(), c.crd.begin(), c.crd.end());
    all.insert(all.end(), c.pos.begin(), c.pos.end());
    return all;
  });
}

TEST_CASE("a matrix without rows needs no array of positions, inside of a loop neither") {
  std::vector<double> x = {2, 3}, y(6, 1.0);
  scaled_columns({0, 3, nullptr, nullptr, nullptr}, 2, x.data(), y.data());
  CHECK(y == std::vector<double>(6, 1.0));
  const int pos[] = {0, 1, 3}, crd[] = {2, 0, 2};
  const double vals[] = {1, 2, 3};
  scaled_columns({2, 3, pos, crd, vals}, 2, x.data(), y.data());
  CHECK(y == std::vector<double>{5, 1, 9, 7, 1, 13});
}

TEST_CASE("workspaces for the rows that an operand stores") {
  const Csf t{{4, 3, 2}, {0, 2}, {1, 3}, {0, 2, 3}, {0, 2, 1}, {0, 1, 3, 4}, {1, 0, 1, 0}, {2, 3, 5, 7}};
  const std::vector<double> b = {1, 2, 3, 4, 5, 6}, d = {10, 20, 30, 40};
  for (const int threads : {1, 3}) {
    omp_set_num_threads(threads);
    std::vector<double> c(8, -1);
    mttkrp_by_fibres(t, 2, b.data(), d.data(), c.data());
    CHECK(c == std::vector<double>{0, 0, 2 * 30 + 5 * (3 * 10 + 5 * 30), 2 * 2 * 40 + 6 * (3 * 20 + 5 * 40),
                                   0, 0, 7 * 3 * 10, 7 * 4 * 20});
    const int pos[] = {0, 1, 1, 3}, crd[] = {1, 0, 1};
    const double vals[] = {2, 3, 4};
    const Csf a{{}, {0, 2}, {1, 4}, {0, 2, 3}, {0, 2, 1}, {}, {}, {5, 6, 7}};
    std::vector<int> cpos, ccrd;
    std::vector<double> cvals;
    spgemm_of_few_rows(5, a, {3, 2, pos, crd, vals}, cpos, ccrd, cvals);
    CHECK(cpos == std::vector<int>{0, 0, 2, 2, 2, 2});
    CHECK(ccrd == std::vector<int>{0, 1});
    CHECK(cvals == std::vector<double>{36, 2 * (10 + 24)});
  }
}

// Kernels for a device, on the emulated one, against plain loops. Values are whole numbers, so that any order
// of sums agrees.
#include "kernels.hpp"

#include <cuda_runtime.h>
#include <doctest/doctest.h>
#include <emulated/settings.hpp>
#include <insum/core/cuda_error.hpp>
#include <string>
#include <vector>

namespace {

struct Matrix {
  int m, n;
  std::vector<int> pos{0}, row, col;
  std::vector<double> values;
  std::vector<double> times(const std::vector<double>& x) const {
    std::vector<double> y(static_cast<std::size_t>(m));
    for (std::size_t p = 0; p < values.size(); ++p)
      y[static_cast<std::size_t>(row[p])] += values[p] * x[static_cast<std::size_t>(col[p])];
    return y;
  }
};

/// Rows of very different lengths, some empty.
Matrix make_matrix(int m, int n) {
  Matrix a{m, n, {0}, {}, {}, {}};
  for (int i = 0; i < m; ++i) {
    for (int j = i % 7; j < n && i % 5 != 3; j += 1 + i % 50) {
      a.row.push_back(i), a.col.push_back(j);
      a.values.push_back(i % 9 - j % 4);
    }
    a.pos.push_back(static_cast<int>(a.col.size()));
  }
  return a;
}

std::vector<double> make_vector(int n) {
  std::vector<double> x(static_cast<std::size_t>(n));
  for (int j = 0; j < n; ++j) x[static_cast<std::size_t>(j)] = j % 11 - 5;
  return x;
}

/// A copy of a vector in device memory.
template <class T>
class OnDevice {
 public:
  explicit OnDevice(const std::vector<T>& values) : bytes_(values.size() * sizeof(T)) {
    REQUIRE(cudaMalloc(reinterpret_cast<void**>(&data_), bytes_) == cudaSuccess);
    REQUIRE(cudaMemcpy(data_, values.data(), bytes_, cudaMemcpyHostToDevice) == cudaSuccess);
  }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;
  ~OnDevice() { CHECK(cudaFree(data_) == cudaSuccess); }
  T* data() const { return data_; }
  std::vector<T> back() const {
    std::vector<T> values(bytes_ / sizeof(T));
    REQUIRE(cudaMemcpy(values.data(), data_, bytes_, cudaMemcpyDeviceToHost) == cudaSuccess);
    return values;
  }

 private:
  T* data_ = nullptr;
  std::size_t bytes_;
};

}  // namespace

TEST_CASE("products with a vector, in three formats") {
  for (const auto& [m, n] : {std::pair{300, 200}, {1, 1000}, {1000, 1}, {33, 31}}) {
    const Matrix a = make_matrix(m, n);
    const std::vector<double> x = make_vector(n), wanted = a.times(x);
    std::vector<double> y(static_cast<std::size_t>(m), 7);
    spmv_csr(m, n, a.pos.data(), a.col.data(), a.values.data(), x.data(), y.data());
    CHECK(y == wanted);
    std::vector<double> z(static_cast<std::size_t>(m), 7);
    spmv_coo(m, n, a.row, a.col.data(), a.values.data(), x.data(), z.data());
    CHECK(z == wanted);
  }
}

TEST_CASE("padded rows") {
  const int m = 70, n = 50, width = 9;
  std::vector<int> crd;
  std::vector<double> values, wanted(static_cast<std::size_t>(m));
  const std::vector<double> x = make_vector(n);
  for (int i = 0; i < m; ++i)
    for (int q = 0; q < width; ++q) {
      const bool stored = q < i % (width + 1);
      crd.push_back(stored ? (i + 5 * q) % n : -1);
      values.push_back(stored ? i + q : 0);
      if (stored)
        wanted[static_cast<std::size_t>(i)] += (i + q) * x[static_cast<std::size_t>((i + 5 * q) % n)];
    }
  std::vector<double> y(static_cast<std::size_t>(m), 7);
  spmv_ell(m, n, crd.data(), values.data(), x.data(), y.data());
  CHECK(y == wanted);
}

TEST_CASE("products with a matrix add to what is there") {
  const Matrix a = make_matrix(60, 80);
  for (const int k : {1, 3, 32, 77}) {
    const std::vector<double> b = make_vector(a.n * k);
    std::vector<double> c(static_cast<std::size_t>(a.m * k), 1), wanted = c;
    for (std::size_t p = 0; p < a.values.size(); ++p)
      for (int r = 0; r < k; ++r)
        wanted[static_cast<std::size_t>(a.row[p] * k + r)] +=
            a.values[p] * b[static_cast<std::size_t>(a.col[p] * k + r)];
    spmm_csr(a.m, a.n, k, a.pos.data(), a.col.data(), a.values.data(), b.data(), c.data());
    CHECK(c == wanted);
  }
}

TEST_CASE("one number out of many, and out of none") {
  const std::vector<double> x = make_vector(5000);
  CHECK(largest_product(x, x) == 25);
  CHECK(largest_product({}, {}) == -1e300);
}

TEST_CASE("empty matrices") {
  const std::vector<int> pos = {0, 0, 0};
  std::vector<double> y = {3, 4};
  spmv_csr(2, 0, pos.data(), nullptr, nullptr, nullptr, y.data());
  CHECK(y == std::vector<double>{0, 0});
  spmv_csr(0, 5, pos.data(), nullptr, nullptr, y.data(), nullptr);
}

TEST_CASE("an array that is read and written, and arrays that overlap, are one on the device too") {
  std::vector<double> x = make_vector(1000), wanted = x;
  for (double& v : wanted) v *= 2;
  twice(1000, x.data(), x.data());
  CHECK(x == wanted);
  std::vector<double> y(30, 1);
  twice(20, y.data() + 10, y.data() + 10);
  CHECK(y[9] == 1);
  CHECK(y[10] == 2);
}

TEST_CASE("bytes that share a word are updated by themselves") {
  std::vector<unsigned char> kind(999), counts(256);
  for (std::size_t i = 0; i < kind.size(); ++i) kind[i] = static_cast<unsigned char>(i % 7);
  count_bytes(kind, counts.data());
  for (std::size_t k = 0; k < 256; ++k) CHECK(counts[k] == (k < 5 ? 143 : k < 7 ? 142 : 0));
}

TEST_CASE("arrays in device memory are used where they are") {
  const Matrix a = make_matrix(200, 150);
  const std::vector<double> x = make_vector(a.n);
  const OnDevice pos(a.pos), col(a.col);
  const OnDevice values(a.values), x_there(x), y_there(std::vector<double>(200, 7));
  spmv_csr_on_device(a.m, a.n, pos.data(), col.data(), values.data(), x_there.data(), y_there.data());
  CHECK(y_there.back() == a.times(x));
}

TEST_CASE("memory of the wrong kind is told by name") {
  const Matrix a = make_matrix(20, 15);
  const std::vector<double> x = make_vector(a.n);
  std::vector<double> y(20, 7);
  const auto text_of = [](auto call) {
    try {
      call();
    } catch (const insum::storage_error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(text_of([&] {
          spmv_csr_on_device(a.m, a.n, a.pos.data(), a.col.data(), a.values.data(), x.data(), y.data());
        }) == "A.pos: the array is declared to be in device memory, but it is in the host's");
  const OnDevice there(x);
  CHECK(text_of([&] {
          spmv_csr(a.m, a.n, a.pos.data(), a.col.data(), a.values.data(), there.data(), y.data());
        }) == "x: the array is in device memory, but it is not among those of device(...)");
  CHECK(y == std::vector<double>(20, 7));
}

TEST_CASE("too little memory, and no device, are exceptions with CUDA's text") {
  std::vector<double> x(100000, 1), y(100000);
  const auto text_of = [&] {
    try {
      twice(100000, x.data(), y.data());
    } catch (const insum::cuda_error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  insum::emulated::set_memory(1 << 20);
  CHECK(text_of() == "cudaMallocAsync: out of memory (cudaErrorMemoryAllocation)");
  insum::emulated::set_memory(1 << 30);
  CHECK(text_of() == "");
  CHECK(y[99999] == 2);
}

// Kernels for a device, on the emulated one, against plain loops. Values are whole numbers, so that any order
// of sums agrees.
#include "kernels.hpp"
#include "../support/kernel_name.hpp"

#include <cuda_runtime.h>
#include <doctest/doctest.h>
#include <algorithm>
#include <emulated/settings.hpp>
#include <insum/core/cuda_error.hpp>
#include <insum/rt/config.hpp>
#include <string>
#include <vector>

#include "matrices.hpp"
#include "on_device.hpp"

TEST_CASE("products with a vector, in three formats") {
  for (const auto& [m, n] : {std::pair{300, 200}, {1, 1000}, {1000, 1}, {33, 31}}) {
    const Matrix a = make_matrix(m, n);
    const std::vector<double> x = make_vector(n), wanted = a.times(x);
    std::vector<double> y(at(m), 7);
    spmv_csr(m, n, a.pos.data(), a.col.data(), a.values.data(), x.data(), y.data());
    CHECK(y == wanted);
    std::vector<double> z(at(m), 7);
    spmv_coo(m, n, a.row, a.col.data(), a.values.data(), x.data(), z.data());
    CHECK(z == wanted);
  }
}

TEST_CASE("padded rows") {
  const int m = 70, n = 50, width = 9;
  const PaddedRows a = make_padded_rows(m, n, width);
  const std::vector<double> x = make_vector(n);
  std::vector<double> wanted(at(m));
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) wanted[at(i)] += a.full[at(i * n + j)] * x[at(j)];
  std::vector<double> y(at(m), 7);
  spmv_ell(m, n, a.crd.data(), a.values.data(), x.data(), y.data());
  CHECK(y == wanted);
}

TEST_CASE("products with a matrix add to what is there") {
  const Matrix a = make_matrix(60, 80);
  for (const int k : {1, 3, 32, 77}) {
    const std::vector<double> b = make_vector(a.n * k);
    std::vector<double> c(at(a.m * k), 1), wanted = c;
    for (std::size_t p = 0; p < a.values.size(); ++p)
      for (int r = 0; r < k; ++r) wanted[at(a.row[p] * k + r)] += a.values[p] * b[at(a.col[p] * k + r)];
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
  const std::vector<double> x(5, 1);
  spmv_csr(0, 5, pos.data(), nullptr, nullptr, x.data(), nullptr);
}

TEST_CASE("an array that is read and written, and arrays that overlap, are one on the device too" *
          doctest::skip(insum::rt::checks_enabled)) {
  std::vector<double> x = make_vector(1000), wanted = x;
  for (double& v : wanted) v *= 2;
  twice(1000, x.data(), x.data());
  CHECK(x == wanted);
  std::vector<double> y(30, 1);
  twice(20, y.data() + 10, y.data() + 10);
  CHECK(y[9] == 1);
  CHECK(y[10] == 2);
}

TEST_CASE("strides in any direction") {
  const std::vector<double> x = make_vector(300);
  std::vector<double> y(100), wanted(100);
  for (const int stride : {-3, -1, 0, 1, 3}) {
    const double* const first = x.data() + (stride < 0 ? -99 * stride : 0);
    for (int i = 0; i < 100; ++i) wanted[at(i)] = 2 * first[i * stride];
    backwards(100, first, stride, y.data());
    CHECK(y == wanted);
  }
  std::vector<double> z = x;  // what is written lies behind what is read
  backwards(100, z.data() + 150, -1, z.data() + 151);
  for (int i = 0; i < 100; ++i) CHECK(z[at(151 + i)] == 2 * x[at(150 - i)]);
}

TEST_CASE("arrays that overlap with different begins" * doctest::skip(insum::rt::checks_enabled)) {
  std::vector<int> pos, crd;
  for (int i = 0; i < 20; ++i) pos.push_back(i), crd.push_back(i * i % 10);
  pos.push_back(20);
  const std::vector<double> a(20, 3), x = make_vector(60);
  // Of the 20 elements of x, those behind the first 10 are not read, and are y's, too.
  std::vector<double> all = x;
  spmv_csr(20, 20, pos.data(), crd.data(), a.data(), all.data() + 20, all.data() + 30);
  for (int i = 0; i < 60; ++i)
    CHECK(all[at(i)] == (i < 30 || i >= 50 ? x[at(i)] : 3 * x[at(20 + crd[at(i - 30)])]));
  // y begins first, and goes into those of x that are not read.
  for (int& j : crd) j += 10;
  all = x;
  spmv_csr(20, 20, pos.data(), crd.data(), a.data(), all.data() + 20, all.data() + 10);
  for (int i = 0; i < 60; ++i)
    CHECK(all[at(i)] == (i < 10 || i >= 30 ? x[at(i)] : 3 * x[at(20 + crd[at(i - 10)])]));
}

TEST_CASE("managed memory is used where it is") {
  const Matrix a = make_matrix(40, 30);
  const std::vector<double> x = make_vector(30);
  double *y = nullptr, *values = nullptr;
  REQUIRE(cudaMallocManaged(&y, 40 * sizeof(double)) == cudaSuccess);
  REQUIRE(cudaMallocManaged(&values, a.values.size() * sizeof(double)) == cudaSuccess);
  std::copy(a.values.begin(), a.values.end(), values);
  spmv_csr(40, 30, a.pos.data(), a.col.data(), values, x.data(), y);
  CHECK(std::vector<double>(y, y + 40) == a.times(x));
  const OnDevice pos(a.pos), col(a.col);
  const OnDevice x_there(x);
  std::fill(y, y + 40, 7);
  spmv_csr_on_device(40, 30, pos.data(), col.data(), values, x_there.data(), y);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(std::vector<double>(y, y + 40) == a.times(x));
  CHECK(cudaFree(y) == cudaSuccess);
  CHECK(cudaFree(values) == cudaSuccess);
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

TEST_CASE("with checks, storage in device memory is looked into" *
          doctest::skip(!insum::rt::checks_enabled)) {
  const auto said = [](const std::vector<int>& pos, const std::vector<int>& col) {
    const OnDevice pos_there(pos), col_there(col);
    const OnDevice values(std::vector<double>(col.size(), 1)), x(std::vector<double>{1, 2, 3}),
        y(std::vector<double>(2, 7));
    std::string text;
    try {
      spmv_csr_on_device(2, 3, pos_there.data(), col_there.data(), values.data(), x.data(), y.data());
    } catch (const insum::error& error) {
      text = without_kernel(error.what(), "kernels.cpp");
    }
    if (!text.empty()) CHECK(y.back() == std::vector<double>(2, 7));
    return text;
  };
  CHECK(said({0, 1, 3}, {2, 0, 1}) == "");
  CHECK(said({0, 1, 3}, {2, 0, 3}) == "A.crd[2] = 3 is out of range [0, 3)");
  CHECK(said({0, 1, 3}, {-1, 0, 1}) == "A.crd[0] = -1 is out of range [0, 3)");
  CHECK(said({0, 3, 1}, {2, 0, 1}) != "");
  CHECK(said({0, 1, -1}, {2, 0, 1}) != "");
#ifdef INSUM_CUDA_EMULATION
  CHECK(said({0, 1, 2000000}, {2, 0, 1})
            .starts_with("A.crd: 2000000 elements are needed, which cannot be read: "));
#endif
  const OnDevice x(std::vector<double>{1, 2, 3}), y(std::vector<double>(2, 7));
  CHECK(refusal_of<insum::storage_error>("kernels.cpp", [&] {
          spmv_csr_on_device(2, 3, nullptr, nullptr, x.data(), x.data(), y.data());
        }) == "A.pos: it is a null pointer");
}

TEST_CASE("memory of the wrong kind is told by name") {
  const Matrix a = make_matrix(20, 15);
  const std::vector<double> x = make_vector(a.n);
  std::vector<double> y(20, 7);
  const auto text_of = [](auto call) { return refusal_of<insum::storage_error>("kernels.cpp", call); };
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
    return refusal_of<insum::cuda_error>("kernels.cpp", [&] { twice(100000, x.data(), y.data()); });
  };
  insum::emulated::set_memory(1 << 20);
  const std::string lacking = text_of();  // the array with the lower address comes first
  CHECK((lacking.starts_with("x, ") || lacking.starts_with("y, ")));
  CHECK(lacking.substr(1) == ", of 800000 bytes: cudaMallocAsync: out of memory (cudaErrorMemoryAllocation)");
  insum::emulated::set_memory(1 << 30);
  insum::emulated::set_devices(0);
  const std::string without_device = text_of();
  CHECK(without_device.find(
            ": no CUDA-capable device is detected (cudaErrorNoDevice); it needs an NVIDIA GPU") !=
        std::string::npos);
  CHECK(without_device.ends_with(
      "build the block with 'target openmp', or with 'target auto', which computes on processors where "
      "there is no device"));
  insum::emulated::set_devices(1);
  CHECK(text_of() == "");
  CHECK(y[99999] == 2);
}

TEST_CASE("a statement on the host may take the kernel's place") {
  std::vector<double> x(40, 1), y(40);
  for (int call = 1; call <= 20; ++call) {
    accumulate(40, x.data(), y.data());
    CHECK(y == std::vector<double>(40, call));
  }
}

TEST_CASE("a triangle in device memory") {
  const OnDevice<int> pos({0, 1, 2, 4}), crd({0, 0, 1, 2});
  const OnDevice<double> a({2, 3, 5, 7}), x({1, 10, 100}), y({0, 0, 0});
  symmetric_on_device(3, pos.data(), crd.data(), a.data(), x.data(), y.data());
  CHECK(y.back() == std::vector<double>{32, 503, 750});
}

TEST_CASE("an index leaves an index array") {
  const std::vector<int> places = {2, 1, 3, 0};
  const std::vector<double> x = {1, 2, 4, 8};
  std::vector<double> y(4, 5), z = {100, 200, 300, 400};
  through_the_next(4, places.data(), x.data(), y.data(), z.data());
  CHECK(y == std::vector<double>{2, 8, 1, 0});
  CHECK(z == std::vector<double>{104, 201, 300, 402});
}

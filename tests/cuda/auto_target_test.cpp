// `target auto`: on processors with data of the host, on the device with data there, and errors where it is
// mixed.
#include "auto_target.hpp"
#include "../support/kernel_name.hpp"

#include <doctest/doctest.h>

#include <string>

#include "matrices.hpp"
#include "on_device.hpp"

namespace {

template <class F>
std::string failure_of(const F& f) {
  return refusal_of<insum::storage_error>("auto_target.cpp", f);
}

}  // namespace

TEST_CASE("numbers here and there") {
  const std::vector<double> x = make_vector(1000);
  std::vector<double> wanted, y(x.size());
  for (const double v : x) wanted.push_back(2 * v);
  scaled(1000, x.data(), y.data());
  CHECK(y == wanted);
  const OnDevice<double> on_x(x), on_y(std::vector<double>(x.size()));
  scaled(1000, on_x.data(), on_y.data());
  CHECK(on_y.back() == wanted);
  CHECK(failure_of([&] { scaled(1000, on_x.data(), y.data()); }).find("'target auto' needs all") !=
        std::string::npos);
  scaled(0, nullptr, nullptr);

  double* managed = nullptr;
  REQUIRE(cudaMallocManaged(&managed, 1000 * sizeof(double)) == cudaSuccess);
  scaled(1000, on_x.data(), managed);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(std::vector<double>(managed, managed + 1000) == wanted);
  CHECK(cudaFree(managed) == cudaSuccess);
}

TEST_CASE("operands in another format are converted where they are") {
  const Matrix a = make_matrix(50, 33);
  const int width = 4;
  const std::vector<double> b = make_vector(a.n * width);
  std::vector<double> wanted(at(a.m * width)), c(wanted.size());
  for (std::size_t p = 0; p < a.values.size(); ++p)
    for (int j = 0; j < width; ++j)
      wanted[at(a.row[p] * width + j)] += a.values[p] * b[at(a.col[p] * width + j)];
  product_of_groups(a.m, a.n, width, a.pos.data(), a.col.data(), a.values.data(), b.data(), c.data());
  CHECK(c == wanted);
  const OnDevice<int> pos(a.pos), crd(a.col);
  const OnDevice<double> values(a.values), on_b(b), on_c(std::vector<double>(c.size(), 7));
  product_of_groups(a.m, a.n, width, pos.data(), crd.data(), values.data(), on_b.data(), on_c.data());
  CHECK(on_c.back() == wanted);
}

TEST_CASE("a number that is a result is the host's") {
  const std::vector<double> x = make_vector(100);
  double wanted = 0, here = 0, there = 0;
  for (const double v : x) wanted += v;
  total(100, x.data(), here);
  const OnDevice<double> on_x(x);
  total(100, on_x.data(), there);
  CHECK(here == wanted);
  CHECK(there == wanted);
}

TEST_CASE("blocks that have no kernel for a device say so where data is there") {
  insum::csr<double> a, c;
  a.shape = c.shape = {1, 2};
  a.pos = {0, 1}, a.crd = {1}, a.vals = {3};
  sum_of_sparse(a, a, c);
  CHECK(c.vals.size() == 1);
  CHECK(c.vals[0] == 6);
  const std::vector<double> x = {1, 2};
  std::vector<double> y(2);
  called(2, x.data(), y.data());
  CHECK(y == std::vector<double>{2, 3});
  const OnDevice<double> on_x(x), on_y(y);
  CHECK(failure_of([&] {
          called(2, on_x.data(), on_y.data());
        }).find("plus_one() is compiled for the host only") != std::string::npos);
}

#ifdef INSUM_CUDA_EMULATION
TEST_CASE("without a device") {
  insum::emulated::set_devices(0);
  const std::vector<double> x = make_vector(10);
  std::vector<double> y(10);
  scaled(10, x.data(), y.data());
  CHECK(y[3] == 2 * x[3]);
  insum::emulated::set_devices(1);
}
#endif

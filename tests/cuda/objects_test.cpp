// Tensors in device memory, and streams.
#include "objects.hpp"
#include "../support/kernel_name.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace {

insum::dense<float, 2> numbers(int rows, int columns, int step) {
  insum::dense<float, 2> a({rows, columns});
  for (int i = 0; i < rows * columns; ++i)
    a.vals[static_cast<std::size_t>(i)] = static_cast<float>(i * step % 7 - 3);
  return a;
}

std::vector<float> product(const insum::dense<float, 2>& a, const insum::dense<float, 2>& b) {
  std::vector<float> c;
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < b.cols(); ++j) {
      float sum = 0;
      for (int k = 0; k < a.cols(); ++k) sum += a(i, k) * b(k, j);
      c.push_back(sum);
    }
  return c;
}

}  // namespace

TEST_CASE("tensors go to the device and come back") {
  const auto a = numbers(5, 9, 3);
  CHECK(insum::to_host(insum::to_device(a)).vals == a.vals);
  const insum::dense<float, 2> none({0, 4});
  CHECK(insum::to_host(insum::to_device(none)).rows() == 0);
}

TEST_CASE("a kernel on a stream uses them where they are") {
  const auto a = numbers(20, 13, 3), b = numbers(13, 40, 5);
  const std::vector<float> wanted = product(a, b);
  const insum::cuda::stream own;
  CHECK(insum::cuda::current_stream() == nullptr);
  {
    const insum::cuda::on_stream use(own);
    CHECK(insum::cuda::current_stream() == own.get());
    auto c = insum::to_device(insum::dense<float, 2>({20, 40}));
    const auto a_there = insum::to_device(a), b_there = insum::to_device(b);
    add_product(a_there, b_there, c);
    const auto result = insum::to_host(c);
    CHECK(std::vector<float>(result.vals.begin(), result.vals.end()) == wanted);
  }
  CHECK(insum::cuda::current_stream() == nullptr);
}

TEST_CASE("a tensor keeps the stream that it was made on") {
  const auto a = numbers(4, 6, 3);
  std::unique_ptr<insum::device_dense<float, 2>> kept;
  {
    const insum::cuda::stream own;
    const insum::cuda::on_stream use(own);
    kept = std::make_unique<insum::device_dense<float, 2>>(insum::to_device(a));
  }
  CHECK(insum::to_host(*kept).vals == a.vals);
  kept.reset();
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("tensors are used on several streams") {
  const auto a = numbers(20, 13, 3), b = numbers(13, 40, 5);
  const insum::cuda::stream one, other;
  std::unique_ptr<insum::device_dense<float, 2>> a_there, b_there, c;
  {
    const insum::cuda::on_stream use(one);
    a_there = std::make_unique<insum::device_dense<float, 2>>(insum::to_device(a));
    b_there = std::make_unique<insum::device_dense<float, 2>>(insum::to_device(b));
    c = std::make_unique<insum::device_dense<float, 2>>(insum::extents<2>{20, 40});
  }
  const insum::cuda::on_stream use(other);
  set_product(*a_there, *b_there, *c);
  {
    const insum::cuda::on_stream back(one);
    a_there.reset(), b_there.reset();  // freed after the product, which is to run on the other stream
    one.wait();
  }
  const auto result = insum::to_host(*c);
  CHECK(std::vector<float>(result.vals.begin(), result.vals.end()) == product(a, b));
}

TEST_CASE("device memory that the block does not name is an error") {
  auto c = insum::to_device(numbers(4, 4, 1));
  const auto a = insum::to_device(numbers(4, 4, 2));
  CHECK(refusal_of<insum::storage_error>("objects.cpp", [&] { add_product_undeclared(a, a, c); }) ==
        "A: the array is in device memory, but it is not among those of device(...)");
}

#ifdef INSUM_CHECKS
TEST_CASE("arrays that are not there are named") {
  insum::device_dense<float, 1> y({8});
  const auto refusal = [&](auto&& f) { return refusal_of<insum::storage_error>("objects.cpp", f); };
  CHECK(refusal([&] { twice(8, nullptr, y); }) == "B: it is a null pointer");
  CHECK(refusal([&] { twice_there(8, nullptr, y); }) == "B: it is a null pointer");
}
#endif

TEST_CASE("errors of CUDA have its text and its number") {
  try {
    insum::device_dense<double, 1> large({std::int64_t{1} << 40});
    FAIL("nothing was thrown");
  } catch (const insum::cuda_error& error) {
    CHECK(std::string(error.what()) == "cudaMallocAsync: out of memory (cudaErrorMemoryAllocation)");
    CHECK(error.code() == static_cast<int>(cudaErrorMemoryAllocation));
  }
}

#ifdef INSUM_CUDA_EMULATION
TEST_CASE("each of several devices has its own tensors, streams and memory of calls") {
  insum::emulated::set_devices(2);
  const auto a = numbers(20, 13, 3), b = numbers(13, 40, 5);
  const std::vector<float> wanted = product(a, b);
  const auto is_on = [](int device, const void* memory) {
    cudaPointerAttributes found{};
    CHECK(cudaPointerGetAttributes(&found, memory) == cudaSuccess);
    return found.device == device;
  };
  const auto run_on = [&](int device) {
    REQUIRE(cudaSetDevice(device) == cudaSuccess);
    const insum::cuda::stream own;
    const insum::cuda::on_stream use(own);
    const auto a_there = insum::to_device(a), b_there = insum::to_device(b);
    auto c = insum::to_device(insum::dense<float, 2>({20, 40}));
    CHECK(is_on(device, a_there.data()));
    CHECK(is_on(device, c.data()));
    for (int times = 0; times < 2; ++times) {
      set_product(a_there, b_there, c);
      const auto result = insum::to_host(c);
      CHECK(std::vector<float>(result.vals.begin(), result.vals.end()) == wanted);
    }
  };
  for (const int device : {1, 0, 1}) run_on(device);
  // The current device is one of the thread's.
  std::thread other([&] { run_on(1); });
  run_on(0);
  other.join();
  CHECK(cudaSetDevice(0) == cudaSuccess);
  insum::emulated::set_devices(1);
}
#endif

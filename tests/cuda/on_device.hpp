// Arrays in device memory, for tests.
#pragma once
#include <cuda_runtime.h>
#include <doctest/doctest.h>

#include <vector>

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

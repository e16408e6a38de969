// Memory and launches for the tests' kernels; the same under nvcc.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

namespace cuda_test {

inline void check(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

/// Elements in device memory.
template <class T>
class device_array {
 public:
  explicit device_array(std::size_t size) : size_(size) { check(cudaMalloc(&data_, size * sizeof(T))); }
  explicit device_array(const std::vector<T>& values) : device_array(values.size()) {
    check(cudaMemcpy(data_, values.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~device_array() { cudaFree(data_); }
  device_array(const device_array&) = delete;
  device_array& operator=(const device_array&) = delete;
  T* data() const { return data_; }
  std::vector<T> values() const {
    std::vector<T> result(size_);
    check(cudaMemcpy(result.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
    return result;
  }

 private:
  T* data_ = nullptr;
  std::size_t size_;
};

template <class... Parameters, class... Arguments>
cudaError_t launch_with(dim3 grid, dim3 block, std::size_t shared_bytes, void (*kernel)(Parameters...),
                        Arguments&&... arguments) {
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = block;
  config.dynamicSmemBytes = shared_bytes;
  return cudaLaunchKernelEx(&config, kernel, std::forward<Arguments>(arguments)...);
}

/// Launches and waits.
template <class... Parameters, class... Arguments>
void run(dim3 grid, dim3 block, void (*kernel)(Parameters...), Arguments&&... arguments) {
  check(launch_with(grid, block, 0, kernel, std::forward<Arguments>(arguments)...));
  check(cudaDeviceSynchronize());
}

}  // namespace cuda_test

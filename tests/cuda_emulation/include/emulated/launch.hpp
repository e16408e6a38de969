// Launches of kernels.
#pragma once

#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "arguments.hpp"
#include "block.hpp"
#include "shared.hpp"
#include "streams.hpp"

using cudaLaunchAttribute = struct cudaLaunchAttribute_st;
struct cudaLaunchConfig_t {
  dim3 gridDim;
  dim3 blockDim;
  std::size_t dynamicSmemBytes = 0;
  cudaStream_t stream = nullptr;
  cudaLaunchAttribute* attrs = nullptr;
  unsigned int numAttrs = 0;
};

namespace insum::emulated::detail {

inline constexpr unsigned most_threads = 1024;
inline constexpr std::size_t shared_by_default = 48 << 10, most_shared = 227 << 10;

/// Kernels that may have more dynamic shared memory, by cudaFuncSetAttribute.
inline std::unordered_map<const void*, std::size_t> shared_limits;

inline std::size_t shared_limit(const void* kernel) {
  const auto found = shared_limits.find(kernel);
  return found == shared_limits.end() ? shared_by_default : found->second;
}

inline cudaError_t check_configuration(const void* kernel, dim3 grid, dim3 block, std::size_t shared_bytes) {
  if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
  const auto within = [](dim3 size, unsigned x, unsigned y, unsigned z) {
    return size.x >= 1 && size.y >= 1 && size.z >= 1 && size.x <= x && size.y <= y && size.z <= z;
  };
  if (!within(block, 1024, 1024, 64) || block.x * block.y * block.z > most_threads)
    return cudaErrorInvalidConfiguration;
  if (!within(grid, 0x7fffffff, 65535, 65535)) return cudaErrorInvalidConfiguration;
  return shared_bytes > shared_limit(kernel) ? cudaErrorInvalidValue : cudaSuccess;
}

/// Kernels get pointers to device memory, to pinned and managed memory, to variables of device code, or null.
inline void check_argument(const void* kernel, std::size_t number, const void* value) {
  if (value == nullptr || device.in_reserve(value) || pinned.contains(value) || managed.contains(value) ||
      symbols.contains(value))
    return;
  machine.kernel = nullptr;
  fail("argument " + std::to_string(number + 1) + " of " + symbol_name(kernel) + " points to host memory");
}

/// Runs all blocks of a grid, one after the other.
inline void run_grid(const void* kernel, dim3 grid, dim3 block, std::size_t shared_bytes,
                     const std::function<void()>& body) {
  machine.kernel = kernel;
  machine.body = body;
  machine.grid_size = grid;
  machine.block_size = block;
  prepare_threads();
  sequence<unsigned> threads(machine.thread_count);
  const sequence<std::uint64_t> blocks(std::uint64_t{grid.x} * grid.y * grid.z);
  const static_memory shared_variables;
  static_shared = &shared_variables;
  if (watcher.begin_grid != nullptr) watcher.begin_grid();
  for (const std::uint64_t number : blocks.numbers()) {
    machine.block_index = {static_cast<unsigned>(number % grid.x),
                           static_cast<unsigned>(number / grid.x % grid.y),
                           static_cast<unsigned>(number / grid.x / grid.y)};
    shared_variables.fill();
    dynamic.prepare(shared_bytes);
    run_block(threads);
  }
  machine.kernel = nullptr;
  machine.body = nullptr;
}

/// Calls a kernel of one type with what it gets.
using kernel_call = void (*)(const void* kernel, const kernel_arguments& arguments);

template <class... Parameters, std::size_t... I>
void call_kernel(void (*kernel)(Parameters...), const kernel_arguments& arguments,
                 std::index_sequence<I...>) {
  kernel(arguments.at<std::remove_cv_t<Parameters>>(I)...);
}

inline cudaError_t launch(const cudaLaunchConfig_t& config, const void* kernel, kernel_call call,
                          const kernel_arguments& arguments) {
  return api([&] {
    const cudaError_t error =
        check_configuration(kernel, config.gridDim, config.blockDim, config.dynamicSmemBytes);
    if (error != cudaSuccess) return error;
    if (config.numAttrs != 0) return cudaErrorNotSupported;
    arguments.each_pointer(
        [&](std::size_t number, const void* value) { check_argument(kernel, number, value); });
    const dim3 grid = config.gridDim, block = config.blockDim;
    const std::size_t shared_bytes = config.dynamicSmemBytes;
    return enqueue_into(config.stream, [=] {
      run_grid(kernel, grid, block, shared_bytes, [&] { call(kernel, arguments); });
    });
  });
}

}  // namespace insum::emulated::detail

template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...),
                               Arguments&&... arguments) {
  using namespace insum::emulated::detail;
  kernel_arguments packed;
  (packed.add<std::remove_cv_t<Parameters>>(std::forward<Arguments>(arguments)), ...);
  const kernel_call call = [](const void* address, const kernel_arguments& all) {
    call_kernel(reinterpret_cast<void (*)(Parameters...)>(const_cast<void*>(address)), all,
                std::index_sequence_for<Parameters...>());
  };
  return launch(*config, reinterpret_cast<const void*>(kernel), call, packed);
}

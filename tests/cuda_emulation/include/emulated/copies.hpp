// cudaMalloc, cudaMemcpy, cudaMemset and their relatives.
#pragma once

#include <set>

#include "streams.hpp"

enum cudaMemcpyKind : int {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4
};
enum cudaMemoryType {
  cudaMemoryTypeUnregistered = 0,
  cudaMemoryTypeHost = 1,
  cudaMemoryTypeDevice = 2,
  cudaMemoryTypeManaged = 3
};
struct cudaPointerAttributes {
  cudaMemoryType type;
  int device;
  void* devicePointer;
  void* hostPointer;
};
inline constexpr unsigned cudaHostAllocDefault = 0, cudaHostAllocPortable = 1, cudaHostAllocMapped = 2;
inline constexpr unsigned cudaMemAttachGlobal = 1, cudaMemAttachHost = 2;
inline constexpr unsigned cudaHostRegisterDefault = 0, cudaHostRegisterPortable = 1,
                          cudaHostRegisterMapped = 2;

namespace insum::emulated::detail {

inline thread_local int current_device = 0;
inline std::set<const void*> freed_later;  // by work that streams still hold

inline bool is_device(const void* pointer) { return device.in_reserve(pointer) || symbols.contains(pointer); }

/// Whether `bytes` from `pointer` on are in one allocation.
inline bool within_allocation(const void* pointer, std::size_t bytes) {
  if (symbols.contains(pointer, bytes) || managed.contains(pointer, bytes)) return true;
  const allocation* const in = device.find(pointer);
  return in != nullptr &&
         bytes <= in->bytes - static_cast<std::size_t>(static_cast<const std::byte*>(pointer) - in->data);
}

/// What the kind of a copy says about its pointers must be true.
inline cudaError_t check_copy(const void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  if (bytes == 0) return cudaSuccess;
  if (to == nullptr || from == nullptr) return cudaErrorInvalidValue;
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  const auto fits = [](const void* pointer, bool on_device) {
    return managed.contains(pointer) || is_device(pointer) == on_device;
  };
  if (kind != cudaMemcpyDefault && (!fits(to, to_device) || !fits(from, from_device)))
    return cudaErrorInvalidValue;
  if ((is_device(to) || managed.contains(to)) && !within_allocation(to, bytes)) return cudaErrorInvalidValue;
  if ((is_device(from) || managed.contains(from)) && !within_allocation(from, bytes))
    return cudaErrorInvalidValue;
  return cudaSuccess;
}

/// Puts a copy into a stream. Pageable host memory is read at once and written before this returns, as CUDA
/// does.
inline cudaError_t copy_in_stream(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                                  cudaStream_t handle) {
  CUstream_st* const stream = find_stream(handle);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  if (const cudaError_t error = check_copy(to, from, bytes, kind)) return error;
  if (bytes == 0) return cudaSuccess;
  const auto pageable = [](const void* pointer) {
    return !is_device(pointer) && !pinned.contains(pointer) && !managed.contains(pointer);
  };
  if (pageable(from) && is_device(to) && !stream->capture) {
    const auto* const first = static_cast<const std::byte*>(from);
    enqueue(*stream, [to, staged = std::vector<std::byte>(first, first + bytes)] {
      std::memcpy(to, staged.data(), staged.size());
    });
    return cudaSuccess;
  }
  enqueue(*stream, [=] { std::memmove(to, from, bytes); });
  if (pageable(to) && !stream->capture) finish(*stream);
  return cudaSuccess;
}

/// For calls that wait for the whole device.
inline cudaError_t wait_for_device() {
  if (!capturing()) {
    finish_all();
    return cudaSuccess;
  }
  for (const auto& one : streams) one->capture_failed = one->capture_failed || one->capture;
  return cudaErrorStreamCaptureUnsupported;
}

inline cudaError_t allocate(void** result, std::size_t bytes, bool ready = true) {
  if (result == nullptr) return cudaErrorInvalidValue;
  *result = nullptr;
  if (bytes == 0) return cudaSuccess;
  *result = device.allocate(bytes, current_device, ready);
  return *result == nullptr ? cudaErrorMemoryAllocation : cudaSuccess;
}

inline cudaError_t allocate_noted(noted_memory& kind, void** result, std::size_t bytes) {
  if (result == nullptr) return cudaErrorInvalidValue;
  *result = nullptr;
  if (bytes == 0) return cudaSuccess;
  constexpr std::size_t page = 4096;
  if (bytes > ~std::size_t{0} - page) return cudaErrorMemoryAllocation;
  void* const made = std::aligned_alloc(page, (bytes + page - 1) / page * page);
  if (made == nullptr) return cudaErrorMemoryAllocation;
  fill_with_poison(made, bytes);
  kind.note(made, bytes, true);
  *result = made;
  return cudaSuccess;
}

}  // namespace insum::emulated::detail

inline cudaError_t cudaMalloc(void** result, std::size_t bytes) {
  using namespace insum::emulated::detail;
  return api([&] {
    const cudaError_t error = capturing() ? wait_for_device() : cudaSuccess;
    return error != cudaSuccess ? error : allocate(result, bytes);
  });
}
/// Only what comes after it in the stream may touch the memory.
inline cudaError_t cudaMallocAsync(void** result, std::size_t bytes, cudaStream_t stream) {
  using namespace insum::emulated::detail;
  return api([&] {
    CUstream_st* const in = find_stream(stream);
    if (in == nullptr) return cudaErrorInvalidResourceHandle;
    const cudaError_t error = allocate(result, bytes, false);
    if (error != cudaSuccess || *result == nullptr) return error;
    if (in->capture)  // the same memory in each launch of the graph
      in->capture->memory.emplace(*result,
                                  std::shared_ptr<void>(*result, [](void* made) { device.release(made); }));
    enqueue(*in, [made = *result] { device.make_ready(made); });
    return cudaSuccess;
  });
}
inline cudaError_t cudaMallocHost(void** result, std::size_t bytes) {
  return insum::emulated::detail::api([&] {
    return insum::emulated::detail::allocate_noted(insum::emulated::detail::pinned, result, bytes);
  });
}
/// What kernels wrote is seen once something has waited for them, as everywhere. Host code may touch it at
/// any time.
inline cudaError_t cudaMallocManaged(void** result, std::size_t bytes, unsigned = cudaMemAttachGlobal) {
  return insum::emulated::detail::api([&] {
    return insum::emulated::detail::allocate_noted(insum::emulated::detail::managed, result, bytes);
  });
}
inline cudaError_t cudaHostAlloc(void** result, std::size_t bytes, unsigned) {
  return cudaMallocHost(result, bytes);
}

template <class T>
cudaError_t cudaMalloc(T** result, std::size_t bytes) {
  return cudaMalloc(reinterpret_cast<void**>(result), bytes);
}
template <class T>
cudaError_t cudaMallocAsync(T** result, std::size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync(reinterpret_cast<void**>(result), bytes, stream);
}
template <class T>
cudaError_t cudaMallocHost(T** result, std::size_t bytes) {
  return cudaMallocHost(reinterpret_cast<void**>(result), bytes);
}

template <class T>
cudaError_t cudaMallocManaged(T** result, std::size_t bytes, unsigned flags = cudaMemAttachGlobal) {
  return cudaMallocManaged(reinterpret_cast<void**>(result), bytes, flags);
}

inline cudaError_t cudaFree(void* pointer) {
  using namespace insum::emulated::detail;
  return api([&] {
    if (pointer == nullptr) return cudaSuccess;
    if (const cudaError_t error = wait_for_device()) return error;
    if (managed.starting_at(pointer) == nullptr)
      return device.release(pointer) ? cudaSuccess : cudaErrorInvalidValue;
    managed.forget(pointer);
    std::free(pointer);
    return cudaSuccess;
  });
}
inline cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  using namespace insum::emulated::detail;
  return api([&] {
    const allocation* const in = device.find(pointer);
    if (in == nullptr || in->data != pointer || freed_later.count(pointer) != 0) return cudaErrorInvalidValue;
    if (CUstream_st* const on = find_stream(stream); on != nullptr && on->capture)
      return on->capture->memory.count(pointer) != 0 ? cudaSuccess : cudaErrorNotSupported;
    const cudaError_t error = enqueue_into(stream, [=] {
      freed_later.erase(pointer);
      device.release(pointer);
    });
    if (error == cudaSuccess && device.find(pointer) != nullptr) freed_later.insert(pointer);
    return error;
  });
}
inline cudaError_t cudaFreeHost(void* pointer) {
  using namespace insum::emulated::detail;
  return api([&] {
    if (pointer == nullptr) return cudaSuccess;
    const noted_memory::range* const noted = pinned.starting_at(pointer);
    if (noted == nullptr || !noted->owned) return cudaErrorInvalidValue;
    if (const cudaError_t error = wait_for_device()) return error;
    pinned.forget(pointer);
    std::free(pointer);
    return cudaSuccess;
  });
}
inline cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned) {
  using namespace insum::emulated::detail;
  return api([&] {
    if (pointer == nullptr || bytes == 0 || is_device(pointer)) return cudaErrorInvalidValue;
    if (pinned.contains(pointer)) return cudaErrorHostMemoryAlreadyRegistered;
    pinned.note(pointer, bytes, false);
    return cudaSuccess;
  });
}
inline cudaError_t cudaHostUnregister(void* pointer) {
  using namespace insum::emulated::detail;
  return api([&] {
    const noted_memory::range* const noted = pinned.starting_at(pointer);
    if (noted == nullptr || noted->owned) return cudaErrorHostMemoryNotRegistered;
    if (const cudaError_t error = wait_for_device()) return error;
    pinned.forget(pointer);
    return cudaSuccess;
  });
}

inline cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                                   cudaStream_t stream = nullptr) {
  using namespace insum::emulated::detail;
  return api([&] { return copy_in_stream(to, from, bytes, kind, stream); });
}
inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  using namespace insum::emulated::detail;
  return api([&] {
    if (capturing()) return wait_for_device();
    const cudaError_t error = copy_in_stream(to, from, bytes, kind, nullptr);
    finish(default_stream);
    return error;
  });
}
inline cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream = nullptr) {
  using namespace insum::emulated::detail;
  return api([&] {
    if (bytes == 0) return cudaSuccess;
    if (!within_allocation(to, bytes)) return cudaErrorInvalidValue;
    return enqueue_into(stream, [=] { std::memset(to, value, bytes); });
  });
}
/// As in CUDA, it does not wait.
inline cudaError_t cudaMemset(void* to, int value, std::size_t bytes) {
  return cudaMemsetAsync(to, value, bytes);
}

inline cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  using namespace insum::emulated::detail;
  return api([&] {
    *total = settings.memory;
    *free = settings.memory - std::min(settings.memory, device.used(current_device));
    return cudaSuccess;
  });
}
inline cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* result, const void* pointer) {
  using namespace insum::emulated::detail;
  return api([&] {
    auto* const same = const_cast<void*>(pointer);
    if (const allocation* in = device.find(pointer))
      *result = {cudaMemoryTypeDevice, in->device, same, nullptr};
    else if (symbols.contains(pointer))
      *result = {cudaMemoryTypeDevice, current_device, same, nullptr};
    else if (managed.contains(pointer))
      *result = {cudaMemoryTypeManaged, current_device, same, same};
    else if (pinned.contains(pointer))
      *result = {cudaMemoryTypeHost, current_device, same, same};
    else
      *result = {cudaMemoryTypeUnregistered, -2, nullptr, same};
    return cudaSuccess;
  });
}

/// Variables of device code are ordinary variables; their memory becomes device memory when it is first
/// named.
template <class T>
cudaError_t cudaGetSymbolAddress(void** result, const T& symbol) {
  using namespace insum::emulated::detail;
  return api([&] {
    *result = const_cast<void*>(static_cast<const void*>(&symbol));
    symbols.note(*result, sizeof symbol, false);
    return cudaSuccess;
  });
}
template <class T>
cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, std::size_t bytes, std::size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  void* address = nullptr;
  if (const cudaError_t error = cudaGetSymbolAddress(&address, symbol)) return error;
  return cudaMemcpy(static_cast<std::byte*>(address) + offset, from, bytes, kind);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, std::size_t bytes, std::size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  void* address = nullptr;
  if (const cudaError_t error = cudaGetSymbolAddress(&address, symbol)) return error;
  return cudaMemcpy(to, static_cast<std::byte*>(address) + offset, bytes, kind);
}

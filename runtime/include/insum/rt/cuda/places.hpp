// Where the arrays of a block are, for `target auto`.
#pragma once

#include <initializer_list>

#include "../kernel_id.hpp"
#include "arrays.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

struct found_places {
  const char* on_host = nullptr;  // the first array of each place
  const char* on_device = nullptr;
  const char* anywhere = nullptr;  // managed memory
};

/// Without a device all arrays are on the host.
inline found_places places_of(const char* const* names, std::initializer_list<const void*> arrays) {
  found_places found;
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    static_cast<void>(cudaGetLastError());
    return found;
  }
  for (const void* array : arrays) {
    const char* const name = *names++;
    if (array == nullptr) continue;
    const cudaMemoryType type = memory_of(array);
    const char*& place = type == cudaMemoryTypeDevice    ? found.on_device
                         : type == cudaMemoryTypeManaged ? found.anywhere
                                                         : found.on_host;
    if (place == nullptr) place = name;
  }
  return found;
}

}  // namespace detail

/// There is a device, and the arrays are in memory that it reaches. Throws storage_error where some are and
/// others are in the host's alone.
inline bool all_on_device(const kernel_id& kernel, const char* const* names,
                          std::initializer_list<const void*> arrays) try {
  const detail::found_places found = detail::places_of(names, arrays);
  if (found.on_device == nullptr) return found.anywhere != nullptr && found.on_host == nullptr;
  if (found.on_host != nullptr)
    throw storage_error(found.on_host,
                        insum::detail::message()
                            << "the array is in the host's memory, and that of " << found.on_device
                            << " is in a device's: 'target auto' needs all of a block in one place");
  return true;
} catch (...) {
  throw_from(kernel);
}

/// The block has no kernel for a device: false, or storage_error where an array is only there.
inline bool none_on_device(const char* why, const kernel_id& kernel, const char* const* names,
                           std::initializer_list<const void*> arrays) try {
  const detail::found_places found = detail::places_of(names, arrays);
  if (found.on_device != nullptr)
    throw storage_error(found.on_device,
                        insum::detail::message()
                            << "the array is in device memory, and the block runs on the host only: " << why);
  return false;
} catch (...) {
  throw_from(kernel);
}

}  // namespace cuda

INSUM_RT_END

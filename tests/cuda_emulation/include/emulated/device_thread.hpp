// Kernels and copies run on a thread of their own, so that thread_local variables of host code are not
// theirs.
#pragma once

#include <pthread.h>

#include "memory.hpp"

namespace insum::emulated::detail {

inline thread_local bool on_device_thread = false;

/// Calls f(), with device memory open, on a new thread, and waits for it. A new one each time, so that it
/// also works in a forked process.
template <class F>
void run_on_device(F f) {
  const auto start = [](void* data) -> void* {
    on_device_thread = true;
    device.open();
    (*static_cast<F*>(data))();
    device.close();
    return nullptr;
  };
  // Shared variables of all kernels are taken from this stack, see qualifiers.hpp.
  constexpr std::size_t stack_bytes = std::size_t{256} << 20;
  pthread_attr_t attributes;
  pthread_t made;
  if (pthread_attr_init(&attributes) != 0 || pthread_attr_setstacksize(&attributes, stack_bytes) != 0 ||
      pthread_create(&made, &attributes, start, &f) != 0)
    fail("no thread to run kernels on");
  pthread_attr_destroy(&attributes);
  pthread_join(made, nullptr);
}

}  // namespace insum::emulated::detail

// A container of the caller's for code that does not know its type, maybe compiled with other options.
#pragma once

#include <cstdint>

namespace insum {

/// rt::refer_to() makes them.
template <class T>
struct container_ref {
  using value_type = T;
  void* container;
  T* (*make)(void* container, std::int64_t size);
  T* (*start)(void* container);
  std::int64_t (*count)(void* container);

  /// Makes it `size` elements long, whose values are any; where they are.
  T* resize(std::int64_t size) const { return make(container, size); }
  T* data() const { return start(container); }
  std::int64_t size() const { return count(container); }
};

}  // namespace insum

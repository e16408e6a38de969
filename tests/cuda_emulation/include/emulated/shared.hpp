// Shared memory. Each block starts with poison in it.
#pragma once

#include <algorithm>

#include "machine.hpp"
#include "poison.hpp"

namespace insum::emulated::detail {

/// Dynamic shared memory: ends at a page that may not be touched.
class dynamic_memory {
 public:
  void prepare(std::size_t bytes) {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    constexpr std::size_t most = std::size_t{256} << 10;
    if (end_ == nullptr) {
      void* const all = ::mmap(nullptr, most + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (all == MAP_FAILED || ::mprotect(static_cast<std::byte*>(all) + most, page, PROT_NONE) != 0)
        fail("no memory for shared memory");
      end_ = static_cast<std::byte*>(all) + most;
    }
    first_ = end_ - (bytes + 15) / 16 * 16;
    fill_with_poison(first_, static_cast<std::size_t>(end_ - first_));
  }
  std::byte* first() const { return first_; }

 private:
  std::byte* end_ = nullptr;
  std::byte* first_ = nullptr;
};

inline dynamic_memory dynamic;

inline void clear_shared(std::size_t dynamic_bytes) { dynamic.prepare(dynamic_bytes); }

}  // namespace insum::emulated::detail

namespace insum::emulated {

/// What `extern __shared__` names in CUDA C++, aligned to 16 bytes.
inline void* dynamic_shared() {
  detail::running_thread("dynamic_shared");
  return detail::dynamic.first();
}

}  // namespace insum::emulated

// Arrays in a device's memory that a report has to look into.
#pragma once
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace insum::report {

/// Copies bytes from wherever they are. False: that cannot be done now. Files with kernels for CUDA define
/// it.
bool fetch(void* to, const void* from, std::int64_t bytes);

/// Something could not be fetched that this thread counts by.
inline thread_local constinit bool missing = false;

/// A copy of an array; zeros where it cannot be had.
template <class T>
class fetched {
 public:
  fetched(const T* array, std::int64_t count) : elements_(static_cast<std::size_t>(count)) {
    const std::int64_t bytes = count * static_cast<std::int64_t>(sizeof(T));
    if (count == 0 || fetch(elements_.data(), array, bytes)) return;
    elements_.assign(elements_.size(), {});
    missing = true;
  }
  T operator[](std::int64_t at) const { return elements_[static_cast<std::size_t>(at)]; }

 private:
  std::vector<std::remove_const_t<T>> elements_;
};

/// Whether something was missing since this was last asked.
inline bool was_missing() { return std::exchange(missing, false); }

}  // namespace insum::report

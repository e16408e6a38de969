// Arrays in a device's memory that a report has to look into.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace insum::report {

/// Copies bytes from wherever they are. False: that cannot be done now. Files with kernels for CUDA define
/// it.
bool fetch(void* to, const void* from, std::int64_t bytes);

/// Something could not be fetched that this thread counts by.
inline thread_local constinit bool missing = false;

/// A copy of an array; zeros where it cannot be had.
template <class T>
class fetched {
  using element = std::remove_const_t<T>;

 public:
  fetched(const T* array, std::int64_t count) : elements_(new element[static_cast<std::size_t>(count)]()) {
    if (count == 0 || fetch(elements_, array, count * static_cast<std::int64_t>(sizeof(T)))) return;
    for (std::int64_t at = 0; at < count; ++at) elements_[at] = {};
    missing = true;
  }
  fetched(const fetched&) = delete;
  fetched& operator=(const fetched&) = delete;
  ~fetched() { delete[] elements_; }
  T operator[](std::int64_t at) const { return elements_[at]; }

 private:
  element* elements_;
};

/// Whether something was missing since this was last asked.
inline bool was_missing() { return std::exchange(missing, false); }

}  // namespace insum::report

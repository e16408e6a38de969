// insum::invalidate: forgets copies in other formats that `format A -> ... once` keeps.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace insum {

namespace detail {

/// Its address stands for the type, also where there is no RTTI.
template <class T>
inline constexpr char type_mark = 0;

/// Which storage was converted to what.
struct conversion_key {
  const void *to, *from;  // type_mark
  std::vector<const void*> arrays;
  std::vector<std::int64_t> numbers;  // lengths, sizes and the bits of the fill value
  bool operator==(const conversion_key&) const = default;
};

struct kept_conversions {
  struct entry {
    conversion_key key;
    std::shared_ptr<const void> copy;
  };
  std::mutex mutex;
  std::vector<entry> list;

  std::shared_ptr<const void> find(const conversion_key& key) const {
    for (const entry& one : list)
      if (one.key == key) return one.copy;
    return nullptr;
  }
};

/// Never destroyed: kernels may run while the program ends.
inline kept_conversions& conversions() {
  static kept_conversions& all = *new kept_conversions;
  return all;
}

}  // namespace detail

/// Forgets the converted copies of the tensors of which `array` is a storage array: to be called when their
/// entries change, or before their memory is used for something else. Kernels that run keep the copy that
/// they have.
inline void invalidate(const void* array) {
  detail::kept_conversions& kept = detail::conversions();
  const std::lock_guard lock(kept.mutex);
  std::erase_if(kept.list, [&](const detail::kept_conversions::entry& one) {
    const auto& arrays = one.key.arrays;
    return std::find(arrays.begin(), arrays.end(), array) != arrays.end();
  });
}

}  // namespace insum

// What a kernel gets, as bytes: the launches of all kernels are one function.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>

namespace insum::emulated::detail {

class kernel_arguments {
 public:
  template <class T>
  void add(T value) {
    static_assert(std::is_trivially_copyable_v<T>, "arguments of kernels are copied as bytes");
    static_assert(alignof(T) <= alignof(unit));
    constexpr bool is_pointer = std::is_pointer_v<T> && !std::is_function_v<std::remove_pointer_t<T>>;
    std::memcpy(add_place(sizeof(T), is_pointer), &value, sizeof(T));
  }
  template <class T>
  const T& at(std::size_t number) const {
    return *reinterpret_cast<const T*>(bytes_.data() + places_[number].first);
  }
  /// f(number, pointer) for each that is a pointer to data.
  template <class F>
  void each_pointer(F&& f) const {
    for (std::size_t n = 0; n < places_.size(); ++n)
      if (places_[n].is_pointer) f(n, at<const void*>(n));
  }

 private:
  using unit = std::max_align_t;
  struct place {
    std::size_t first = 0;  // unit
    bool is_pointer = false;
  };

  void* add_place(std::size_t size, bool is_pointer) {
    places_.push_back({bytes_.size(), is_pointer});
    bytes_.resize(bytes_.size() + (size + sizeof(unit) - 1) / sizeof(unit));
    return bytes_.data() + places_.back().first;
  }

  std::vector<unit> bytes_;
  std::vector<place> places_;
};

}  // namespace insum::emulated::detail

// Where the arrays of a block are and how long: a statement that changes that does more than a kernel in its
// place.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "memory.hpp"

namespace insum::statement {
class output;
}

namespace insum::statement::detail {

/// The address of element 0; null: nobody knows it.
template <class P>
const void* place_of(const P& array) {
  if constexpr (std::is_pointer_v<P>)
    return array;
  else
    return nullptr;
}

inline std::string sizes_text(const std::vector<std::int64_t>& sizes) {
  std::string text = "(";
  for (std::size_t m = 0; m < sizes.size(); ++m) text += (m ? ", " : "") + std::to_string(sizes[m]);
  return text + ")";
}

/// An array as the block names it.
struct view {
  const char* name;
  const void* place;
  std::int64_t length;  // negative: nobody knows it
  std::vector<std::int64_t> sizes = {};
  output* of = nullptr;  // the copies of a dense one

  /// "", or how the statement has changed the array to `after`, whose name does not count. A container may
  /// have other memory.
  std::string change_to(const view& after, bool is_container) const {
    const auto text = [](const std::string& what, const std::string& from, const std::string& to) {
      return "the statement changes the " + what + " from " + from + " to " + to +
             ", which the kernel does not";
    };
    if (length != after.length)
      return text(std::string("length of ") + name, std::to_string(length), std::to_string(after.length));
    if (sizes != after.sizes)
      return text(std::string("sizes of ") + name, sizes_text(sizes), sizes_text(after.sizes));
    if (place == after.place || is_container) return "";
    return std::string("the statement moves ") + name + " to another address, which the kernel does not";
  }
};

}  // namespace insum::statement::detail

// The memory of arrays, to tell whether they lie apart.
#pragma once
#include <algorithm>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

namespace insum::statement::detail {

struct memory_range {
  const void* begin = nullptr;
  const void* end = nullptr;

  bool apart_from(const memory_range& other) const {
    const std::less_equal<const void*> before;  // of objects apart, too
    return begin == end || other.begin == other.end || before(end, other.begin) || before(other.end, begin);
  }
};

/// Whether elements are where a pointer says.
template <class P>
inline constexpr bool is_plain = std::is_pointer_v<P> && !std::is_pointer_v<std::remove_pointer_t<P>>;

/// The elements array[first] ... array[first + count - 1].
template <class P>
  requires is_plain<P>
memory_range range_of(P array, std::int64_t first, std::int64_t count) {
  if (count <= 0) return {};
  return {array + first, array + first + count};
}

/// The first place and the one after the last of elements with these sizes and strides.
inline std::pair<std::int64_t, std::int64_t> places_of(const std::vector<std::int64_t>& sizes,
                                                       const std::vector<std::int64_t>& strides) {
  std::int64_t first = 0, last = 0;
  for (std::size_t m = 0; m < sizes.size(); ++m) {
    if (sizes[m] <= 0) return {0, 0};
    (strides[m] < 0 ? first : last) += (sizes[m] - 1) * strides[m];
  }
  return {first, last + 1};
}

/// So many elements from one on.
struct element_range {
  std::int64_t first = 0, count = 0;
  bool has(std::int64_t i) const { return i >= first && i < first + count; }
};

/// The part of `count` elements that the so-manieth of several calls looks at, where each looks at another.
inline element_range part_of(std::int64_t count, std::int64_t turn) {
  constexpr std::int64_t parts = 16, least = 512;
  const std::int64_t part = std::max(count / parts + 1, least);
  if (count <= part) return {0, count};
  const std::int64_t first = turn % ((count + part - 1) / part) * part;
  return {first, std::min(part, count - first)};
}

/// What a kernel reads and writes.
struct memory_uses {
  std::vector<memory_range> ranges;
  bool known = true;  // all of them are in `ranges`

  /// Negative: nobody knows how many.
  template <class P>
  void add(P array, std::int64_t first, std::int64_t count) {
    if constexpr (is_plain<P>)
      ranges.push_back(range_of(array, first, count));
    else
      known = false;
    if (count < 0) known = false;
  }
};

}  // namespace insum::statement::detail

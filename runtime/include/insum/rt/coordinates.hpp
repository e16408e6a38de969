// The coordinates of entries, as one number or one by one.
#pragma once

#include "coordinate_sort.hpp"

INSUM_RT_BEGIN

namespace detail {

/// Coordinates of Rank modes side by side in one number, the first one highest.
template <int Rank>
struct key_layout {
  static constexpr std::size_t modes = static_cast<std::size_t>(Rank);

  int width[modes] = {};  ///< bits of each mode
  int bits = 0;           ///< of all

  key_layout() = default;
  explicit key_layout(const std::int64_t* sizes) {
    for (int l = 0; l < Rank; ++l)
      bits += width[l] = sizes[l] <= 1 ? 0 : bit_width(static_cast<std::uint64_t>(sizes[l] - 1));
  }
  /// f(mode, coordinate) for the coordinates of a key, the last one first.
  template <class F>
  INSUM_RT_INLINE void each_coordinate(std::uint64_t key, F&& f) const {
    for (int l = Rank - 1; l >= 0; --l) {
      f(l, static_cast<std::int64_t>(key & low_bits(width[l])));
      key = shifted_right(key, width[l]);
    }
  }
};

/// All coordinates of one entry.
template <int Rank>
struct full_key {
  std::int64_t at[static_cast<std::size_t>(Rank)];
  friend bool operator==(const full_key& a, const full_key& b) {
    for (int l = 0; l < Rank; ++l)
      if (a.at[l] != b.at[l]) return false;
    return true;
  }
  friend bool operator<(const full_key& a, const full_key& b) {
    for (int l = 0; l < Rank; ++l)
      if (a.at[l] != b.at[l]) return a.at[l] < b.at[l];
    return false;
  }
};

/// Sorted entries without duplicates: an array for each mode, and the values.
template <class T, int Rank>
struct coordinate_lists {
  grow<std::int64_t> at[static_cast<std::size_t>(Rank)];
  grow<T> values;

  void clear() {
    for (auto& a : at) a.clear();
    values.clear();
  }
  void resize(std::int64_t n) {
    for (auto& a : at) a.resize(n);
    values.resize(n);
  }
};

}  // namespace detail

INSUM_RT_END

// Ranges of keys, to which the components of several lists are dealt out.
#pragma once

#include <algorithm>

#include "../rt/coordinate_sort.hpp"
#include "../rt/search.hpp"

INSUM_RT_BEGIN

namespace detail {

/// Components of one part, whose keys are in [low, high].
template <class E>
struct component_segment {
  const E* data;
  std::int64_t count;
  std::uint64_t low, high;
  bool is_sorted;
};

/// Copies a segment to `to`; a long one that is not sorted and has keys of `all_bits` bits in parts, each of
/// whose keys are neighbours, so that they are in one of the slices below. f(segment) for each of them.
template <class E, class F>
void copy_in_parts(const component_segment<E>& x, int all_bits, E* to, F&& f) {
  constexpr int most_bits = 8;
  constexpr std::int64_t long_enough = 1 << 11, ahead = 16;
  const int width = bit_width(x.low ^ x.high), bits = width < most_bits ? width : most_bits;
  if (x.is_sorted || x.count < long_enough || width < all_bits || bits == 0) {
    __builtin_memcpy(static_cast<void*>(to), x.data, static_cast<std::size_t>(x.count) * sizeof(E));
    return f(component_segment<E>{to, x.count, x.low, x.high, x.is_sorted});
  }
  const int shift = width - bits;
  const std::uint64_t mask = low_bits(bits), first = x.low & ~low_bits(width);
  std::int64_t ends[std::size_t{1} << most_bits] = {};
  for (std::int64_t i = 0; i < x.count; ++i) ++ends[(x.data[i].key >> shift) & mask];
  std::int64_t before = 0;
  for (std::uint64_t k = 0; k <= mask; ++k) before += std::exchange(ends[k], before);
  const auto part_of = [&](std::int64_t i) { return (x.data[i].key >> shift) & mask; };
  for (std::int64_t i = 0; i < x.count; ++i) {  // `to` is not in cache
    __builtin_prefetch(to + ends[part_of(i + ahead < x.count ? i + ahead : i)], 1);
    to[ends[part_of(i)]++] = x.data[i];
  }
  for (std::uint64_t k = 0; k <= mask; ++k) {
    const std::int64_t begin = k == 0 ? 0 : ends[k - 1];
    const std::uint64_t low = first | k << shift;
    if (ends[k] != begin)
      f(component_segment<E>{to + begin, ends[k] - begin, low, low | low_bits(shift), false});
  }
}

/// Ranges of keys with about as many components each.
class key_slices {
 public:
  static constexpr std::int64_t samples_of_slice = 16;

  /// No more than `wanted` of them, by a sample of as many keys or more, all of which are in [low, high].
  /// They end at multiples of 2^aligned, unless that makes one of more than `longest` keys of the sample.
  void choose(grow<std::uint64_t>& sample, std::int64_t wanted, std::int64_t longest, std::uint64_t low,
              std::uint64_t high, int aligned) {
    const std::uint64_t* const keys = sample.data();
    std::sort(sample.data(), sample.data() + sample.size());
    low_ = low, high_ = high;
    ends_.clear();
    std::int64_t begin = 0;  // of the slice, in the sample
    for (std::int64_t s = 1; s < wanted; ++s) {
      const std::int64_t at = cut(sample.size(), s, wanted);
      const std::uint64_t before = ends_.size() == 0 ? low : ends_[ends_.size() - 1],
                          below = keys[at] & ~low_bits(aligned);
      const bool ends_below = below > before,
                 may_go_on = cut(sample.size(), s + 1, wanted) - begin <= longest;
      if (!ends_below && (may_go_on || keys[at] <= before)) continue;
      ends_.push(ends_below ? below : keys[at]);
      begin = std::lower_bound(keys + begin, keys + at, ends_[ends_.size() - 1]) - keys;
    }
    ends_.push(~std::uint64_t{0});
    fill_table();
  }
  std::int64_t size() const { return ends_.size(); }
  std::uint64_t lowest_of(std::int64_t s) const { return s == 0 ? low_ : ends_[s - 1]; }
  std::uint64_t highest_of(std::int64_t s) const { return s + 1 == size() ? high_ : ends_[s] - 1; }
  /// The first key behind those of slice s.
  std::uint64_t end_of(std::int64_t s) const { return ends_[s]; }
  /// Of a key in [low, high].
  INSUM_RT_INLINE std::int64_t slice_of(std::uint64_t key) const {
    const std::uint64_t at = (key - low_) >> shift_;
    const std::int64_t s = table_[at];
    if (key < ends_[s]) return s;
    // Where most keys are in a small part of [low, high], one place of the table has most slices.
    return search(ends_.data(), s + 1, table_[at + 1], static_cast<std::int64_t>(key), 1);
  }

 private:
  static constexpr int table_bits = 12;

  void fill_table() {
    shift_ = bit_width(high_ - low_) - table_bits;
    if (shift_ < 0) shift_ = 0;
    const auto last = static_cast<std::int64_t>((high_ - low_) >> shift_);
    for (std::int64_t k = 0, s = 0; k <= last; ++k) {
      while (ends_[s] <= low_ + (static_cast<std::uint64_t>(k) << shift_)) ++s;
      table_[k] = static_cast<std::uint16_t>(s);
    }
    table_[last + 1] = static_cast<std::uint16_t>(size() - 1);
  }
  std::uint64_t low_ = 0, high_ = 0;
  int shift_ = 0;
  grow<std::uint64_t> ends_;
  /// The slice in which a range of keys starts; of the one behind them all the last.
  std::uint16_t table_[(std::size_t{1} << table_bits) + 1];
};

}  // namespace detail

INSUM_RT_END

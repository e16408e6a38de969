// Rows of sparse results that are computed out of order: each group collects one at a time.
#pragma once

#include "../ops.hpp"
#include "group.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

INSUM_HOST_DEVICE constexpr std::int64_t words_for(std::int64_t bits) { return bits / 32 + (bits % 32 != 0); }

}  // namespace detail

/// Words of the bitmap of a row: a bit for each element, then one for each word of these.
inline std::int64_t row_bits(std::int64_t size) {
  const std::int64_t words = detail::words_for(size);
  return words + detail::words_for(words);
}

/// A dense row with a bitmap of what was touched, both of which lie in memory of the group's own. Nothing is
/// touched at first. `keeps_values`: else it is for counting only.
template <class T, class Op, bool keeps_values, class Group>
class row_workspace {
 public:
  /// All lanes of the group call it.
  __device__ row_workspace(const Group& group, T* values, unsigned* bits, std::int64_t size)
      : group_(group),
        values_(values),
        bits_(bits),
        words_(detail::words_for(size)),
        blocks_(detail::words_for(words_)) {
    for (std::int64_t w = group.lane(); w < words_ + blocks_; w += group.lanes()) bits_[w] = 0;
    group.sync();
  }

  /// Combines v into element j. One lane calls it, or several with different elements.
  template <class V>
  __device__ void update(std::int64_t j, const V& v) {
    const std::int64_t word = j / 32;
    const unsigned bit = 1u << (j % 32), before = atomicOr(bits_ + word, bit);
    if (before == 0) atomicOr(block(word / 32), 1u << (word % 32));
    if constexpr (keeps_values) {
      T value = (before & bit) != 0 ? values_[j] : Op::template identity<T>();
      rt::update<Op>(value, v);
      values_[j] = value;
    }
  }

  /// Appends what was touched, in ascending order, under `parent`, and is empty again. All lanes call it.
  template <class Level, class Values>
  __device__ void drain(Level& level, std::int64_t parent, Values& values) {
    for (std::int64_t first = 0; first < blocks_; first += group_.lanes()) {
      const std::int64_t own = first + group_.lane();
      if (group_.reduce(op_or(), own < blocks_ ? *block(own) : 0u) == 0) continue;
      const std::int64_t last = min(first + group_.lanes(), blocks_);
      for (std::int64_t b = first; b < last; ++b)
        if (*block(b) != 0) drain_block(b, level, parent, values);
      group_.sync();
      if (own < blocks_) *block(own) = 0;
    }
    group_.sync();
  }
  template <class Level, class Values>
  __device__ void drain_unsorted(Level& level, std::int64_t parent, Values& values) {
    drain(level, parent, values);
  }

 private:
  __device__ unsigned* block(std::int64_t b) const { return bits_ + words_ + b; }

  /// The elements of 32 words.
  template <class Level, class Values>
  __device__ void drain_block(std::int64_t b, Level& level, std::int64_t parent, Values& values) {
    const std::int64_t end = min((b + 1) * 32, words_);
    for (std::int64_t first = b * 32; first < end; first += group_.lanes()) {
      const std::int64_t own = first + group_.lane();
      unsigned word = own < end ? bits_[own] : 0;
      const int count = __popc(word), before = group_.sum_before(count),
                total = group_.reduce(op_add(), count);
      if (total == 0) continue;
      if constexpr (Level::keeps) {
        for (; word != 0; word &= word - 1) {
          const std::int64_t j = own * 32 + __ffs(static_cast<int>(word)) - 1;
          values.put(level.find(parent, j), values_[j]);
        }
      } else {
        std::int64_t position = level.append(parent, total) + before,
                     value_position = values.append(total) + before;
        for (; word != 0; word &= word - 1) {
          const std::int64_t j = own * 32 + __ffs(static_cast<int>(word)) - 1;
          level.put(position++, j);
          if constexpr (keeps_values) values.put(value_position++, values_[j]);
        }
      }
      if (own < end) bits_[own] = 0;
    }
  }

  Group group_;
  T* values_;
  unsigned* bits_;
  std::int64_t words_, blocks_;
};

/// For what a launch adds to `part`.
template <class T, class Op, class Part, class Group>
__device__ row_workspace<T, Op, Part::fills, Group> row_for(const Part&, const Group& group, T* values,
                                                            unsigned* bits, std::int64_t size) {
  return {group, values, bits, size};
}

}  // namespace cuda

INSUM_RT_END

// Accumulation arrays that list components as they come and sort them when they are full.
#pragma once

#include "either_keys.hpp"

INSUM_RT_BEGIN

/// A list. Components are combined by sort() alone.
template <class T, class Op, class Keys>
class coord_array {
 public:
  using component_type = component_of<T, Keys>;
  static constexpr int rank = Keys::rank;

  coord_array() = default;
  coord_array(const coordinates<rank>& sizes, std::int64_t capacity) : keys_(sizes) {
    entries_.resize(capacity);
    end_ = entries_.data();
    most_ = end_ + capacity;
  }
  static std::size_t bytes(const coordinates<rank>&, std::int64_t capacity) {
    const auto elements = [&](std::size_t size) {
      return detail::bytes_taken(static_cast<std::size_t>(capacity) * size);
    };
    return 2 * elements(sizeof(component_type)) + (is_indexed ? 2 * elements(sizeof(numbered)) : 0);
  }

  INSUM_RT_INLINE bool insert(const coordinates<rank>& c, const T& value) {
    if (__builtin_expect(end_ == most_, 0)) return false;
    *end_++ = {keys_.pack(c), value};
    return true;
  }
  void sort() {
    const std::int64_t n = size();
    if (scratch_.size() < entries_.size()) scratch_.resize(entries_.size());
    if constexpr (is_indexed)
      sort_numbers(n);
    else
      detail::sort_components(entries_.data(), scratch_.data(), n, keys_);
    end_ = entries_.data() + detail::combine_equal<Op>(entries_.data(), n);
  }
  std::int64_t size() const { return end_ - entries_.data(); }
  const component_type* data() const { return entries_.data(); }
  const Keys& keys() const { return keys_; }
  void clear() { end_ = entries_.data(); }

 private:
  // Large components stay where they are while their numbers are sorted.
  static constexpr bool is_indexed = sizeof(component_type) > 48;
  using numbered = component<std::int64_t, typename Keys::key_type>;
  void sort_numbers(std::int64_t n) {
    if (order_.size() < entries_.size()) {
      order_.resize(entries_.size());
      other_order_.resize(entries_.size());
    }
    for (std::int64_t i = 0; i < n; ++i) order_[i] = {entries_[i].key, i};
    detail::sort_components(order_.data(), other_order_.data(), n, keys_);
    for (std::int64_t i = 0; i < n; ++i) scratch_[i] = entries_[order_[i].value];
    std::swap(entries_, scratch_);
    end_ = entries_.data() + n;
    most_ = entries_.data() + entries_.size();
  }

  Keys keys_;
  grow<component_type> entries_;  ///< as long as the capacity
  grow<component_type> scratch_;
  grow<numbered> order_, other_order_;  ///< where components are large
  component_type* end_ = nullptr;       ///< of the list; pointers, which components cannot alias
  component_type* most_ = nullptr;
};

/// Lists components in order of arrival and sorts them by radix.
template <class T, class Op, int Rank>
class coord_workspace : public either_keys<coord_array, T, Op, Rank> {
  using either_keys<coord_array, T, Op, Rank>::either_keys;
};

INSUM_RT_END

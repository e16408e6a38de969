// Accumulation arrays that find a coordinate they have already, and combine values when they are inserted.
#pragma once

#include "either_keys.hpp"

INSUM_RT_BEGIN

/// A hash table with open addressing, at most half full. Eight neighbouring keys share a line of the table.
template <class T, class Op, class Keys>
class hash_array {
 public:
  using component_type = component_of<T, Keys>;
  static constexpr int rank = Keys::rank;

  hash_array() { make_table(1); }
  hash_array(const coordinates<rank>& sizes, std::int64_t capacity) : keys_(sizes), capacity_(capacity) {
    const std::int64_t slots = slots_for(capacity);
    make_table(slots);
    shift_ = 64 - (detail::bit_width(static_cast<std::uint64_t>(slots)) - 1 - line_bits);
    used_.resize(capacity);
    entries_.resize(capacity);
  }
  static std::size_t bytes(const coordinates<rank>&, std::int64_t capacity) {
    const auto array = [](std::int64_t count, std::size_t element) {
      return detail::bytes_taken(static_cast<std::size_t>(count) * element);
    };
    return array(slots_for(capacity), sizeof(component_type)) + array(capacity, sizeof(std::int64_t)) +
           2 * array(capacity, sizeof(component_type));
  }

  INSUM_RT_INLINE bool insert(const coordinates<rank>& c, const T& value) {
    return insert_key(keys_.pack(c), value);
  }
  INSUM_RT_INLINE bool insert_key(const typename Keys::key_type& key, const T& value) {
    const std::int64_t last = table_.size() - 1;
    component_type* const table = table_.data();
    for (std::int64_t slot = place(key) & last;; slot = (slot + step) & last) {
      component_type& here = table[slot];
      if (here.key == key) {
        update<Op>(here.value, value);
        return true;
      }
      if (here.key != Keys::none) continue;
      if (count_ == capacity_) return false;
      here = {key, value};
      used_[count_++] = slot;
      return true;
    }
  }
  /// f(key, value) for the components, in any order.
  template <class F>
  void each(F&& f) const {
    if (is_few()) {
      for (std::int64_t k = 0; k < count_; ++k) f(table_[used_[k]].key, table_[used_[k]].value);
      return;
    }
    for (std::int64_t slot = 0, left = count_; left > 0; ++slot)
      if (table_[slot].key != Keys::none) f(table_[slot].key, table_[slot].value), --left;
  }
  void sort() {
    if (scratch_.size() < entries_.size()) scratch_.resize(entries_.size());
    component_type* to = entries_.data();
    if (is_few())
      for (std::int64_t k = 0; k < count_; ++k) to[k] = table_[used_[k]];
    else
      for (std::int64_t slot = 0; to != entries_.data() + count_; ++slot) {
        *to = table_[slot];
        to += table_[slot].key != Keys::none ? 1 : 0;
      }
    detail::sort_components(entries_.data(), scratch_.data(), count_, keys_);
  }
  std::int64_t size() const { return count_; }
  const component_type* data() const { return entries_.data(); }
  const Keys& keys() const { return keys_; }
  void clear() {
    if (is_few())
      for (std::int64_t k = 0; k < count_; ++k) table_[used_[k]].key = Keys::none;
    else
      for (std::int64_t slot = 0; slot < table_.size(); ++slot) table_[slot].key = Keys::none;
    count_ = 0;
  }

 private:
  static constexpr int line_bits = 3;
  /// Where a place is taken, so are those beside it as a rule, by neighbouring keys: to another line, and
  /// another place there, so that all are met in the end.
  static constexpr std::int64_t step = (1 << line_bits) + 1;
  void make_table(std::int64_t slots) {
    table_.resize(slots);
    for (std::int64_t slot = 0; slot < slots; ++slot) table_[slot] = {Keys::none, T{}};
  }
  /// Few of the table, as in one row after another, are found one by one; else it is read as a whole.
  bool is_few() const { return count_ < table_.size() / 8; }
  static std::int64_t slots_for(std::int64_t capacity) {
    const std::int64_t least = capacity < 16 ? 16 : capacity;
    return std::int64_t{2} << detail::bit_width(static_cast<std::uint64_t>(least - 1));
  }
  INSUM_RT_INLINE std::int64_t place(const typename Keys::key_type& key) const {
    const std::uint64_t x = Keys::mixed(key);
    return static_cast<std::int64_t>(((x >> line_bits) * 0x9e3779b97f4a7c15u >> shift_ << line_bits) |
                                     (x & detail::low_bits(line_bits)));
  }

  Keys keys_;
  std::int64_t capacity_ = 0;
  std::int64_t count_ = 0;
  int shift_ = 60;
  grow<component_type> table_;
  grow<std::int64_t> used_;       ///< the slots in use, count_ of them
  grow<component_type> entries_;  ///< of the table, sorted
  grow<component_type> scratch_;
};

/// Combines components when they are inserted: for results much shorter than what is computed.
template <class T, class Op, int Rank>
class hash_workspace : public either_keys<hash_array, T, Op, Rank> {
  using either_keys<hash_array, T, Op, Rank>::either_keys;
};

INSUM_RT_END

// Accumulation arrays that count how many components go to each bucket of leading coordinates.
#pragma once

#include "either_keys.hpp"

INSUM_RT_BEGIN

/// A list, and for each bucket of neighbouring keys how many components it has: sort() moves them there at
/// once and sorts within buckets, which are in cache.
template <class T, class Op, class Keys>
class bucket_array {
 public:
  using component_type = component_of<T, Keys>;
  static constexpr int rank = Keys::rank;

  bucket_array() = default;
  bucket_array(const coordinates<rank>& sizes, std::int64_t capacity)
      : keys_(sizes), bucket_bits_(bits_for(capacity)) {
    if (keys_.bits() < bucket_bits_) bucket_bits_ = keys_.bits();
    entries_.resize(capacity);
    counts_.resize((std::int64_t{1} << bucket_bits_) + 1);
    for (std::int64_t b = 0; b < counts_.size(); ++b) counts_[b] = 0;
    end_ = entries_.data();
    most_ = end_ + capacity;
  }
  static std::size_t bytes(const coordinates<rank>&, std::int64_t capacity) {
    return 2 * detail::bytes_taken(static_cast<std::size_t>(capacity) * sizeof(component_type)) +
           ((std::size_t{1} << bits_for(capacity)) + 1) * sizeof(std::int64_t);
  }

  INSUM_RT_INLINE bool insert(const coordinates<rank>& c, const T& value) {
    if (__builtin_expect(end_ == most_, 0)) return false;
    const auto key = keys_.pack(c);
    *end_++ = {key, value};
    ++counts_[static_cast<std::int64_t>(keys_.leading(key, bucket_bits_))];
    return true;
  }
  void sort() {
    const std::int64_t n = size(), buckets = counts_.size() - 1;
    if (scratch_.size() < entries_.size()) scratch_.resize(entries_.size());
    std::int64_t before = 0;
    for (std::int64_t b = 0; b < buckets; ++b) before += std::exchange(counts_[b], before);
    component_type* const to = scratch_.data();
    for (std::int64_t i = 0; i < n; ++i)
      to[counts_[static_cast<std::int64_t>(keys_.leading(entries_[i].key, bucket_bits_))]++] = entries_[i];
    // counts_[b] is where bucket b ends now.
    component_type* out = entries_.data();
    for (std::int64_t b = 0, begin = 0; b < buckets; begin = counts_[b++])
      out = put_bucket(begin, counts_[b], out);
    end_ = out;
  }
  std::int64_t size() const { return end_ - entries_.data(); }
  const component_type* data() const { return entries_.data(); }
  const Keys& keys() const { return keys_; }
  void clear() {
    end_ = entries_.data();
    for (std::int64_t b = 0; b < counts_.size(); ++b) counts_[b] = 0;
  }

 private:
  static constexpr std::int64_t bucket_length = 32;
  static int bits_for(std::int64_t capacity) {
    const int bits = detail::bit_width(static_cast<std::uint64_t>(capacity / bucket_length));
    return bits < 12 ? bits : 12;  // more would not stay in cache
  }
  /// Sorts scratch_[begin, end) into entries_, of which no component is needed any more up to there.
  component_type* put_bucket(std::int64_t begin, std::int64_t end, component_type* out) {
    const std::int64_t n = end - begin;
    if (n == 0) return out;
    component_type* const x = scratch_.data() + begin;
    detail::sort_components(x, entries_.data() + begin, n, keys_);
    const std::int64_t left = detail::combine_equal<Op>(x, n);
    for (std::int64_t k = 0; k < left; ++k) out[k] = x[k];
    return out + left;
  }

  Keys keys_;
  int bucket_bits_ = 0;
  grow<component_type> entries_;  ///< as long as the capacity
  grow<component_type> scratch_;
  grow<std::int64_t> counts_;
  component_type* end_ = nullptr;
  component_type* most_ = nullptr;
};

/// Sorts components into buckets of leading coordinates first.
template <class T, class Op, int Rank>
class bucket_workspace : public either_keys<bucket_array, T, Op, Rank> {
  using either_keys<bucket_array, T, Op, Rank>::either_keys;
};

INSUM_RT_END

// Accumulation arrays with a place for every coordinate.
#pragma once

#include "../rt/bits.hpp"
#include "../rt/checks.hpp"
#include "components.hpp"

INSUM_RT_BEGIN

/// A value for every coordinate, and bitmaps of those that were touched: never full, whatever the capacity.
template <class T, class Op, int Rank>
class dense_workspace {
 public:
  using value_type = T;
  using reduction = Op;
  static constexpr int rank = Rank;
  static constexpr bool never_full = true;

  dense_workspace(const coordinates<Rank>& sizes, std::int64_t) : sizes_(sizes) {
    const std::int64_t n = elements(sizes);
    values_.resize(n == 0 ? 1 : n);
    bits_.extend(n / 64 + 1, 0);
    blocks_.extend(n / 4096 + 1, 0);
    const T identity = Op::template identity<T>();
    for (std::int64_t j = 0; j < n; ++j) values_[j] = identity;
  }
  static std::size_t bytes(const coordinates<Rank>& sizes, std::int64_t) {
    const std::size_t n = static_cast<std::size_t>(elements(sizes));
    return (n + 1) * sizeof(T) + n / 8 + n / 512 + 16;
  }

  INSUM_RT_INLINE bool insert(const coordinates<Rank>& c, const T& value) {
    std::int64_t j = c[0];
    for (std::size_t l = 1; l < c.size(); ++l) j = j * sizes_[l] + c[l];
    update<Op>(values_[j], value);
    bits_[j >> 6] |= std::uint64_t{1} << (j & 63);
    blocks_[j >> 12] |= std::uint64_t{1} << ((j >> 6) & 63);
    return true;
  }
  void sort() {
    count_ = 0;
    each_word([&](std::int64_t word) { count_ += __builtin_popcountll(bits_[word]); });
  }
  std::int64_t size() const { return count_; }
  template <class F>
  void visit(F&& f) const {
    each_word([&](std::int64_t word) {
      for (std::uint64_t bits = bits_[word]; bits != 0; bits &= bits - 1) {
        const std::int64_t j = (word << 6) + __builtin_ctzll(bits);
        f(coordinates_of(j), values_[j]);
      }
    });
  }
  void clear() {
    const T identity = Op::template identity<T>();
    each_word([&](std::int64_t word) {
      for (std::uint64_t bits = bits_[word]; bits != 0; bits &= bits - 1)
        values_[(word << 6) + __builtin_ctzll(bits)] = identity;
      bits_[word] = 0;
    });
    for (std::int64_t b = 0; b < blocks_.size(); ++b) blocks_[b] = 0;
    count_ = 0;
  }

 private:
  static std::int64_t elements(const coordinates<Rank>& sizes) {
    std::int64_t n = 1;
    for (const std::int64_t size : sizes) n = checked_mul(n, size, "elements of a dense workspace");
    return n;
  }
  coordinates<Rank> coordinates_of(std::int64_t j) const {
    coordinates<Rank> c{};
    for (std::size_t l = c.size() - 1; l > 0; --l) {
      c[l] = j % sizes_[l];
      j /= sizes_[l];
    }
    c[0] = j;
    return c;
  }
  template <class F>
  void each_word(F&& f) const {
    for (std::int64_t block = 0; block < blocks_.size(); ++block)
      for (std::uint64_t words = blocks_[block]; words != 0; words &= words - 1)
        f((block << 6) + __builtin_ctzll(words));
  }

  coordinates<Rank> sizes_;
  std::int64_t count_ = 0;
  grow<T> values_;              ///< of the identity where nothing was inserted
  grow<std::uint64_t> bits_;    ///< one for each element
  grow<std::uint64_t> blocks_;  ///< one for each word of bits_
};

INSUM_RT_END

// Accumulation arrays with a place for every coordinate.
#pragma once

#include "../rt/bits.hpp"
#include "../rt/checks.hpp"
#include "components.hpp"

INSUM_RT_BEGIN

namespace detail {

/// Where the components of a dense workspace go.
template <class T, class Op, int Rank>
struct dense_places {
  coordinates<Rank> sizes;
  T* values;  ///< unset where nothing was inserted: pages that nothing touches are none
  two_level_bits touched;

  INSUM_RT_INLINE void insert(const coordinates<Rank>& c, const T& value) const {
    insert_at(place(c), value);
  }
  INSUM_RT_INLINE void insert_at(std::int64_t j, const T& value) const {
    if (touched.add(j))
      values[j] = value;
    else
      update<Op>(values[j], value);
  }
  /// A component that came before those that are there.
  INSUM_RT_INLINE void insert_before(const coordinates<Rank>& c, const T& value) const {
    const std::int64_t j = place(c);
    T combined = value;
    if (!touched.add(j)) update<Op>(combined, values[j]);
    values[j] = combined;
  }
  /// The number of an element among all.
  INSUM_RT_INLINE std::int64_t place(const coordinates<Rank>& c) const {
    std::int64_t j = c[0];
    for (std::size_t l = 1; l < c.size(); ++l) j = j * sizes[l] + c[l];
    return j;
  }
};

}  // namespace detail

/// A value for every coordinate, and bitmaps of those that were touched: never full, whatever the capacity.
template <class T, class Op, int Rank>
class dense_workspace {
  using bitmap = detail::two_level_bits;

 public:
  using value_type = T;
  using reduction = Op;
  static constexpr int rank = Rank;
  static constexpr bool never_full = true;

  using places = detail::dense_places<T, Op, Rank>;

  dense_workspace(const coordinates<Rank>& sizes, std::int64_t) {
    const std::int64_t n = elements(sizes);
    values_.resize(n == 0 ? 1 : n);
    bits_.resize(bitmap::words(n));
    blocks_.resize(bitmap::blocks_of_words(n));
    for (std::int64_t word = 0; word < bits_.size(); ++word) bits_[word] = 0;
    for (std::int64_t block = 0; block < blocks_.size(); ++block) blocks_[block] = 0;
    places_ = {sizes, values_.data(), {bits_.data(), blocks_.data()}};
  }
  static std::size_t bytes(const coordinates<Rank>& sizes, std::int64_t) {
    const std::int64_t n = elements(sizes);
    const auto array = [](std::int64_t count, std::size_t element) {
      return detail::bytes_taken(static_cast<std::size_t>(count) * element);
    };
    return array(n == 0 ? 1 : n, sizeof(T)) + array(bitmap::words(n), 8) +
           array(bitmap::blocks_of_words(n), 8);
  }

  INSUM_RT_INLINE bool insert(const coordinates<Rank>& c, const T& value) {
    places_.insert(c, value);
    return true;
  }
  /// Components whose keys are the numbers of their elements.
  template <class E>
  void insert_numbered(const E* x, const E* end) {
    for (const places to = places_; x != end; ++x) to.insert_at(static_cast<std::int64_t>(x->key), x->value);
  }
  /// To insert without this object; they stay where they are.
  const places& all_places() const { return places_; }
  void sort() {
    count_ = 0;
    places_.touched.each_word(
        0, last(), [&](std::int64_t, std::uint64_t word) { count_ += __builtin_popcountll(word); });
  }
  std::int64_t size() const { return count_; }
  template <class F>
  void visit(F&& f) const {
    coordinates<Rank> c{};
    std::int64_t before = 0;
    places_.touched.each_word(0, last(), [&](std::int64_t first, std::uint64_t word) {
      for (; word != 0; word &= word - 1) {
        const std::int64_t j = first + __builtin_ctzll(word);
        advance(c, j - before);
        before = j;
        f(c, values_[j]);
      }
    });
  }
  void clear() {
    places_.touched.take_words(0, last(), [](std::int64_t, std::uint64_t) {});
    count_ = 0;
  }

 private:
  std::int64_t last() const { return values_.size() - 1; }
  static std::int64_t elements(const coordinates<Rank>& sizes) {
    std::int64_t n = 1;
    for (const std::int64_t size : sizes) n = checked_mul(n, size, "elements of a dense workspace");
    static_cast<void>(checked_mul(n, static_cast<std::int64_t>(sizeof(T)) + 1, "bytes of a dense workspace"));
    return n;
  }
  /// By `steps` elements: most stay in their row, which takes no division.
  void advance(coordinates<Rank>& c, std::int64_t steps) const {
    std::size_t l = c.size() - 1;
    c[l] += steps;
    for (; l > 0 && c[l] >= places_.sizes[l]; --l) {
      const std::int64_t rows = c[l] / places_.sizes[l];
      c[l] -= rows * places_.sizes[l];
      c[l - 1] += rows;
    }
  }

  std::int64_t count_ = 0;
  grow<T> values_;
  grow<std::uint64_t> bits_, blocks_;
  places places_;  ///< in these three
};

INSUM_RT_END

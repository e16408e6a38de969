// Components of a sparse result, coordinates with a value, and the keys that put them in order.
#pragma once

#include <array>

#include "../core/errors.hpp"
#include "../rt/coordinates.hpp"

INSUM_RT_BEGIN

/// One coordinate for each mode, the outermost first: components are sorted lexicographically.
template <int Rank>
using coordinates = std::array<std::int64_t, static_cast<std::size_t>(Rank)>;

/// A component under its key.
template <class T, class Key>
using component = detail::keyed_entry<T, Key>;

namespace detail {

/// Throws size_error unless every size is 0 or more.
template <std::size_t Rank>
void check_sizes(const std::array<std::int64_t, Rank>& sizes) {
  for (std::size_t l = 0; l < Rank; ++l)
    if (sizes[l] < 0)
      throw size_error(insum::detail::message() << "mode " << static_cast<std::int64_t>(l)
                                                << " of a workspace has the size " << sizes[l]);
}

}  // namespace detail

/// Coordinates side by side in one number, for sizes whose coordinates have 63 bits in all: no key has all
/// bits set.
template <int Rank>
class packed_keys {
 public:
  using key_type = std::uint64_t;
  static constexpr int rank = Rank;
  static constexpr key_type none = ~key_type{0};

  packed_keys() = default;
  explicit packed_keys(const coordinates<Rank>& sizes) : layout_(sizes.data()) {}
  static bool fit(const coordinates<Rank>& sizes) { return packed_keys(sizes).bits() <= 63; }
  /// Of a key.
  int bits() const { return layout_.bits; }

  /// No width is 64.
  INSUM_RT_INLINE key_type pack(const coordinates<Rank>& c) const {
    key_type key = static_cast<key_type>(c[0]);
    for (int l = 1; l < Rank; ++l)
      key = key << layout_.width[l] | static_cast<key_type>(c[static_cast<std::size_t>(l)]);
    return key;
  }
  coordinates<Rank> unpack(key_type key) const {
    coordinates<Rank> c{};
    layout_.each_coordinate(key, [&](int l, std::int64_t x) { c[static_cast<std::size_t>(l)] = x; });
    return c;
  }
  /// A number below 2^bits that does not decrease with the key.
  key_type leading(key_type key, int bits) const {
    return layout_.bits > bits ? key >> (layout_.bits - bits) : key;
  }
  /// A number that does not decrease with the key.
  static std::uint64_t shifted(key_type key, int shift) { return key >> shift; }
  static std::uint64_t mixed(key_type key) { return key; }

 protected:
  detail::key_layout<Rank> layout_;
};

/// Packed keys, or the numbers of elements among all, the last mode fastest: which, is decided while they are
/// in use.
template <int Rank>
class element_keys : public packed_keys<Rank> {
 public:
  using typename packed_keys<Rank>::key_type;

  explicit element_keys(const coordinates<Rank>& sizes) : packed_keys<Rank>(sizes) { pack_bits(); }
  INSUM_RT_INLINE key_type pack(const coordinates<Rank>& c) const {
    key_type key = static_cast<key_type>(c[0]);
    for (std::size_t l = 1; l < c.size(); ++l) key = key * radix_[l] + static_cast<key_type>(c[l]);
    return key;
  }
  /// pack() gives packed keys from now on, which unpack() takes.
  void pack_bits() {
    for (std::size_t l = 0; l < radix_.size(); ++l) radix_[l] = key_type{1} << (this->layout_.width[l] & 63);
  }
  /// pack() gives numbers of elements from now on.
  void pack_numbers(const coordinates<Rank>& sizes) {
    for (std::size_t l = 0; l < radix_.size(); ++l) radix_[l] = static_cast<key_type>(sizes[l]);
  }

 private:
  std::array<key_type, static_cast<std::size_t>(Rank)> radix_;
};

/// For any sizes.
template <int Rank>
class full_keys {
 public:
  using key_type = detail::full_key<Rank>;
  static constexpr int rank = Rank;
  static constexpr key_type none = [] {
    key_type key{};
    key.at[0] = -1;
    return key;
  }();

  full_keys() = default;
  explicit full_keys(const coordinates<Rank>& sizes)
      : first_bits_(sizes[0] <= 1 ? 0 : detail::bit_width(static_cast<std::uint64_t>(sizes[0] - 1))) {}
  INSUM_RT_INLINE key_type pack(const coordinates<Rank>& c) const {
    key_type key;
    for (int l = 0; l < Rank; ++l) key.at[l] = c[static_cast<std::size_t>(l)];
    return key;
  }
  coordinates<Rank> unpack(const key_type& key) const {
    coordinates<Rank> c;
    for (int l = 0; l < Rank; ++l) c[static_cast<std::size_t>(l)] = key.at[l];
    return c;
  }
  std::uint64_t leading(const key_type& key, int bits) const {
    const auto first = static_cast<std::uint64_t>(key.at[0]);
    return first_bits_ > bits ? first >> (first_bits_ - bits) : first;
  }
  int bits() const { return first_bits_; }
  static std::uint64_t shifted(const key_type& key, int shift) {
    return static_cast<std::uint64_t>(key.at[0]) >> shift;
  }
  static std::uint64_t mixed(const key_type& key) {
    std::uint64_t x = 0;
    for (const std::int64_t c : key.at)
      x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9u + static_cast<std::uint64_t>(c);
    return x;
  }

 private:
  int first_bits_ = 0;
};

template <class T, class Keys>
using component_of = component<T, typename Keys::key_type>;

namespace detail {

/// Merges the sorted x[0, middle) and x[middle, n) by way of scratch, which has room for middle; stable.
template <class E>
void merge_halves(E* x, E* scratch, std::int64_t middle, std::int64_t n) {
  if (!(x[middle].key < x[middle - 1].key)) return;
  for (std::int64_t i = 0; i < middle; ++i) scratch[i] = x[i];
  std::int64_t a = 0, b = middle, to = 0;
  while (a < middle && b < n) x[to++] = x[b].key < scratch[a].key ? x[b++] : scratch[a++];
  while (a < middle) x[to++] = scratch[a++];
}

/// Sorts by comparing keys; stable.
template <class E>
void merge_sort(E* x, E* scratch, std::int64_t n) {
  constexpr std::int64_t few = 16;
  if (n <= few) return insertion_sort(x, n);
  merge_sort(x, scratch, n / 2);
  merge_sort(x + n / 2, scratch, n - n / 2);
  merge_halves(x, scratch, n / 2, n);
}

template <class T, int Rank>
void sort_components(component<T, std::uint64_t>* x, component<T, std::uint64_t>* scratch, std::int64_t n,
                     const packed_keys<Rank>& keys) {
  sort_keys(x, scratch, n, keys.bits());
}
template <class T, int Rank>
void sort_components(component<T, full_key<Rank>>* x, component<T, full_key<Rank>>* scratch, std::int64_t n,
                     const full_keys<Rank>&) {
  merge_sort(x, scratch, n);
}

}  // namespace detail

INSUM_RT_END

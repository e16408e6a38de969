// Entries of a sparse result in any order, sorted and combined at the end.
#pragma once

#include "coordinate_sort.hpp"
#include "parallel.hpp"
#include "part_list.hpp"

INSUM_RT_BEGIN

/// Any number of entries with Rank coordinates each. One thread uses it.
template <class T, class Op, int Rank>
class coordinate_workspace {
  static_assert(Rank >= 1, "entries have coordinates");

  static constexpr std::size_t modes = static_cast<std::size_t>(Rank);

 public:
  using value_type = T;

  /// Adds an entry.
  template <class V, class... C>
  INSUM_RT_INLINE void update(const V& v, C... c) {
    static_assert(sizeof...(C) == Rank, "as many coordinates as modes");
    const std::int64_t at[modes] = {static_cast<std::int64_t>(c)...};
    for (int l = 0; l < Rank; ++l) coordinates_[l].push(at[l]);
    values_.push(detail::to<T>(v));
  }

  /// Sorts the entries lexicographically and combines those of equal coordinates by Op, in the order in which
  /// they were added. Coordinates are in [0, size) of their mode.
  template <class... S>
  void finish(S... sizes) {
    static_assert(sizeof...(S) == Rank, "as many sizes as modes");
    const std::int64_t size[modes] = {static_cast<std::int64_t>(sizes)...};
    int width[modes], bits = 0;
    for (int l = 0; l < Rank; ++l)
      bits += width[l] = size[l] <= 1 ? 0 : detail::bit_width(static_cast<std::uint64_t>(size[l] - 1));
    if (count() == 0) return;
    if (bits <= 64)
      finish_packed(width, bits);
    else
      finish_by_modes(width);
  }

  std::int64_t count() const { return values_.size(); }
  template <int l>
  const std::int64_t* coordinates() const {
    static_assert(l >= 0 && l < Rank, "no such mode");
    return coordinates_[l].data();
  }
  const T* values() const { return values_.data(); }
  void clear() {
    for (auto& c : coordinates_) c.clear();
    values_.clear();
  }

  /// Adds the entries of `other`, unfinished, behind these.
  void append(const coordinate_workspace& other) {
    const std::int64_t n = other.count();
    if (n == 0) return;
    for (int l = 0; l < Rank; ++l) copy(coordinates_[l].append(n), other.coordinates_[l].data(), n);
    copy(values_.append(n), other.values_.data(), n);
  }

 private:
  template <class E>
  static void copy(E* to, const E* from, std::int64_t n) {
    __builtin_memcpy(static_cast<void*>(to), from, static_cast<std::size_t>(n) * sizeof(E));
  }

  void finish_packed(const int (&width)[modes], int bits) {
    using entry = detail::keyed_entry<T>;
    const std::int64_t n = count();
    grow<entry> entries, scratch;
    entries.resize(n);
    scratch.resize(n);
    for (std::int64_t i = 0; i < n; ++i) {
      std::uint64_t key = 0;
      for (int l = 0; l < Rank; ++l)
        key = (width[l] < 64 ? key << width[l] : 0) | static_cast<std::uint64_t>(coordinates_[l][i]);
      entries[i] = {key, values_[i]};
    }
    detail::sort_keys(entries.data(), scratch.data(), n, bits);
    const std::int64_t kept = detail::combine_equal<Op>(entries.data(), n);
    for (std::int64_t i = 0; i < kept; ++i) {
      std::uint64_t key = entries[i].key;
      for (int l = Rank - 1; l >= 0; --l) {
        const std::uint64_t field = width[l] < 64 ? (std::uint64_t{1} << width[l]) - 1 : ~std::uint64_t{0};
        coordinates_[l][i] = static_cast<std::int64_t>(key & field);
        key = width[l] < 64 ? key >> width[l] : 0;
      }
      values_[i] = entries[i].value;
    }
    cut(kept);
  }

  /// Sorts the numbers of the entries by one mode after another, the last one first.
  void finish_by_modes(const int (&width)[modes]) {
    using numbered = detail::keyed_entry<std::int64_t>;
    const std::int64_t n = count();
    grow<numbered> order, scratch;
    order.resize(n);
    scratch.resize(n);
    for (std::int64_t i = 0; i < n; ++i) order[i].value = i;
    for (int l = Rank - 1; l >= 0; --l) {
      for (std::int64_t i = 0; i < n; ++i)
        order[i].key = static_cast<std::uint64_t>(coordinates_[l][order[i].value]);
      detail::sort_keys(order.data(), scratch.data(), n, width[l]);
    }
    grow<std::int64_t> sorted[modes];
    grow<T> values;
    for (std::int64_t i = 0; i < n; ++i) {
      const std::int64_t from = order[i].value;
      if (values.size() != 0 && same(from, order[i - 1].value)) {
        rt::update<Op>(values[values.size() - 1], values_[from]);
        continue;
      }
      for (int l = 0; l < Rank; ++l) sorted[l].push(coordinates_[l][from]);
      values.push(values_[from]);
    }
    for (int l = 0; l < Rank; ++l) coordinates_[l] = std::move(sorted[l]);
    values_ = std::move(values);
  }

  bool same(std::int64_t a, std::int64_t b) const {
    for (int l = 0; l < Rank; ++l)
      if (coordinates_[l][a] != coordinates_[l][b]) return false;
    return true;
  }
  void cut(std::int64_t n) {
    for (auto& c : coordinates_) c.resize(n);
    values_.resize(n);
  }

  grow<std::int64_t> coordinates_[modes];
  grow<T> values_;
};

/// A coordinate_workspace that the ranges of a parallel loop fill together. The result depends on the entries
/// and the order of the iterations alone, not on the threads.
template <class T, class Op, int Rank>
class coordinate_parts {
 public:
  /// Where the range of iterations that starts at `first` adds its entries. To be called once in each range.
  coordinate_workspace<T, Op, Rank>& local(std::int64_t first) { return parts_.add(first); }

  /// To be called once, after the loop: as coordinate_workspace::finish.
  template <class... S>
  void finish(S... sizes) {
    parts_.put_in_order();
    for (std::int64_t k = 0; k < parts_.size(); ++k) all_.append(parts_[k]);
    all_.finish(sizes...);
  }

  std::int64_t count() const { return all_.count(); }
  template <int l>
  const std::int64_t* coordinates() const {
    return all_.template coordinates<l>();
  }
  const T* values() const { return all_.values(); }

 private:
  part_list<coordinate_workspace<T, Op, Rank>> parts_;
  coordinate_workspace<T, Op, Rank> all_;
};

INSUM_RT_END

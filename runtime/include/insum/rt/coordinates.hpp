// Entries of a sparse result in any order, sorted and combined at the end.
#pragma once

#include "coordinate_sort.hpp"
#include "part_list.hpp"

INSUM_RT_BEGIN

namespace detail {

/// Coordinates of Rank modes side by side in one number, the first one highest.
template <int Rank>
struct key_layout {
  static constexpr std::size_t modes = static_cast<std::size_t>(Rank);
  /// The bits of a coordinate while the sizes are unknown.
  static constexpr int field = 64 / Rank;

  int width[modes] = {};  ///< bits of each mode, where the sizes are known
  int bits = 0;           ///< of all

  key_layout() = default;
  /// For coordinates of at most `most` bits, whatever the sizes are.
  key_layout(const std::int64_t (&sizes)[modes], int most) : key_layout(&sizes[0], most) {}
  key_layout(const std::int64_t* sizes, int most) {
    for (int l = 0; l < Rank; ++l) {
      const int wanted = sizes[l] <= 1 ? 0 : bit_width(static_cast<std::uint64_t>(sizes[l] - 1));
      bits += width[l] = wanted < most ? wanted : most;
    }
  }
  /// The key of equal fields as a key of the widths.
  INSUM_RT_INLINE std::uint64_t narrowed(std::uint64_t key) const {
    std::uint64_t result = 0;
    for (int l = 0; l < Rank; ++l)
      result =
          shifted_left(result, width[l]) | (shifted_right(key, (Rank - 1 - l) * field) & low_bits(field));
    return result;
  }
  std::uint64_t key_of(const std::int64_t (&coordinates)[modes]) const {
    std::uint64_t result = 0;
    for (int l = 0; l < Rank; ++l)
      result = shifted_left(result, width[l]) | static_cast<std::uint64_t>(coordinates[l]);
    return result;
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

template <class T, int Rank>
using wide_entry = keyed_entry<T, full_key<Rank>>;

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
  template <class Buckets>
  void take(const Buckets& sorted, const key_layout<Rank>& layout) {
    resize(sorted.count());
    sorted.for_each([&](std::int64_t k, const keyed_entry<T>& e) {
      layout.each_coordinate(e.key, [&](int l, std::int64_t c) INSUM_RT_LAMBDA { at[l][k] = c; });
      values[k] = e.value;
    });
  }
  /// From entries whose coordinates together exceed a key: sorts their numbers by one mode after another, the
  /// last one first.
  template <class Op>
  void sort_wide(const grow<wide_entry<T, Rank>>& from, const key_layout<Rank>& layout) {
    using numbered = keyed_entry<std::int64_t>;
    const std::int64_t n = from.size();
    grow<numbered> order, scratch;
    order.resize(n);
    scratch.resize(n);
    for (std::int64_t i = 0; i < n; ++i) order[i].value = i;
    for (int l = Rank - 1; l >= 0; --l) {
      for (std::int64_t i = 0; i < n; ++i)
        order[i].key = static_cast<std::uint64_t>(from[order[i].value].key.at[l]);
      sort_keys(order.data(), scratch.data(), n, layout.width[l]);
    }
    for (std::int64_t i = 0; i < n; ++i) {
      const wide_entry<T, Rank>& e = from[order[i].value];
      if (i != 0 && e.key == from[order[i - 1].value].key) {
        update<Op>(values[values.size() - 1], e.value);
        continue;
      }
      for (int l = 0; l < Rank; ++l) at[l].push(e.key.at[l]);
      values.push(e.value);
    }
  }
};

}  // namespace detail

template <class T, class Op, int Rank>
class coordinate_parts;

/// Any number of entries with Rank coordinates each. One thread uses it.
template <class T, class Op, int Rank>
class coordinate_workspace {
  static_assert(Rank >= 1, "entries have coordinates");
  static constexpr std::size_t modes = static_cast<std::size_t>(Rank);
  using layout = detail::key_layout<Rank>;

 public:
  using value_type = T;

  /// Adds an entry. Coordinates are not negative.
  template <class V, class... C>
  INSUM_RT_INLINE void update(const V& v, C... c) {
    static_assert(sizeof...(C) == modes, "as many coordinates as modes");
    const std::int64_t at[modes] = {static_cast<std::int64_t>(c)...};
    std::uint64_t key = 0, beyond = wide_mode_;
    for (int l = 0; l < Rank; ++l) {
      const std::uint64_t coordinate = static_cast<std::uint64_t>(at[l]);
      beyond |= detail::shifted_right(coordinate, layout::field);
      key = detail::shifted_left(key, layout::field) | coordinate;
    }
    if (__builtin_expect(beyond != 0, 0)) return update_wide(at, detail::to<T>(v));
    entries_.push({key, detail::to<T>(v)});
  }

  /// Sorts the entries lexicographically and combines those of equal coordinates by Op, in the order in which
  /// they were added. Coordinates are in [0, size) of their mode. To be called once, or again after clear().
  template <class... S>
  void finish(S... sizes) {
    static_assert(sizeof...(S) == modes, "as many sizes as modes");
    const layout keys({static_cast<std::int64_t>(sizes)...}, wide_mode_ != 0 ? 64 : layout::field);
    chunks_.clear();
    lists_.clear();
    if (wide_mode_ != 0 && keys.bits > 64) return lists_.template sort_wide<Op>(wide_, keys);
    if (wide_mode_ != 0) pack_wide(keys);
    chunks_.add(entries_);
    if (chunks_.total == 0) return;
    if (wide_mode_ != 0)
      buckets_.sort(chunks_, keys.bits, [](const entry& e) INSUM_RT_LAMBDA { return e.key; });
    else
      buckets_.sort(chunks_, keys.bits, [&](const entry& e) INSUM_RT_LAMBDA { return keys.narrowed(e.key); });
    lists_.take(buckets_, keys);
    buckets_.release();
  }

  /// The number of entries that finish() left.
  std::int64_t count() const { return lists_.values.size(); }
  template <int l>
  const std::int64_t* coordinates() const {
    static_assert(l >= 0 && l < Rank, "no such mode");
    return lists_.at[l].data();
  }
  const T* values() const { return lists_.values.data(); }

  /// Forgets all entries; the memory stays.
  void clear() {
    entries_.clear();
    wide_.clear();
    wide_mode_ = 0;
    lists_.clear();
  }

 private:
  friend class coordinate_parts<T, Op, Rank>;
  using entry = detail::keyed_entry<T>;
  using wide_entry = detail::wide_entry<T, Rank>;

  INSUM_RT_COLD void update_wide(const std::int64_t (&at)[modes], const T& value) {
    if (wide_mode_ == 0) widen();
    wide_.push(wide_of(at, value));
  }
  static wide_entry wide_of(const std::int64_t (&at)[modes], const T& value) {
    wide_entry e;
    for (int l = 0; l < Rank; ++l) e.key.at[l] = at[l];
    e.value = value;
    return e;
  }
  /// Keeps all coordinates in full from now on: one does not fit its field.
  void widen() {
    wide_.reserve(entries_.size() + 1);
    for (std::int64_t i = 0; i < entries_.size(); ++i) {
      std::int64_t at[modes];
      for (int l = 0; l < Rank; ++l)
        at[l] =
            static_cast<std::int64_t>(detail::shifted_right(entries_[i].key, (Rank - 1 - l) * layout::field) &
                                      detail::low_bits(layout::field));
      wide_.push(wide_of(at, entries_[i].value));
    }
    entries_.clear();
    wide_mode_ = 1;
  }
  /// The wide entries with keys of the widths of the modes.
  void pack_wide(const layout& keys) {
    entries_.resize(wide_.size());
    for (std::int64_t i = 0; i < wide_.size(); ++i)
      entries_[i] = {keys.key_of(wide_[i].key.at), wide_[i].value};
  }

  std::uint64_t wide_mode_ = 0;
  grow<entry> entries_;  ///< with keys of equal fields; unused in wide mode until finish()
  grow<wide_entry> wide_;
  detail::chunk_list<entry> chunks_;
  detail::entry_buckets<T, Op> buckets_;
  detail::coordinate_lists<T, Rank> lists_;
};

/// A coordinate_workspace that the ranges of a parallel loop fill together. The result depends on the entries
/// and the order of the iterations alone, not on the threads.
template <class T, class Op, int Rank>
class coordinate_parts {
 public:
  /// Where the range of iterations that starts at `first` adds its entries. To be called once in each range.
  /// Of several loops that fill one workspace, those with smaller numbers come first.
  coordinate_workspace<T, Op, Rank>& local(std::int64_t first, int loop = 0) {
    return parts_.add(first, loop);
  }

  /// To be called once, after the loops: as coordinate_workspace::finish.
  template <class... S>
  void finish(S... sizes) {
    using entry = detail::keyed_entry<T>;
    parts_.put_in_order();
    if (any_wide()) return finish_wide(sizes...);
    const detail::key_layout<Rank> keys({static_cast<std::int64_t>(sizes)...},
                                        detail::key_layout<Rank>::field);
    detail::chunk_list<entry> chunks;
    for (std::int64_t k = 0; k < parts_.size(); ++k) chunks.add(parts_[k].entries_);
    if (chunks.total == 0) return;
    detail::entry_buckets<T, Op> buckets;
    buckets.sort(chunks, keys.bits, [&](const entry& e) INSUM_RT_LAMBDA { return keys.narrowed(e.key); });
    for (std::int64_t k = 0; k < parts_.size(); ++k) parts_[k].entries_ = grow<entry>();
    all_.lists_.take(buckets, keys);
  }

  std::int64_t count() const { return all_.count(); }
  template <int l>
  const std::int64_t* coordinates() const {
    return all_.template coordinates<l>();
  }
  const T* values() const { return all_.values(); }

 private:
  bool any_wide() {
    for (std::int64_t k = 0; k < parts_.size(); ++k)
      if (parts_[k].wide_mode_ != 0) return true;
    return false;
  }
  template <class... S>
  void finish_wide(S... sizes) {
    all_.widen();
    for (std::int64_t k = 0; k < parts_.size(); ++k) {
      auto& from = parts_[k];
      if (from.wide_mode_ == 0) from.widen();
      for (std::int64_t i = 0; i < from.wide_.size(); ++i) all_.wide_.push(from.wide_[i]);
      from.wide_ = {};
    }
    all_.finish(sizes...);
  }

  part_list<coordinate_workspace<T, Op, Rank>> parts_;
  coordinate_workspace<T, Op, Rank> all_;
};

/// parts->local(first, loop), where a closure has copied the pointer.
template <class T, class Op, int Rank>
coordinate_workspace<T, Op, Rank>& entries_of(coordinate_parts<T, Op, Rank>* parts, int loop,
                                              std::int64_t first) {
  return parts->local(first, loop);
}

INSUM_RT_END

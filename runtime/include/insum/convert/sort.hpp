// Sorting the entries of a coo, and adding up those that occur twice. Results do not depend on the number of
// threads.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "../core/buffer.hpp"
#include "../core/parallel.hpp"
#include "../core/types.hpp"
#include "../formats/coo.hpp"

namespace insum::detail {

/// Some modes' coordinates as one number that orders like them: mode `modes[0]` in the highest bits.
template <int Rank>
struct key_layout {
  std::array<int, static_cast<std::size_t>(Rank)> modes{};
  std::array<int, static_cast<std::size_t>(Rank)> shifts{};
  int count = 0;
  int bits = 0;

  template <class Coordinates>
  std::uint64_t key(const Coordinates& crd, std::size_t p) const {
    std::uint64_t result = 0;
    for (std::size_t n = 0; n < static_cast<std::size_t>(count); ++n)
      result |= static_cast<std::uint64_t>(crd[static_cast<std::size_t>(modes[n])][p]) << shifts[n];
    return result;
  }
};

/// Cuts the modes, given outermost first, into as few keys of 64 bits as they fit; the least significant
/// first.
template <int Rank>
int make_layouts(const std::array<std::int64_t, static_cast<std::size_t>(Rank)>& shape,
                 const std::array<int, static_cast<std::size_t>(Rank)>& order,
                 std::array<key_layout<Rank>, static_cast<std::size_t>(Rank)>& layouts) {
  int count = 0;
  for (std::size_t n = order.size(); n-- > 0;) {
    const std::int64_t size = shape[static_cast<std::size_t>(order[n])];
    const int bits = size > 1 ? static_cast<int>(std::bit_width(static_cast<std::uint64_t>(size - 1))) : 0;
    if (count == 0 || layouts[static_cast<std::size_t>(count - 1)].bits + bits > 64) ++count;
    key_layout<Rank>& layout = layouts[static_cast<std::size_t>(count - 1)];
    const std::size_t slot = static_cast<std::size_t>(layout.count++);
    layout.modes[slot] = order[n];
    layout.shifts[slot] = layout.bits < 64 ? layout.bits : 0;  // 64 only when the coordinate is always 0
    layout.bits += bits;
  }
  return count;
}

/// Sorts keys of `bits` bits and carries the permutation along: stable, least significant digit first.
template <class Position>
class radix_sorter {
 public:
  radix_sorter(buffer<std::uint64_t>& keys, buffer<Position>& permutation)
      : keys_(keys), permutation_(permutation), other_keys_(keys.size()), other_permutation_(keys.size()) {}

  void sort(int bits) {
    if (bits == 0) return;
    const int passes = (bits + 10) / 11;
    const int width = (bits + passes - 1) / passes;
    for (int pass = 0; pass < passes; ++pass) sort_digit(pass * width, width);
  }

 private:
  std::size_t digit(std::uint64_t key, int shift, int width) const {
    return static_cast<std::size_t>(key >> shift & ((std::uint64_t{1} << width) - 1));
  }
  void sort_digit(int shift, int width) {
    const std::int64_t n = static_cast<std::int64_t>(keys_.size());
    const int chunks = chunk_count(n);
    const std::size_t buckets = std::size_t{1} << width;
    buffer<std::size_t> counts(buckets * static_cast<std::size_t>(chunks), 0);
    for_each_chunk(chunks, [&](int chunk) {
      std::size_t* mine = counts.data() + static_cast<std::size_t>(chunk) * buckets;
      for (std::int64_t p = chunk_begin(n, chunk, chunks); p < chunk_begin(n, chunk + 1, chunks); ++p)
        ++mine[digit(keys_[static_cast<std::size_t>(p)], shift, width)];
    });
    if (to_offsets(counts, buckets, static_cast<std::size_t>(chunks))) return;  // all have the same digit
    for_each_chunk(chunks, [&](int chunk) {
      std::size_t* mine = counts.data() + static_cast<std::size_t>(chunk) * buckets;
      for (std::int64_t p = chunk_begin(n, chunk, chunks); p < chunk_begin(n, chunk + 1, chunks); ++p) {
        const std::uint64_t key = keys_[static_cast<std::size_t>(p)];
        const std::size_t to = mine[digit(key, shift, width)]++;
        other_keys_[to] = key;
        other_permutation_[to] = permutation_[static_cast<std::size_t>(p)];
      }
    });
    keys_.swap(other_keys_);
    permutation_.swap(other_permutation_);
  }
  /// Counts by chunk and bucket to where each chunk's part of a bucket starts; true if one bucket has all.
  bool to_offsets(buffer<std::size_t>& counts, std::size_t buckets, std::size_t chunks) const {
    std::size_t sum = 0;
    for (std::size_t b = 0; b < buckets; ++b) {
      const std::size_t before = sum;
      for (std::size_t c = 0; c < chunks; ++c) sum += std::exchange(counts[c * buckets + b], sum);
      if (sum - before == keys_.size()) return true;
    }
    return false;
  }

  buffer<std::uint64_t>& keys_;
  buffer<Position>& permutation_;
  buffer<std::uint64_t> other_keys_;
  buffer<Position> other_permutation_;
};

template <class T, class Position>
void permute(buffer<T>& values, const buffer<Position>& permutation) {
  buffer<T> result(values.size());
  parallel_ranges(static_cast<std::int64_t>(values.size()), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t p = begin; p < end; ++p)
      result[static_cast<std::size_t>(p)] = values[permutation[static_cast<std::size_t>(p)]];
  });
  values.swap(result);
}

template <class Position, class T, int Rank, class Index>
void sort_with(coo<T, Rank, Index>& t, const std::array<int, static_cast<std::size_t>(Rank)>& order) {
  std::array<key_layout<Rank>, static_cast<std::size_t>(Rank)> layouts{};
  const int layout_count = make_layouts<Rank>(t.shape, order, layouts);
  buffer<std::uint64_t> keys(t.vals.size());
  buffer<Position> permutation(t.vals.size());
  const std::int64_t n = t.nnz();
  for (int l = 0; l < layout_count; ++l) {
    const key_layout<Rank>& layout = layouts[static_cast<std::size_t>(l)];
    parallel_ranges(n, [&](std::int64_t begin, std::int64_t end) {
      for (std::size_t p = static_cast<std::size_t>(begin); p < static_cast<std::size_t>(end); ++p) {
        if (l == 0) permutation[p] = static_cast<Position>(p);
        keys[p] = layout.key(t.crd, static_cast<std::size_t>(permutation[p]));
      }
    });
    radix_sorter<Position>(keys, permutation).sort(layout.bits);
  }
  for (buffer<Index>& array : t.crd) permute(array, permutation);
  permute(t.vals, permutation);
}

enum class sortedness { unsorted, sorted, strictly_sorted };

/// How neighbours a and b = a + 1 are related in the order of the modes `order`.
template <class T, int Rank, class Index>
sortedness compare(const coo<T, Rank, Index>& t, const std::array<int, static_cast<std::size_t>(Rank)>& order,
                   std::size_t a, std::size_t b) {
  for (const int mode : order) {
    const buffer<Index>& crd = t.crd[static_cast<std::size_t>(mode)];
    if (crd[a] != crd[b]) return crd[a] < crd[b] ? sortedness::strictly_sorted : sortedness::unsorted;
  }
  return sortedness::sorted;
}

template <class T, int Rank, class Index>
sortedness find_sortedness(const coo<T, Rank, Index>& t,
                           const std::array<int, static_cast<std::size_t>(Rank)>& order) {
  const std::int64_t n = t.nnz();
  const int chunks = chunk_count(n);
  buffer<sortedness> found(static_cast<std::size_t>(chunks), sortedness::strictly_sorted);
  for_each_chunk(chunks, [&](int chunk) {
    sortedness& mine = found[static_cast<std::size_t>(chunk)];
    const std::int64_t begin = chunk_begin(n, chunk, chunks);
    for (std::int64_t p = begin > 0 ? begin : 1; p < chunk_begin(n, chunk + 1, chunks); ++p) {
      const sortedness pair = compare(t, order, static_cast<std::size_t>(p - 1), static_cast<std::size_t>(p));
      if (pair < mine) mine = pair;
      if (mine == sortedness::unsorted) return;
    }
  });
  sortedness worst = sortedness::strictly_sorted;
  for (const sortedness one : found) worst = one < worst ? one : worst;
  return worst;
}

template <class T>
T add(T a, T b) {
  if constexpr (std::is_same_v<T, bool>) {
    return a || b;
  } else {
    return static_cast<T>(a + b);
  }
}

/// Keeps the runs of entries that `is_head(p)` starts; each run becomes its first entry with the sum of the
/// values, or, where `keep` says no to it, nothing.
template <class T, int Rank, class Index, class Head, class Keep>
void merge_runs(coo<T, Rank, Index>& t, Head&& is_head, Keep&& keep) {
  const std::int64_t n = t.nnz();
  const int chunks = chunk_count(n);
  buffer<std::size_t> first(static_cast<std::size_t>(chunks) + 1, 0);
  // A run belongs to the chunk of its head.
  const auto for_each_run = [&](int chunk, auto&& f) {
    std::int64_t p = chunk_begin(n, chunk, chunks);
    const std::int64_t end = chunk_begin(n, chunk + 1, chunks);
    while (p < end && !is_head(p)) ++p;
    while (p < end) {
      accumulator<T> sum = t.vals[static_cast<std::size_t>(p)];
      std::int64_t next = p + 1;
      for (; next < n && !is_head(next); ++next)
        sum = add<accumulator<T>>(sum, t.vals[static_cast<std::size_t>(next)]);
      const T value = static_cast<T>(sum);
      if (keep(value)) f(static_cast<std::size_t>(p), value);
      p = next;
    }
  };
  for_each_chunk(chunks, [&](int chunk) {
    std::size_t count = 0;
    for_each_run(chunk, [&](std::size_t, T) { ++count; });
    first[static_cast<std::size_t>(chunk) + 1] = count;
  });
  for (std::size_t c = 1; c < first.size(); ++c) first[c] += first[c - 1];
  coo<T, Rank, Index> result;
  result.shape = t.shape;
  for (buffer<Index>& array : result.crd) array.resize(first.back());
  result.vals.resize(first.back());
  for_each_chunk(chunks, [&](int chunk) {
    std::size_t to = first[static_cast<std::size_t>(chunk)];
    for_each_run(chunk, [&](std::size_t p, T value) {
      for (std::size_t mode = 0; mode < t.crd.size(); ++mode) result.crd[mode][to] = t.crd[mode][p];
      result.vals[to++] = value;
    });
  });
  t = std::move(result);
}

/// Sorts by the modes in `order`, outermost first, adds up what occurs twice (in the order given) and drops
/// zeros if asked to.
template <class T, int Rank, class Index>
void make_canonical(coo<T, Rank, Index>& t, const std::array<int, static_cast<std::size_t>(Rank)>& order,
                    bool drop_zeros) {
  const sortedness before = find_sortedness(t, order);
  if (before == sortedness::unsorted) {
    if (t.vals.size() < (std::size_t{1} << 32))
      sort_with<std::uint32_t>(t, order);
    else
      sort_with<std::uint64_t>(t, order);
  }
  const bool strict =
      before == sortedness::strictly_sorted ||
      (before == sortedness::unsorted && find_sortedness(t, order) == sortedness::strictly_sorted);
  if (strict && !drop_zeros) return;
  const auto is_head = [&](std::int64_t p) {
    return p == 0 || compare(t, order, static_cast<std::size_t>(p - 1), static_cast<std::size_t>(p)) !=
                         sortedness::sorted;
  };
  merge_runs(t, is_head, [&](T value) { return !drop_zeros || value != T{}; });
}

}  // namespace insum::detail

// Sorts entries by coordinates packed into one number, stably, and combines those of equal coordinates.
#pragma once

#include "grow.hpp"
#include "ops.hpp"
#include "parallel.hpp"

INSUM_RT_BEGIN

namespace detail {

template <class T, class Key = std::uint64_t>
struct keyed_entry {
  Key key;
  T value;
};

/// The number of bits of x.
constexpr int bit_width(std::uint64_t x) { return x == 0 ? 0 : 64 - __builtin_clzll(x); }
/// The lowest `bits` bits set.
constexpr std::uint64_t low_bits(int bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}
constexpr std::uint64_t shifted_right(std::uint64_t x, int bits) { return bits >= 64 ? 0 : x >> bits; }
constexpr std::uint64_t shifted_left(std::uint64_t x, int bits) { return bits >= 64 ? 0 : x << bits; }

template <class E>
bool keys_ascend(const E* x, std::int64_t n) {
  for (std::int64_t i = 1; i < n; ++i)
    if (x[i].key < x[i - 1].key) return false;
  return true;
}

/// Sorts few elements; stable.
template <class E, class Before>
INSUM_RT_INLINE void insertion_sort(E* x, std::int64_t n, Before before) {
  for (std::int64_t i = 1; i < n; ++i) {
    const E moved = x[i];
    std::int64_t at = i;
    for (; at > 0 && before(moved, x[at - 1]); --at) x[at] = x[at - 1];
    x[at] = moved;
  }
}
template <class E>
void insertion_sort(E* x, std::int64_t n) {
  insertion_sort(x, n, [](const E& a, const E& b) INSUM_RT_LAMBDA { return a.key < b.key; });
}

inline constexpr int most_digit_bits = 11;

/// Sorts x by the lowest `bits` bits of the keys; `scratch` has room for as many.
template <class E>
void sort_keys(E* x, E* scratch, std::int64_t n, int bits) {
  constexpr std::int64_t few = 24;
  if (keys_ascend(x, n)) return;
  if (n <= few) return insertion_sort(x, n);
  int digit_bits = bit_width(static_cast<std::uint64_t>(n)) - 1;
  digit_bits = digit_bits < most_digit_bits ? digit_bits : most_digit_bits;
  const int passes = (bits + digit_bits - 1) / digit_bits;
  digit_bits = (bits + passes - 1) / passes;
  const std::uint64_t digit = low_bits(digit_bits);
  std::int64_t start[std::size_t{1} << most_digit_bits];
  E *from = x, *to = scratch;
  for (int shift = 0; shift < bits; shift += digit_bits) {
    for (std::size_t d = 0; d <= digit; ++d) start[d] = 0;
    for (std::int64_t i = 0; i < n; ++i) ++start[(from[i].key >> shift) & digit];
    std::int64_t before = 0;
    for (std::size_t d = 0; d <= digit; ++d) before += std::exchange(start[d], before);
    for (std::int64_t i = 0; i < n; ++i) to[start[(from[i].key >> shift) & digit]++] = from[i];
    std::swap(from, to);
  }
  if (from != x) __builtin_memcpy(static_cast<void*>(x), from, static_cast<std::size_t>(n) * sizeof(E));
}

/// Combines neighbours of equal keys by Op, in their order; the number that is left.
template <class Op, class T, class Key>
std::int64_t combine_equal(keyed_entry<T, Key>* x, std::int64_t n) {
  if (n == 0) return 0;
  std::int64_t last = 0;
  keyed_entry<T, Key> sum = x[0];
  for (std::int64_t i = 1; i < n; ++i) {
    const bool same = sum.key == x[i].key;
    const T added = x[i].value;
    sum = {x[i].key, combined_where<Op>(same, sum.value, added, same ? sum.value : added)};
    last += same ? 0 : 1;
    x[last] = sum;
  }
  return last + 1;
}

/// Where in a sequence of chunks its elements are.
template <class E>
struct chunk_list {
  struct chunk {
    const E* elements;
    std::int64_t first;  ///< the number of elements before
  };
  grow<chunk> chunks;
  std::int64_t total = 0;

  void clear() {
    chunks.clear();
    total = 0;
  }
  void add(const grow<E>& elements) {
    if (elements.size() == 0) return;
    chunks.push({elements.data(), total});
    total += elements.size();
  }
  /// Calls f(element) for the elements [begin, end).
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
    for (std::int64_t k = 0; k < chunks.size() && begin < end; ++k) {
      const std::int64_t chunk_end = k + 1 < chunks.size() ? chunks[k + 1].first : total;
      if (chunk_end <= begin) continue;
      const std::int64_t stop = chunk_end < end ? chunk_end : end;
      const E* const from = chunks[k].elements - chunks[k].first;
      for (; begin < stop; ++begin) f(from[begin]);
    }
  }
};

/// Entries in buckets by the highest bits of their keys: a bucket is sorted in cache and by one thread.
template <class T, class Op>
class entry_buckets {
 public:
  using entry = keyed_entry<T>;

  /// Takes all entries, with their keys made by key(entry) from `bits` bits, sorts and combines them.
  template <class Key>
  void sort(const chunk_list<entry>& from, int bits, Key&& key) {
    const std::int64_t n = from.total;
    const int high = bucket_bits(n, bits);
    shift_ = bits - high;
    buckets_ = std::int64_t{1} << high;
    sorted_.resize(n);
    distribute(from, key);
    sort_buckets();
  }

  std::int64_t count() const { return kept_[buckets_]; }

  /// Calls f(number, entry) for all entries that are left, on several threads.
  template <class F>
  void for_each(F&& f) const {
    parallel_balanced(
        buckets_, [&](std::int64_t b) { return kept_[b]; }, least_parallel,
        [&](std::int64_t from, std::int64_t to) {
          for (std::int64_t b = from; b < to; ++b) {
            const entry* const x = sorted_.data() + start_[b] - kept_[b];
            for (std::int64_t k = kept_[b]; k < kept_[b + 1]; ++k) f(k, x[k]);
          }
        });
  }

  void release() {
    if (sorted_.size() > most_retained) *this = entry_buckets();
  }

 private:
  static constexpr std::int64_t least_parallel = least_work(std::int64_t{1} << 14);
  static constexpr std::int64_t bucket_size = least_work(std::int64_t{1} << 12);
  static constexpr std::int64_t most_retained = std::int64_t{1} << 16;
  static constexpr int most_bucket_bits = 11;

  static int bucket_bits(std::int64_t n, int bits) {
    const int wanted = bit_width(static_cast<std::uint64_t>(n / bucket_size));
    const int most = bits < most_bucket_bits ? bits : most_bucket_bits;
    return wanted < most ? wanted : most;
  }

  /// Moves the entries to their buckets: those of each slice in order, and the slices in order.
  template <class Key>
  void distribute(const chunk_list<entry>& from, Key&& key) {
    const std::int64_t n = from.total, slices = n < least_parallel ? 1 : thread_count();
    const auto cut = [&](std::int64_t s) { return detail::cut(n, s, slices); };
    const auto bucket = [&](const entry& e) {
      return static_cast<std::int64_t>(shifted_right(key(e), shift_));
    };
    next_.clear();
    next_.extend(slices * buckets_, 0);
    const auto each_slice = [&](auto&& f) {
      parallel_for(0, slices, schedule::dynamic_ranges, 2, [&](std::int64_t s) {
        std::int64_t* const next = next_.data() + s * buckets_;
        from.visit(cut(s), cut(s + 1), [&](const entry& e) { f(next, e); });
      });
    };
    if (buckets_ > 1 || slices > 1)
      each_slice([&](std::int64_t* next, const entry& e) { ++next[bucket(e)]; });
    start_.resize(buckets_ + 1);
    std::int64_t before = 0;
    for (std::int64_t b = 0; b < buckets_; ++b) {
      start_[b] = before;
      for (std::int64_t s = 0; s < slices; ++s) before += std::exchange(next_[s * buckets_ + b], before);
    }
    start_[buckets_] = n;
    entry* const to = sorted_.data();
    each_slice([&](std::int64_t* next, const entry& e) { to[next[bucket(e)]++] = {key(e), e.value}; });
  }

  void sort_buckets() {
    kept_.resize(buckets_ + 1);
    parallel_balanced(
        buckets_, [&](std::int64_t b) { return start_[b]; }, least_parallel,
        [&](std::int64_t from, std::int64_t to) {
          std::int64_t longest = 0;
          for (std::int64_t b = from; b < to; ++b)
            longest = start_[b + 1] - start_[b] > longest ? start_[b + 1] - start_[b] : longest;
          grow<entry> own;
          grow<entry>& scratch = buckets_ == 1 ? scratch_ : own;
          scratch.resize(longest);
          for (std::int64_t b = from; b < to; ++b) {
            entry* const x = sorted_.data() + start_[b];
            const std::int64_t n = start_[b + 1] - start_[b];
            sort_keys(x, scratch.data(), n, shift_);
            kept_[b] = combine_equal<Op>(x, n);
          }
        });
    std::int64_t before = 0;
    for (std::int64_t b = 0; b < buckets_; ++b) before += std::exchange(kept_[b], before);
    kept_[buckets_] = before;
  }

  int shift_ = 0;  ///< the bits of a key below its bucket
  std::int64_t buckets_ = 1;
  grow<entry> sorted_;
  grow<entry> scratch_;
  grow<std::int64_t> start_;  ///< of the buckets in sorted_
  grow<std::int64_t> kept_;   ///< how many entries are left before each bucket
  grow<std::int64_t> next_;   ///< for each slice, where the next entry of each bucket goes
};

}  // namespace detail

INSUM_RT_END

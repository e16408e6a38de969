// Sorted runs of components, merged so that all of them together are no longer than twice the longest.
#pragma once

#include "components.hpp"
#include "memory.hpp"

INSUM_RT_BEGIN

namespace detail {

/// Whichever of a and b comes next, both combined where keys are equal: a came first.
template <class Op, class E>
struct merge_step {
  bool from_a, from_b;
  E next(const E& a, const E& b) const {
    const auto one = from_a ? a.value : b.value;
    return {from_a ? a.key : b.key, combined_where<Op>(from_a && from_b, a.value, b.value, one)};
  }
};

/// Merges sorted a and b, neither with a key twice, to `to`; how many are left.
template <class Op, class E>
std::int64_t merge_components(const E* a, std::int64_t a_count, const E* b, std::int64_t b_count, E* to) {
  E* const begin = to;
  std::int64_t i = 0, j = 0;
  while (i < a_count && j < b_count) {
    const E next_a = a[i], next_b = b[j];
    const merge_step<Op, E> step{!(next_b.key < next_a.key), !(next_a.key < next_b.key)};
    *to++ = step.next(next_a, next_b);
    i += step.from_a ? 1 : 0;
    j += step.from_b ? 1 : 0;
  }
  while (i < a_count) *to++ = a[i++];
  while (j < b_count) *to++ = b[j++];
  return to - begin;
}

/// The same where a stands where the result goes, with room for both up to `end`; b is elsewhere.
template <class Op, class E>
std::int64_t merge_backwards(E* a_begin, std::int64_t a_count, const E* b_begin, std::int64_t b_count,
                             E* const end) {
  E *a = a_begin + a_count, *to = end;
  const E* b = b_begin + b_count;
  while (a != a_begin && b != b_begin) {
    const E last_a = a[-1], last_b = b[-1];
    const merge_step<Op, E> step{!(last_a.key < last_b.key),
                                 !(last_b.key < last_a.key)};  // the larger goes first
    *--to = step.next(last_a, last_b);
    a -= step.from_a ? 1 : 0;
    b -= step.from_b ? 1 : 0;
  }
  while (b != b_begin) *--to = *--b;
  const std::int64_t merged = end - to;
  if (to != a) __builtin_memmove(static_cast<void*>(a), to, static_cast<std::size_t>(merged) * sizeof(E));
  return a - a_begin + merged;
}

/// The first of [begin, end) that is not `before`, which all are up to some place and none from there on.
/// (std::partition_point, without <algorithm>, which every generated kernel would read.)
template <class E, class F>
E* first_behind(E* begin, E* end, F&& before) {
  for (std::int64_t left = end - begin; left > 0;) {
    E* const middle = begin + left / 2;
    const bool right = before(*middle);
    begin = right ? middle + 1 : begin;
    left = right ? left - left / 2 - 1 : left / 2;
  }
  return begin;
}

}  // namespace detail

/// Sorted runs behind each other, each at least twice as long as the next, or, with two buffers, one run that
/// each merge moves from one to the other.
template <class E, class Op>
class sorted_runs {
 public:
  /// `steady`: the order of merges depends on the lengths of runs alone, not on the memory that is left.
  sorted_runs(memory_budget& budget, bool two_buffers, bool steady)
      : two_buffers_(two_buffers), steady_(steady), entries_(budget), other_(budget) {}

  /// Nothing is added after the next add(), until clear(): no room is needed for it.
  void expect_last() { last_ = true; }
  /// Adds n components in order, no key twice: f(to) writes them.
  template <class F>
  void add(std::int64_t n, F&& f) {
    if (n == 0) return;
    make_room(n);
    f(entries_.data() + size_);
    starts_.push(size_);
    size_ += n;
    if (two_buffers_ && starts_.size() == 2) return merge_to_other();
    while (starts_.size() >= 2 && length(starts_.size() - 2) < 2 * length(starts_.size() - 1)) merge_last();
  }
  /// Makes one run of all.
  void finish() {
    while (starts_.size() >= 2) merge_last();
    other_.release();
  }
  std::int64_t size() const { return size_; }
  const E* data() const { return entries_.data(); }
  void clear() {
    starts_.clear();
    size_ = 0;
    last_ = false;
  }
  /// Gives the memory back, unless there is no more than `most` bytes of it.
  void shrink(std::size_t most) {
    clear();
    other_.release();
    if (static_cast<std::size_t>(entries_.capacity()) * sizeof(E) > most) entries_.release();
  }
  /// The array, whose first size() components are set.
  counted_array<E> release() {
    clear();
    return std::move(entries_);
  }
  void take(counted_array<E>&& entries, std::int64_t size) {
    clear();
    entries_ = std::move(entries);
    size_ = size;
    if (size != 0) starts_.push(0);
  }

 private:
  std::int64_t length(std::int64_t run) const {
    return (run + 1 < starts_.size() ? starts_[run + 1] : size_) - starts_[run];
  }
  void make_room(std::int64_t n) {
    if (size_ + n <= entries_.capacity()) return;
    const std::int64_t wanted = last_ ? size_ + n : size_ + n + (size_ + n) / 2;
    if (detail::finds_memory([&] { entries_.reallocate(wanted, size_); })) return;
    if (!steady_) finish();  // components that are in several runs take room
    if (size_ + n > entries_.capacity()) entries_.reallocate(size_ + n, size_);
  }

  /// Merges the last two runs where they are. What stands before all of the second or behind all of the first
  /// stays: most of it, where rows come in order. Of the rest the shorter part is moved away first.
  void merge_last() {
    const std::int64_t last = starts_.size() - 1;
    E *const x = entries_.data(), *const middle = x + starts_[last], *const end = x + size_;
    const E highest = middle[-1], lowest = middle[0];
    if (!(highest.key < lowest.key)) {
      E* const from =
          detail::first_behind(x + starts_[last - 1], middle, [&](const E& e) { return e.key < lowest.key; });
      E* const to = detail::first_behind(middle, end, [&](const E& e) { return !(highest.key < e.key); });
      E* const merged = merge_parts(from, middle, to);
      if (merged != to)
        __builtin_memmove(static_cast<void*>(merged), to, sizeof(E) * static_cast<std::size_t>(end - to));
      size_ = merged - x + (end - to);
    }
    starts_.resize(last);
  }
  /// Of [x, middle) and [middle, end): where the result, which begins at x, ends.
  E* merge_parts(E* x, E* middle, E* end) {
    const std::int64_t a = middle - x, b = end - middle, shorter = a < b ? a : b;
    if (other_.capacity() < shorter) reserve_other(shorter);
    E* const moved = other_.data();
    copy(moved, a <= b ? x : middle, shorter);
    return x + (a <= b ? detail::merge_components<Op>(moved, a, middle, b, x)
                       : detail::merge_backwards<Op>(x, a, moved, b, end));
  }
  void reserve_other(std::int64_t n) {
    // The next one is longer.
    if (!detail::finds_memory([&] { other_.reallocate(n + n / 2, 0); })) other_.reallocate(n, 0);
  }
  void merge_to_other() {
    const std::int64_t middle = starts_[1];
    if (other_.capacity() < size_ &&
        !detail::finds_memory([&] { other_.reallocate(entries_.capacity(), 0); }))
      return merge_last();
    const E* const x = entries_.data();
    size_ = detail::merge_components<Op>(x, middle, x + middle, size_ - middle, other_.data());
    entries_.swap(other_);
    starts_.resize(1);
  }
  static void copy(E* to, const E* from, std::int64_t n) {
    __builtin_memcpy(static_cast<void*>(to), from, static_cast<std::size_t>(n) * sizeof(E));
  }

  bool two_buffers_;
  bool steady_;
  bool last_ = false;
  counted_array<E> entries_;
  counted_array<E> other_;
  grow<std::int64_t> starts_;
  std::int64_t size_ = 0;
};

INSUM_RT_END

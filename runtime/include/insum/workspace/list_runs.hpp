// Runs of components that come in ascending order, by a list each time.
#pragma once

#include "components.hpp"
#include "list_sorter.hpp"

INSUM_RT_BEGIN

/// How what a list holds follows the runs before, whose components went elsewhere.
template <class T, class Keys>
class list_runs {
 public:
  using list = component_list<component_of<T, Keys>>;
  static constexpr std::int64_t run_length = 1 << 15;  ///< of components in order; stays in cache

  /// Whether the components ascend, those of the runs as well.
  bool go_on_in(const list& x) const {
    if (x.begin == x.end) return true;
    if (count_ > 0 && !(last_ < x.begin->key)) return false;
    for (const auto* e = x.begin + (x.sorted > 0 ? x.sorted : 1); e < x.end; ++e)
      if (!(e[-1].key < e[0].key)) return false;
    return true;
  }
  /// Whether the leading ones of `bits` bits of the keys ascend, as those of an outer loop do. Rows of equal
  /// ones take two runs at most, on average.
  bool go_on_by_rows_in(const list& x, int bits) const {
    const int low = detail::bits_out_of_order(x.begin, x.size(), bits);
    const auto row = [&](std::uint64_t key) { return detail::shifted_right(key, low); };
    const std::uint64_t from = row(count_ > 0 ? first_ : x.begin->key), to = row(x.end[-1].key);
    return low < bits && (count_ == 0 || row(last_) <= row(x.begin->key)) &&
           (2 * (to - from) > count_ || x.capacity() < run_length);
  }
  /// The components of a list go elsewhere; others follow.
  void end_with(const list& x) {
    if (x.begin == x.end) return;
    if (count_++ == 0) first_ = x.begin->key;
    last_ = x.end[-1].key;
  }
  std::int64_t count() const { return static_cast<std::int64_t>(count_); }
  /// What comes next need not follow what came before.
  void forget() { count_ = 0; }

 private:
  typename Keys::key_type first_{}, last_{};
  std::uint64_t count_ = 0;
};

INSUM_RT_END

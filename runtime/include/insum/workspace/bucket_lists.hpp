// Components in buckets of neighbouring coordinates, each a list that is sorted and combined when it is full:
// insert-sort-merge within caches, whatever the length of the result.
#pragma once

#include <limits>
#include <utility>

#include "../rt/parallel.hpp"
#include "key_marks.hpp"
#include "list_memory.hpp"
#include "list_runs.hpp"

INSUM_RT_BEGIN

/// Lists of components by their leading bits. Buckets are cut where they become long on average: the more
/// components there are, the more buckets, so that each stays in cache.
template <class T, class Op, class Keys>
class bucket_lists {
 public:
  using component_type = component_of<T, Keys>;
  using list = component_list<component_type>;
  static constexpr int rank = Keys::rank;
  static constexpr std::int64_t run_length = list_runs<T, Keys>::run_length;

  /// For no more than `most` components at a time.
  bucket_lists(const coordinates<rank>& sizes, std::int64_t most)
      : keys_(sizes), sorter_(keys_), memory_(most) {
    lists_.resize(1);
    clear();
  }
  bucket_lists(const bucket_lists&) = delete;
  bucket_lists& operator=(const bucket_lists&) = delete;

  /// False, and nothing has changed, where the component's list is full: make_room() then.
  INSUM_RT_INLINE bool insert(const coordinates<rank>& c, const T& value) {
    const auto key = keys_.pack(c);
    if (__builtin_expect(alone_.end != alone_.most, 1)) {
      *alone_.end++ = {key, value};
      return true;
    }
    list& x = all_[place(key)];
    if (__builtin_expect(x.end == x.most, 0)) return false;
    *x.end++ = {key, value};
    return true;
  }
  /// Room for one component at c. False where there is no memory for it: memory.take(bytes) is asked.
  /// `waits`: lists that met few components twice are not sorted each time.
  template <class Memory>
  bool make_room(const coordinates<rank>& c, Memory& memory, bool waits) {
    const auto key = keys_.pack(c);
    sorter_.use_cells(!memory.is_bounded());
    waits_ = (waits || leaves_) && !memory.is_bounded();
    if (list& x = all_[place(key)]; x.begin != nullptr) {
      if (x.size() < most_unsorted(x)) return enlarge(x, memory, most_unsorted(x));
      if (stays_unsorted(x, memory)) return x.end != x.most || make_room_unsorted(x, key, memory);
      sort_list(x);
      if (2 * x.size() <= x.capacity()) return true;
      if (is_to_be_cut(x) && !memory.is_bounded()) cut_lists(memory);
    }
    list& x = all_[place(key)];
    return x.end != x.most || enlarge(x, memory, most_unsorted(x));
  }
  /// What the lists hold is joined with what others hold, and sorted then: before that only as much of it as
  /// tells how many components meet others.
  void leave_unsorted() { leaves_ = true; }
  /// Until open() all components go to a list of their own, which has room for `most`.
  void close(std::int64_t most) {
    waiting_.resize(most);
    if (bits_ == 0) lists_[0] = alone_;
    alone_ = {waiting_.data(), waiting_.data() + most, waiting_.data(), 0};
    all_ = &alone_;
    mask_ = 0;
  }
  /// That list, while they are closed.
  list& waiting() { return alone_; }
  void open() {
    alone_ = bits_ == 0 ? lists_[0] : list{};
    set_bits(bits_);
  }
  Keys& keys() { return keys_; }
  const Keys& keys() const { return keys_; }
  const list& first_list() const { return all_[0]; }
  /// The components while they are in one list; -1 where there are several.
  std::int64_t in_one_list() const { return bits_ == 0 ? all_[0].size() : -1; }
  /// Room for several times as many in one list, which is not sorted, or for `most`; false where it may not
  /// be longer.
  template <class Memory>
  bool lengthen(Memory& memory, std::int64_t most) {
    list& x = all_[0];
    return memory_.lengthen(x, memory, x.capacity() == 0 ? first_capacity : 8 * x.capacity(), most);
  }
  /// The one list while no more than `few` components were inserted, sorted by insertion, equal ones
  /// combined; null elsewhere.
  const list* few_in_order() {
    constexpr std::int64_t few = 24;
    list& x = all_[0];
    if (bits_ != 0 || x.size() > few || sorted_ != 0 || runs_.count() != 0) return nullptr;
    detail::insertion_sort(x.begin, x.size());
    x.end = x.begin + detail::combine_equal<Op>(x.begin, x.size());
    return &x;
  }
  /// Forgets the components of the one list, which keeps its room; false where it has none.
  bool empty_list() {
    all_[0].end = all_[0].begin;
    return all_[0].capacity() > 0;
  }
  /// Whether all components came in ascending order so far, those before the last end_run() as well: one list
  /// needs no sorting then.
  bool is_in_order() const { return bits_ == 0 && runs_.go_on_in(all_[0]); }
  /// ... which is noted then.
  bool comes_in_order() {
    if (!is_in_order()) return false;
    list& x = all_[0];
    sorted_ += x.size() - x.known;
    distinct_ += x.size() - x.apart;
    x.set_sorted(x.size());
    return true;
  }
  /// Whether the leading bits of the components ascend, as those of an outer loop do, in the one list and
  /// from those before the last end_run() on. Rows of equal ones take two runs at most, on average.
  bool comes_by_rows() const {
    if constexpr (is_packed) {
      const list& x = all_[0];
      return bits_ == 0 && (x.begin == x.end || runs_.go_on_by_rows_in(x, keys_.bits()));
    } else {
      return false;
    }
  }
  /// After sort(), of one list: not nearly all components met others, and there are `apart` coordinates for
  /// each one that is left.
  bool is_thin(std::int64_t apart) const {
    if constexpr (is_packed) {
      const list& x = all_[0];
      return bits_ == 0 && x.begin != x.end && 4 * distinct_ >= sorted_ &&
             x.end[-1].key - x.begin->key >= static_cast<std::uint64_t>(apart * x.size());
    } else {
      return false;
    }
  }
  /// Room for one more in order, of about `expected`. False where the list is as long as a run is to be, or
  /// there is no memory.
  template <class Memory>
  bool make_room_in_order(Memory& memory, std::int64_t expected) {
    list& x = all_[0];
    if (x.capacity() >= run_length) return x.end != x.most;
    const bool goes_on = runs_.count() > 0 || (x.capacity() > 0 && expected >= run_length / 2);
    return enlarge(x, memory, goes_on ? run_length : 4 * x.capacity(), run_length);
  }
  /// The components go elsewhere; others follow.
  void end_run() { runs_.end_with(all_[0]); }
  /// How many went elsewhere.
  std::int64_t runs() const { return runs_.count(); }
  /// What comes next need not follow what came before.
  void forget_runs() { runs_.forget(); }

  /// Of the components that were sorted so far, or counted, how many are left, or at least would be.
  std::int64_t distinct() const { return distinct_; }
  /// Of how many.
  std::int64_t sorted() const { return sorted_; }

  void sort() {
    const std::int64_t count = lists_.size();
    if (count == 1) return sort_list(all_[0]);
    distinct_ = 0;
    std::int64_t longest = 0;
    for (std::int64_t k = 0; k < count; ++k) longest = all_[k].size() > longest ? all_[k].size() : longest;
    const std::int64_t least = least_work(least_parallel) / (memory_.held() / count + 1) + 1;
    parallel_dynamic(0, count, least, [&](std::int64_t begin, std::int64_t end) {
      list_sorter<T, Op, Keys> sorter(keys_);
      grow<component_type> scratch;
      scratch.resize(longest);
      for (std::int64_t k = begin; k < end; ++k) sorter.sort(all_[k], scratch.data(), shift_);
    });
    for (std::int64_t k = 0; k < count; ++k) distinct_ += all_[k].size();
  }
  /// After sort().
  std::int64_t size() const { return distinct_; }
  void copy_to(component_type* to) const {
    each([&](const component_type* x, std::int64_t n) {
      if (n != 0) __builtin_memcpy(static_cast<void*>(to), x, static_cast<std::size_t>(n) * sizeof(*x));
      to += n;
    });
  }
  template <class F>
  void visit(F&& f) const {
    each([&](const component_type* x, std::int64_t n) {
      for (std::int64_t k = 0; k < n; ++k) f(keys_.unpack(x[k].key), x[k].value);
    });
  }
  /// f(list, lowest key, highest key) for each list, whose components need not be sorted.
  template <class F>
  void each_list(F&& f) const {
    for (std::int64_t k = 0; k < lists_.size(); ++k) {
      const auto low = static_cast<std::uint64_t>(k) << shift_;
      f(all_[k], low, low | detail::low_bits(shift_));
    }
  }
  /// Sorts the lists where most components met others: they take less memory then.
  void sort_if_met() {
    if (!most_met()) return;
    for (std::int64_t k = 0; k < lists_.size(); ++k) sort_list(all_[k]);
  }
  /// Forgets all components; the memory stays for the next.
  void clear() {
    memory_.recycle();
    lists_.resize(1);
    alone_ = {};
    distinct_ = sorted_ = 0;
    meet_ = false;
    set_bits(0);
  }

 private:
  /// Of a list that is divided, in bits of their number. Those that are left unsorted go to slices of all
  /// keys as they are: the shorter, the more of them are in one.
  static constexpr int first_more = 5, first_more_left = 8, most_parts = 1 << first_more_left;
  static constexpr int most_bits = 12;  ///< of a bucket's number: the ends of all lists stay in cache
  /// On average: in cache, with the scratch. Shorter ones take more steps of sorting and merging.
  static constexpr std::int64_t cached = (std::int64_t{1} << 18) /
                                         static_cast<std::int64_t>(sizeof(component_type)),
                                long_list = cached < 1 << 12 ? 1 << 12 : cached;
  static constexpr std::int64_t most_uneven = 16;          ///< of the longest list and the average
  static constexpr std::int64_t least_parallel = 1 << 17;  ///< components
  static constexpr bool is_packed = std::is_same_v<typename Keys::key_type, std::uint64_t>;
  static constexpr std::int64_t first_capacity = 1 << 10, first_of_many = 64;

  std::uint64_t place(const typename Keys::key_type& key) const { return keys_.shifted(key, shift_) & mask_; }
  void set_bits(int bits) {
    bits_ = bits;
    all_ = bits == 0 ? &alone_ : lists_.data();
    shift_ = keys_.bits() - bits;
    mask_ = detail::low_bits(bits);
    if (shift_ > 63) shift_ = 63;
  }
  template <class F>
  void each(F&& f) const {
    for (std::int64_t k = 0; k < lists_.size(); ++k) f(all_[k].begin, all_[k].size());
  }
  void sort_list(list& x) {
    if (x.size() == x.sorted) return;
    unbounded_memory memory;  // where it has a bound, the scratch is long enough
    if (!memory_.make_scratch(x, memory)) throw std::bad_alloc();
    const std::int64_t before = x.sorted, all = x.size(), known = x.known, apart = x.apart;
    sorter_.sort(x, memory_.scratch(), shift_);
    sorted_ += all - known;
    distinct_ += x.sorted - apart;
    meet_ = 3 * (x.sorted - before) < all - before;
  }
  /// At how many coordinates the components of a list are at least, which takes a fraction of the time that
  /// sorting does.
  void count_apart([[maybe_unused]] list& x) {
    if constexpr (is_packed) {
      const std::int64_t n = x.size();
      if (n == x.known) return;
      const std::int64_t apart = marks_.least_distinct(x.begin, n);
      sorted_ += n - x.known;
      distinct_ += apart - x.apart;
      meet_ = 3 * (apart - x.apart) < n - x.known;
      x.known = n;
      x.apart = apart;
    }
  }

  /// By the components of a few lists, the longest among them.
  bool most_met() {
    constexpr std::int64_t looks = 16;
    std::int64_t all = 0, before = 0, seen = 0, apart = 0;
    for (std::int64_t k = 0; k < lists_.size(); ++k) all += all_[k].size();
    const std::int64_t distance = all / looks + 1;
    for (std::int64_t k = 0; k < lists_.size(); ++k) {
      list& x = all_[k];
      const std::int64_t after = before + x.size();
      if (after / distance != before / distance || (k == 0 && x.size() != 0)) {
        count_apart(x);
        seen += x.size();
        apart += x.apart;
      }
      before = after;
    }
    return 2 * apart < seen;
  }

  /// What is known to be apart bounds what waits: the list that was looked at last tells how often components
  /// meet, and all that is held is no more than some times what is known to be apart.
  template <class Memory>
  bool stays_unsorted(list& x, const Memory& memory) {
    if (!leaves_ || !waits_ || !is_packed || memory.is_bounded()) return false;
    if (!may_wait() || x.size() > long_list) count_apart(x);
    return may_wait();
  }
  bool may_wait() const {
    constexpr std::int64_t waiting = 8;  // of a capacity of which half is taken, on average
    return !meet_ && memory_.held() < waiting * distinct_;
  }
  template <class Memory>
  bool make_room_unsorted(list& x, const typename Keys::key_type& key, Memory& memory) {
    if (is_to_be_cut(x)) {
      deal_out_lists(memory);
      list& now = all_[place(key)];
      return now.end != now.most || enlarge(now, memory);
    }
    const std::int64_t capacity = x.capacity();
    return enlarge(x, memory, 4 * capacity < long_list ? 4 * capacity : 2 * capacity);
  }
  /// How long a list becomes before it is sorted again; 0: no longer than it is. What is sorted later needs
  /// room until then: the less, the more of it meets others.
  std::int64_t most_unsorted(const list& x) const {
    if (!waits_ || 3 * distinct_ < sorted_) return 0;
    return 4 * x.sorted < long_list ? 4 * x.sorted : long_list;
  }
  /// A longer block for a list whose components are sorted, of up to `most`.
  template <class Memory>
  bool enlarge(list& x, Memory& memory, std::int64_t least = 0,
               std::int64_t most = std::numeric_limits<std::int64_t>::max()) {
    return memory_.enlarge(x, memory, bits_ == 0 ? first_capacity : first_of_many, least, most);
  }

  /// Where components are uneven, one list becomes long while others stay short.
  bool is_to_be_cut(const list& x) const {
    const std::int64_t average = memory_.held() / lists_.size();
    return x.capacity() >= long_list && average >= long_list / most_uneven && bits_ < most_bits &&
           bits_ < keys_.bits();
  }
  /// Each list becomes several, of the next bits.
  template <class Memory>
  void cut_lists(Memory& memory) {
    for (std::int64_t k = 0; k < lists_.size(); ++k) sort_list(all_[k]);
    replace_lists([&](const list& from, std::uint64_t) {
      const component_type* at = from.begin;
      while (at != from.end) at = move_part(at, from.end, memory);
    });
  }
  /// The same without sorting them: what is sorted stays so, and comes first.
  template <class Memory>
  void deal_out_lists(Memory& memory) {
    replace_lists([&](const list& from, std::uint64_t parts) {
      if (from.size() == from.sorted) {
        const component_type* at = from.begin;
        while (at != from.end) at = move_part(at, from.end, memory);
        return;
      }
      std::int64_t counts[most_parts] = {};
      const std::uint64_t first = place(from.begin->key) & ~(parts - 1);
      for (const component_type* x = from.begin; x != from.end; ++x) ++counts[place(x->key) - first];
      for (std::uint64_t k = 0; k < parts; ++k)
        if (counts[k] != 0) make_list(all_[first + k], counts[k], memory);
      const component_type* const behind = from.begin + from.sorted;
      for (const component_type* x = from.begin; x != behind; ++x) *all_[place(x->key)].end++ = *x;
      for (std::uint64_t k = 0; k < parts; ++k) all_[first + k].set_sorted(all_[first + k].size());
      for (const component_type* x = behind; x != from.end; ++x) *all_[place(x->key)].end++ = *x;
      share_known(from, all_ + first, parts);
    });
  }
  /// What is known of a list is so of the parts, about.
  void share_known(const list& from, list* parts, std::uint64_t count) {
    const auto of = static_cast<double>(from.size());
    std::int64_t known = from.known, apart = from.apart;
    for (list* x = parts; x != parts + count; ++x) {
      const auto part = static_cast<double>(x->size()) / of;
      const auto share = [&](std::int64_t all) {
        const auto n = static_cast<std::int64_t>(part * static_cast<double>(all));
        return n < x->sorted ? x->sorted : n;
      };
      x->known = share(from.known);
      x->apart = share(from.apart);
      known -= x->known;
      apart -= x->apart;
    }
    sorted_ -= known;
    distinct_ -= apart;
  }
  /// divide(list, parts) moves what is in one to as many, of more bits.
  template <class F>
  void replace_lists(F&& divide) {
    int more = bits_ != 0 ? 3 : leaves_ ? first_more_left : first_more;
    more = more < most_bits - bits_ ? more : most_bits - bits_;
    more = more < keys_.bits() - bits_ ? more : keys_.bits() - bits_;
    if (bits_ == 0) lists_[0] = std::exchange(alone_, list{});
    grow<list> old = std::move(lists_);
    const std::int64_t parts = std::int64_t{1} << more;
    lists_ = grow<list>();
    lists_.extend(old.size() * parts, list{});
    set_bits(bits_ + more);
    for (std::int64_t k = 0; k < old.size(); ++k) {
      const list from = old[k];
      if (from.begin == nullptr) continue;
      if (from.size() != 0) divide(from, static_cast<std::uint64_t>(parts));
      memory_.give(from);
    }
  }
  /// Of a list that is empty: for n components, and as many again or more.
  template <class Memory>
  void make_list(list& x, std::int64_t n, Memory& memory) {
    const std::int64_t room = (waits_ ? 4 : 2) * n;
    memory_.make(x, memory, room < first_of_many ? first_of_many : room);
  }
  /// The components that belong to the list of the first one.
  template <class Memory>
  const component_type* move_part(const component_type* at, const component_type* end, Memory& memory) {
    const std::uint64_t number = place(at->key);
    const component_type* const first = at;
    while (at != end && place(at->key) == number) ++at;
    const std::int64_t n = at - first;
    list& x = all_[number];
    make_list(x, n, memory);
    __builtin_memcpy(static_cast<void*>(x.begin), first, static_cast<std::size_t>(n) * sizeof(*first));
    x.end = x.begin + n;
    x.set_sorted(n);
    return at;
  }

  Keys keys_;
  list_sorter<T, Op, Keys> sorter_;
  detail::key_marks marks_;
  list* all_ = nullptr;  ///< the lists
  /// The only list, without a look at the key: where there are several, it has no room. While they are
  /// closed, in waiting_.
  list alone_{};
  grow<component_type> waiting_;
  list_runs<T, Keys> runs_;  ///< that went elsewhere
  int shift_ = 0;            ///< from a key to the number of its list
  int bits_ = 0;             ///< of that number
  std::uint64_t mask_ = 0;
  grow<list> lists_;
  list_memory<component_type> memory_;
  std::int64_t distinct_ = 0;  ///< sorted components
  std::int64_t sorted_ = 0;    ///< components that were sorted in, ever
  bool leaves_ = false;        ///< as leave_unsorted() says
  bool meet_ = false;          ///< two of three components of the list that was sorted last met others
  bool waits_ = false;         ///< lists that met few components twice become longer before they are sorted
};

INSUM_RT_END

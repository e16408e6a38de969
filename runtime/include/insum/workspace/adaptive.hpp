// Accumulation arrays that choose by what is inserted how they take it.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "../report/ways.hpp"
#include "bucket_lists.hpp"
#include "dense.hpp"
#include "filling.hpp"
#include "hash.hpp"

INSUM_RT_BEGIN

/// What a workspace takes where no policy is named. Components go to lists first, which grow with the result:
/// lists in buckets that stay in cache. What the lists meet decides:
/// - components in ascending order go to the all array in runs, as they are, and so do, sorted, those of
///   ascending rows that do not meet often: what comes later is behind them;
/// - results that fill much of their elements get a place for each element, early where as many components
///   are expected as fill them;
/// - where most components meet few coordinates, they are combined in a hash table when they are inserted.
/// It is full where there is no memory for a longer list; what it holds is sorted and merged then. Where
/// memory has a bound it is lists alone: these give way when there is none left, a table would not.
template <class T, class Op, int Rank>
class adaptive_workspace {
  using packed_lists = bucket_lists<T, Op, element_keys<Rank>>;
  using full_lists = bucket_lists<T, Op, full_keys<Rank>>;
  using dense = dense_workspace<T, Op, Rank>;
  using hash = hash_workspace<T, Op, Rank>;

 public:
  using value_type = T;
  using reduction = Op;
  static constexpr int rank = Rank;
  using places = typename dense::places;
  /// It takes memory when components come.
  static constexpr bool grows = true;

  /// Lists of no more than `most` components together; the largest number there is: of any number.
  adaptive_workspace(const coordinates<Rank>& sizes, std::int64_t most)
      : sizes_(sizes),
        packed_(sizes, most),
        filling_(sizes),
        is_limited_(most != std::numeric_limits<std::int64_t>::max()) {
    if (!packed_keys<Rank>::fit(sizes)) full_ = std::make_unique<full_lists>(sizes, most);
  }
  static std::size_t bytes(const coordinates<Rank>&, std::int64_t) { return 0; }
  /// Components that will come, about; 0: not known.
  void expect(std::int64_t components) { filling_.expect(components); }
  /// leave_lists() comes in place of sort(), as far as possible. `is_one_of_many`: as filling says.
  void expect_to_leave(bool is_one_of_many) {
    packed_.leave_unsorted();
    filling_.set_one_of_many(is_one_of_many);
  }

  INSUM_RT_INLINE bool insert(const coordinates<Rank>& c, const T& value) {
    if (__builtin_expect(packed_.insert(c, value), 1)) return true;  // there is no room in closed lists
    return insert_slowly(c, value, std::make_index_sequence<static_cast<std::size_t>(Rank)>());
  }
  /// Room for one component at c; false where there is none. `memory` tells how much there is, with
  /// take(bytes) and is_bounded().
  template <class Memory>
  bool make_room(const coordinates<Rank>& c, Memory memory) {
    if (way_ == way::dense) return empty_list(memory);
    if (way_ == way::hash) return leave_hash(c, memory);
    if (filling_.are_few() && !memory.is_bounded()) return become_dense(memory);
    if (filling_.trusts_expected() && filling_.expected() >= filling_.enough() && !memory.is_bounded() &&
        make_room_expecting(memory))
      return true;
    if (in_order_) {
      in_order_ = !is_limited_ && !memory.is_bounded() &&
                  with_lists([](auto& lists) { return lists.comes_in_order(); });
      if (in_order_) return make_room_in_order(memory);
      if (starts_again(memory)) return false;
    }
    if (filling_.is_possible() && !memory.is_bounded() && make_room_unsorted(memory)) return true;
    if (by_rows_ && !filling_.is_near()) {
      by_rows_ = !is_limited_ && !memory.is_bounded() &&
                 with_lists([](const auto& lists) { return lists.comes_by_rows(); });
      if (by_rows_) return make_room_in_order(memory);
    }
    if (!with_lists([&](auto& lists) { return lists.make_room(c, memory, !filling_.is_near()); }))
      return false;
    if (memory.is_bounded() || fill_elements(memory)) return true;
    const std::int64_t sorted = with_lists([](auto& lists) { return lists.sorted(); });
    if (!is_limited_ && sorted >= next_look_)
      look_back(sorted, with_lists([](auto& lists) { return lists.distinct(); }));
    return true;
  }
  /// Of an empty one: a place for each element, where that is what the first component would make of it; what
  /// inserts there needs no list. Null elsewhere.
  template <class Memory>
  const places* start_with_places(Memory memory) {
    if (memory.is_bounded() || way_ != way::lists || packed_.in_one_list() != 0 ||
        !(filling_.are_few() || (filling_.takes_little() && filling_.expected() >= filling_.enough())))
      return nullptr;
    begin_dense(memory);
    return &dense_->all_places();
  }
  /// f(components, count) with all that it holds, in order, where that is little; it is empty then, and
  /// keeps its room. False elsewhere.
  template <class F>
  bool take_few(F&& f) {
    const auto* const list =
        way_ == way::lists && full_ == nullptr && !ends_run_ ? packed_.few_in_order() : nullptr;
    if (list == nullptr) return false;
    f(list->begin, list->size());
    static_cast<void>(packed_.empty_list());
    return true;
  }
  /// What was merged before goes to the places, where it has them: to merge it with as many components as
  /// fill the result would take longer.
  template <class All>
  void take_back(All& all) {
    if (way_ != way::dense || all.size() == 0) return;
    move_to_places();
    static_cast<void>(packed_.empty_list());
    all.give_back([&, to = dense_->all_places()](const coordinates<Rank>& c, const T& value) {
      to.insert_before(c, value);
    });
  }
  /// How it took what it holds, before sort().
  report::ways::way current_way() const {
    using report::ways;
    if (way_ == way::dense) return ways::dense;
    if (way_ == way::hash) return ways::hash;
    return with_lists([&](const auto& lists) {
      if (lists.in_one_list() == 0) return ways::none;
      return in_order_ && (ends_run_ || lists.is_in_order()) ? ways::in_order : ways::lists;
    });
  }
  void sort() {
    if (way_ == way::dense) {
      move_to_places();
      return dense_->sort();
    }
    if (way_ == way::hash) empty_hash();
    with_lists([](auto& lists) { lists.sort(); });
  }
  std::int64_t size() const {
    if (way_ == way::dense) return dense_->size();
    return full_ != nullptr ? full_->size() : packed_.size();
  }
  template <class F>
  void visit(F&& f) const {
    if (way_ == way::dense) return dense_->visit(f);
    if (full_ != nullptr) return full_->visit(f);
    packed_.visit(f);
  }
  /// Writes the components to packed keys; false where they have none.
  bool copy_to(component_of<T, packed_keys<Rank>>* to) const {
    if (way_ == way::dense || full_ != nullptr) return false;
    packed_.copy_to(to);
    return true;
  }
  /// What it has instead of sort() where another sorts what several arrays hold: that its components stay in
  /// lists that each_list() shows. False where there is no need for that.
  bool leave_lists() {
    if (way_ == way::dense || full_ != nullptr || (way_ == way::lists && goes_on_in_runs())) return false;
    if (way_ == way::hash) {
      empty_hash();
      way_ = way::lists;
    }
    packed_.sort_if_met();
    return true;
  }
  template <class F>
  void each_list(F&& f) const {
    packed_.each_list(f);
  }
  void clear() {
    if (way_ == way::dense) {
      dense_->clear();
      packed_.keys().pack_bits();
    }
    if (way_ == way::hash) hash_->clear();
    by_rows_ = !ends_run_ || (by_rows_ && with_lists([&](const auto& lists) {
                                return lists.is_thin(filling_.is_possible() ? filling_.most_for_each() : 1);
                              }));
    with_lists([](auto& lists) { lists.clear(); });
    if (!ends_run_) with_lists([](auto& lists) { lists.forget_runs(); });
    in_order_ = !ends_run_ || in_order_;
    if (!ends_run_) restarts_ = runs_before_ = 0;
    ends_run_ = false;
    way_ = way::lists;
    looked_at_ = {};
    met_ = 0;
    next_look_ = stretch_ = first_stretch;
  }

  /// Of an empty one: the table is as large as at first.
  void forget_growth() {
    if (capacity_ == first_capacity) return;
    capacity_ = first_capacity;
    hash_.reset();
  }

 private:
  enum class way : unsigned char { lists, dense, hash };
  static constexpr std::int64_t most_unsorted = 1 << 17;  ///< while too few came to fill the elements
  static constexpr std::int64_t most_waiting = 1 << 10;   ///< for places, or the table
  static constexpr std::int64_t first_capacity = 1 << 14, most_capacity = 1 << 17, often = 8;
  static constexpr std::int64_t first_stretch = 1 << 11;             ///< components between looks, at first
  static constexpr std::int64_t least_runs = 4, most_stretches = 8;  ///< of components in order

  template <std::size_t... l>
  INSUM_RT_INLINE bool insert_slowly(const coordinates<Rank>& c, const T& value, std::index_sequence<l...>) {
    return insert_elsewhere(value, packed_.keys().pack(c), c[l]...);
  }
  /// Cold, whatever it is: a call that is likely would take registers from the loops around insert(). One by
  /// one and by value: an address of coordinates, or an array of them, would keep them in memory. What is
  /// cold is compiled to be short, so that others do the work.
  template <class... C>
  INSUM_RT_COLD bool insert_elsewhere(T value, std::uint64_t key, C... at) {
    if (full_ != nullptr) return insert_full({at...}, value);
    if (way_ != way::hash || !empty_waiting()) return false;
    *packed_.waiting().end++ = {key, value};
    return true;
  }
  __attribute__((noinline)) bool insert_full(const coordinates<Rank>& c, const T& value) {
    if (way_ != way::hash) return full_->insert(c, value);
    ++hashed_;
    return hash_->insert(c, value);
  }
  /// What waits goes to the table by a loop of its own: a call for each component would take as long again.
  /// False where the table is full; the rest waits on.
  __attribute__((noinline)) bool empty_waiting() {
    auto& list = packed_.waiting();
    const auto* const rest = hash_->insert_packed(list.begin, list.end);
    hashed_ += rest - list.begin;
    const std::int64_t n = list.end - rest;
    __builtin_memmove(static_cast<void*>(list.begin), rest, static_cast<std::size_t>(n) * sizeof(*rest));
    list.end = list.begin + n;
    return n == 0;
  }
  template <class F>
  auto with_lists(F&& f) {
    return full_ != nullptr ? f(*full_) : f(packed_);
  }
  template <class F>
  auto with_lists(F&& f) const {
    return full_ != nullptr ? f(std::as_const(*full_)) : f(packed_);
  }
  /// All that was inserted is a run behind those that went to the all array.
  bool goes_on_in_runs() { return !is_limited_ && (packed_.comes_in_order() || packed_.comes_by_rows()); }
  /// False at the end of a run, which goes to the all array as it is.
  template <class Memory>
  bool make_room_in_order(Memory& memory) {
    return with_lists([&](auto& lists) {
      if (lists.make_room_in_order(memory, filling_.expected())) return true;
      lists.end_run();
      ends_run_ = true;
      return false;
    });
  }
  /// What came in order for long does so once more, from a lower coordinate on: the list is one run, which is
  /// sorted, and runs follow. Few of such stretches are merged with less work than lists take.
  template <class Memory>
  bool starts_again(Memory& memory) {
    return with_lists([&](auto& lists) {
      const std::int64_t runs = lists.runs() - std::exchange(runs_before_, lists.runs());
      const std::int64_t came = (lists.runs() + 1) * lists.run_length, stretches = restarts_ + 2;
      if (is_limited_ || memory.is_bounded() || runs < least_runs || stretches > most_stretches ||
          filling_.expected() / most_stretches > came / (stretches - 1))
        return false;
      ++restarts_;
      lists.end_run();
      in_order_ = ends_run_ = true;
      return true;
    });
  }
  /// As many components are to come as fill the elements, if all meet as often as the first of them, which
  /// wait for that in one list. False where they do not fill them.
  template <class Memory>
  bool make_room_expecting(Memory& memory) {
    if (!filling_.takes_little()) {
      const std::int64_t sample = filling_.sample();
      const std::int64_t held = with_lists(
          [](auto& lists) { return lists.sorted() == 0 ? lists.in_one_list() : std::int64_t{-1}; });
      if (held < 0) return false;
      if (held < sample) return with_lists([&](auto& lists) { return lists.lengthen(memory, sample); });
      if (!filling_.is_filled_by(filling_.expected() / held * count_distinct())) return false;
    }
    return become_dense(memory);
  }
  /// What is to get a place for each element need not be sorted before: one list grows until as many
  /// components came as would do, whose coordinates a bitmap counts. False where there is no more to wait
  /// for.
  template <class Memory>
  bool make_room_unsorted(Memory& memory) {
    const std::int64_t held = with_lists([](auto& lists) { return lists.in_one_list(); });
    const std::int64_t enough = filling_.enough();
    if (held < 0 || enough > most_unsorted) return false;
    if (held < enough) return with_lists([&](auto& lists) { return lists.lengthen(memory, enough); });
    if (!filling_.takes_little() && !filling_.is_filled_by(count_distinct())) return false;
    return become_dense(memory);
  }
  template <class Memory>
  bool fill_elements(Memory& memory) {
    const auto sorted = with_lists([](auto& lists) { return lists.sorted(); }),
               distinct = with_lists([](auto& lists) { return lists.distinct(); });
    return filling_.is_possible() && filling_.is_filled(sorted, distinct, met_) && become_dense(memory);
  }
  std::int64_t count_distinct() const {
    return with_lists([&](const auto& lists) { return filling_.count_distinct(lists); });
  }
  /// What is inserted waits in one list still, which is short: the loops around insert() have one way then,
  /// and the places are filled by a loop of their own.
  template <class Memory>
  bool become_dense(Memory& memory) {
    begin_dense(memory);
    return packed_.lengthen(memory, most_waiting);
  }
  template <class Memory>
  void begin_dense(Memory& memory) {
    if (dense_ == nullptr) {
      memory.take(dense::bytes(sizes_, 0));
      dense_ = std::make_unique<dense>(sizes_, 0);
    }
    packed_.visit(
        [&, to = dense_->all_places()](const coordinates<Rank>& c, const T& value) { to.insert(c, value); });
    packed_.clear();
    packed_.keys().pack_numbers(sizes_);
    way_ = way::dense;
  }
  /// Of the list, under the numbers of their elements.
  void move_to_places() {
    const auto& list = packed_.first_list();
    dense_->insert_numbered(list.begin, list.end);
  }
  template <class Memory>
  bool empty_list(Memory& memory) {
    move_to_places();
    return packed_.empty_list() || packed_.lengthen(memory, most_waiting);
  }
  /// Whether most of the components that were sorted since the last time met others.
  void look_back(std::int64_t sorted, std::int64_t distinct) {
    const bool meet = sorted - looked_at_.sorted >= often * (distinct - looked_at_.distinct);
    looked_at_ = {sorted, distinct};
    next_look_ = sorted + std::max(stretch_, sorted / 8);  // not of one list alone
    if (!meet) return;
    if (hash_ == nullptr) hash_ = std::make_unique<hash>(sizes_, capacity_);
    hashed_ = 0;
    use_hash();
  }
  /// Lists are closed, so that insert() need not ask for the way.
  void use_hash() {
    packed_.close(full_ == nullptr ? most_waiting : 0);
    way_ = way::hash;
  }
  /// The table is full. It stays in use where components met often until then; where half of them met, a
  /// larger one may tell.
  template <class Memory>
  bool leave_hash(const coordinates<Rank>& c, Memory& memory) {
    const bool was_useful = hashed_ >= often * capacity_;
    const bool grows_now = hashed_ >= 2 * capacity_ && capacity_ < most_capacity;
    empty_hash(memory);
    if (fill_elements(memory)) return true;
    if (grows_now) {
      capacity_ = most_capacity;
      hash_ = std::make_unique<hash>(sizes_, capacity_);
    }
    if (grows_now || was_useful) {
      use_hash();
      return true;
    }
    stretch_ *= 4;
    const std::int64_t sorted = with_lists([](auto& lists) { return lists.sorted(); });
    looked_at_ = {sorted, with_lists([](auto& lists) { return lists.distinct(); })};
    next_look_ = sorted + stretch_;
    way_ = way::lists;
    return with_lists([&](auto& lists) { return lists.make_room(c, memory, false); });
  }
  void empty_hash() {
    unbounded_memory memory;
    empty_hash(memory);
  }
  /// Only where memory has no bound.
  template <class Memory>
  void empty_hash(Memory& memory) {
    met_ += std::exchange(hashed_, 0) - hash_->size();
    const auto waiting = packed_.waiting();
    packed_.open();
    with_lists([&](auto& lists) {
      const auto insert = [&](const coordinates<Rank>& c, const T& value) {
        while (!lists.insert(c, value)) lists.make_room(c, memory, false);
      };
      hash_->each(insert);
      for (const auto* x = waiting.begin; x != waiting.end; ++x)
        insert(packed_.keys().unpack(x->key), x->value);
    });
    hash_->clear();
  }

  coordinates<Rank> sizes_;
  way way_ = way::lists;
  packed_lists packed_;
  std::unique_ptr<full_lists> full_;
  std::unique_ptr<dense> dense_;
  std::unique_ptr<hash> hash_;
  filling<T, Op, Rank> filling_;
  bool in_order_ = true;                    ///< all components so far
  bool by_rows_ = true;                     ///< ... or rows of them, far from all of their elements
  bool ends_run_ = false;                   ///< the next clear() is for what follows
  std::int64_t restarts_ = 0;               ///< from which on components come in order again
  std::int64_t runs_before_ = 0;            ///< the last of them
  bool is_limited_;                         ///< a capacity is given: the lists may be full when the table is
  std::int64_t capacity_ = first_capacity;  ///< of the table
  std::int64_t hashed_ = 0;                 ///< components that went to the table since it was empty
  std::int64_t met_ = 0;                    ///< and those that met others there before
  struct {
    std::int64_t sorted = 0, distinct = 0;
  } looked_at_;
  /// In components that were sorted: when to look again, and how long after that.
  std::int64_t next_look_ = first_stretch, stretch_ = first_stretch;
};

INSUM_RT_END

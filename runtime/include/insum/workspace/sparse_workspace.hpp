// Insert-sort-merge: components go to an accumulation array, which is sorted and merged into an all array
// when it is full.
#pragma once

#include <memory>
#include <utility>

#include "collected.hpp"
#include "pipeline.hpp"

INSUM_RT_BEGIN

template <class A>
class parallel_workspace;

namespace detail {

template <std::size_t rank>
[[noreturn]] INSUM_RT_COLD void throw_out_of_range(const std::array<std::int64_t, rank>& c,
                                                   const std::array<std::int64_t, rank>& sizes) {
  std::size_t l = 0;
  while (c[l] >= 0 && c[l] < sizes[l]) ++l;
  throw index_error(insum::detail::message()
                    << "coordinate " << c[l] << " of mode " << static_cast<std::int64_t>(l)
                    << " of a workspace is out of [0, " << sizes[l] << ")");
}
template <std::size_t rank>
INSUM_RT_INLINE void check_range(const std::array<std::int64_t, rank>& c,
                                 const std::array<std::int64_t, rank>& sizes) {
  for (std::size_t l = 0; l < rank; ++l)
    if (__builtin_expect(c[l] < 0 || c[l] >= sizes[l], 0)) throw_out_of_range(c, sizes);
}

/// What is loaded by the pointer is loaded behind this call, not in front of the loops around, where it would
/// take registers from them.
template <class T>
INSUM_RT_INLINE T* reread(T* pointer) {
  __asm__ volatile("" : "+r"(pointer));
  return pointer;
}

/// Inserts into the places of a workspace: what fill() calls a function with.
template <class A>
class places_of_workspace {
 public:
  explicit places_of_workspace(const typename A::places* places) : places_(places) {}
  INSUM_RT_INLINE void insert(const coordinates<A::rank>& c, const typename A::value_type& given) const {
    const typename A::value_type value = alone<typename A::reduction>(given);
    const typename A::places* const places = reread(places_);
    if constexpr (checks_enabled) check_range(c, places->sizes);
    places->insert(c, value);
  }
  template <class V, class... C>
  INSUM_RT_INLINE void update(const V& value, C... c) const {
    static_assert(sizeof...(C) == static_cast<std::size_t>(A::rank),
                  "the workspace policy has another rank than the result");
    insert({static_cast<std::int64_t>(c)...}, to<typename A::value_type>(value));
  }

 private:
  const typename A::places* places_;
};

/// A function of its own: what is inlined beside its loops would decide which of their values are in
/// registers. It has copies, which no call can change.
template <class To, class F>
__attribute__((noinline)) void run_apart(F f, To to) {
  f(to);
}

}  // namespace detail

/// The components of a sparse result, inserted in any order by one thread. A is one of the policies or a type
/// of the user's.
template <class A>
class sparse_workspace : public collected<sparse_workspace<A>, A> {
  using base = collected<sparse_workspace<A>, A>;
  using base::all_;
  using base::budget_;
  using base::options_;
  using base::shows_lists_;
  using base::sizes_;
  using base::state_;
  using typename base::state;

 public:
  using base::rank;
  using typename base::point;
  using typename base::value_type;

  explicit sparse_workspace(const point& sizes, const workspace_options& options = {})
      : base(sizes, options, std::make_unique<memory_budget>(options.memory), options.double_buffer),
        capacities_(sizes, options, budget_, 1) {
    begin();
  }
  /// The memory counts in `budget`, with that of others; its bound holds instead of options.memory.
  sparse_workspace(const point& sizes, const workspace_options& options, memory_budget& budget)
      : sparse_workspace(sizes, options, budget, {sizes, options, budget, thread_count()}) {}

  /// Coordinates are in [0, size) of their mode.
  INSUM_RT_INLINE void insert(const point& c, const value_type& given) {
    const value_type value = detail::alone<typename base::reduction>(given);
    if constexpr (checks_enabled) detail::check_range(c, sizes_);
    if constexpr (detail::is_never_full<A>) {
      // No call that returns: a loop keeps the array's pointers in registers.
      if (__builtin_expect(target_ == nullptr, 0)) refuse_insert();
      target_->insert(c, value);
    } else {
      A* const target = detail::reread(target_);
      if (__builtin_expect(target == nullptr || !target->insert(c, value), 0))
        insert_slowly(c, value, std::make_index_sequence<static_cast<std::size_t>(rank)>());
    }
  }
  /// The same as generated code calls it.
  template <class V, class... C>
  INSUM_RT_INLINE void update(const V& value, C... c) {
    static_assert(sizeof...(C) == static_cast<std::size_t>(rank),
                  "the workspace policy has another rank than the result");
    insert({static_cast<std::int64_t>(c)...}, detail::to<value_type>(value));
  }

  /// Calls f(to), which inserts components by to.insert() and to.update(): `to` is this workspace, or its
  /// places where it is known before that it will have one for each element. f is compiled for either, and
  /// neither finishes nor clears this workspace.
  template <class F>
  void fill(F f) {
    if constexpr (detail::may_start_with_places<A>)
      if (const auto* places = start_with_places())
        return detail::run_apart(std::move(f), detail::places_of_workspace<A>(places));
    detail::run_apart<sparse_workspace&>(std::move(f), *this);
  }

  using base::finish;
  /// To be called before components are read: they are in order then, and none occurs twice. No more are
  /// inserted until clear().
  void finish() {
    if (state_ == state::finished) return;
    if (state_ == state::failed) this->refuse("");
    target_ = nullptr;
    if (!finish_few()) finish_all();
  }
  /// Forgets all components, and what went wrong.
  void clear() {
    target_ = nullptr;
    shows_lists_ = false;
    if (std::exchange(has_few_, false) && state_ == state::finished) {
      all_.clear_lists();
      target_ = &filled_->array();
      state_ = state::filling;
      return;
    }
    if (background_.wait_for_error() != nullptr || state_ == state::failed)
      release();  // arrays may be in the midst of something
    else if (state_ == state::filling)
      filled_->array().clear();
    if (options_.deterministic) forget_growth();
    all_.clear();
    this->guarded([&] { begin(); });
    state_ = state::filling;
  }

 private:
  friend class parallel_workspace<A>;
  /// Bytes of an array that grew stay for what is inserted next where they are few.
  static constexpr std::size_t most_retained =
      detail::grows_by_itself<A> ? std::size_t{1} << 20 : static_cast<std::size_t>(-1);
  using accumulation = detail::counted_accumulation<A>;
  using accumulation_ptr = std::unique_ptr<accumulation>;

  sparse_workspace(const point& sizes, const workspace_options& options, memory_budget& budget,
                   const detail::capacities<A>& capacities)
      : base(sizes, options, budget, options.double_buffer), capacities_(capacities) {
    begin();
  }
  void begin() {
    if (filled_ == nullptr) filled_ = first_array();
    target_ = &filled_->array();
  }
  accumulation_ptr fresh(std::int64_t capacity) {
    return std::make_unique<accumulation>(budget_, sizes_, capacity, options_.expected);
  }
  void finish_all() {
    target_ = nullptr;
    this->guarded([&] {
      background_.wait();
      filled_->take_back(all_);
      all_.expect_last();
      filled_->note_way(options_.ways);
      filled_->move_to(all_);
      if (budget_.is_bounded() || filled_->bytes() > most_retained) release();
      all_.finish();
    });
    state_ = state::finished;
  }
  /// What is little is listed as it is, as where the workspace is filled again and again. False where it is
  /// not.
  bool finish_few() {
    if constexpr (detail::takes_few<A>) {
      if (options_.pipeline || budget_.is_bounded() || all_.size() != 0) return false;
      this->guarded([&] {
        filled_->note_way(options_.ways);
        has_few_ = filled_->array().take_few([&](const auto* run, std::int64_t n) { all_.list(run, n); });
      });
      if (has_few_) state_ = state::finished;
    }
    return has_few_;
  }
  const auto* start_with_places() {
    const typename A::places* places = nullptr;
    if (A* const target = std::exchange(target_, nullptr)) {
      this->guarded([&] { places = filled_->start_with_places(); });
      target_ = target;
    }
    return places;
  }
  /// For what would be useful: null where there is no memory, unless bits depend on it.
  accumulation_ptr try_fresh(std::int64_t capacity) {
    if (options_.deterministic) return fresh(capacity);
    accumulation_ptr array;
    static_cast<void>(detail::finds_memory([&] { array = fresh(capacity); }));
    return array;
  }
  /// Other threads may hold what this one was to have: a smaller array does as well.
  accumulation_ptr first_array() {
    std::int64_t capacity = capacities_.first();
    for (; capacities_.may_shrink() && capacity > 1; capacity /= 2)
      if (accumulation_ptr array = try_fresh(capacity)) return array;
    return fresh(capacity);
  }

  [[noreturn]] INSUM_RT_COLD void refuse_insert() const {
    this->refuse("inserted after finish(), before clear()");
  }
  template <std::size_t... l>
  INSUM_RT_INLINE void insert_slowly(const point& c, const value_type& value, std::index_sequence<l...>) {
    insert_into_next(value, c[l]...);
  }
  /// One by one and by value: an address of coordinates, or an array of them, would keep them in memory.
  template <class... C>
  INSUM_RT_COLD void insert_into_next(value_type value, C... coordinates) {
    const point c{coordinates...};
    if (std::exchange(target_, nullptr) == nullptr) refuse_insert();
    this->guarded([&] {
      try {
        if (!make_room(c, capacities_.share(), options_.deterministic)) {
          empty();
          make_some_room(c);
        }
      } catch (...) {
        static_cast<void>(background_.wait_for_error());  // it takes no memory any more
        throw;
      }
      if (!filled_->array().insert(c, value))
        throw size_error("an accumulation array that was cleared takes no component");
    });
    target_ = &filled_->array();
  }
  /// In an array that grows; false for others, and where there is no memory.
  bool make_room([[maybe_unused]] const point& c, [[maybe_unused]] std::size_t share,
                 [[maybe_unused]] bool steady) {
    if constexpr (detail::grows_by_itself<A>)
      return filled_->make_room(c, share, steady);
    else
      return false;
  }
  /// Of an array that was emptied: no more than its share where that is enough; else what there is.
  void make_some_room(const point& c) {
    if (detail::grows_by_itself<A> && !make_room(c, capacities_.share(), options_.deterministic))
      static_cast<void>(make_room(c, static_cast<std::size_t>(-1), true));
  }
  /// Moves what was inserted to the all array.
  void empty() {
    filled_->note_way(options_.ways);
    if (options_.pipeline && hand_over()) return;
    filled_->move_to(all_);
    enlarge();
  }
  /// Has the other thread do so. False where there is no memory for a second array, or no thread.
  bool hand_over() {
    background_.wait();
    if (other_ == nullptr) other_ = try_fresh(filled_->capacity());
    if (other_ == nullptr) return false;
    if (!background_.start([this, full = filled_.get()] { full->move_to(all_); })) return false;
    std::swap(filled_, other_);
    enlarge();
    return true;
  }
  /// Replaces the accumulation array, which is empty, by a larger one.
  void enlarge() {
    const std::int64_t capacity = filled_->capacity(), larger = capacities_.after(capacity);
    if (larger == capacity) return;
    if (accumulation_ptr array = try_fresh(larger)) filled_ = std::move(array);
  }
  /// Arrays as at the beginning: when they are merged decides the order of sums, and what came before clear()
  /// must not.
  void forget_growth() {
    if (filled_ == nullptr) return;
    if (filled_->capacity() != capacities_.first())
      release();
    else if constexpr (detail::grows_by_itself<A>)
      filled_->array().forget_growth();
  }
  /// Gives the accumulation arrays back.
  void release() {
    filled_.reset();
    other_.reset();
  }
  /// To be called before anything is inserted: close_to_join() will be.
  void expect_to_join([[maybe_unused]] bool is_one_of_many) {
    if constexpr (detail::leaves_lists<A>)
      if (filled_ != nullptr) filled_->array().expect_to_leave(is_one_of_many);
  }
  /// Nothing is inserted any more, and what was inserted is joined with that of others: components that are
  /// in lists stay there, behind those of the all array, until pack_left() or sort_left(). Which do depends
  /// on what was inserted alone. What went wrong before is an error here.
  void close_to_join() {
    if (has_left_) return;
    if constexpr (detail::leaves_lists<A>)
      if (state_ == state::filling && !budget_.is_bounded()) {
        target_ = nullptr;
        this->guarded([&] {
          background_.wait();
          filled_->note_way(options_.ways);
          has_left_ = filled_->array().leave_lists();
          if (has_left_) all_.finish();
        });
        if (has_left_) {
          state_ = state::finished;
          background_.stop();
          other_.reset();
          return;
        }
      }
    close();
    if (state_ == state::failed) this->refuse("");
  }
  /// They are no longer than they need be then.
  void pack_left() {
    if constexpr (detail::leaves_lists<A>)
      if (std::exchange(has_left_, false)) {
        this->guarded([&] { all_.keep_lists(filled_->array()); });
        release();
      }
  }
  /// There are no others.
  void sort_left() {
    if (!std::exchange(has_left_, false)) return;
    this->guarded([&] {
      all_.expect_last();
      filled_->move_to(all_);
      all_.finish();
    });
    release();
  }
  /// Nothing is inserted any more: all but the components is given back, the thread as well.
  void close() {
    if (state_ == state::filling) finish_all();
    background_.stop();
    release();
  }

  detail::capacities<A> capacities_;
  bool has_left_ = false;  ///< components stay in filled_, to be joined as they are
  bool has_few_ = false;   ///< all_ has the components as lists, and filled_ is empty
  A* target_ = nullptr;    ///< the array of filled_ while components are inserted
  accumulation_ptr filled_;
  accumulation_ptr other_;        ///< with pipeline: what is sorted and merged meanwhile
  background_thread background_;  ///< last: it stops before what it uses is destroyed
};

INSUM_RT_END

// What a workspace is told, and the accumulation array that it makes from that.
#pragma once

#include <memory>

#include "../report/ways.hpp"
#include "concept.hpp"
#include "memory.hpp"

namespace insum {

/// What a workspace may be told.
struct workspace_options {
  static constexpr std::int64_t automatic = -1;
  std::int64_t capacity =
      automatic;               ///< components of the accumulation array; automatic: few first, then more
  std::size_t memory = 0;      ///< bytes that the workspace may have in use at any time; 0: any number
  bool pipeline = false;       ///< sort and merge on another thread while more is inserted
  bool double_buffer = false;  ///< two all arrays: each merge goes from one to the other
  /// Parallel producers: the bits depend on their ranges alone, also where memory is bounded. That what other
  /// threads hold decides nothing costs room: batches are smaller then, and merges take more memory.
  bool deterministic = false;
  std::int64_t expected = 0;     ///< components that will come, about; 0: not known
  report::ways* ways = nullptr;  ///< where adaptive arrays note how they took what was inserted
};

}  // namespace insum

INSUM_RT_BEGIN

namespace detail {

template <class A>
concept is_never_full = requires { requires A::never_full; };

/// Takes memory when components come: make_room(coordinates, array_memory).
template <class A>
concept grows_by_itself = requires { requires A::grows; };

/// Is told how many components will come, about.
template <class A>
concept takes_expectation = requires(A& array) { array.expect(std::int64_t{}); };

/// Tells how it took what it holds.
template <class A>
concept tells_way = requires(const A& array) {
  { array.current_way() } -> std::same_as<report::ways::way>;
};

/// May have a place for each element before the first component comes: start_with_places(array_memory).
template <class A>
concept may_start_with_places = requires { typename A::places; } && grows_by_itself<A>;

/// Hands out what it holds without its all array where that is little: take_few(f).
template <class A>
concept takes_few = requires(A& array) {
  {
    array.take_few([](const auto*, std::int64_t) {})
  } -> std::same_as<bool>;
};

/// May take what was merged before to places of its own: take_back(all array).
template <class A, class All>
concept takes_back = requires(A& array, All& all) { array.take_back(all); };

/// Need not sort what a parallel loop inserted: expect_to_leave(whether it is one of many) before,
/// leave_lists(), each_list(f).
template <class A>
concept leaves_lists = requires(A& array) {
  array.expect_to_leave(bool{});
  { array.leave_lists() } -> std::same_as<bool>;
};

/// What an array that grows is told of the memory there is.
class array_memory {
 public:
  /// For an array that has `bytes` and no more than `share` of them; `steady`: what others hold is an error.
  array_memory(counted_bytes& bytes, std::size_t share, bool steady)
      : bytes_(&bytes), share_(share), steady_(steady) {}
  bool is_bounded() const { return bytes_->budget().is_bounded(); }
  /// False, and nothing is taken, where that is too much.
  bool take(std::size_t more) {
    if (more > share_ || bytes_->bytes() > share_ - more) return false;
    if (!steady_) return finds_memory([&] { bytes_->take(more); });
    bytes_->take(more);
    return true;
  }

 private:
  counted_bytes* bytes_;
  std::size_t share_;
  bool steady_;
};

/// Capacities: three stages, each with its slope.
struct capacity_policy {
  static constexpr std::int64_t first = std::int64_t{1} << 10;
  static constexpr std::int64_t second = std::int64_t{1} << 13;
  static constexpr std::int64_t most = std::int64_t{1} << 15;  // stays in cache
  static constexpr std::int64_t next(std::int64_t capacity) {
    if (capacity < second) return 8 * capacity;
    if (capacity < most) return 4 * capacity < most ? 4 * capacity : most;
    return capacity;
  }
};

/// An accumulation array whose memory counts.
template <class A>
class counted_accumulation {
 public:
  counted_accumulation(memory_budget& budget, const coordinates<A::rank>& sizes, std::int64_t capacity,
                       std::int64_t expected)
      : bytes_(budget, A::bytes(sizes, capacity)), capacity_(capacity) {
    const no_kept_blocks exact(budget.is_bounded());
    try {
      array_ = std::make_unique<A>(sizes, capacity);
    } catch (const std::bad_alloc&) {
      detail::throw_no_memory(bytes());
    }
    if constexpr (takes_expectation<A>) array_->expect(expected);
  }
  ~counted_accumulation() {
    const no_kept_blocks exact(bytes_.budget().is_bounded());
    array_.reset();
  }
  counted_accumulation(const counted_accumulation&) = delete;
  counted_accumulation& operator=(const counted_accumulation&) = delete;

  A& array() { return *array_; }
  std::int64_t capacity() const { return capacity_; }
  std::size_t bytes() const { return bytes_.bytes(); }
  /// For one component at c, in an array that grows; false where there is no memory for it.
  bool make_room(const coordinates<A::rank>& c, std::size_t share, bool steady) {
    const no_kept_blocks exact(bytes_.budget().is_bounded());
    return array_->make_room(c, array_memory(bytes_, share, steady));
  }
  /// Where what comes is to be inserted, if that is another place than the array.
  const auto* start_with_places() {
    return array_->start_with_places(array_memory(bytes_, static_cast<std::size_t>(-1), true));
  }
  void note_way([[maybe_unused]] report::ways* to) const {
    if constexpr (tells_way<A>)
      if (to != nullptr) to->note(array_->current_way());
  }
  /// To be called before the last move_to().
  template <class All>
  void take_back(All& all) {
    if constexpr (takes_back<A, All>) array_->take_back(all);
  }
  /// Sorts what it holds, gives that to `all`, and is empty again.
  template <class All>
  void move_to(All& all) {
    const no_kept_blocks exact(bytes_.budget().is_bounded());
    array_->sort();
    all.merge(*array_);
    array_->clear();
  }

 private:
  counted_bytes bytes_;
  std::int64_t capacity_;
  std::unique_ptr<A> array_;
};

/// Of a deterministic loop, which has about as many for any number of threads.
inline constexpr int fixed_ranges = 64;

/// How many components an accumulation array takes.
template <class A>
class capacities {
 public:
  /// Of `producers` workspaces that are filled at the same time, whose memory counts in `budget`. Where there
  /// is a bound, all their arrays together take no more than a quarter of it.
  capacities(const coordinates<A::rank>& sizes, const workspace_options& options, const memory_budget& budget,
             int producers)
      : sizes_(sizes),
        is_fixed_(options.capacity != workspace_options::automatic || is_never_full<A> ||
                  grows_by_itself<A>) {
    check_sizes(sizes);
    if (options.capacity != workspace_options::automatic &&
        (options.capacity < 1 || options.capacity > most_entries))
      throw size_error(insum::detail::message() << "the capacity of a workspace is " << options.capacity
                                                << "; it must be from 1 to " << most_entries);
    const bool steady = options.deterministic && budget.is_bounded();
    if (budget.is_bounded())
      share_ = budget.bound() / 4 / (options.pipeline ? 2 : 1) /
               static_cast<std::size_t>(steady ? fixed_ranges : producers);
    first_ = options.capacity;
    if (options.capacity == workspace_options::automatic) {
      first_ = grows_by_itself<A> ? std::numeric_limits<std::int64_t>::max()
               : steady           ? capacity_policy::most
                                  : capacity_policy::first;
      while (!is_fixed_ && first_ > 1 && A::bytes(sizes, first_) > share_) first_ /= 2;
    }
    is_fixed_ = is_fixed_ || steady;
    static_cast<void>(A::bytes(sizes, first_));  // sizes that are too large are an error here
  }
  std::int64_t first() const { return first_; }
  /// That of the next array; the same where it does not grow.
  std::int64_t after(std::int64_t capacity) const {
    if (is_fixed_) return capacity;
    const std::int64_t larger = capacity_policy::next(capacity);
    return A::bytes(sizes_, larger) <= share_ ? larger : capacity;
  }
  /// The bytes that one array may take.
  std::size_t share() const { return share_; }
  /// A smaller array than of this capacity may take its place where there is no memory.
  bool may_shrink() const { return !is_fixed_; }

 private:
  static constexpr std::int64_t most_entries = std::int64_t(1)
                                               << 40;  ///< so that no count of bytes overflows
  coordinates<A::rank> sizes_;
  std::int64_t first_ = 0;
  bool is_fixed_;
  std::size_t share_ = static_cast<std::size_t>(-1);  ///< the bytes of one array
};

}  // namespace detail

INSUM_RT_END

// Insert-sort-merge: components go to an accumulation array, which is sorted and merged into an all array when it is full.
#pragma once

#include <memory>

#include "all.hpp"
#include "pipeline.hpp"

namespace insum {

/// What a workspace may be told.
struct workspace_options {
  static constexpr std::int64_t automatic = -1;
  std::int64_t capacity = automatic;  ///< components of the accumulation array; automatic: few first, then more
  std::size_t memory = 0;             ///< bytes that the workspace may have in use at any time; 0: any number
  bool pipeline = false;              ///< sort and merge on another thread while more is inserted
  bool double_buffer = false;         ///< two all arrays: each merge goes from one to the other
  bool deterministic = false;         ///< parallel producers: the bits depend on their ranges, not on threads
};

}  // namespace insum

INSUM_RT_BEGIN

namespace detail {

template <class A>
concept is_never_full = requires { requires A::never_full; };

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
  counted_accumulation(memory_budget& budget, const coordinates<A::rank>& sizes, std::int64_t capacity)
      : budget_(&budget), bytes_(A::bytes(sizes, capacity)), capacity_(capacity) {
    budget.take(bytes_);
    try {
      array_ = std::make_unique<A>(sizes, capacity);
    } catch (...) {
      budget.give_back(bytes_);
      throw;
    }
  }
  ~counted_accumulation() { budget_->give_back(bytes_); }
  counted_accumulation(const counted_accumulation&) = delete;
  counted_accumulation& operator=(const counted_accumulation&) = delete;
  A& operator*() { return *array_; }
  A* operator->() { return array_.get(); }
  std::int64_t capacity() const { return capacity_; }

 private:
  memory_budget* budget_;
  std::size_t bytes_;
  std::int64_t capacity_;
  std::unique_ptr<A> array_;
};

}  // namespace detail

template <class A>
class parallel_workspace;

/// The components of a sparse result, inserted in any order by one thread. A is one of the policies or a type of the user's.
template <class A>
class sparse_workspace {
  static_assert(detail::check_accumulation_array<A>());

 public:
  using value_type = typename A::value_type;
  using reduction = typename A::reduction;
  static constexpr int rank = A::rank;
  using all_type = all_array<value_type, reduction, rank>;
  static_assert(all_array_of<all_type, A>);

  explicit sparse_workspace(const coordinates<rank>& sizes, const workspace_options& options = {})
      : sparse_workspace(sizes, options, std::make_unique<memory_budget>(options.memory)) {}
  /// The memory counts in `budget`.
  sparse_workspace(const coordinates<rank>& sizes, const workspace_options& options, memory_budget& budget)
      : sizes_(sizes), options_(options), budget_(budget), all_(sizes, budget, options.double_buffer) {
    detail::check_sizes(sizes);
    if (options.capacity != workspace_options::automatic && options.capacity < 1)
      throw size_error(insum::detail::message() << "the capacity of a workspace is " << options.capacity << "; it must be 1 or more");
    filled_ = fresh(first_capacity());
  }
  ~sparse_workspace() = default;
  sparse_workspace(const sparse_workspace&) = delete;
  sparse_workspace& operator=(const sparse_workspace&) = delete;

  /// Coordinates are in [0, size) of their mode.
  INSUM_RT_INLINE void insert(const coordinates<rank>& c, const value_type& value) {
    if constexpr (checks_enabled) check_range(c);
    if (__builtin_expect(!(**filled_).insert(c, value), 0)) insert_into_next(c, value);
  }
  /// The same as generated code calls it.
  template <class V, class... C>
  INSUM_RT_INLINE void update(const V& value, C... c) {
    static_assert(sizeof...(C) == static_cast<std::size_t>(rank), "the workspace policy has another rank than the result");
    insert({static_cast<std::int64_t>(c)...}, detail::to<value_type>(value));
  }

  /// To be called before components are read: they are in order then, and none occurs twice.
  void finish() {
    if (filled_ != nullptr) empty();
    background_.wait();
    filled_.reset();
    other_.reset();
    all_.finish();
  }
  std::int64_t count() const { return all_.size(); }
  /// f(coordinates, value) for each component.
  template <class F>
  void visit(F&& f) const {
    all_.visit(f);
  }
  const all_type& all() const { return all_; }
  const coordinates<rank>& sizes() const { return sizes_; }
  const memory_budget& memory() const { return budget_; }
  /// Forgets all components.
  void clear() {
    background_.wait();
    all_.clear();
    if (filled_ == nullptr)
      filled_ = fresh(first_capacity());
    else
      (*filled_)->clear();
  }

 private:
  friend class parallel_workspace<A>;
  using accumulation = detail::counted_accumulation<A>;

  sparse_workspace(const coordinates<rank>& sizes, const workspace_options& options, std::unique_ptr<memory_budget> own)
      : sparse_workspace(sizes, options, *own) {
    own_budget_ = std::move(own);
  }
  std::unique_ptr<accumulation> fresh(std::int64_t capacity) {
    return std::make_unique<accumulation>(budget_, sizes_, capacity);
  }
  /// Where there is a bound, all accumulation arrays together take no more than a quarter of it.
  std::int64_t first_capacity() const {
    if (options_.capacity != workspace_options::automatic) return options_.capacity;
    std::int64_t capacity = detail::capacity_policy::first;
    while (capacity > 1 && !affordable(capacity)) capacity /= 2;
    return capacity;
  }
  bool affordable(std::int64_t capacity) const {
    if (!budget_.is_bounded()) return true;
    const std::size_t arrays = static_cast<std::size_t>(options_.pipeline ? 2 : 1) * static_cast<std::size_t>(thread_count());
    return A::bytes(sizes_, capacity) <= budget_.bound() / 4 / arrays;
  }

  INSUM_RT_COLD void insert_into_next(const coordinates<rank>& c, const value_type& value) {
    empty();
    if (!(**filled_).insert(c, value)) throw size_error("an accumulation array that was cleared takes no component");
  }
  /// Moves what was inserted to the all array.
  void empty() {
    if (options_.pipeline) return hand_over();
    merge(**filled_);
    enlarge();
  }
  void merge(A& array) {
    array.sort();
    all_.merge(array);
    array.clear();
  }
  void hand_over() {
    background_.wait();
    std::swap(filled_, other_);
    background_.start([this] { merge(**other_); });
    if (filled_ == nullptr)
      filled_ = fresh(other_->capacity());
    else
      enlarge();
  }
  /// Replaces the accumulation array, which is empty, by a larger one.
  void enlarge() {
    if (options_.capacity != workspace_options::automatic || detail::is_never_full<A>) return;
    const std::int64_t capacity = filled_->capacity(), larger = detail::capacity_policy::next(capacity);
    if (larger == capacity || !affordable(larger)) return;
    filled_.reset();
    filled_ = fresh(larger);
  }
  void check_range(const coordinates<rank>& c) const {
    for (std::size_t l = 0; l < c.size(); ++l)
      if (c[l] < 0 || c[l] >= sizes_[l])
        throw index_error(insum::detail::message() << "coordinate " << c[l] << " of mode " << static_cast<std::int64_t>(l)
                                                   << " of a workspace is out of [0, " << sizes_[l] << ")");
  }

  coordinates<rank> sizes_;
  workspace_options options_;
  std::unique_ptr<memory_budget> own_budget_;
  memory_budget& budget_;
  all_type all_;
  std::unique_ptr<accumulation> filled_;
  std::unique_ptr<accumulation> other_;  ///< with pipeline: what is sorted and merged meanwhile
  background_thread background_;         ///< last: it stops before what it uses is destroyed
};

INSUM_RT_END

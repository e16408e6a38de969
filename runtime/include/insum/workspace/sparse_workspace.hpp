// Insert-sort-merge: components go to an accumulation array, which is sorted and merged into an all array
// when it is full.
#pragma once

#include <memory>

#include "accumulation.hpp"
#include "all.hpp"
#include "pipeline.hpp"

INSUM_RT_BEGIN

template <class A>
class parallel_workspace;

/// The components of a sparse result, inserted in any order by one thread. A is one of the policies or a type
/// of the user's.
template <class A>
class sparse_workspace {
  static_assert(detail::check_accumulation_array<A>());

 public:
  using value_type = typename A::value_type;
  using reduction = typename A::reduction;
  static constexpr int rank = A::rank;
  using point = rt::coordinates<rank>;
  using all_type = all_array<value_type, reduction, rank>;
  static_assert(all_array_of<all_type, A>);

  explicit sparse_workspace(const point& sizes, const workspace_options& options = {})
      : sparse_workspace(sizes, options, std::make_unique<memory_budget>(options.memory)) {}
  /// The memory counts in `budget`.
  sparse_workspace(const point& sizes, const workspace_options& options, memory_budget& budget)
      : sizes_(sizes), options_(options), budget_(budget), all_(sizes, budget, options.double_buffer) {
    detail::check_sizes(sizes);
    if (options.capacity != workspace_options::automatic && options.capacity < 1)
      throw size_error(insum::detail::message()
                       << "the capacity of a workspace is " << options.capacity << "; it must be 1 or more");
    filled_ = fresh(first_capacity());
  }
  ~sparse_workspace() = default;
  sparse_workspace(const sparse_workspace&) = delete;
  sparse_workspace& operator=(const sparse_workspace&) = delete;

  /// Coordinates are in [0, size) of their mode.
  INSUM_RT_INLINE void insert(const point& c, const value_type& value) {
    if constexpr (checks_enabled) check_range(c);
    if (__builtin_expect(!(**filled_).insert(c, value), 0)) insert_into_next(c, value);
  }
  /// The same as generated code calls it.
  template <class V, class... C>
  INSUM_RT_INLINE void update(const V& value, C... c) {
    static_assert(sizeof...(C) == static_cast<std::size_t>(rank),
                  "the workspace policy has another rank than the result");
    insert({static_cast<std::int64_t>(c)...}, detail::to<value_type>(value));
  }

  /// To be called before components are read: they are in order then, and none occurs twice.
  void finish() {
    if (filled_ != nullptr) merge_last();
    background_.wait();
    if (budget_.is_bounded()) release();
    all_.finish();
  }
  /// The same as generated code calls it, with the sizes again: coordinates() and values() can be read then.
  template <class Size, class... Sizes>
  void finish(Size, Sizes...) {
    static_assert(sizeof...(Sizes) + 1 == static_cast<std::size_t>(rank), "as many sizes as modes");
    finish();
    all_.make_lists();
  }
  template <int l>
  const std::int64_t* coordinates() const {
    return all_.lists().at[l].data();
  }
  const value_type* values() const { return all_.lists().values.data(); }
  std::int64_t count() const { return all_.size(); }
  /// f(coordinates, value) for each component.
  template <class F>
  void visit(F&& f) const {
    all_.visit(f);
  }
  const all_type& all() const { return all_; }
  const point& sizes() const { return sizes_; }
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

  sparse_workspace(const point& sizes, const workspace_options& options, std::unique_ptr<memory_budget> own)
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
    const std::size_t arrays =
        static_cast<std::size_t>(options_.pipeline ? 2 : 1) * static_cast<std::size_t>(thread_count());
    return A::bytes(sizes_, capacity) <= budget_.bound() / 4 / arrays;
  }

  INSUM_RT_COLD void insert_into_next(const point& c, const value_type& value) {
    empty();
    if (!(**filled_).insert(c, value))
      throw size_error("an accumulation array that was cleared takes no component");
  }
  /// Moves what was inserted to the all array.
  void empty() {
    if (options_.pipeline) return hand_over();
    merge(**filled_);
    enlarge();
  }
  void merge_last() {
    if (options_.pipeline) background_.wait();
    merge(**filled_);
  }
  /// Gives the accumulation arrays back.
  void release() {
    filled_.reset();
    other_.reset();
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
  void check_range(const point& c) const {
    for (std::size_t l = 0; l < c.size(); ++l)
      if (c[l] < 0 || c[l] >= sizes_[l])
        throw index_error(insum::detail::message()
                          << "coordinate " << c[l] << " of mode " << static_cast<std::int64_t>(l)
                          << " of a workspace is out of [0, " << sizes_[l] << ")");
  }

  point sizes_;
  workspace_options options_;
  std::unique_ptr<memory_budget> own_budget_;
  memory_budget& budget_;
  all_type all_;
  std::unique_ptr<accumulation> filled_;
  std::unique_ptr<accumulation> other_;  ///< with pipeline: what is sorted and merged meanwhile
  background_thread background_;         ///< last: it stops before what it uses is destroyed
};

INSUM_RT_END

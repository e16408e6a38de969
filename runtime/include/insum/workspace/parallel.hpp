// Workspaces that the ranges of a parallel loop fill together.
#pragma once

#include "../rt/part_list.hpp"
#include "sparse_workspace.hpp"

INSUM_RT_BEGIN

/// Each range of iterations has a producer with its own accumulation and all array, which no other thread
/// touches; finish() merges the all arrays in the order of the ranges. Values are combined in an order that
/// depends on the ranges, and with `deterministic` on nothing else.
template <class A>
class parallel_workspace : public collected<parallel_workspace<A>, A> {
  using base = collected<parallel_workspace<A>, A>;
  using base::all_;
  using base::budget_;
  using base::options_;
  using base::shows_lists_;
  using base::sizes_;
  using base::state_;
  using typename base::state;
  struct part;

 public:
  class range;
  using typename base::all_type;
  using typename base::point;
  using typename base::value_type;

  /// To be made on the thread that starts the loop.
  explicit parallel_workspace(const point& sizes, const workspace_options& options = {})
      : base(sizes, options, std::make_unique<memory_budget>(options.memory), false),
        capacities_(sizes, options, budget_, thread_count()) {}
  /// The memory counts in `budget`, with that of others; its bound holds instead of options.memory.
  parallel_workspace(const point& sizes, const workspace_options& options, memory_budget& budget)
      : base(sizes, options, budget, false), capacities_(sizes, options, budget, thread_count()) {}

  /// Where the range of iterations that starts at `first` inserts its components. To be called once in each
  /// range, by any thread; of several loops that fill one workspace, those with smaller numbers come first.
  /// What goes wrong here, or at the end of a range, is told by finish() as well.
  range local(std::int64_t first, int loop = 0) {
    if (state_ != state::filling) this->refuse("inserted after finish(), before clear()");
    part& added = parts_.add(first, loop);
    try {
      added.workspace.reset(new producer(sizes_, options_of_range(), budget_, capacities_));
      added.workspace->expect_to_join(ranges_ > 1);
    } catch (...) {
      added.error = std::current_exception();
      throw;
    }
    return range(*this, added);
  }
  using base::finish;
  /// To be called after the loops.
  void finish() {
    if (state_ == state::finished) return;
    if (state_ == state::failed) this->refuse("");
    this->guarded([&] { join(); });
    state_ = state::finished;
  }
  /// Forgets all components, and what went wrong. No range is in use any more.
  void clear() {
    closed_alone_ = nullptr;
    shows_lists_ = false;
    parts_.clear();
    all_.clear();
    state_ = state::filling;
  }

 private:
  using producer = sparse_workspace<A>;
  /// A range has its share of what is expected.
  workspace_options options_of_range() const {
    workspace_options own = options_;
    own.expected /= ranges_;
    return own;
  }
  void join() {
    parts_.put_in_order();
    parallel_dynamic(0, parts_.size(), 2, [&](std::int64_t begin, std::int64_t end) {
      for (; begin < end; ++begin) parts_[begin].close();
    });
    if (parts_.size() == 1 && parts_[0].error == nullptr) parts_[0].workspace->sort_left();
    if (parts_.size() > 1 && closed_alone_ != nullptr) closed_alone_->pack();
    closed_alone_ = nullptr;
    for (std::int64_t k = 0; k < parts_.size(); ++k)
      if (parts_[k].error != nullptr) std::rethrow_exception(parts_[k].error);
    if (parts_.size() != 0)
      all_.join(parts_.size(), [&](std::int64_t k) -> all_type& { return parts_[k].workspace->all_; });
  }
  /// What a range leaves in lists that are longer than they need be is packed at once, by the thread that has
  /// it in its cache. A range without others may be sorted where it is.
  void close(part& added) noexcept {
    added.close();
    if (parts_.has_one())
      closed_alone_ = &added;
    else
      added.pack();
  }

  detail::capacities<A> capacities_;
  /// Of a loop, about, which started on this thread; where bits must not depend on threads, of any.
  const std::int64_t ranges_ = options_.deterministic ? detail::fixed_ranges
                               : thread_count() > 1   ? thread_count() * detail::parts_per_thread
                                                      : 1;
  part* closed_alone_ = nullptr;  ///< before the second range began
  part_list<part> parts_;         ///< last: producers count in budget_
};

template <class A>
struct parallel_workspace<A>::part {
  std::unique_ptr<producer> workspace;
  std::exception_ptr error;

  void close() noexcept {
    keep_error([&] { workspace->close_to_join(); });
  }
  void pack() noexcept {
    keep_error([&] { workspace->pack_left(); });
  }

 private:
  /// Ranges end in destructors: what goes wrong there is told by the workspace's finish().
  template <class F>
  void keep_error(F&& f) noexcept {
    if (error != nullptr) return;
    try {
      f();
    } catch (...) {
      error = std::current_exception();
    }
  }
};

/// The components of one range, for one thread at a time. At its end they are sorted and merged, and the
/// memory that is not needed for them is given back.
template <class A>
class parallel_workspace<A>::range {
 public:
  range(parallel_workspace& all, part& components)
      : all_(all), part_(components), producer_(*components.workspace) {}
  range(const range&) = delete;
  range& operator=(const range&) = delete;
  ~range() { all_.close(part_); }

  INSUM_RT_INLINE void insert(const point& c, const value_type& value) { producer_.insert(c, value); }
  template <class V, class... C>
  INSUM_RT_INLINE void update(const V& value, C... c) {
    producer_.update(value, c...);
  }
  /// As that of sparse_workspace.
  template <class F>
  void fill(F f) {
    producer_.fill(std::move(f));
  }

 private:
  parallel_workspace& all_;
  part& part_;
  producer& producer_;
};

/// Calls f(to), which inserts what a range of a loop has: workspace->local(first, loop).fill(f), where a
/// closure has copied the pointer.
template <class A, class F>
void fill(parallel_workspace<A>* workspace, int loop, std::int64_t first, F f) {
  workspace->local(first, loop).fill(std::move(f));
}

INSUM_RT_END

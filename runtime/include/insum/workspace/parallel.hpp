// Workspaces that the ranges of a parallel loop fill together.
#pragma once

#include "../rt/part_list.hpp"
#include "sparse_workspace.hpp"

INSUM_RT_BEGIN

/// Each range of iterations has a producer with its own accumulation and all array, which no other thread
/// touches; finish() merges the all arrays in the order of the ranges. Values are combined in an order that
/// depends on the ranges, and with `deterministic` on nothing else.
template <class A>
class parallel_workspace {
 public:
  using producer = sparse_workspace<A>;
  using value_type = typename A::value_type;
  using all_type = typename producer::all_type;
  static constexpr int rank = A::rank;
  using point = rt::coordinates<rank>;

  /// To be made on the thread that starts the loop.
  explicit parallel_workspace(const point& sizes, const workspace_options& options = {})
      : sizes_(sizes), options_(options), budget_(options.memory), all_(sizes, budget_, false) {
    // Bad options are found here, not on a thread.
    static_cast<void>(producer(sizes_, options_, budget_));
    current_.extend(thread_count(), nullptr);
  }

  /// Where the range of iterations that starts at `first` inserts its components. To be called once in each
  /// range, before its first component; of several loops that fill one workspace, those with smaller numbers
  /// come first.
  producer& local(std::int64_t first, int loop = 0) {
    producer*& mine = current_[thread_index()];
    if (mine != nullptr) close(*std::exchange(mine, nullptr));
    part& added = parts_.add(first, loop);
    added.workspace = std::make_unique<producer>(sizes_, options_, budget_);
    return *(mine = added.workspace.get());
  }
  /// To be called once, after the loops.
  void finish() {
    parts_.put_in_order();
    parallel_dynamic(0, parts_.size(), 2, [&](std::int64_t begin, std::int64_t end) {
      for (; begin < end; ++begin) close(*parts_[begin].workspace);
    });
    for (std::int64_t t = 0; t < current_.size(); ++t) current_[t] = nullptr;
    if (parts_.size() != 0)
      all_.join(parts_.size(), [&](std::int64_t k) -> all_type& { return parts_[k].workspace->all_; });
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
  template <class F>
  void visit(F&& f) const {
    all_.visit(f);
  }
  const all_type& all() const { return all_; }
  const point& sizes() const { return sizes_; }
  const memory_budget& memory() const { return budget_; }

 private:
  static void close(producer& done) {
    done.finish();
    done.release();
  }
  struct part {
    std::unique_ptr<producer> workspace;
  };
  point sizes_;
  workspace_options options_;
  memory_budget budget_;
  all_type all_;
  grow<producer*> current_;  ///< of each thread
  part_list<part> parts_;    ///< last: producers count in budget_
};

/// workspace->local(first, loop), where a closure has copied the pointer.
template <class A>
sparse_workspace<A>& entries_of(parallel_workspace<A>* workspace, int loop, std::int64_t first) {
  return workspace->local(first, loop);
}

INSUM_RT_END

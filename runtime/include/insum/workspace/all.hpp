// The all array: the components of a result in order, as far as they were merged.
#pragma once

#include <vector>

#include "concept.hpp"
#include "join_lists.hpp"
#include "join_runs.hpp"

INSUM_RT_BEGIN

/// Sorted runs in coordinate form; a single one after finish().
template <class T, class Op, int Rank>
class all_array {
  using packed = component_of<T, packed_keys<Rank>>;
  using full = component_of<T, full_keys<Rank>>;

 public:
  static constexpr int rank = Rank;

  /// `steady`: values are combined in an order that does not depend on the memory that is left.
  all_array(const coordinates<Rank>& sizes, memory_budget& budget, bool double_buffer, bool steady)
      : is_packed_(packed_keys<Rank>::fit(sizes)),
        packed_keys_(sizes),
        full_keys_(sizes),
        budget_(&budget),
        packed_(budget, double_buffer, steady),
        full_(budget, double_buffer, steady),
        left_(budget),
        listed_(budget) {}
  ~all_array() { release_lists(); }
  all_array(const all_array&) = delete;
  all_array& operator=(const all_array&) = delete;

  /// The next merge() is the last one.
  void expect_last() {
    packed_.expect_last();
    full_.expect_last();
  }
  /// Takes the components of a sorted accumulation array.
  template <class A>
  void merge(const A& accumulated) {
    if constexpr (requires { accumulated.read(detail::any_reader{}); }) {
      accumulated.read([&](const auto& array) { add_run(array.data(), array.size()); });
    } else if (is_packed_) {
      packed_.add(accumulated.size(), writer(accumulated, packed_keys_));
    } else {
      full_.add(accumulated.size(), writer(accumulated, full_keys_));
    }
  }
  /// f(coordinates, value) for all that was merged so far, in order, which is forgotten.
  template <class F>
  void give_back(F&& f) {
    packed_.finish();
    full_.finish();
    visit(f);
    packed_.clear();
    full_.clear();
  }
  /// To be called after the last merge(), before components are read.
  void finish() {
    packed_.finish();
    full_.finish();
  }
  /// Takes the components of `count` finished all arrays, part(k), which come in this order.
  template <class F>
  void join(std::int64_t count, F&& part) {
    bool have_lists = false;
    for (std::int64_t k = 0; k < count; ++k) have_lists = have_lists || part(k).segments_.size() != 0;
    if (is_packed_ && !have_lists && follow_each_other(count, part))
      adopt(count, part);
    else if (is_packed_ && (have_lists || (count > detail::most_merged && !budget_->is_bounded())))
      join_lists(count, part);
    else if (is_packed_)
      detail::join_runs<Op>(*budget_, packed_, count,
                            [&](std::int64_t k) -> auto& { return part(k).packed_; });
    else
      detail::join_runs<Op>(*budget_, full_, count, [&](std::int64_t k) -> auto& { return part(k).full_; });
  }
  /// Takes the components of an array that lists show, behind those that were merged, unsorted: for join().
  template <class A>
  void keep_lists(const A& array) {
    std::int64_t count = 0, to = 0;
    array.each_list([&](const auto& list, std::uint64_t, std::uint64_t) { count += list.size(); });
    left_.allocate(count);
    array.each_list([&](const auto& list, std::uint64_t low, std::uint64_t high) {
      const std::int64_t n = list.size();
      if (n == 0) return;
      const detail::component_segment<packed> all{list.begin, n, low, high, list.sorted == n};
      detail::copy_in_parts(all, packed_keys_.bits(), left_.data() + to,
                            [&](const auto& part) { segments_.push(part); });
      to += n;
    });
  }
  std::int64_t size() const {
    return has_lists_         ? lists_.values.size()
           : !pieces_.empty() ? pieces_.size()
           : is_packed_       ? packed_.size()
                              : full_.size();
  }
  struct seen {
    coordinates<Rank> at;
    const T& value;
  };
  /// f(component, count) for stretches of the components [begin, end), in order: component(i) is number i of
  /// the stretch, as it is `seen`. What a loop over them keeps in variables of its own stays in registers.
  template <class F>
  void each_stretch(std::int64_t begin, std::int64_t end, F&& f) const {
    const auto packed_at = [&](const packed* x, std::int64_t n) {
      f([x, keys = packed_keys_](std::int64_t i) { return seen{keys.unpack(x[i].key), x[i].value}; }, n);
    };
    if (has_lists_)
      f([this, begin](std::int64_t i) { return seen{listed(begin + i), lists_.values[begin + i]}; },
        end - begin);
    else if (!pieces_.empty())
      pieces_.each(begin, end, packed_at);
    else if (is_packed_)
      packed_at(packed_.data() + begin, end - begin);
    else
      f([this,
         x = full_.data() + begin](std::int64_t i) { return seen{full_keys_.unpack(x[i].key), x[i].value}; },
        end - begin);
  }
  /// f(coordinates, value) for the components [begin, end), in order.
  template <class F>
  void visit(std::int64_t begin, std::int64_t end, F&& f) const {
    each_stretch(begin, end, [&](const auto& component, std::int64_t count) {
      for (std::int64_t i = 0; i < count; ++i) {
        const seen x = component(i);
        f(x.at, x.value);
      }
    });
  }
  template <class F>
  void visit(F&& f) const {
    visit(0, size(), f);
  }
  /// Memory stays for what is inserted next where it is little, as for one row after another.
  void clear() {
    shrink_runs();
    release_kept();
    has_lists_ = false;
    if (listed_.bytes() > most_retained()) release_lists();
  }

  /// Of an empty one: the components in order, an array for each mode and one of values.
  void list(const packed* run, std::int64_t n) {
    constexpr std::int64_t least = 32;
    reserve_lists(n < least ? least : n);
    lists_.resize(n);
    write_lists(0, [&](std::int64_t i) { return seen{packed_keys_.unpack(run[i].key), run[i].value}; }, n);
    has_lists_ = true;
  }
  /// Forgets them.
  void clear_lists() { has_lists_ = false; }
  /// The same of what was merged; the runs are gone.
  void make_lists() {
    if (has_lists_) return;
    const std::int64_t n = size();
    reserve_lists(n);
    lists_.resize(n);
    parallel_static(0, n, least_parallel, [&](std::int64_t begin, std::int64_t end) {
      std::int64_t to = begin;
      each_stretch(begin, end, [&](const auto& component, std::int64_t count) {
        write_lists(to, component, count);
        to += count;
      });
    });
    has_lists_ = true;
    release_kept();
    shrink_runs();
  }
  bool has_lists() const { return has_lists_; }
  const detail::coordinate_lists<T, Rank>& lists() const { return lists_; }

 private:
  static constexpr std::int64_t least_parallel = least_work(std::int64_t{1} << 14);

  template <class F>
  static bool follow_each_other(std::int64_t count, F&& part) {
    const packed* last = nullptr;
    for (std::int64_t k = 0; k < count; ++k) {
      const auto& run = part(k).packed_;
      if (run.size() == 0) continue;
      if (last != nullptr && !(last->key < run.data()->key)) return false;
      last = run.data() + run.size() - 1;
    }
    return true;
  }
  /// Runs that follow each other stay where they are.
  template <class F>
  void adopt(std::int64_t count, F&& part) {
    adopted_.reserve(static_cast<std::size_t>(count));
    for (std::int64_t k = 0; k < count; ++k) {
      const std::int64_t n = part(k).packed_.size();
      if (n == 0) continue;
      adopted_.push_back(part(k).packed_.release());
      pieces_.add(adopted_.back().data(), n);
    }
  }
  /// Of any parts with packed keys.
  template <class F>
  void join_lists(std::int64_t count, F&& part) {
    list_joiner<T, Op> joiner(*budget_);
    for (std::int64_t k = 0; k < count; ++k) {
      const all_array& from = part(k);
      if (const std::int64_t n = from.packed_.size(); n != 0) {
        const packed* const run = from.packed_.data();
        joiner.add({run, n, run[0].key, run[n - 1].key, true});
      }
      for (std::int64_t s = 0; s < from.segments_.size(); ++s) joiner.add(from.segments_[s]);
    }
    joiner.join();
    for (std::int64_t k = 0; k < count; ++k) part(k).release();
    joiner.pack();
    packed_.take(joiner.result(), joiner.total());
    pieces_ = joiner.pieces();
  }

  void add_run(const packed* run, std::int64_t n) { packed_.add(n, copier(run, n)); }
  void add_run(const full* run, std::int64_t n) { full_.add(n, copier(run, n)); }
  template <class E>
  static auto copier(const E* run, std::int64_t n) {
    return [=](E* to) {
      __builtin_memcpy(static_cast<void*>(to), static_cast<const void*>(run),
                       static_cast<std::size_t>(n) * sizeof(E));
    };
  }
  template <class A, class Keys>
  static auto writer(const A& accumulated, const Keys& keys) {
    return [&](component_of<T, Keys>* to) {
      if constexpr (requires {
                      { accumulated.copy_to(to) } -> std::same_as<bool>;
                    })
        if (accumulated.copy_to(to)) return;
      accumulated.visit([&](const coordinates<Rank>& c, const T& value) { *to++ = {keys.pack(c), value}; });
    };
  }
  coordinates<Rank> listed(std::int64_t k) const {
    coordinates<Rank> c;
    for (int l = 0; l < Rank; ++l) c[static_cast<std::size_t>(l)] = lists_.at[l][k];
    return c;
  }

  template <class F>
  void write_lists(std::int64_t to, const F& component, std::int64_t count) {
    std::array<std::int64_t*, static_cast<std::size_t>(Rank)> at;
    for (std::size_t l = 0; l < at.size(); ++l) at[l] = lists_.at[static_cast<int>(l)].data() + to;
    T* const values = lists_.values.data() + to;
    for (std::int64_t i = 0; i < count; ++i) {
      const seen x = component(i);
      for (std::size_t l = 0; l < at.size(); ++l) at[l][i] = x.at[l];
      values[i] = x.value;
    }
  }
  std::size_t most_retained() const { return budget_->is_bounded() ? 0 : std::size_t{1} << 20; }
  void release() {
    packed_.shrink(0);
    full_.shrink(0);
    release_kept();
  }
  void release_kept() {
    left_.release();
    segments_.clear();
    pieces_.clear();
    adopted_.clear();
  }
  void shrink_runs() {
    packed_.shrink(most_retained());
    full_.shrink(most_retained());
  }
  void reserve_lists(std::int64_t n) {
    if (n <= list_capacity_) return;
    release_lists();
    const auto bytes = [&](std::size_t element) {
      return detail::bytes_taken(static_cast<std::size_t>(n) * element);
    };
    listed_.take(bytes(sizeof(T)) + bytes(sizeof(std::int64_t)) * static_cast<std::size_t>(Rank));
    const detail::no_kept_blocks exact(budget_->is_bounded());
    lists_.resize(n);
    list_capacity_ = n;
  }
  void release_lists() {
    const detail::no_kept_blocks exact(budget_->is_bounded());
    lists_ = {};
    list_capacity_ = 0;
    listed_.give_back();
  }

  bool is_packed_;
  packed_keys<Rank> packed_keys_;
  full_keys<Rank> full_keys_;
  memory_budget* budget_;
  sorted_runs<packed, Op> packed_;
  sorted_runs<full, Op> full_;
  counted_array<packed> left_;  ///< components behind those of packed_ that are not in order
  grow<detail::component_segment<packed>> segments_;  ///< of left_
  detail::array_pieces<packed> pieces_;  ///< of packed_, where it is not one run, or of what is adopted
  std::vector<counted_array<packed>> adopted_;
  bool has_lists_ = false;
  detail::coordinate_lists<T, Rank> lists_;  ///< instead of the runs
  std::int64_t list_capacity_ = 0;
  detail::counted_bytes listed_;
};

INSUM_RT_END

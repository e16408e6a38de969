// One object for each range of a parallel loop.
#pragma once

#include "grow.hpp"
#include "parallel.hpp"

INSUM_RT_BEGIN

/// What the ranges of one parallel loop make, each a Part of its own; in the order of the iterations after
/// put_in_order().
template <class Part>
class part_list {
 public:
  part_list() = default;
  part_list(part_list&& other) noexcept : head_(other.head_), ordered_(std::move(other.ordered_)) {
    other.head_ = nullptr;
  }
  part_list& operator=(part_list&&) = delete;
  ~part_list() { clear(); }

  void clear() {
    while (head_ != nullptr) delete std::exchange(head_, head_->next);
    ordered_.clear();
  }
  std::int64_t size() const { return ordered_.size(); }
  Part& operator[](std::int64_t i) { return ordered_[i]->value; }

  /// A new part, for the iterations from `first` on of loop number `loop`. Any thread may call it.
  Part& add(std::int64_t first, int loop = 0) { return add_node(first, first, loop); }
  /// The part of a range: the one that this thread made last, if that ends where the range begins, else a new
  /// one.
  Part& of_range(std::int64_t first, std::int64_t last) {
    for (node* n = __atomic_load_n(&head_, __ATOMIC_ACQUIRE); n != nullptr; n = n->next) {
      if (n->thread != thread_index()) continue;
      if (n->last != first) break;
      n->last = last;
      return n->value;
    }
    return add_node(first, last, 0);
  }
  /// Whether one part was added so far. Any thread may call it.
  bool has_one() const {
    const node* const last = __atomic_load_n(&head_, __ATOMIC_ACQUIRE);
    return last != nullptr && last->next == nullptr;
  }
  /// To be called once, after all parts were added.
  void put_in_order() {
    std::int64_t count = 0;
    for (const node* n = head_; n != nullptr; n = n->next) ++count;
    ordered_.resize(count);
    for (node* n = head_; n != nullptr; n = n->next) ordered_[--count] = n;  // the list has the latest first
    merge_sort();
  }

 private:
  struct alignas(64) node {
    std::int64_t first, last;
    node* next = nullptr;
    int loop, thread;
    Part value;
    node(std::int64_t from, std::int64_t to, int number)
        : first(from), last(to), loop(number), thread(thread_index()) {}
    bool before(const node& other) const {
      return loop != other.loop ? loop < other.loop : first < other.first;
    }
  };
  Part& add_node(std::int64_t first, std::int64_t last, int loop) {
    node* const fresh = new node(first, last, loop);
    fresh->next = __atomic_load_n(&head_, __ATOMIC_RELAXED);
    while (
        !__atomic_compare_exchange_n(&head_, &fresh->next, fresh, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
    }
    return fresh->value;
  }

  /// Parts of equal beginnings stay in the order in which they were added.
  void merge_sort() {
    const std::int64_t count = ordered_.size();
    grow<node*> merged;
    merged.resize(count);
    for (std::int64_t width = 1; width < count; width *= 2) {
      for (std::int64_t begin = 0; begin < count; begin += 2 * width) {
        const std::int64_t middle = begin + width < count ? begin + width : count,
                           end = middle + width < count ? middle + width : count;
        for (std::int64_t a = begin, b = middle, to = begin; to < end; ++to)
          merged[to] =
              b == end || (a < middle && !ordered_[b]->before(*ordered_[a])) ? ordered_[a++] : ordered_[b++];
      }
      std::swap(merged, ordered_);
    }
  }

  node* head_ = nullptr;
  grow<node*> ordered_;
};

INSUM_RT_END

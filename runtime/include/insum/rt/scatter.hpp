// Results that many threads add to: by atomic updates, in private copies, or as one scalar.
#pragma once

#include "ops.hpp"
#include "parallel.hpp"

#include <new>

INSUM_RT_BEGIN

enum class scatter { atomic, privatised };

/// How to combine into `count` elements that any thread may reach, where `work` updates will be made in all.
/// Private copies cost clearing and merging them, so they must be few against the updates; with one thread
/// they cost nothing.
inline scatter scatter_plan(std::int64_t count, std::int64_t element_bytes, std::int64_t work) {
  constexpr std::int64_t most_bytes = std::int64_t{256} << 20;
  const std::int64_t copies = thread_count() - 1;
  std::int64_t elements = 0, bytes = 0;
  if (__builtin_mul_overflow(copies, count, &elements) ||
      __builtin_mul_overflow(elements, element_bytes, &bytes))
    return scatter::atomic;
  return elements / 4 <= work && bytes <= most_bytes ? scatter::privatised : scatter::atomic;
}

namespace detail {

/// Elements that start from Op's identity; none until they are allocated.
template <class Op, class T>
struct alignas(64) private_copy {
  T* elements = nullptr;
  private_copy() = default;
  private_copy(const private_copy&) = delete;
  private_copy& operator=(const private_copy&) = delete;
  ~private_copy() { ::operator delete(elements, std::align_val_t{64}); }
  void allocate(std::int64_t count) {
    static_assert(std::is_trivially_destructible_v<T>, "elements of tensors are plain values");
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(T);
    elements = static_cast<T*>(::operator new(bytes, std::align_val_t{64}));
    for (std::int64_t i = 0; i < count; ++i) new (elements + i) T(Op::template identity<T>());
  }
};

}  // namespace detail

/// A dense output of `count` elements, combined by Op: each thread of one parallel loop works in local(), and
/// merge() combines all copies into the target afterwards, in the order of the threads. Thread 0 works in the
/// target itself. To be made on the thread that starts the loop.
template <class Op, class T>
class private_copies {
 public:
  private_copies(T* target, std::int64_t count)
      : target_(target),
        count_(count),
        threads_(thread_count()),
        copies_(new copy[static_cast<std::size_t>(threads_)]) {}
  ~private_copies() { delete[] copies_; }
  private_copies(const private_copies&) = delete;
  private_copies& operator=(const private_copies&) = delete;

  /// The array that this thread updates without regard to others. The first call on a thread makes its copy.
  T* local() {
    const int index = thread_index();
    if (index == 0) return target_;
    copy& mine = copies_[index];
    if (mine.elements == nullptr) mine.allocate(count_);
    return mine.elements;
  }

  /// To be called once, after the loop.
  void merge() {
    parallel_static(0, count_, least_work(std::int64_t{1} << 14), [&](std::int64_t begin, std::int64_t end) {
      for (int thread = 1; thread < threads_; ++thread) {
        const T* const from = copies_[thread].elements;
        if (from == nullptr) continue;
        for (std::int64_t i = begin; i < end; ++i) update<Op>(target_[i], from[i]);
      }
    });
  }

 private:
  using copy = detail::private_copy<Op, T>;

  T* target_;
  std::int64_t count_;
  int threads_;
  copy* copies_;
};

/// Copies of a dense output for parts of a loop, whatever threads run them: merge() combines them into the
/// target in the order of the parts.
template <class Op, class T>
class ordered_copies {
 public:
  ordered_copies(T* target, std::int64_t count, std::int64_t parts)
      : target_(target),
        count_(count),
        parts_(parts),
        copies_(new detail::private_copy<Op, T>[static_cast<std::size_t>(parts)]) {}
  ~ordered_copies() { delete[] copies_; }
  ordered_copies(const ordered_copies&) = delete;
  ordered_copies& operator=(const ordered_copies&) = delete;

  /// The array of a part, to be called once for each.
  T* open(std::int64_t part) {
    copies_[part].allocate(count_);
    return copies_[part].elements;
  }

  void merge() {
    parallel_static(0, count_, least_work(std::int64_t{1} << 14), [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t part = 0; part < parts_; ++part)
        for (std::int64_t i = begin; i < end; ++i) update<Op>(target_[i], copies_[part].elements[i]);
    });
  }

 private:
  T* target_;
  std::int64_t count_, parts_;
  detail::private_copy<Op, T>* copies_;
};

/// Op over f(begin, end), each the value of a range of [begin, end). The ranges and the order in which their
/// values are combined depend on the length and `minimum` alone: the result has the same bits for any number
/// of threads.
template <class Op, class T, class F>
T parallel_reduce(std::int64_t begin, std::int64_t end, std::int64_t minimum, F&& f) {
  constexpr std::int64_t most = 256;
  const std::int64_t n = end - begin;
  if (n <= 0) return Op::template identity<T>();
  if (n < minimum) return f(begin, end);
  const std::int64_t parts = n < most ? n : most;
  struct alignas(64) partial {
    T value;
  };
  partial values[most];
  parallel_dynamic(0, parts, 1, [&](std::int64_t from, std::int64_t to) {
    for (std::int64_t part = from; part < to; ++part)
      values[part].value = f(begin + detail::cut(n, part, parts), begin + detail::cut(n, part + 1, parts));
  });
  T result = values[0].value;
  for (std::int64_t part = 1; part < parts; ++part)
    result = Op::template apply<T>(result, values[part].value);
  return result;
}

INSUM_RT_END

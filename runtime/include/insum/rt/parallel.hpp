// Loops over threads. Ranges are cut by work, handed out to a team, and an exception of any part is thrown
// again by the calling thread. Inside a parallel region of the user's, and without -fopenmp, everything runs
// on the calling thread.
#pragma once

#include "config.hpp"

#include <exception>

#ifdef _OPENMP
#include <omp.h>
#endif
#if defined(_OPENMP) && defined(INSUM_RT_TSAN)
#include <thread>
#include <vector>
#endif

INSUM_RT_BEGIN

/// Keeps the first exception of a parallel region, which no exception may leave.
class exception_slot {
 public:
  /// Runs f; false if it threw.
  template <class F>
  bool run(F&& f) noexcept {
    try {
      f();
      return true;
    } catch (...) {
      if (!__atomic_exchange_n(&taken_, true, __ATOMIC_ACQ_REL)) {
        first_ = std::current_exception();
        __atomic_store_n(&filled_, true, __ATOMIC_RELEASE);
      }
      return false;
    }
  }
  /// True once any run() has failed: the others can stop early.
  bool failed() const { return __atomic_load_n(&taken_, __ATOMIC_RELAXED); }
  /// To be called after the region.
  void rethrow() {
    if (__atomic_load_n(&filled_, __ATOMIC_ACQUIRE)) std::rethrow_exception(first_);
  }

 private:
  bool taken_ = false;
  bool filled_ = false;
  std::exception_ptr first_;
};

namespace detail {

/// The place of this thread in insum's own team.
struct team_place {
  int index = 0;
  bool inside = false;
};
inline constinit thread_local team_place place;

class team_member {
 public:
  explicit team_member(int index) : outer_(place) { place = {index, true}; }
  ~team_member() { place = outer_; }
  team_member(const team_member&) = delete;
  team_member& operator=(const team_member&) = delete;

 private:
  team_place outer_;
};

/// While a loop runs on the calling thread alone: thread_index() is 0 there, also inside of a larger team.
class serial_loop {
 public:
  serial_loop() : outer_(place.index) { place.index = 0; }
  ~serial_loop() { place.index = outer_; }
  serial_loop(const serial_loop&) = delete;
  serial_loop& operator=(const serial_loop&) = delete;

 private:
  int outer_;
};

}  // namespace detail

/// The threads that a loop started here may use: 1 inside a parallel region.
inline int thread_count() {
#ifdef _OPENMP
  return detail::place.inside || omp_in_parallel() ? 1 : omp_get_max_threads();
#else
  return 1;
#endif
}

/// The number of this thread in the team of the innermost loop below: 0 <= thread_index() < that loop's
/// thread count.
inline int thread_index() { return detail::place.index; }

namespace detail {

/// f(context, index, team size) on each thread of a team. This and hand_out_to() are no templates, so that
/// files with many kernels compile faster; parts are long enough for a call.
inline void run_team_of([[maybe_unused]] int threads, void (*f)(void*, int, int), void* context) {
  exception_slot slot;
  const auto member = [&](int index, int size) {
    slot.run([&] {
      const detail::team_member in_team(index);
      f(context, index, size);
    });
  };
#if defined(_OPENMP) && defined(INSUM_RT_TSAN)
  std::vector<std::thread> others;
  for (int index = 1; index < threads; ++index) others.emplace_back(member, index, threads);
  member(0, threads);
  for (std::thread& other : others) other.join();
#elif defined(_OPENMP)
#pragma omp parallel num_threads(threads)
  member(omp_get_thread_num(), omp_get_num_threads());
#else
  member(0, 1);
#endif
  slot.rethrow();
}

}  // namespace detail

/// Calls f(index, team size) once on each thread of a team of at most `threads`, and waits for all.
template <class F>
void run_team(int threads, F&& f) {
  if (threads <= 1) {
    const detail::team_member in_team(0);
    f(0, 1);
    return;
  }
  using function = std::remove_reference_t<F>;
  detail::run_team_of(
      threads, [](void* g, int index, int size) { (*static_cast<function*>(g))(index, size); },
      const_cast<void*>(static_cast<const void*>(&f)));
}

namespace detail {

/// Parts per thread: enough that a part that takes twice its share delays the end by little.
inline constexpr std::int64_t parts_per_thread = 8;

/// The first of `parts` equal cuts of [0, n) that has number `part`.
constexpr std::int64_t cut(std::int64_t n, std::int64_t part, std::int64_t parts) {
  const std::int64_t each = n / parts, rest = n % parts;
  return part * each + (part < rest ? part : rest);
}

/// The first i in [begin, end] at which part number `part` of `parts` starts, all of equal work. prefix(i) is
/// the work before i, up to a constant, and does not decrease. Neighbouring parts compute the same cut.
template <class Prefix>
std::int64_t balanced_cut(std::int64_t begin, std::int64_t end, const Prefix& prefix, std::int64_t part,
                          std::int64_t parts) {
  if (part == 0 || begin >= end) return begin;
  if (part == parts) return end;
  const std::int64_t origin = static_cast<std::int64_t>(prefix(begin));
  const std::int64_t share = cut(static_cast<std::int64_t>(prefix(end)) - origin, part, parts);
  std::int64_t low = begin, high = end;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (static_cast<std::int64_t>(prefix(middle)) - origin < share)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// Parts that wait for the threads of a team. Each thread takes those of a share of its own in order, so that
/// it goes on where it has been, and then from the end of the longest share that is left.
class waiting_parts {
 public:
  waiting_parts(std::int64_t parts, int threads) : shares_(threads < most_shares ? threads : most_shares) {
    for (int k = 0; k < shares_; ++k) left_[k] = packed(cut(parts, k, shares_), cut(parts, k + 1, shares_));
  }
  /// The number of a part, or -1 once all are taken.
  std::int64_t take(int thread) {
    const int own = thread % shares_;
    std::int64_t part = take_of(own, true);
    for (int k = own; part < 0 && k >= 0;)
      if (k = longest(); k >= 0) part = take_of(k, false);
    return part;
  }

 private:
  static constexpr int most_shares = 256;
  static constexpr std::uint64_t packed(std::int64_t begin, std::int64_t end) {
    return static_cast<std::uint64_t>(begin) << 32 | static_cast<std::uint64_t>(end);
  }
  static constexpr std::int64_t begin_of(std::uint64_t left) { return static_cast<std::int64_t>(left >> 32); }
  static constexpr std::int64_t end_of(std::uint64_t left) {
    return static_cast<std::int64_t>(left & 0xffffffff);
  }
  /// A share with the most parts, or -1.
  int longest() const {
    int best = -1;
    std::int64_t most = 0;
    for (int k = 0; k < shares_; ++k) {
      const std::uint64_t left = __atomic_load_n(&left_[k], __ATOMIC_RELAXED);
      if (end_of(left) - begin_of(left) > most) most = end_of(left) - begin_of(left), best = k;
    }
    return best;
  }
  std::int64_t take_of(int share, bool first) {
    std::uint64_t left = __atomic_load_n(&left_[share], __ATOMIC_RELAXED);
    while (true) {
      const std::int64_t begin = begin_of(left), end = end_of(left);
      if (begin == end) return -1;
      const std::uint64_t rest = first ? packed(begin + 1, end) : packed(begin, end - 1);
      if (__atomic_compare_exchange_n(&left_[share], &left, rest, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        return first ? begin : end - 1;
    }
  }

  int shares_;
  std::uint64_t left_[most_shares];  ///< of each share: the first part, and the one behind the last
};

/// As hand_out(), with f(context, part).
inline void hand_out_to(std::int64_t parts, int threads, void (*f)(void*, std::int64_t), void* context) {
  waiting_parts waiting(parts, threads);
  bool stop = false;
  run_team(threads, [&](int index, int) {
    struct stop_others {
      bool* stop;
      bool done = false;
      ~stop_others() {
        if (!done) __atomic_store_n(stop, true, __ATOMIC_RELAXED);
      }
    } guard{&stop};
    while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
      const std::int64_t part = waiting.take(index);
      if (part < 0) break;
      f(context, part);
    }
    guard.done = true;
  });
}

/// Hands out parts 0 ... parts - 1, fewer than 2^32, to a team; f(part).
template <class F>
void hand_out(std::int64_t parts, int threads, F&& f) {
  using function = std::remove_reference_t<F>;
  hand_out_to(
      parts, threads, [](void* g, std::int64_t part) { (*static_cast<function*>(g))(part); },
      const_cast<void*>(static_cast<const void*>(&f)));
}

/// How many threads are worth starting for `work` when each should have `minimum`.
inline int useful_threads(std::int64_t work, std::int64_t minimum) {
  const int most = thread_count();
  if (most <= 1 || work < minimum || work <= 1) return 1;
  return work < most ? static_cast<int>(work) : most;
}

}  // namespace detail

/// Calls f(begin, end) on one contiguous range a thread, all of about equal length. Runs on the calling
/// thread where the loop has fewer than `minimum` elements.
template <class F>
void parallel_static(std::int64_t begin, std::int64_t end, std::int64_t minimum, F&& f) {
  const std::int64_t n = end - begin;
  if (n <= 0) return;
  const int threads = detail::useful_threads(n, minimum);
  if (threads == 1) {
    const detail::serial_loop alone;
    return f(begin, end);
  }
  run_team(threads, [&](int index, int size) {
    const std::int64_t from = begin + detail::cut(n, index, size),
                       to = begin + detail::cut(n, index + 1, size);
    if (from < to) f(from, to);
  });
}

/// Calls f(begin, end) on ranges of about equal length, several a thread, handed out as threads become free.
template <class F>
void parallel_dynamic(std::int64_t begin, std::int64_t end, std::int64_t minimum, F&& f) {
  const std::int64_t n = end - begin;
  if (n <= 0) return;
  const int threads = detail::useful_threads(n, minimum);
  if (threads == 1) {
    const detail::serial_loop alone;
    return f(begin, end);
  }
  const std::int64_t wanted = threads * detail::parts_per_thread;
  const std::int64_t parts = n < wanted ? n : wanted;
  detail::hand_out(parts, threads, [&](std::int64_t part) {
    f(begin + detail::cut(n, part, parts), begin + detail::cut(n, part + 1, parts));
  });
}

/// Calls f(begin, end) on ranges of [0, n) of about equal work, several a thread, handed out as threads
/// become free. prefix(i), 0 <= i <= n, is the work before i: it starts at 0 and does not decrease. Runs on
/// the calling thread where all the work is less than `minimum`.
template <class Prefix, class F>
void parallel_balanced(std::int64_t n, Prefix prefix, std::int64_t minimum, F&& f) {
  if (n <= 0) return;
  const std::int64_t work = static_cast<std::int64_t>(prefix(n));
  const int threads = n == 1 ? 1 : detail::useful_threads(work, minimum);
  if (threads == 1) {
    const detail::serial_loop alone;
    return f(std::int64_t{0}, n);
  }
  const std::int64_t parts = threads * detail::parts_per_thread;
  detail::hand_out(parts, threads, [&](std::int64_t part) {
    const std::int64_t from = detail::balanced_cut(0, n, prefix, part, parts),
                       to = detail::balanced_cut(0, n, prefix, part + 1, parts);
    if (from < to) f(from, to);
  });
}

enum class schedule { static_ranges, dynamic_ranges };

/// Calls f(i) for every i in [begin, end).
template <class F>
void parallel_for(std::int64_t begin, std::int64_t end, schedule kind, std::int64_t minimum, F&& f) {
  const auto range = [&](std::int64_t from, std::int64_t to) {
    for (std::int64_t i = from; i < to; ++i) f(i);
  };
  if (kind == schedule::static_ranges)
    parallel_static(begin, end, minimum, range);
  else
    parallel_dynamic(begin, end, minimum, range);
}

INSUM_RT_END

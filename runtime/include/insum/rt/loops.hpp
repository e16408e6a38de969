// The parallel loops of generated kernels: how a range is cut, and where shared results go.
#pragma once

#include "args.hpp"
#include "memory.hpp"
#include "scatter.hpp"
#include "tile.hpp"

// Clang warns, at the user's function, about each loop so marked that it does not vectorise in the end.
#if defined(_OPENMP) && !defined(__clang__)
#define INSUM_RT_PRAGMA(text) _Pragma(#text)
#define INSUM_RT_SIMD(text) INSUM_RT_PRAGMA(text)
#else
#define INSUM_RT_SIMD(text)
#endif

INSUM_RT_BEGIN

/// Amount of work, in about the time of a multiplication and an addition, below which threads do not pay.
inline constexpr std::int64_t least_parallel_work = least_work(std::int64_t{1} << 15);

namespace detail {
/// a * b, or the largest value: for estimates.
constexpr std::int64_t saturated(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? INT64_MAX : result;
}
constexpr std::int64_t least_units(std::int64_t weight) {
  return weight > 0 ? (least_parallel_work + weight - 1) / weight : least_parallel_work;
}
}  // namespace detail

/// Entries a row on average, from 1 to as many as threads pay for anyhow: products of some of these do not
/// overflow.
constexpr std::int64_t mean_run(std::int64_t entries, std::int64_t rows) {
  const std::int64_t mean = rows > 0 ? entries / rows : 1, most = std::int64_t{1} << 16;
  return mean < 1 ? 1 : mean < most ? mean : most;
}

/// a * b, of numbers that are not negative, or so much that threads pay for anyhow.
constexpr std::int64_t work_product(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t most = std::int64_t{1} << 40;
  std::int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) || product > most ? most : product;
}

/// Rows of more coordinates than this have no dense workspace: it would be used in a few places only, each of
/// them out of cache.
#ifdef INSUM_RT_SHORT_ROWS
inline constexpr std::int64_t most_dense_row = 4;
#else
inline constexpr std::int64_t most_dense_row = std::int64_t{1} << 24;
#endif

/// True when rows are better spread over a dense workspace of `size` places, in which others look each of
/// their entries up, than merged with these. A merge searches the longer one of two rows where that is much
/// longer.
constexpr bool row_pays(std::int64_t size) { return size <= most_dense_row; }
constexpr bool row_pays(std::int64_t size, std::int64_t entries, std::int64_t rows, std::int64_t others,
                        std::int64_t other_rows) {
  constexpr double much_longer = 8;
  return row_pays(size) && static_cast<double>(others) * static_cast<double>(rows) <=
                               much_longer * static_cast<double>(entries) * static_cast<double>(other_rows);
}

/// Steps for each of one's own entries, where a loop walks those of others too.
constexpr std::int64_t per_own(std::int64_t own, std::int64_t others) { return 1 + (others + own - 1) / own; }

/// How often loops inside of each other run together, about; the largest number where that is more.
template <class... N>
constexpr std::int64_t nested_trips(N... trips) {
  std::int64_t all = 1;
  ((all = detail::saturated(all, trips)), ...);
  return all;
}

/// Entries a row, on average.
constexpr double mean_length(std::int64_t entries, std::int64_t rows) {
  return rows > 0 ? static_cast<double>(entries) / static_cast<double>(rows) : 0;
}
/// How many of `size` coordinates two rows have in common, on average, if nothing makes them alike.
constexpr double mean_meetings(double length, double other, std::int64_t size) {
  return size > 0 ? length * other / static_cast<double>(size) : 0;
}
/// How often loops inside of each other run together, by their lengths.
template <class... N>
constexpr double repeated(N... lengths) {
  return (1.0 * ... * static_cast<double>(lengths));
}
/// True where it takes less time to copy operands with so many entries in the order of the result than to
/// sort products, of which `at_once` at a time are in no order. Copies take as long as to sort three products
/// for each of their entries, as measured on tensors with 85,000 to 310,000 entries, and to sort a few
/// products takes next to nothing.
constexpr bool copies_pay(std::int64_t entries, double products, double at_once) {
  constexpr double few = 24;
  return products > 3 * static_cast<double>(entries) && at_once > few;
}

/// [begin, end) cut into one part a thread; each iteration is `weight` units of work.
struct equal {
  std::int64_t begin, end, weight = 1;
  std::int64_t work() const { return detail::saturated(end - begin, weight); }
  template <class F>
  void run(F&& f) const {
    parallel_static(begin, end, detail::least_units(weight), f);
  }
  /// The cuts of a number of parts: first_of(0) is begin, first_of(parts) is end.
  std::int64_t first_of(std::int64_t part, std::int64_t parts) const {
    return begin + detail::cut(end - begin, part, parts);
  }
};

/// [begin, end) in several parts a thread, handed out as threads become free.
struct dynamic {
  std::int64_t begin, end, weight = 1;
  std::int64_t work() const { return detail::saturated(end - begin, weight); }
  template <class F>
  void run(F&& f) const {
    parallel_dynamic(begin, end, detail::least_units(weight), f);
  }
  std::int64_t first_of(std::int64_t part, std::int64_t parts) const {
    return begin + detail::cut(end - begin, part, parts);
  }
};

/// [begin, end) in parts whose number depends on the work alone, handed out as threads become free.
struct fixed {
  static constexpr std::int64_t most_parts = 64;
  std::int64_t begin, end, weight = 1;
  template <class F>
  void run(F&& f) const {
    const std::int64_t n = end - begin;
    if (n <= 0) return;
    const std::int64_t each = weight > 0 ? weight : 1;  // a product of sizes may exceed 64 bits
    const std::int64_t pay = detail::saturated(n, each) / least_parallel_work;
    const std::int64_t most = pay < most_parts ? pay + 1 : most_parts, parts = n < most ? n : most;
    parallel_dynamic(0, parts, 2, [&](std::int64_t part, std::int64_t last) {
      for (; part < last; ++part)
        f(begin + detail::cut(n, part, parts), begin + detail::cut(n, part + 1, parts));
    });
  }
};

/// [begin, end) in parts of equal work: prefix(i) is the number of entries before iteration i, plus i;
/// `weight` units of work for each entry.
template <class Prefix>
struct balanced {
  std::int64_t begin, end, weight;
  Prefix prefix;
  balanced(std::int64_t first, std::int64_t last, std::int64_t each, Prefix before)
      : begin(first), end(last), weight(each), prefix(before) {}
  std::int64_t work() const {
    return begin < end ? detail::saturated(prefix(end) - prefix(begin), weight) : 0;
  }
  template <class F>
  void run(F&& f) const {
    if (begin >= end) return;
    const std::int64_t origin = prefix(begin);
    parallel_balanced(
        end - begin, [&](std::int64_t i) { return prefix(begin + i) - origin; }, detail::least_units(weight),
        [&](std::int64_t from, std::int64_t to) { f(begin + from, begin + to); });
  }
  std::int64_t first_of(std::int64_t part, std::int64_t parts) const {
    return detail::balanced_cut(begin, end, prefix, part, parts);
  }
};

/// [begin, end) in several parts a thread, none of which starts within a run of equal coordinates crd[i]: all
/// that has one outermost coordinate is in one part of a result.
template <class Crd>
struct segments {
  Crd crd;
  std::int64_t begin, end, weight;
  segments(Crd coordinates, std::int64_t first, std::int64_t last, std::int64_t each)
      : crd(coordinates), begin(first), end(last), weight(each) {}
  std::int64_t work() const { return detail::saturated(end - begin, weight); }
  template <class F>
  void run(F&& f) const {
    const auto moved = [&](std::int64_t cut) {
      while (cut != begin && cut != end && index(crd[cut]) == index(crd[cut - 1])) ++cut;
      return cut;
    };
    parallel_dynamic(begin, end, detail::least_units(weight), [&](std::int64_t from, std::int64_t to) {
      const std::int64_t first = moved(from), last = moved(to);
      if (first < last) f(first, last);
    });
  }
};

namespace detail {
/// One part of a loop. What f has captured by value is copied to here, where it can stay in registers; a
/// closure that is only referred to is read again in every row.
template <class F, class... A>
[[gnu::noinline]] void run_part(const F& f, A... arguments) {
  const F own(f);
  own(arguments...);
}
}  // namespace detail

/// Calls f(first, last) for the parts of a partition, none of them empty, on threads. f captures by value and
/// is marked INSUM_RT_LAMBDA.
template <class Partition, class F>
INSUM_RT_INLINE void parallel(const Partition& partition, F&& f) {
  partition.run([&](std::int64_t first, std::int64_t last) { detail::run_part(f, first, last); });
}

/// Where one thread adds to a result that others add to as well: its private copy.
template <class Op, class P>
struct private_target {
  P elements;  // a pointer, or what stands for one: a field of structs
  template <class V>
  INSUM_RT_INLINE void update(std::int64_t offset, const V& value) const {
    rt::update<Op>(elements[offset], value);
  }
  template <class Tile, class V>
  INSUM_RT_INLINE void update(const Tile& tile, std::int64_t offset, const V& value) const {
    tile.template update<Op>(elements + offset, value);
  }
  template <class Tile, class V>
  INSUM_RT_INLINE void update(const Tile& tile, std::int64_t offset, std::int64_t stride,
                              const V& value) const {
    tile.template update<Op>(elements + offset, stride, value);
  }
};

/// The result itself, by atomic updates.
template <class Op, class P>
struct shared_target {
  P elements;
  template <class V>
  INSUM_RT_INLINE void update(std::int64_t offset, const V& value) const {
    rt::atomic_update<Op>(elements[offset], value);
  }
  template <class Tile, class V>
  INSUM_RT_INLINE void update(const Tile& tile, std::int64_t offset, const V& value) const {
    tile.template atomic_update<Op>(elements + offset, value);
  }
  template <class Tile, class V>
  INSUM_RT_INLINE void update(const Tile& tile, std::int64_t offset, std::int64_t stride,
                              const V& value) const {
    tile.template atomic_update<Op>(elements + offset, stride, value);
  }
};

/// Calls f(into, first, last) for the parts of a partition on threads, which all combine into target[0 ..
/// count) through into.update(offset, value): in private copies where they are few against the work, else
/// atomically.
template <class T, class Op, class P, class Partition, class F>
void scatter_into(P target, std::int64_t count, const Partition& partition, F&& f) {
  const auto run = [&](const auto& into) {
    partition.run([&](std::int64_t first, std::int64_t last) { detail::run_part(f, into, first, last); });
  };
  if (thread_count() == 1) return run(private_target<Op, P>{target});
  if constexpr (std::is_same_v<P, T*>) {
    if (scatter_plan(count, static_cast<std::int64_t>(sizeof(T)), partition.work()) == scatter::privatised) {
      private_copies<Op, T> copies(target, count);
      partition.run([&](std::int64_t first, std::int64_t last) {
        detail::run_part(f, private_target<Op, T*>{copies.local()}, first, last);
      });
      copies.merge();
      return;
    }
  }
  run(shared_target<Op, P>{target});
}

/// The parts that scatter_in_order cuts a loop into: how many depends on the amounts of work and of elements
/// alone.
inline std::int64_t parts_in_order(std::int64_t count, std::int64_t element_bytes, std::int64_t iterations,
                                   std::int64_t work) {
  constexpr std::int64_t most = 64, most_bytes = std::int64_t{256} << 20;
  if (work < least_parallel_work || iterations < 2) return 1;
  std::int64_t parts = iterations < most ? iterations : most;
  while (parts > 1 && (detail::saturated(parts, count) > work ||
                       detail::saturated(detail::saturated(parts, count), element_bytes) > most_bytes))
    parts /= 2;
  return parts;
}

/// scatter_into with the same bits in the result for any number of threads: each of a fixed number of parts
/// has a copy of its own, and copies are combined in the order of the parts. One part, where copies do not
/// pay, is serial.
template <class T, class Op, class P, class Partition, class F>
void scatter_in_order(P target, std::int64_t count, const Partition& partition, F&& f) {
  if (partition.begin >= partition.end) return;
  std::int64_t parts = 1;
  if constexpr (std::is_same_v<P, T*>)
    parts = parts_in_order(count, static_cast<std::int64_t>(sizeof(T)), partition.end - partition.begin,
                           partition.work());
  if (parts == 1) return detail::run_part(f, private_target<Op, P>{target}, partition.begin, partition.end);
  if constexpr (std::is_same_v<P, T*>) {
    ordered_copies<Op, T> copies(target, count, parts);
    parallel_dynamic(0, parts, 1, [&](std::int64_t from, std::int64_t to) {
      for (std::int64_t part = from; part < to; ++part) {
        T* const local = copies.open(part);
        const std::int64_t first = partition.first_of(part, parts),
                           last = partition.first_of(part + 1, parts);
        if (first < last) detail::run_part(f, private_target<Op, T*>{local}, first, last);
      }
    });
    copies.merge();
  }
}

/// p[0 .. width) += a * b, contracted to multiply-adds.
template <class Tile, class P, class A, class B>
INSUM_RT_INLINE void add_product(const Tile& tile, const P& p, const A& a, const B& b) {
  auto sum = tile.load(p);
  sum.add_product(a, b);
  tile.store(p, sum);
}
template <class Tile, class P, class A, class B>
INSUM_RT_INLINE void add_product(const Tile& tile, const P& p, std::int64_t stride, const A& a, const B& b) {
  auto sum = tile.load(p, stride);
  sum.add_product(a, b);
  tile.store(p, stride, sum);
}

/// Asks for a workspace that starts with zeros.
struct zeros_t {};
inline constexpr zeros_t zeros{};

namespace detail {

[[noreturn]] INSUM_RT_COLD inline void throw_no_array(std::int64_t count, const char* name) {
  throw memory_error(insum::detail::message()
                     << "there is no memory for an array of " << count << " elements of " << name);
}

}  // namespace detail

/// A temporary of a kernel: `count` elements, uninitialised unless asked for, freed at the end of the scope.
/// Throws memory_error, which has its name.
template <class T>
class workspace {
 public:
  workspace(const char* name, std::int64_t count) : elements_(new(std::nothrow) T[possible(name, count)]) {
    if (elements_ == nullptr) detail::throw_no_array(count, name);
  }
  workspace(const char* name, std::int64_t count, zeros_t)
      : elements_(new(std::nothrow) T[possible(name, count)]()) {
    if (elements_ == nullptr) detail::throw_no_array(count, name);
  }
  ~workspace() { delete[] elements_; }
  workspace(const workspace&) = delete;
  workspace& operator=(const workspace&) = delete;
  T* data() { return elements_; }

 private:
  static std::size_t possible(const char* name, std::int64_t count) {
    // Where a size of 0 is known, gcc warns of accesses in loops that it does not see to be empty.
    __asm__("" : "+r"(count));
    if (static_cast<std::size_t>(count) > detail::most_bytes / sizeof(T)) detail::throw_no_array(count, name);
    return static_cast<std::size_t>(count);
  }

  T* elements_;
};

INSUM_RT_END

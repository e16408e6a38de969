// Sparse results whose entries come in another order than they are stored in, each once: counted first, then
// computed where they belong, as a transposition of rows is (Gustavson: Two fast algorithms for sparse
// matrices, 1978).
#pragma once

#include "join.hpp"
#include "loops.hpp"

INSUM_RT_BEGIN

namespace detail {

/// What a loop's body sees as the part of a result, while entries are counted.
struct counting_part {
  struct level_type {
    std::int64_t* counts;
    INSUM_RT_INLINE void push(std::int64_t parent, std::int64_t) const { ++counts[parent]; }
  } rows;
  struct values_type {
    template <class T>
    INSUM_RT_INLINE void push(const T&) const {}
  } values;
  template <int>
  level_type& level() {
    return rows;
  }
};

/// ... while they are computed: `next` is where the next entry under each parent goes.
template <class Crd, class Value>
struct filling_part {
  struct values_type {
    Value* to;
    std::int64_t at;
    template <class T>
    INSUM_RT_INLINE void push(const T& value) const {
      to[at] = detail::to<Value>(value);
    }
  } values;
  std::int64_t* next;
  Crd* crd;
  std::int64_t base;

  template <int>
  filling_part& level() {
    return *this;
  }
  INSUM_RT_INLINE void push(std::int64_t parent, std::int64_t c) {
    values.at = next[parent]++;
    crd[values.at] = static_cast<Crd>(c + base);
  }
};

/// Counts for each parent in each part of a loop, which become the places of the entries: of a parent's
/// entries, those of earlier parts come first.
class counted_places {
 public:
  counted_places(std::int64_t parents, std::int64_t parts) : parents_(parents), parts_(parts) {
    counts_.resize(checked_mul(parents, parts, "places of a result"));
    parallel_static(0, counts_.size(), least_copied, [&](std::int64_t begin, std::int64_t end) {
      for (; begin < end; ++begin) counts_[begin] = 0;
    });
  }
  std::int64_t* of_part(std::int64_t part) { return counts_.data() + part * parents_; }

  /// Entries under all parents.
  std::int64_t total() {
    const std::int64_t ranges = parents_ < most_ranges ? parents_ : most_ranges;
    starts_.resize(ranges + 1);
    each_range([&](std::int64_t range, std::int64_t begin, std::int64_t end) {
      std::int64_t sum = 0;
      for (std::int64_t part = 0; part < parts_; ++part)
        for (std::int64_t parent = begin; parent < end; ++parent) sum += of_part(part)[parent];
      starts_[range] = sum;
    });
    std::int64_t before = 0;
    for (std::int64_t range = 0; range <= ranges; ++range) {
      const std::int64_t count = range < ranges ? starts_[range] : 0;
      starts_[range] = before;
      before += count;
    }
    return before;
  }
  /// After total(): writes where the entries of each parent begin, and makes places of the counts.
  template <class Pos>
  void place(Pos* pos, std::int64_t base) {
    each_range([&](std::int64_t range, std::int64_t begin, std::int64_t end) {
      std::int64_t next = starts_[range];
      for (std::int64_t parent = begin; parent < end; ++parent) {
        pos[parent] = static_cast<Pos>(next + base);
        for (std::int64_t part = 0; part < parts_; ++part) {
          const std::int64_t count = of_part(part)[parent];
          of_part(part)[parent] = next;
          next += count;
        }
      }
    });
    pos[parents_] = static_cast<Pos>(starts_[starts_.size() - 1] + base);
  }

 private:
  static constexpr std::int64_t most_ranges = 256;
  /// f(range, begin, end) for cuts of the parents that depend on nothing but their number.
  template <class F>
  void each_range(F&& f) const {
    const std::int64_t ranges = starts_.size() - 1;
    const std::int64_t each = parents_ / (ranges > 0 ? ranges : 1) * parts_;
    parallel_dynamic(0, ranges, least_copied / (each > 0 ? each : 1) + 1,
                     [&](std::int64_t range, std::int64_t last) {
                       for (; range < last; ++range)
                         f(range, cut(parents_, range, ranges), cut(parents_, range + 1, ranges));
                     });
  }

  std::int64_t parents_, parts_;
  grow<std::int64_t> counts_, starts_;
};

/// Parts of a loop that is run twice: for all threads, but no more than leave the counts of `parents` in
/// proportion to the work.
template <class Partition>
std::int64_t counted_parts(const Partition& partition, std::int64_t parents) {
  if constexpr (requires { partition.first_of(0, 1); }) {
    const std::int64_t work = partition.work(), threads = useful_threads(work, least_parallel_work);
    const std::int64_t most = parents > 0 ? work / parents * 2 : threads;
    return threads < most ? threads : most > 1 ? most : 1;
  }
  return 1;
}
template <class Partition, class F>
void run_counted(const Partition& partition, std::int64_t parts, F&& f) {
  if (parts <= 1) {
    if (partition.begin >= partition.end) return;
    const serial_loop alone;
    return f(std::int64_t{0}, partition.begin, partition.end);
  }
  if constexpr (requires { partition.first_of(0, 1); }) {
    hand_out(parts, static_cast<int>(parts), [&](std::int64_t part) {
      const std::int64_t first = partition.first_of(part, parts), last = partition.first_of(part + 1, parts);
      if (first < last) f(part, first, last);
    });
  }
}

template <class Positions, class Coordinates, class Values, class Partition, class F>
void count_and_fill(std::int64_t base, const into_compressed_target<Positions, Coordinates>& target,
                    Values& values, const Partition& partition, F& f) {
  using position = element_of<Positions>;
  const std::int64_t parts = counted_parts(partition, target.parents);
  counted_places places(target.parents, parts);
  run_counted(partition, parts, [&](std::int64_t k, std::int64_t first, std::int64_t last) {
    counting_part part{{places.of_part(k)}, {}};
    assemble_part(f, part, first, last);
  });
  const std::int64_t total = places.total();
  check_position_range<position>(total + base);
  const auto fill = [&] {
    resize_exactly(target.pos, target.parents + 1);
    resize_exactly(target.crd, total);
    resize_exactly(values, total);
    places.place(target.pos.data(), base);
    run_counted(partition, parts, [&](std::int64_t k, std::int64_t first, std::int64_t last) {
      filling_part<element_of<Coordinates>, element_of<Values>> part{
          {values.data(), 0}, places.of_part(k), target.crd.data(), base};
      assemble_part(f, part, first, last);
    });
  };
  write_or_empty(fill, target, values);
}

}  // namespace detail

/// Assembles one compressed level under parents whose number is known, and its values: calls
/// f(part, first, last) twice for the ranges of a partition, whose entries must be the same both times, and
/// come in ascending order under each parent. Containers, `base` and errors are as for join().
template <class Positions, class Coordinates, class Values, class Partition, class F>
void assemble_counted(const char* result, std::int64_t base,
                      const into_compressed_target<Positions, Coordinates>& target, Values& values,
                      const Partition& partition, F&& f) {
  detail::in_name_of(result, [&] { detail::count_and_fill(base, target, values, partition, f); });
}

INSUM_RT_END

// Sorted runs of many producers, merged into one on several threads: each takes a range of keys.
#pragma once

#include "../rt/parallel.hpp"
#include "runs.hpp"

INSUM_RT_BEGIN

namespace detail {

struct any_reader {
  template <class A>
  void operator()(const A&) const {}
};

/// The first k in x[0, n) with x[k].key >= key.
template <class E, class Key>
std::int64_t lower_bound(const E* x, std::int64_t n, const Key& key) {
  std::int64_t low = 0;
  while (low < n) {
    const std::int64_t middle = low + (n - low) / 2;
    if (x[middle].key < key)
      low = middle + 1;
    else
      n = middle;
  }
  return low;
}

/// Neighbours among `count` runs of one key range are merged, then neighbours among the results, until one is
/// left: values are combined in the same order however keys are divided. The runs follow each other in x, run
/// k ends at ends[k]; the result is in x or in other: which, and its length.
template <class E>
struct merged_slice {
  const E* data;
  std::int64_t count;
};
template <class Op, class E>
merged_slice<E> merge_slice(E* x, E* other, grow<std::int64_t>& ends) {
  while (ends.size() > 1) {
    std::int64_t begin = 0, out = 0, left = 0;
    for (std::int64_t k = 0; k < ends.size(); k += 2) {
      const std::int64_t middle = ends[k], end = k + 1 < ends.size() ? ends[k + 1] : middle;
      out += merge_components<Op>(x + begin, middle - begin, x + middle, end - middle, other + out);
      ends[left++] = out;
      begin = end;
    }
    ends.resize(left);
    std::swap(x, other);
  }
  return {x, ends.size() == 0 ? 0 : ends[0]};
}

/// More runs take more steps of merging than to sort their components together does.
inline constexpr std::int64_t most_merged = 4;

/// The same on one thread, with little memory beside the runs.
template <class Op, class E, class Runs>
void join_pairs(memory_budget& budget, sorted_runs<E, Op>& into, std::int64_t count, Runs&& run) {
  for (std::int64_t step = 1; step < count; step *= 2)
    for (std::int64_t k = 0; k + step < count; k += 2 * step) {
      auto &a = run(k), &b = run(k + step);
      if (b.size() == 0) continue;
      counted_array<E> merged(budget);
      merged.allocate(a.size() + b.size());
      const std::int64_t n = merge_components<Op>(a.data(), a.size(), b.data(), b.size(), merged.data());
      b.release();
      a.take(std::move(merged), n);
    }
  const std::int64_t n = run(0).size();
  into.take(run(0).release(), n);
}

/// Merges `count` runs, run(k) is a sorted_runs that is finished, into `into`, which is empty; their memory
/// is released.
template <class Op, class E, class Runs>
void join_runs(memory_budget& budget, sorted_runs<E, Op>& into, std::int64_t count, Runs&& run) {
  std::int64_t total = 0, longest = 0;
  for (std::int64_t k = 0; k < count; ++k) {
    total += run(k).size();
    if (run(k).size() > run(longest).size()) longest = k;
  }
  if (total == 0) return;
  constexpr std::int64_t in_cache = least_work(std::int64_t{1} << 13);
  // The order in which values are combined depends on the runs alone, not on threads.
  if (budget.is_bounded() || (count <= most_merged && useful_threads(total, in_cache) == 1))
    return join_pairs<Op>(budget, into, count, run);
  const std::int64_t sample = run(longest).size(), most = total / in_cache + 1;
  const std::int64_t slices = sample < most ? sample : most;
  // cuts[s * count + k]: where slice s begins in run k.
  grow<std::int64_t> cuts, first;
  cuts.resize((slices + 1) * count);
  first.resize(slices + 1);
  for (std::int64_t s = 0; s <= slices; ++s) {
    first[s] = 0;
    for (std::int64_t k = 0; k < count; ++k) {
      const auto& here = run(k);
      cuts[s * count + k] = s == 0        ? 0
                            : s == slices ? here.size()
                                          : lower_bound(here.data(), here.size(),
                                                        run(longest).data()[cut(sample, s, slices)].key);
      first[s] += cuts[s * count + k];
    }
  }
  counted_array<E> gathered(budget), merged(budget);
  gathered.allocate(total);
  merged.allocate(total);
  grow<merged_slice<E>> done;
  done.resize(slices);
  parallel_dynamic(0, slices, least_work(4), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t s = begin; s < end; ++s) {
      grow<std::int64_t> ends;
      E* const x = gathered.data() + first[s];
      std::int64_t to = 0;
      for (std::int64_t k = 0; k < count; ++k) {
        const std::int64_t from = cuts[s * count + k], n = cuts[(s + 1) * count + k] - from;
        if (n != 0)
          __builtin_memcpy(static_cast<void*>(x + to), run(k).data() + from,
                           static_cast<std::size_t>(n) * sizeof(E));
        ends.push(to += n);
      }
      done[s] = merge_slice<Op>(x, merged.data() + first[s], ends);
    }
  });
  for (std::int64_t k = 0; k < count; ++k) run(k).release();
  std::int64_t left = 0;
  for (std::int64_t s = 0; s < slices; ++s) left += done[s].count;
  counted_array<E> result(budget);
  result.allocate(left);
  for (std::int64_t s = 0, to = 0; s < slices; to += done[s++].count) first[s] = to;
  parallel_dynamic(0, slices, least_work(4), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t s = begin; s < end; ++s)
      if (done[s].count != 0)
        __builtin_memcpy(static_cast<void*>(result.data() + first[s]), done[s].data,
                         static_cast<std::size_t>(done[s].count) * sizeof(E));
  });
  into.take(std::move(result), left);
}

}  // namespace detail

INSUM_RT_END

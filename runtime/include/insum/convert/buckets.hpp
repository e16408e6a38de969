// Building hyb_buckets.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "../core/buffer.hpp"
#include "../core/checks.hpp"
#include "../core/parallel.hpp"
#include "../formats/hyb_buckets.hpp"
#include "groups.hpp"
#include "options.hpp"
#include "split.hpp"

namespace insum::detail {

/// The smallest b with length <= 2^b.
inline int bucket_of(std::int64_t length) {
  int bucket = 0;
  while ((std::int64_t{1} << bucket) < length) ++bucket;
  return bucket;
}

/// Options that name another hyb than the type.
template <class To>
void check_buckets(const convert_options& options) {
  constexpr int widest = To::widths - 1;
  if (options.partitions != 0 && options.partitions != To::partitions)
    throw storage_error("hyb_buckets.c", -1, options.partitions,
                        "the type fixes it to " + std::to_string(To::partitions));
  if (options.max_bucket >= 0 && options.max_bucket != widest)
    throw storage_error("hyb_buckets.k", -1, options.max_bucket,
                        "the type fixes it to " + std::to_string(widest));
}

/// By entry of a sorted matrix: its bucket.
template <class To, class V, class I>
buffer<std::int32_t> find_buckets(const coo<V, 2, I>& sorted, const To& to) {
  constexpr int widest = To::widths - 1;
  const buffer<std::int64_t> runs = find_runs(sorted);
  buffer<std::int32_t> bucket(sorted.vals.size());
  const std::int64_t cols = to.partition_cols();
  const auto column = [&](std::int64_t p) {
    return static_cast<std::int64_t>(sorted.crd[1][static_cast<std::size_t>(p)]);
  };
  const auto of_run = [&](std::int64_t p, std::int64_t end) {
    while (p < end) {
      const std::int64_t partition = column(p) / cols, first = p;
      while (p < end && column(p) - partition * cols < cols) ++p;
      const int exact = bucket_of(p - first), used = exact < widest ? exact : widest;
      for (std::int64_t q = first; q < p; ++q)
        bucket[static_cast<std::size_t>(q)] = static_cast<std::int32_t>(partition * To::widths + used);
    }
  };
  balanced_ranges(
      static_cast<std::int64_t>(runs.size()) - 1,
      [&](std::int64_t run) { return runs[static_cast<std::size_t>(run)]; },
      [&](std::int64_t begin, std::int64_t end) {
        for (std::size_t run = static_cast<std::size_t>(begin); run < static_cast<std::size_t>(end); ++run)
          of_run(runs[run], runs[run + 1]);
      },
      sorted.nnz());
  return bucket;
}

template <class To, class Tensor>
To make_hyb_buckets(const Tensor& t, const convert_options& options) {
  using V = typename To::value_type;
  using I = typename To::index_type;
  check_buckets<To>(options);
  const coo<V, 2, I> sorted = canonical<V, I>(t, options);
  To to;
  to.shape = sorted.shape;
  const std::vector<coo<V, 2, I>> entries =
      distribute(sorted, find_buckets(sorted, to), static_cast<std::size_t>(To::count));
  convert_options of_bucket = options;
  of_bucket.group = 0;  // that of other parts
  std::size_t n = 0;
  const auto make = [&](auto& bucket) {
    bucket = groups_of<std::remove_reference_t<decltype(bucket)>>(entries[n++], of_bucket);
  };
  std::apply([&](auto&... bucket) { (make(bucket), ...); }, to.buckets);
  return to;
}

}  // namespace insum::detail

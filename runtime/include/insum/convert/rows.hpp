// Building ell, dia, ragged and hyb from compressed rows.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "../core/buffer.hpp"
#include "../core/checks.hpp"
#include "../core/parallel.hpp"
#include "../formats/hyb.hpp"
#include "hub.hpp"
#include "options.hpp"
#include "padding.hpp"

namespace insum::detail {

/// The first of the longest rows, and its length; row 0 where there is none.
struct long_row {
  std::int64_t row, length;
};

template <class V, class I>
long_row longest_row(const compressed_view<V, I>& rows) {
  long_row longest{0, 0};
  for (std::int64_t i = 0; i < rows.major; ++i)
    if (const std::int64_t length = rows.end(i) - rows.begin(i); length > longest.length)
      longest = {i, length};
  return longest;
}

template <class To, class V, class I>
To make_ell(const compressed_view<V, I>& rows, const convert_options& options) {
  To to;
  const auto [row, longest] = longest_row(rows);
  choose(to.width, options.width, longest > 0 ? longest : 1, "ell.width");
  const std::int64_t width = to.width;
  if (longest > width)
    array_name{"ell.width"}.fail(
        -1, width, "row " + std::to_string(row) + " has " + std::to_string(longest) + " entries");
  check_padded(
      {{{"ell.vals"}, {rows.major, width}, sizeof(V)}, {{"ell.crd"}, {rows.major, width}, sizeof(I)}},
      options);
  to.crd.resize(static_cast<std::size_t>(rows.major * width));
  to.vals.resize(to.crd.size());
  parallel_ranges(
      rows.major,
      [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
          std::int64_t p = rows.begin(i);
          for (std::size_t at = static_cast<std::size_t>(i * width);
               at < static_cast<std::size_t>((i + 1) * width); ++at) {
            const bool padding = p >= rows.end(i);
            to.crd[at] = padding ? I(-1) : rows.crd[p];
            to.vals[at] = padding ? fill_value<V>(options.fill) : rows.vals[p];
            ++p;
          }
        }
      },
      rows.major * width);
  return to;
}

/// The diagonals that have entries, ascending. Where these are few the memory follows them.
template <class V, class I>
buffer<std::int64_t> find_diagonals(const compressed_view<V, I>& rows) {
  buffer<std::int64_t> offsets;
  const auto for_each_offset = [&](auto f) {
    for (std::int64_t i = 0; i < rows.major; ++i)
      for (std::int64_t p = rows.begin(i); p < rows.end(i); ++p) f(rows.coordinate(p) - rows.number(i));
  };
  const std::int64_t before = rows.all_rows() - 1, entries = rows.entries();
  if (before / 64 + rows.minor / 64 > entries) {
    offsets.reserve(static_cast<std::size_t>(entries));
    for_each_offset([&](std::int64_t offset) { offsets.push_back(offset); });
    std::sort(offsets.begin(), offsets.end());
    offsets.resize(static_cast<std::size_t>(std::unique(offsets.begin(), offsets.end()) - offsets.begin()));
    return offsets;
  }
  buffer<bool> used(static_cast<std::size_t>(rows.all_rows() + rows.minor), false);
  for_each_offset([&](std::int64_t offset) { used[static_cast<std::size_t>(offset + before)] = true; });
  for (std::size_t d = 0; d < used.size(); ++d)
    if (used[d]) offsets.push_back(static_cast<std::int64_t>(d) - before);
  return offsets;
}

template <class To, class V, class I>
To make_dia(const compressed_view<V, I>& rows, const convert_options& options) {
  To to;
  const buffer<std::int64_t> offsets = find_diagonals(rows);
  const std::int64_t count = static_cast<std::int64_t>(offsets.size()), height = rows.all_rows();
  check_padded({{{"dia.vals"}, {count, height}, sizeof(V)}, {{"dia.offsets"}, {count}, sizeof(I)}}, options);
  for (const std::int64_t offset : offsets) {
    check_fits<I>({"dia.offsets"}, static_cast<std::int64_t>(to.offsets.size()), offset);
    to.offsets.push_back(static_cast<I>(offset));
  }
  to.vals.resize(static_cast<std::size_t>(count * height));
  parallel_fill(to.vals.data(), to.vals.size(), fill_value<V>(options.fill));
  balanced_ranges(
      rows.major, [&](std::int64_t i) { return rows.before(i) + i; },
      [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
          std::size_t d = 0;  // rises with the columns of a row
          for (std::int64_t p = rows.begin(i); p < rows.end(i); ++p) {
            while (offsets[d] != rows.coordinate(p) - rows.number(i)) ++d;
            to.vals[d * static_cast<std::size_t>(height) + static_cast<std::size_t>(rows.number(i))] =
                rows.vals[p];
          }
        }
      },
      rows.entries());
  return to;
}

template <class To, class V, class I>
To make_ragged(const compressed_view<V, I>& rows, const convert_options& options) {
  To to;
  check_padded({{{"ragged.pos"}, {rows.major}, sizeof(std::int64_t)}}, {});
  buffer<std::int64_t> pos(static_cast<std::size_t>(rows.major) + 1, 0);
  for (std::int64_t i = 0; i < rows.major; ++i)
    pos[static_cast<std::size_t>(i) + 1] =
        pos[static_cast<std::size_t>(i)] +
        (rows.begin(i) == rows.end(i) ? 0 : rows.coordinate(rows.end(i) - 1) + 1);
  check_fits<I>({"ragged.pos"}, rows.major, pos.back());
  check_padded({{{"ragged.vals"}, {pos.back()}, sizeof(V)}}, options);
  to.pos.resize(pos.size());
  for (std::size_t i = 0; i < pos.size(); ++i) to.pos[i] = static_cast<I>(pos[i]);
  to.vals.resize(static_cast<std::size_t>(pos.back()));
  parallel_fill(to.vals.data(), to.vals.size(), fill_value<V>(options.fill));
  balanced_ranges(
      rows.major, [&](std::int64_t i) { return rows.before(i) + i; },
      [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i)
          for (std::int64_t p = rows.begin(i); p < rows.end(i); ++p)
            to.vals[static_cast<std::size_t>(pos[static_cast<std::size_t>(i)] + rows.coordinate(p))] =
                rows.vals[p];
      },
      rows.entries());
  return to;
}

/// Cuts rows into pieces for the buckets of one column partition [first_col, last_col).
template <class V, class I>
class hyb_partition {
 public:
  hyb_partition(const compressed_view<V, I>& rows, std::int64_t first_col, std::int64_t last_col,
                int max_bucket)
      : rows_(rows), first_(first_col), last_(last_col), most_(max_bucket) {}

  /// Calls piece(bucket, row, begin, end) for the entries [begin, end) that make one row of a bucket.
  template <class Piece>
  void for_each_piece(Piece&& piece) const {
    for (std::int64_t i = 0; i < rows_.major; ++i) {
      std::int64_t p = lower_bound(i, first_);
      const std::int64_t end = lower_bound(i, last_);
      const std::int64_t widest = std::int64_t{1} << most_;
      if (end - p > widest) {
        for (; p < end; p += widest) piece(most_, i, p, p + widest < end ? p + widest : end);
      } else if (p < end) {
        int bucket = 0;
        while ((std::int64_t{1} << bucket) < end - p) ++bucket;
        piece(bucket, i, p, end);
      }
    }
  }

  void build(std::int64_t number, const convert_options& options, std::vector<hyb_bucket<V, I>>& to) const {
    buffer<std::int64_t> counts(static_cast<std::size_t>(most_) + 1, 0);
    for_each_piece(
        [&](int b, std::int64_t, std::int64_t, std::int64_t) { ++counts[static_cast<std::size_t>(b)]; });
    std::vector<hyb_bucket<V, I>> buckets(counts.size());
    for (std::size_t b = 0; b < buckets.size(); ++b) {
      buckets[b].partition = number;
      buckets[b].width = std::int64_t{1} << b;
      check_padded({{{"hyb.buckets.vals"}, {counts[b], buckets[b].width}, sizeof(V)},
                    {{"hyb.buckets.crd"}, {counts[b], buckets[b].width}, sizeof(I)}},
                   options);
      buckets[b].rows.reserve(static_cast<std::size_t>(counts[b]));
      buckets[b].crd.assign(static_cast<std::size_t>(counts[b] * buckets[b].width), I(-1));
      buckets[b].vals.assign(buckets[b].crd.size(), fill_value<V>(options.fill));
    }
    for_each_piece([&](int b, std::int64_t i, std::int64_t begin, std::int64_t end) {
      hyb_bucket<V, I>& bucket = buckets[static_cast<std::size_t>(b)];
      std::size_t at = bucket.rows.size() * static_cast<std::size_t>(bucket.width);
      bucket.rows.push_back(static_cast<I>(rows_.number(i)));
      for (std::int64_t p = begin; p < end; ++p, ++at) {
        bucket.crd[at] = rows_.crd[p];
        bucket.vals[at] = rows_.vals[p];
      }
    });
    for (hyb_bucket<V, I>& bucket : buckets)
      if (!bucket.rows.empty()) to.push_back(std::move(bucket));
  }

 private:
  /// The first entry of row i whose column is not less than `column`.
  std::int64_t lower_bound(std::int64_t i, std::int64_t column) const {
    std::int64_t low = rows_.begin(i), high = rows_.end(i);
    while (low < high) {
      const std::int64_t middle = low + (high - low) / 2;
      if (rows_.coordinate(middle) < column)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }

  const compressed_view<V, I>& rows_;
  std::int64_t first_, last_;
  int most_;
};

template <class To, class V, class I>
To make_hyb(const compressed_view<V, I>& rows, const convert_options& options) {
  To to;
  choose(to.c, options.partitions, 1, "hyb.c");
  to.c = std::min(to.c, std::max(rows.minor, std::int64_t{1}));
  const std::int64_t average = rows.major == 0 ? 1 : ceil_div(rows.entries(), rows.all_rows());
  to.k = options.max_bucket;
  if (to.k < 0)
    for (to.k = 0; (std::int64_t{1} << to.k) < average; ++to.k) {
    }
  if (to.k > 40) array_name{"hyb.k"}.fail(-1, to.k, "out of range [0, 40]");
  const std::int64_t size = ceil_div(rows.minor, to.c);
  std::vector<std::vector<hyb_bucket<V, I>>> parts(static_cast<std::size_t>(to.c));
  parallel_ranges(
      to.c,
      [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t n = begin; n < end; ++n) {
          const std::int64_t last = (n + 1) * size < rows.minor ? (n + 1) * size : rows.minor;
          hyb_partition<V, I>(rows, n * size, last, static_cast<int>(to.k))
              .build(n, options, parts[static_cast<std::size_t>(n)]);
        }
      },
      rows.entries());
  for (auto& part : parts)
    for (auto& bucket : part) to.buckets.push_back(std::move(bucket));
  return to;
}

}  // namespace insum::detail

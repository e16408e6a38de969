// Which part of a decomposition each entry of a tensor goes to.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "../core/buffer.hpp"
#include "../core/checks.hpp"
#include "../core/parallel.hpp"
#include "../formats/coo.hpp"
#include "groups.hpp"

namespace insum::detail {

/// Of an entry that no part has taken.
inline constexpr std::uint8_t no_part = 255;

/// The entries [begin, end) of one run in one block column.
struct block_segment {
  std::int64_t block, begin, end;
};

/// The segments of one block row: lists, one a run, that are merged by block column.
class block_row_segments {
 public:
  void clear() {
    all_.clear();
    firsts_.clear();
  }
  /// Those that are added next are of another run; their block columns increase.
  void begin_run() { firsts_.push_back(static_cast<std::ptrdiff_t>(all_.size())); }
  void add(const block_segment& one) { all_.push_back(one); }
  void merge() {
    const std::size_t lists = firsts_.size();
    const std::ptrdiff_t size = static_cast<std::ptrdiff_t>(all_.size());
    const auto first = [&](std::size_t list) { return list < lists ? firsts_[list] : size; };
    for (std::size_t width = 1; width < lists; width *= 2) {
      merged_.resize(all_.size());
      const auto from = all_.begin();
      for (std::size_t list = 0; list < lists; list += 2 * width)
        std::merge(from + first(list), from + first(list + width), from + first(list + width),
                   from + first(list + 2 * width), merged_.begin() + first(list),
                   [](const block_segment& a, const block_segment& b) { return a.block < b.block; });
      all_.swap(merged_);
    }
  }
  const std::vector<block_segment>& all() const { return all_; }

 private:
  std::vector<block_segment> all_, merged_;
  std::vector<std::ptrdiff_t> firsts_;
};

/// Gives the entries of a sorted tensor without duplicates to parts, which take in turn: none takes from
/// those before it. A run is the entries that differ in the last mode only. Memory follows the entries.
template <class V, int Rank, class I>
class splitter {
 public:
  explicit splitter(const coo<V, Rank, I>& sorted)
      : sorted_(sorted), runs_(find_runs(sorted)), part_(sorted.vals.size()) {
    parallel_fill(part_.data(), part_.size(), no_part);
  }
  splitter(const splitter&) = delete;
  splitter& operator=(const splitter&) = delete;

  /// By entry: its part.
  const buffer<std::uint8_t>& parts() const { return part_; }

  std::int64_t rows() const { return sorted_.shape[0]; }

  bool has_left() const { return std::find(part_.begin(), part_.end(), no_part) != part_.end(); }

  void take_all(std::uint8_t number) {
    take_first(number, [](std::int64_t n) { return n; });
  }

  /// Of each run, of whose entries n are left, the first limit(n) of them.
  template <class Limit>
  void take_first(std::uint8_t number, Limit&& limit) {
    for_each_run([&](std::int64_t begin, std::int64_t end) {
      std::int64_t rest = limit(count_left(begin, end));
      for (std::int64_t p = begin; p < end && rest > 0; ++p)
        if (is_left(p)) {
          part_[at(p)] = number;
          --rest;
        }
    });
  }

  /// The blocks of bm x bn of which it holds that chosen(available, left): the first is the number of its
  /// entries that no part before `number` has, the second of those that none has. The part gets the available
  /// ones.
  template <class Chosen>
  void take_blocks(std::uint8_t number, std::int64_t bm, std::int64_t bn, Chosen&& chosen) {
    balanced_ranges(
        run_count(), [&](std::int64_t run) { return runs_[at(run)]; },
        [&](std::int64_t begin, std::int64_t end) {
          // A block row belongs to the range of its first run.
          std::int64_t run = begin;
          while (run > 0 && run < end && run_row(run) / bm == run_row(run - 1) / bm) ++run;
          block_row_segments segments;
          while (run < end) {
            segments.clear();
            const std::int64_t block_row = run_row(run) / bm;
            for (; run < run_count() && run_row(run) / bm == block_row; ++run) {
              segments.begin_run();
              cut_run(run, number, bn, segments);
            }
            segments.merge();
            take_chosen(number, segments.all(), chosen);
          }
        },
        entry_count());
  }

  /// The diagonals with at least `fewest` entries that are left.
  void take_diagonals(std::uint8_t number, std::int64_t fewest) {
    if (fewest > entry_count()) return;  // before memory is asked for
    const buffer<std::int64_t> offsets = long_diagonals(fewest);
    if (offsets.empty()) return;
    for_each_run([&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t p = begin; p < end; ++p)
        if (is_left(p) && std::binary_search(offsets.begin(), offsets.end(), offset(p)))
          part_[at(p)] = number;
    });
  }

  /// The ELL width of the classic HYB (Bell and Garland 2009): the greatest that a third of all rows fill
  /// with entries that are left; at least 1.
  std::int64_t hyb_width() const {
    const std::int64_t third = ceil_div(sorted_.shape[0], 3);
    if (third > run_count() || third == 0) return 1;
    buffer<std::int64_t> lengths(at(run_count()));
    parallel_ranges(
        run_count(),
        [&](std::int64_t begin, std::int64_t end) {
          for (std::int64_t run = begin; run < end; ++run)
            lengths[at(run)] = count_left(runs_[at(run)], runs_[at(run) + 1]);
        },
        entry_count());
    std::int64_t* const nth = lengths.begin() + (third - 1);
    std::nth_element(lengths.begin(), nth, lengths.end(), std::greater<std::int64_t>());
    return *nth > 0 ? *nth : 1;
  }

 private:
  static std::size_t at(std::int64_t p) { return static_cast<std::size_t>(p); }
  std::int64_t entry_count() const { return sorted_.nnz(); }
  std::int64_t run_count() const { return static_cast<std::int64_t>(runs_.size()) - 1; }
  std::int64_t run_row(std::int64_t run) const { return row(runs_[at(run)]); }
  std::int64_t row(std::int64_t p) const { return static_cast<std::int64_t>(sorted_.crd[0][at(p)]); }
  std::int64_t column(std::int64_t p) const { return static_cast<std::int64_t>(sorted_.crd[1][at(p)]); }
  std::int64_t offset(std::int64_t p) const { return column(p) - row(p); }
  bool is_left(std::int64_t p) const { return part_[at(p)] == no_part; }
  std::int64_t count_left(std::int64_t begin, std::int64_t end) const {
    std::int64_t count = 0;
    for (std::int64_t p = begin; p < end; ++p) count += is_left(p) ? 1 : 0;
    return count;
  }

  /// Calls f(begin, end) with the entries of each run.
  template <class F>
  void for_each_run(F&& f) const {
    balanced_ranges(
        run_count(), [&](std::int64_t run) { return runs_[at(run)]; },
        [&](std::int64_t begin, std::int64_t end) {
          for (std::int64_t run = begin; run < end; ++run) f(runs_[at(run)], runs_[at(run) + 1]);
        },
        entry_count());
  }

  /// Adds the segments of a run that have entries available to part `number`.
  void cut_run(std::int64_t run, std::uint8_t number, std::int64_t bn, block_row_segments& segments) const {
    const std::int64_t end = runs_[at(run) + 1];
    for (std::int64_t p = runs_[at(run)]; p < end;) {
      if (part_[at(p)] <= number) {
        ++p;
        continue;
      }
      block_segment one{column(p) / bn, p, p + 1};
      const std::int64_t first_column = one.block * bn;
      while (one.end < end && column(one.end) - first_column < bn) ++one.end;
      p = one.end;
      segments.add(one);
    }
  }

  template <class Chosen>
  void take_chosen(std::uint8_t number, const std::vector<block_segment>& segments, Chosen& chosen) {
    for (std::size_t first = 0, last = 0; first < segments.size(); first = last) {
      std::int64_t available = 0, left = 0;
      for (last = first; last < segments.size() && segments[last].block == segments[first].block; ++last)
        for (std::int64_t p = segments[last].begin; p < segments[last].end; ++p) {
          available += part_[at(p)] > number ? 1 : 0;
          left += is_left(p) ? 1 : 0;
        }
      if (!chosen(available, left)) continue;
      for (std::size_t one = first; one < last; ++one)
        for (std::int64_t p = segments[one].begin; p < segments[one].end; ++p)
          if (part_[at(p)] > number) part_[at(p)] = number;
    }
  }

  /// Their offsets, ascending.
  buffer<std::int64_t> long_diagonals(std::int64_t fewest) const {
    buffer<std::int64_t> found;
    const std::int64_t n = entry_count(), before = sorted_.shape[0] - 1;
    if (sorted_.shape[1] / 8 <= n) {  // there are few rows too, or no diagonal would be long enough
      buffer<std::int64_t> counts(at(before + sorted_.shape[1]), 0);
      for (std::int64_t p = 0; p < n; ++p)
        if (is_left(p)) ++counts[at(offset(p) + before)];
      for (std::size_t d = 0; d < counts.size(); ++d)
        if (counts[d] >= fewest) found.push_back(static_cast<std::int64_t>(d) - before);
      return found;
    }
    buffer<std::int64_t> offsets;
    for (std::int64_t p = 0; p < n; ++p)
      if (is_left(p)) offsets.push_back(offset(p));
    std::sort(offsets.begin(), offsets.end());
    for (std::size_t first = 0, last = 0; first < offsets.size(); first = last) {
      while (last < offsets.size() && offsets[last] == offsets[first]) ++last;
      if (static_cast<std::int64_t>(last - first) >= fewest) found.push_back(offsets[first]);
    }
    return found;
  }

  const coo<V, Rank, I>& sorted_;
  buffer<std::int64_t> runs_;
  buffer<std::uint8_t> part_;
};

/// For each of `count` parts its entries in their order; part[p] is that of entry p.
template <class V, int Rank, class I, class Number>
std::vector<coo<V, Rank, I>> distribute(const coo<V, Rank, I>& all, const buffer<Number>& part,
                                        std::size_t count) {
  const std::int64_t n = all.nnz();
  const int chunks = chunk_count(n);
  // By chunk and part: the entries of the part before the chunk.
  buffer<std::size_t> first((static_cast<std::size_t>(chunks) + 1) * count, 0);
  for_each_chunk(chunks, [&](int chunk) {
    std::size_t* const mine = first.data() + (static_cast<std::size_t>(chunk) + 1) * count;
    for (std::int64_t p = chunk_begin(n, chunk, chunks); p < chunk_begin(n, chunk + 1, chunks); ++p)
      ++mine[part[static_cast<std::size_t>(p)]];
  });
  for (std::size_t i = count; i < first.size(); ++i) first[i] += first[i - count];
  std::vector<coo<V, Rank, I>> result(count);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t size = first[static_cast<std::size_t>(chunks) * count + k];
    result[k].shape = all.shape;
    for (buffer<I>& array : result[k].crd) array.resize(size);
    result[k].vals.resize(size);
  }
  for_each_chunk(chunks, [&](int chunk) {
    std::vector<std::size_t> next(first.begin() + static_cast<std::size_t>(chunk) * count,
                                  first.begin() + (static_cast<std::size_t>(chunk) + 1) * count);
    for (std::int64_t q = chunk_begin(n, chunk, chunks); q < chunk_begin(n, chunk + 1, chunks); ++q) {
      const std::size_t p = static_cast<std::size_t>(q), k = static_cast<std::size_t>(part[p]),
                        to = next[k]++;
      for (std::size_t mode = 0; mode < all.crd.size(); ++mode) result[k].crd[mode][to] = all.crd[mode][p];
      result[k].vals[to] = all.vals[p];
    }
  });
  return result;
}

}  // namespace insum::detail

// find_statistics for one pair of types; included by instances/ only.
#pragma once
#include <algorithm>
#include <cmath>
#include <insum/advise.hpp>
#include <insum/convert.hpp>
#include <utility>

#include "data/errors.h"
#include "data/statistics.h"

namespace insum::data {

/// Entries by coordinate of one mode, from the coordinates in increasing order. No array of the mode's size
/// is made: that size is only what the file says.
template <class Buffer>
Lengths lengths_of(const Buffer& sorted, std::int64_t size) {
  Lengths result{.size = size};
  const double n = static_cast<double>(sorted.size());
  std::int64_t used = 0;
  double squares = 0;
  result.least = size == 0 ? 0 : INT64_MAX;
  for (std::size_t p = 0; p < sorted.size();) {
    std::size_t end = p;
    while (end < sorted.size() && sorted[end] == sorted[p]) ++end;
    const std::int64_t length = static_cast<std::int64_t>(end - p);
    result.least = std::min(result.least, length);
    result.most = std::max(result.most, length);
    squares += static_cast<double>(length) * static_cast<double>(length);
    ++used;
    p = end;
  }
  result.empty = size - used;
  if (result.empty > 0) result.least = 0;
  if (size == 0 || n == 0) return result;
  result.mean = n / static_cast<double>(size);
  const double variance = squares / static_cast<double>(size) - result.mean * result.mean;
  result.variation = std::sqrt(std::max(variance, 0.0)) / result.mean;
  return result;
}

/// Whether a sorted matrix stores (i, j).
template <class V, class I>
bool has_entry(const coo<V, 2, I>& sorted, I i, I j) {
  const auto row = std::equal_range(sorted.crd[0].begin(), sorted.crd[0].end(), i);
  const auto offset = [&](auto at) { return at - sorted.crd[0].begin(); };
  return std::binary_search(sorted.crd[1].begin() + offset(row.first),
                            sorted.crd[1].begin() + offset(row.second), j);
}

template <class V, class I>
Pattern pattern_of(const coo<V, 2, I>& sorted) {
  Pattern result;
  std::int64_t mirrored = 0;
  for (std::size_t p = 0; p < sorted.vals.size(); ++p) {
    const I i = sorted.crd[0][p], j = sorted.crd[1][p];
    const std::int64_t below = static_cast<std::int64_t>(i) - static_cast<std::int64_t>(j);
    result.lower = std::max(result.lower, below);
    result.upper = std::max(result.upper, -below);
    if (i == j)
      ++result.diagonal;
    else if (sorted.rows() == sorted.cols() && has_entry(sorted, j, i))
      ++mirrored;
  }
  if (sorted.rows() == sorted.cols()) result.mirrored = mirrored;
  return result;
}

/// What needs compressed rows, and with them an array of as many elements as there are rows.
template <class V, class I>
void compare_formats(const csr<V, I>& matrix, Statistics& result) {
  const auto rows = insum::detail::view_of(matrix);
  for (const std::int64_t size : {4, 8, 16, 32})
    result.blocks.push_back({size, insum::detail::count_blocks(rows, size, size).back()});
  GroupSizes& groups = result.groups.emplace();
  groups.estimate = insum::detail::group_estimate(matrix.pos, matrix.rows());
  groups.chosen = group_size(matrix);
  const std::int64_t below = insum::detail::power_below(groups.estimate);
  for (const std::int64_t size : {below / 2, below, 2 * below, 4 * below})
    if (size > 0) groups.tried.push_back({size, insum::detail::group_accesses(matrix.pos, size)});
  for (const format_cost& cost : advise(matrix).formats)
    result.formats.push_back({cost.format, cost.slots, cost.padding, cost.bytes, cost.accesses});
}

template <class V, class I, int Rank>
void describe_tensor(const coo<V, Rank, I>& sorted, Statistics& result) {
  const auto add = [&](const char* format, const auto& tensor) {
    const std::int64_t slots = static_cast<std::int64_t>(tensor.vals.size());
    result.formats.push_back(
        {format, slots, slots - result.entries, static_cast<std::int64_t>(tensor.bytes()), std::nullopt});
  };
  add("coo", sorted);
  add("csf", convert<csf<V, Rank, I>>(sorted));
}

template <class V, class I>
void describe_matrix(const coo<V, 2, I>& sorted, bool with_picture, Statistics& result) {
  result.pattern = pattern_of(sorted);
  if (with_picture && sorted.rows() > 0 && sorted.cols() > 0)
    result.picture = make_raster(sorted.rows(), sorted.cols(), sorted.crd[0], sorted.crd[1]);
  // Sizes that the entries do not bear out may be a mistake in the file: nothing is allocated for them.
  const std::int64_t bearable = (std::int64_t{1} << 26) + 64 * result.entries;
  if (sorted.rows() > bearable || sorted.cols() > bearable)
    result.left_out = "blocks, groups and formats: too few entries for so many rows and columns";
  else
    compare_formats(convert<csr<V, I>>(sorted), result);
}

template <class V, class I>
Statistics find_statistics(Entries<V, I>&& entries, const TensorFile& file, bool with_picture) {
  Statistics result;
  result.value_type = "float" + std::to_string(8 * sizeof(V));
  result.index_type = "int" + std::to_string(8 * sizeof(I));
  converting(file.path, "compressed rows", [&] {
    std::visit(
        [&]<int Rank>(coo<V, Rank, I>& read) {
          result.shape.assign(read.shape.begin(), read.shape.end());
          result.read = read.nnz();
          const auto sorted = convert<coo<V, Rank, I>>(std::exchange(read, {}));
          result.entries = sorted.nnz();
          result.zeros = std::count(sorted.vals.begin(), sorted.vals.end(), V{});
          for (std::size_t mode = 0; mode < sorted.crd.size(); ++mode) {
            buffer<I> coordinates = sorted.crd[mode];
            if (mode > 0) std::sort(coordinates.begin(), coordinates.end());
            result.modes.push_back(lengths_of(coordinates, sorted.shape[mode]));
          }
          if constexpr (Rank == 2)
            describe_matrix(sorted, with_picture, result);
          else
            describe_tensor(sorted, result);
        },
        entries);
  });
  return result;
}

}  // namespace insum::data

// Formats of rows, of entries or of blocks: where each of them is stored.
#pragma once

#include <cmath>

#include "made_arrays.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

/// One after the other.
struct slots_in_order {
  __device__ std::int64_t operator()(std::int64_t unit) const { return unit; }
};
/// A row of entries begins at first[row] * each.
struct slots_of_rows {
  const std::int64_t* row;
  const std::int64_t* pos;
  const std::int64_t* first;  // null: the row's number
  std::int64_t each;
  __device__ std::int64_t operator()(std::int64_t unit) const {
    const std::int64_t i = row[unit];
    return (first == nullptr ? i : first[i]) * each + (unit - pos[i]);
  }
};
/// ... at first[row], and a column has its place there.
struct slots_of_columns {
  const std::int64_t* row;
  const std::int64_t* col;
  const std::int64_t* first;
  __device__ std::int64_t operator()(std::int64_t unit) const { return first[row[unit]] + col[unit]; }
};
/// Diagonals, one after the other; their numbers are one too high.
struct slots_of_diagonals {
  const std::int64_t* row;
  const std::int64_t* col;
  const std::int64_t* number;
  std::int64_t rows;
  __device__ std::int64_t operator()(std::int64_t unit) const {
    return (number[col[unit] - row[unit] + rows - 1] - 1) * rows + row[unit];
  }
};

/// The number of groups of each row, behind a zero.
struct count_row_groups {
  std::int64_t* groups;
  const std::int64_t* pos;
  std::int64_t g;
  __device__ void operator()(std::int64_t i) const {
    groups[i] = i == 0 ? 0 : (pos[i] - pos[i - 1]) / g + ((pos[i] - pos[i - 1]) % g != 0);
  }
};
struct longest_row {
  unsigned long long* longest;
  const std::int64_t* pos;
  __device__ void operator()(std::int64_t i) const {
    const auto length = static_cast<unsigned long long>(pos[i + 1] - pos[i]);
    atomicMax(longest, length);
  }
};
/// Behind a zero, how many columns a row has up to its last entry.
struct count_columns {
  std::int64_t* columns;
  const std::int64_t* pos;
  const std::int64_t* col;
  __device__ void operator()(std::int64_t i) const {
    columns[i] = i == 0 || pos[i] == pos[i - 1] ? 0 : col[pos[i] - 1] + 1;
  }
};
struct mark_diagonals {
  std::int64_t* marks;
  const std::int64_t* row;
  const std::int64_t* col;
  std::int64_t rows;
  __device__ void operator()(std::int64_t unit) const {
    atomicOr(reinterpret_cast<unsigned long long*>(marks + (col[unit] - row[unit] + rows - 1)), 1ULL);
  }
};
template <class Index>
struct list_diagonals {
  Index* offsets;
  const std::int64_t* number;
  std::int64_t rows;
  __device__ void operator()(std::int64_t d) const {
    if (number[d] != (d == 0 ? 0 : number[d - 1]))
      offsets[number[d] - 1] = static_cast<Index>(d - (rows - 1));
  }
};

/// Each group begins with one of the entries that its row has.
struct find_group_units {
  std::int64_t* unit;
  const std::int64_t* first;
  const std::int64_t* pos;
  std::int64_t rows, g;
  __device__ void operator()(std::int64_t group) const {
    const std::int64_t i = rt::parent(first, rows, group, 0);
    unit[group] = pos[i] + (group - first[i]) * g;
  }
};
/// A coordinate that the entries of a group share.
template <class Index>
struct fill_group_coordinates {
  Index* to;
  const std::int64_t* unit;
  const std::int64_t* coordinates;
  __device__ void operator()(std::int64_t group) const {
    to[group] = static_cast<Index>(coordinates[unit[group]]);
  }
};
/// The last coordinates of slots, of which unused ones repeat the one before.
template <class Index>
struct fill_group_slots {
  Index* to;
  const std::int64_t* unit;
  const std::int64_t* coordinates;
  const std::int64_t* row;
  const std::int64_t* pos;
  std::int64_t g;
  __device__ void operator()(std::int64_t slot) const {
    const std::int64_t first = unit[slot / g], mine = first + slot % g, last = pos[row[first] + 1] - 1;
    to[slot] = static_cast<Index>(coordinates[mine < last ? mine : last]);
  }
};
template <class Index>
struct fill_slots {
  Index* col;
  const std::int64_t* pos;
  const std::int64_t* columns;
  std::int64_t width;
  __device__ void operator()(std::int64_t slot) const {
    const std::int64_t i = slot / width, unit = pos[i] + slot % width;
    col[slot] = unit < pos[i + 1] ? static_cast<Index>(columns[unit]) : static_cast<Index>(-1);
  }
};

/// For each row, and behind the last one, the number of groups before it. Waits.
struct row_groups {
  row_groups(const insum::cuda::detail::shared_stream& stream, const row_units& units, std::int64_t of_size)
      : g(of_size), first(stream, units.major + 1) {
    each(stream, units.major + 1, count_row_groups{first.data(), units.pos.data(), g});
    sum_up(stream, first.data(), units.major + 1);
    count = number_at(stream, first.data() + units.major);
  }
  std::int64_t accesses() const { return count * (1 + g); }

  std::int64_t g, count = 0;
  buffer<std::int64_t> first;
};

/// The group size of insum::group_size: sqrt(entries / rows), rounded to the neighbouring power of two with
/// fewer accesses, the larger one if equal.
inline row_groups best_groups(const insum::cuda::detail::shared_stream& stream, const row_units& units) {
  const double estimate =
      units.of == 0 ? 0 : std::sqrt(static_cast<double>(units.count) / static_cast<double>(units.of));
  std::int64_t below = 1;
  while (2.0 * static_cast<double>(below) <= estimate) below *= 2;
  row_groups smaller(stream, units, below);
  if (static_cast<double>(below) >= estimate) return smaller;
  row_groups larger(stream, units, 2 * below);
  return larger.accesses() <= smaller.accesses() ? std::move(larger) : std::move(smaller);
}

/// Waits.
inline std::int64_t length_of_longest(const insum::cuda::detail::shared_stream& stream,
                                      const row_units& units) {
  const buffer<std::int64_t> longest(stream, 1);
  check(cudaMemsetAsync(longest.data(), 0, sizeof(std::int64_t), stream.get()), "cudaMemsetAsync");
  each(stream, units.major,
       longest_row{reinterpret_cast<unsigned long long*>(longest.data()), units.pos.data()});
  return number_at(stream, longest.data());
}

}  // namespace detail

}  // namespace cuda

INSUM_RT_END

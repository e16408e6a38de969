// Rows that have more entries than a group of lanes should go through alone. The entries of all rows are cut
// into parts of equal length. A row is long where it has more entries than a part, so that a part meets two
// long rows at most: one that its first entry belongs to, and one that its last entry belongs to.
#pragma once

#include "../index.hpp"
#include "../search.hpp"
#include "launch.hpp"

INSUM_RT_BEGIN

namespace cuda {

/// The emulation has short rows.
INSUM_HOST_DEVICE constexpr std::int64_t part_entries() {
#ifdef INSUM_CUDA_EMULATION
  return 24;
#else
  return 1024;
#endif
}

template <class Pos>
INSUM_HOST_DEVICE bool is_long_row(const Pos& pos, std::int64_t row) {
  return index(pos[row + 1]) - index(pos[row]) > part_entries();
}

/// Where a row ends that is not left to the parts: a long one at its begin.
INSUM_HOST_DEVICE inline std::int64_t short_row_end(std::int64_t begin, std::int64_t end) {
  return end - begin > part_entries() ? begin : end;
}

/// The number of parts. `base` is what positions are counted from.
template <class Pos>
INSUM_HOST_DEVICE std::int64_t long_row_parts(const Pos& pos, std::int64_t rows, std::int64_t base) {
  return rows > 0 ? (index(pos[rows]) - base + part_entries() - 1) / part_entries() : 0;
}

/// The long row that the first entry of a part belongs to (side 0), or another one, that its last entry
/// belongs to (side 1), of the rows [first_row, rows); -1 where there is none.
template <class Pos>
INSUM_HOST_DEVICE std::int64_t long_row_of(const Pos& pos, std::int64_t first_row, std::int64_t rows,
                                           std::int64_t part, std::int64_t side, std::int64_t base) {
  const std::int64_t first = part * part_entries(),
                     end = min(first + part_entries(), index(pos[rows]) - base),
                     entry = side == 0 ? first : end - 1, row = parent(pos, rows, entry, base);
  const std::int64_t begin = index(pos[row]) - base;
  if (row < first_row || entry < begin || !is_long_row(pos, row)) return -1;
  return side == 1 && begin <= first ? -1 : row;  // that of side 0
}

INSUM_HOST_DEVICE inline std::int64_t begin_in_part(std::int64_t begin, std::int64_t part) {
  return max(begin, part * part_entries());
}
INSUM_HOST_DEVICE inline std::int64_t end_in_part(std::int64_t end, std::int64_t part) {
  return min(end, (part + 1) * part_entries());
}

}  // namespace cuda

INSUM_RT_END

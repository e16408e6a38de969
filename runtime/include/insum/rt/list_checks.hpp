// Checks of levels whose coordinates stand in several arrays, or are differences.
#pragma once

#include "checks.hpp"
#include "coordinates.hpp"

INSUM_RT_BEGIN

namespace detail {

template <class A>
int order_of(const A& crd, std::int64_t p) {
  const std::int64_t before = index(crd[p - 1]), x = index(crd[p]);
  return before < x ? -1 : before > x;
}

}  // namespace detail

/// Throws storage_error where the entries [begin, end), one coordinate of each in every array, outermost first, do not
/// ascend, or, where they are unique, one comes twice.
template <class First, class... Rest>
void check_list_order(const char* name, std::int64_t begin, std::int64_t end, bool unique, const First& crd, const Rest&... rest) {
  const std::int64_t bad = find_first(begin + 1, end, [&](std::int64_t p) {
    int order = detail::order_of(crd, p);
    ((order = order != 0 ? order : detail::order_of(rest, p)), ...);
    return unique ? order >= 0 : order > 0;
  });
  if (bad < end)
    throw storage_error(name, bad, index(crd[bad]), unique ? "the entry does not come after the one before it" : "the entry comes before the one in front of it");
}

/// The same for the segments pos[i] - base ... pos[i + 1] - base, 0 <= i < n.
template <class P, class... C>
void check_segment_order(const char* name, const P& pos, std::int64_t n, std::int64_t base, bool unique, const C&... crd) {
  parallel_dynamic(0, n, least_work(std::int64_t{1} << 12), [&](std::int64_t first, std::int64_t last) {
    for (; first < last; ++first) check_list_order(name, index(pos[first]) - base, index(pos[first + 1]) - base, unique, crd...);
  });
}

/// Throws index_error where a diagonal lies outside of the matrix, storage_error where one is stored twice.
template <class O>
void check_offsets(const char* name, const O& offsets, std::int64_t n, std::int64_t rows, std::int64_t columns) {
  const std::int64_t outside = find_first(0, n, [&](std::int64_t q) {
    return index(offsets[q]) <= -rows || index(offsets[q]) >= columns;
  });
  if (outside < n) detail::throw_index(name, outside, index(offsets[outside]), rows + columns - 1, 1 - rows);
  coordinate_workspace<std::int64_t, op_max, 1> seen;
  for (std::int64_t q = 0; q < n; ++q) seen.update(q, index(offsets[q]) + rows);
  seen.finish(rows + columns);
  if (seen.count() == n) return;
  // The values left are the last places of each: any other place is a repetition.
  const std::int64_t again = find_first(0, n, [&](std::int64_t q) {
    for (std::int64_t s = 0; s < seen.count(); ++s)
      if (seen.values()[s] == q) return false;
    return true;
  });
  throw storage_error(name, again, index(offsets[again]), "the diagonal is stored twice");
}

INSUM_RT_END

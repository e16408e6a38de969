// Checks of the order of coordinates, in one array or in several, of rows behind pointers, and of diagonals.
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

/// True where entry p - 1 may not stand before entry p.
template <class... C>
bool is_disorder(std::int64_t p, bool unique, const C&... crd) {
  int order = 0;
  ((order = order != 0 ? order : order_of(crd, p)), ...);
  return unique ? order >= 0 : order > 0;
}

template <class Name, class First>
[[noreturn]] INSUM_RT_COLD void throw_disorder(const Name& name, std::int64_t p, bool unique, const First& crd) {
  throw storage_error(name, p, index(crd[p]),
                      unique ? "the entry does not come after the one before it" : "the entry comes before the one in front of it");
}

}  // namespace detail

/// Throws storage_error where the entries [begin, end), one coordinate of each in every array, outermost first, do not
/// ascend, or, where they are unique, one comes twice. `name` is that of the outermost array; the first such entry is named.
template <class First, class... Rest>
void check_list_order(const char* name, std::int64_t begin, std::int64_t end, bool unique, const First& crd, const Rest&... rest) {
  const std::int64_t bad =
      find_first(begin + 1, end, [&](std::int64_t p) { return detail::is_disorder(p, unique, crd, rest...); });
  if (bad < end) detail::throw_disorder(name, bad, unique, crd);
}

/// The same for the segments pos[i] - base ... pos[i + 1] - base, 0 <= i < n. To be called after check_positions.
template <class P, class First, class... Rest>
void check_segment_order(const char* name, const P& pos, std::int64_t n, std::int64_t base, bool unique, const First& crd,
                         const Rest&... rest) {
  const auto first_bad = [&](std::int64_t i) {
    const std::int64_t end = index(pos[i + 1]) - base;
    for (std::int64_t p = index(pos[i]) - base + 1; p < end; ++p)
      if (detail::is_disorder(p, unique, crd, rest...)) return p;
    return std::int64_t{-1};
  };
  const std::int64_t segment = find_first(0, n, [&](std::int64_t i) { return first_bad(i) >= 0; });
  if (segment < n) detail::throw_disorder(name, first_bad(segment), unique, crd);
}

/// The order of the coordinates below one position.
struct row_rules {
  std::int64_t base = 0;
  bool sorted = true;
  bool unique = true;
};

namespace detail {

/// The first place of row i whose coordinate is out of range or out of order, or -1.
template <class N, class C>
std::int64_t bad_place(std::int64_t i, const N& counts, const C& crd, std::int64_t size, const row_rules& rules) {
  const std::int64_t count = index(counts[i]);
  for (std::int64_t q = 0; q < count; ++q) {
    const std::int64_t x = index(crd[i][q]);
    if (x < rules.base || x - rules.base >= size) return q;
    if (rules.sorted && q > 0 && is_disorder(q, rules.unique, crd[i])) return q;
  }
  return -1;
}

}  // namespace detail

/// Rows behind pointers, counts[i] coordinates at crd[i], 0 <= i < n: throws storage_error where a count is negative or the
/// coordinates of a row break the order stated, index_error where one is not in [base, base + size).
template <class N, class C>
void check_rows(const char* counts_name, const N& counts, std::int64_t n, const char* name, const C& crd, std::int64_t size,
                const row_rules& rules) {
  const std::int64_t negative = find_first(0, n, [&](std::int64_t i) { return index(counts[i]) < 0; });
  if (negative < n) throw storage_error(counts_name, negative, index(counts[negative]), "a row has no less than 0 entries");
  const std::int64_t row =
      find_first(0, n, [&](std::int64_t i) { return detail::bad_place(i, counts, crd, size, rules) >= 0; });
  if (row == n) return;
  const std::int64_t place = detail::bad_place(row, counts, crd, size, rules), x = index(crd[row][place]);
  const insum::detail::message array = insum::detail::message() << name << "[" << row << "]";
  if (x < rules.base || x - rules.base >= size) detail::throw_index(array, place, x, size, rules.base);
  detail::throw_disorder(array, place, rules.unique, crd[row]);
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

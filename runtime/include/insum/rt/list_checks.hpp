// Checks of the order of coordinates, in one array or in several, and that they occur once.
#pragma once

#include "checks.hpp"
#include "coordinate_sort.hpp"

INSUM_RT_BEGIN

/// The names of the arrays of a list, outermost first.
template <std::size_t N>
struct array_names {
  const char* of[N];
};
template <class... Name>
constexpr array_names<sizeof...(Name)> names(Name... name) {
  return {{name...}};
}

namespace detail {

/// Of array n; one name stands for all.
template <class Name>
const Name& name_at(const Name& name, std::size_t) {
  return name;
}
template <std::size_t N>
const char* name_at(const array_names<N>& names, std::size_t n) {
  return names.of[n];
}

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

/// Names the outermost array in which entry p differs from `before`; the last one where it is the same entry.
template <class Name, class... C>
[[noreturn]] INSUM_RT_COLD void throw_disorder(const Name& name, std::int64_t before, std::int64_t p,
                                               const C&... crd) {
  std::size_t n = 0;
  const auto look = [&](const auto& one) {
    const bool is_last = ++n == sizeof...(C);
    if (one[before] == one[p] && !is_last) return;
    insum::detail::message text;
    if (one[before] == one[p])
      text << (sizeof...(C) > 1 ? "the entry is that at " : "the same as at ") << before;
    else
      text << "less than the one before it, " << insum::detail::whole_number(one[before]);
    throw storage_error(name_at(name, n - 1), p, one[p], text);
  };
  (look(crd), ...);
  __builtin_unreachable();
}

template <class Name, class... C>
[[noreturn]] INSUM_RT_COLD void throw_repetition(const Name& name, std::int64_t p, const C&... crd) {
  std::size_t n = 0;
  const auto look = [&](const auto& one) {
    if (++n == sizeof...(C)) throw storage_error(name_at(name, n - 1), p, one[p], "the entry is there twice");
  };
  (look(crd), ...);
  __builtin_unreachable();
}

/// The first of the entries [begin, end) whose coordinates another one before it has too, or -1.
template <class... C>
std::int64_t first_repetition(std::int64_t begin, std::int64_t end, const C&... crd) {
  std::int64_t p = begin + 1;
  while (p < end && !is_disorder(p, true, crd...)) ++p;
  if (p >= end) return -1;
  grow<keyed_entry<std::int64_t>> order, scratch;
  order.resize(end - begin);
  scratch.resize(end - begin);
  for (std::int64_t k = 0; k < order.size(); ++k) order[k].value = begin + k;
  const auto sort_by = [&](const auto& one) {
    std::uint64_t all = 0;
    for (std::int64_t k = 0; k < order.size(); ++k)
      all |= order[k].key = static_cast<std::uint64_t>(index(one[order[k].value]));
    sort_keys(order.data(), scratch.data(), order.size(), bit_width(all));
  };
  (sort_by(crd), ...);  // stable: entries that are equal stay in their order
  const auto are_equal = [&](std::int64_t a, std::int64_t b) {
    return ((index(crd[a]) == index(crd[b])) && ...);
  };
  std::int64_t first = -1;
  for (std::int64_t k = 1; k < order.size(); ++k)
    if (are_equal(order[k - 1].value, order[k].value) && (first < 0 || order[k].value < first))
      first = order[k].value;
  return first;
}

}  // namespace detail

/// Throws storage_error where the entries [begin, end), one coordinate of each in every array, outermost
/// first, do not ascend, or, where they are unique, one comes twice. `name`: array_names, or that of the one
/// array; the first such entry is named.
template <class Name, class First, class... Rest>
void check_list_order(const Name& name, std::int64_t begin, std::int64_t end, bool unique, const First& crd,
                      const Rest&... rest) {
  const std::int64_t bad = find_first(
      begin + 1, end, [&](std::int64_t p) { return detail::is_disorder(p, unique, crd, rest...); });
  if (bad < end) detail::throw_disorder(name, bad - 1, bad, crd, rest...);
}

/// The same for the segments pos[i] - base ... pos[i + 1] - base, 0 <= i < n. To be called after
/// check_positions.
template <class Name, class P, class First, class... Rest>
void check_segment_order(const Name& name, const P& pos, std::int64_t n, std::int64_t base, bool unique,
                         const First& crd, const Rest&... rest) {
  const auto first_bad = [&](std::int64_t i) {
    const std::int64_t end = index(pos[i + 1]) - base;
    for (std::int64_t p = index(pos[i]) - base + 1; p < end; ++p)
      if (detail::is_disorder(p, unique, crd, rest...)) return p;
    return std::int64_t{-1};
  };
  const std::int64_t segment = find_first(0, n, [&](std::int64_t i) { return first_bad(i) >= 0; });
  if (segment == n) return;
  const std::int64_t bad = first_bad(segment);
  detail::throw_disorder(name, bad - 1, bad, crd, rest...);
}

/// Throws storage_error where one of the entries [begin, end) comes twice, in whatever order they are.
template <class Name, class First, class... Rest>
void check_list_unique(const Name& name, std::int64_t begin, std::int64_t end, const First& crd,
                       const Rest&... rest) {
  const std::int64_t again = detail::first_repetition(begin, end, crd, rest...);
  if (again >= 0) detail::throw_repetition(name, again, crd, rest...);
}

/// The same for the segments pos[i] - base ... pos[i + 1] - base, 0 <= i < n. To be called after
/// check_positions.
template <class Name, class P, class First, class... Rest>
void check_segment_unique(const Name& name, const P& pos, std::int64_t n, std::int64_t base, const First& crd,
                          const Rest&... rest) {
  const auto again = [&](std::int64_t i) {
    return detail::first_repetition(index(pos[i]) - base, index(pos[i + 1]) - base, crd, rest...);
  };
  const std::int64_t segment = find_first(0, n, [&](std::int64_t i) { return again(i) >= 0; });
  if (segment < n) detail::throw_repetition(name, again(segment), crd, rest...);
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
std::int64_t bad_place(std::int64_t i, const N& counts, const C& crd, std::int64_t size,
                       const row_rules& rules) {
  const std::int64_t count = index(counts[i]);
  for (std::int64_t q = 0; q < count; ++q) {
    const std::int64_t x = index(crd[i][q]);
    if (x < rules.base || x - rules.base >= size) return q;
    if (rules.sorted && q > 0 && is_disorder(q, rules.unique, crd[i])) return q;
  }
  return rules.unique && !rules.sorted ? first_repetition(0, count, crd[i]) : -1;
}

}  // namespace detail

/// Rows behind pointers, counts[i] elements at rows[i], 0 <= i < n: throws storage_error where a row with
/// elements is a null pointer.
template <class N, class R>
void check_pointers(const char* counts_name, const N& counts, std::int64_t n, const char* name,
                    const R& rows) {
  check_given(counts_name, counts, n);
  check_given(name, rows, n);
  const std::int64_t row =
      find_first(0, n, [&](std::int64_t i) { return rows[i] == nullptr && index(counts[i]) > 0; });
  if (row < n)
    throw storage_error(name, row, std::int64_t{0},
                        insum::detail::message() << "a null pointer, where " << counts_name << " has "
                                                 << index(counts[row]) << " entries");
}

/// Rows behind pointers, counts[i] coordinates at crd[i], 0 <= i < n: throws storage_error where a count is
/// negative or the coordinates of a row break the order stated, index_error where one is not in [base, base +
/// size).
template <class N, class C>
void check_rows(const char* counts_name, const N& counts, std::int64_t n, const char* name, const C& crd,
                std::int64_t size, const row_rules& rules) {
  const std::int64_t negative = find_first(0, n, [&](std::int64_t i) { return index(counts[i]) < 0; });
  if (negative < n)
    throw storage_error(counts_name, negative, index(counts[negative]), "a row has no less than 0 entries");
  const std::int64_t row =
      find_first(0, n, [&](std::int64_t i) { return detail::bad_place(i, counts, crd, size, rules) >= 0; });
  if (row == n) return;
  const std::int64_t place = detail::bad_place(row, counts, crd, size, rules), x = index(crd[row][place]);
  const insum::detail::message array = insum::detail::message() << name << "[" << row << "]";
  if (x < rules.base || x - rules.base >= size)
    detail::throw_index(array, place, crd[row][place], size, rules.base);
  if (rules.unique && !rules.sorted) detail::throw_repetition(array, place, crd[row]);
  detail::throw_disorder(array, place - 1, place, crd[row]);
}

namespace detail {

/// The first place of [begin, end) whose coordinate breaks the rules, those left out where is_padding(p), or
/// -1.
template <class C, class F>
std::int64_t bad_slot(std::int64_t begin, std::int64_t end, const C& crd, const row_rules& rules,
                      const F& is_padding) {
  std::int64_t last = -1;
  for (std::int64_t p = begin; p < end; ++p) {
    if (is_padding(p)) continue;
    const std::int64_t x = index(crd[p]);
    if (rules.sorted && last >= 0 && (x < index(crd[last]) || (rules.unique && x == index(crd[last]))))
      return p;
    last = p;
    if (rules.sorted || !rules.unique) continue;
    for (std::int64_t other = begin; other < p; ++other)
      if (index(crd[other]) == x && !is_padding(other)) return p;
  }
  return -1;
}

}  // namespace detail

/// Rows of `width` slots each: throws storage_error where the coordinates of a row break the order stated.
/// What is out of [base, base + size) is padding, and so is what is_filler(p) says. To be called after
/// check_coordinates.
template <class C, class F>
void check_slots(const char* name, const C& crd, std::int64_t n, std::int64_t width, std::int64_t size,
                 const row_rules& rules, const F& is_filler) {
  const auto is_padding = [&](std::int64_t p) {
    const std::int64_t x = index(crd[p]);
    return x < rules.base || x - rules.base >= size || is_filler(p);
  };
  const auto bad = [&](std::int64_t i) {
    return detail::bad_slot(i * width, (i + 1) * width, crd, rules, is_padding);
  };
  const std::int64_t row = find_first(0, n, [&](std::int64_t i) { return bad(i) >= 0; });
  if (row == n) return;
  const std::int64_t place = bad(row);
  if (!rules.sorted) detail::throw_repetition(name, place, crd);
  std::int64_t before = place - 1;
  while (is_padding(before)) --before;
  detail::throw_disorder(name, before, place, crd);
}

/// For check_slots, in the same expression: the slots of `count` values each that are all the fill value.
template <class V, class T>
auto fillers(const V& values, T fill, std::int64_t count) {
  return [&values, fill, count](std::int64_t p) {
    for (std::int64_t q = p * count; q < (p + 1) * count; ++q)
      if (values[q] != fill && (values[q] == values[q] || fill == fill))
        return false;  // NaN differs from itself
    return true;
  };
}

/// For check_slots, where further entries are stored below a slot: none.
inline auto no_fillers() {
  return [](std::int64_t) { return false; };
}

/// Throws index_error where a diagonal lies outside of the matrix, storage_error where one is stored twice.
template <class O>
void check_offsets(const char* name, const O& offsets, std::int64_t n, std::int64_t rows,
                   std::int64_t columns) {
  check_given(name, offsets, n);
  const std::int64_t outside = find_first(
      0, n, [&](std::int64_t q) { return index(offsets[q]) <= -rows || index(offsets[q]) >= columns; });
  if (outside < n) detail::throw_index(name, outside, index(offsets[outside]), rows + columns - 1, 1 - rows);
  const std::int64_t again = detail::first_repetition(0, n, offsets);
  if (again < 0) return;
  throw storage_error(name, again, index(offsets[again]), "the diagonal is stored twice");
}

INSUM_RT_END

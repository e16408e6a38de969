// Levels of a sparse result that are copies of an operand's.
#pragma once

#include "join.hpp"

INSUM_RT_BEGIN

/// One level of the operand and where it goes: a dense one of this size; one with positions; the entries of a
/// list; one coordinate for each position of the level above. The operand's arrays are pointers or fields of
/// structures.
struct copied_dense {
  std::int64_t size;
};
template <class Pos, class Crd, class Positions, class Coordinates>
struct copied_compressed {
  Pos from_pos;
  Crd from_crd;
  Positions& pos;
  Coordinates& crd;
  copied_compressed(Pos p, Crd c, Positions& to_pos, Coordinates& to_crd)
      : from_pos(p), from_crd(c), pos(to_pos), crd(to_crd) {}
};
template <class Crd, class Coordinates>
struct copied_list {
  std::int64_t count;
  Crd from;
  Coordinates& crd;
  copied_list(std::int64_t n, Crd c, Coordinates& to_crd) : count(n), from(c), crd(to_crd) {}
};
template <class Crd, class Coordinates>
struct copied_singleton {
  Crd from;
  Coordinates& crd;
  copied_singleton(Crd c, Coordinates& to_crd) : from(c), crd(to_crd) {}
};

namespace detail {

struct position_range {
  std::int64_t begin, end;
};

/// Makes `target` a copy of from[range], with `more` added to each number.
template <class C, class From>
void copy_numbers(C& target, const From& from, position_range range, std::int64_t more) {
  resize_exactly(target, range.end - range.begin);
  auto* const to = target.data();
  parallel_static(0, range.end - range.begin, least_copied, [&](std::int64_t begin, std::int64_t end) {
    if constexpr (std::is_pointer_v<From>)
      copy_run(to + begin, from + range.begin + begin, end - begin, more);
    else
      for (; begin < end; ++begin)
        to[begin] = static_cast<element_of<C>>(rt::index(from[range.begin + begin]) + more);
  });
}

/// Copies one level below the positions `above`, and returns those of the level. What is copied has base
/// `base`, and gets `more` added.
inline position_range copy_level(const copied_dense& level, position_range above, std::int64_t,
                                 std::int64_t) {
  return {above.begin * level.size, above.end * level.size};
}
template <class Pos, class Crd, class Positions, class Coordinates>
position_range copy_level(const copied_compressed<Pos, Crd, Positions, Coordinates>& level,
                          position_range above, std::int64_t base, std::int64_t more) {
  const std::int64_t first = rt::index(level.from_pos[above.begin]);
  const position_range entries{first - base, rt::index(level.from_pos[above.end]) - base};
  check_position_range<element_of<Positions>>(entries.end - entries.begin + base + more);
  copy_numbers(level.pos, level.from_pos, {above.begin, above.end + 1}, base + more - first);
  copy_numbers(level.crd, level.from_crd, entries, more);
  return entries;
}
template <class Crd, class Coordinates>
position_range copy_level(const copied_list<Crd, Coordinates>& level, position_range, std::int64_t,
                          std::int64_t more) {
  copy_numbers(level.crd, level.from, {0, level.count}, more);
  return {0, level.count};
}
template <class Crd, class Coordinates>
position_range copy_level(const copied_singleton<Crd, Coordinates>& level, position_range above, std::int64_t,
                          std::int64_t more) {
  copy_numbers(level.crd, level.from, above, more);
  return above;
}

}  // namespace detail

/// Makes containers hold copies of an operand's outer levels, which are given outermost first, and makes room
/// for a block of `block` values for each position of the last of them. Stored numbers have the bases
/// `from_base` and `to_base`. Returns the operand's first position in that level: 0 unless it is a part of a
/// larger array. Throws size_error where positions do not fit, and memory_error.
template <class Values, class... Levels>
std::int64_t copy_levels(const char* result, std::int64_t from_base, std::int64_t to_base, Values& values,
                         std::int64_t block, const Levels&... levels) {
  return detail::in_name_of(result, [&] {
    detail::position_range range{0, 1};
    ((range = detail::copy_level(levels, range, from_base, to_base - from_base)), ...);
    detail::resize_exactly(values, checked_mul(range.end - range.begin, block, "values of a sparse result"));
    return range.begin;
  });
}

INSUM_RT_END

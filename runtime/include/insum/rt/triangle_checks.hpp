// Check that a symmetric matrix stores one of its triangles only, in whatever levels.
#pragma once

#include "checks.hpp"

INSUM_RT_BEGIN

/// How a level's coordinates c make up an element's place: row += c * rows, column += c * columns.
struct place_steps {
  std::int64_t rows = 0, columns = 0;
};

// The levels: each(p, f) calls f(coordinate, position) for what is below position p.

struct dense_walk {
  place_steps steps;
  std::int64_t size;
  dense_walk(const place_steps& s, std::int64_t n) : steps(s), size(n) {}
  template <class F>
  void each(std::int64_t p, const F& f) const {
    for (std::int64_t c = 0; c < size; ++c) f(c, p * size + c);
  }
};

template <class P, class C>
struct compressed_walk {
  place_steps steps;
  std::int64_t base;
  P pos;
  C crd;
  compressed_walk(const place_steps& s, std::int64_t b, P p, C c) : steps(s), base(b), pos(p), crd(c) {}
  template <class F>
  void each(std::int64_t p, const F& f) const {
    for (std::int64_t q = index(pos[p]) - base; q < index(pos[p + 1]) - base; ++q) f(index(crd[q]) - base, q);
  }
};

/// The entries of a list, and diagonals: `count` coordinates.
template <class C>
struct list_walk {
  place_steps steps;
  std::int64_t base, count;
  C crd;
  list_walk(const place_steps& s, std::int64_t b, std::int64_t n, C c)
      : steps(s), base(b), count(n), crd(c) {}
  template <class F>
  void each(std::int64_t, const F& f) const {
    for (std::int64_t q = 0; q < count; ++q) f(index(crd[q]) - base, q);
  }
};

template <class C>
struct singleton_walk {
  place_steps steps;
  std::int64_t base;
  C crd;
  singleton_walk(const place_steps& s, std::int64_t b, C c) : steps(s), base(b), crd(c) {}
  template <class F>
  void each(std::int64_t p, const F& f) const {
    f(index(crd[p]) - base, p);
  }
};

template <class C>
struct fixed_walk {
  place_steps steps;
  std::int64_t base, width;
  C crd;
  fixed_walk(const place_steps& s, std::int64_t b, std::int64_t w, C c)
      : steps(s), base(b), width(w), crd(c) {}
  template <class F>
  void each(std::int64_t p, const F& f) const {
    for (std::int64_t q = p * width; q < (p + 1) * width; ++q)
      if (index(crd[q]) >= base) f(index(crd[q]) - base, q);
  }
};

template <class P>
struct ragged_walk {
  place_steps steps;
  std::int64_t base;
  P pos;
  ragged_walk(const place_steps& s, std::int64_t b, P p) : steps(s), base(b), pos(p) {}
  template <class F>
  void each(std::int64_t p, const F& f) const {
    for (std::int64_t q = index(pos[p]); q < index(pos[p + 1]); ++q) f(q - index(pos[p]), q - base);
  }
};

/// The last level of rows behind pointers: a position is the place in the row.
template <class N, class C>
struct pointers_walk {
  place_steps steps;
  std::int64_t base;
  N counts;
  C crd;
  pointers_walk(const place_steps& s, std::int64_t b, N n, C c) : steps(s), base(b), counts(n), crd(c) {}
  template <class F>
  void each(std::int64_t p, const F& f) const {
    for (std::int64_t q = 0; q < index(counts[p]); ++q) f(index(crd[p][q]) - base, q);
  }
};

namespace detail {

struct element_place {
  std::int64_t row = 0, column = 0;
};

template <class F, class First, class... Rest>
void for_places(const element_place& above, std::int64_t p, const F& f, const First& level,
                const Rest&... rest) {
  level.each(p, [&](std::int64_t c, std::int64_t q) {
    const element_place at{above.row + c * level.steps.rows, above.column + c * level.steps.columns};
    if constexpr (sizeof...(Rest) == 0)
      f(at, p, q);
    else
      for_places(at, q, f, rest...);
  });
}

template <class V>
decltype(auto) value_at(const V& values, std::int64_t p, std::int64_t q) {
  if constexpr (std::is_pointer_v<std::remove_cvref_t<decltype(values[0])>>)
    return (values[p][q]);
  else
    return (values[q]);
}

}  // namespace detail

/// Throws storage_error where an element of the other triangle is stored and has a value that is not `fill`.
/// Places outside of the n rows and columns are padding. To be called after the checks of the levels.
template <class V, class T, class... Levels>
void check_triangle(const char* tensor, bool lower, std::int64_t n, const V& values, const T& fill,
                    const Levels&... levels) {
  const auto check = [&](const detail::element_place& at, std::int64_t p, std::int64_t q) {
    if (lower ? at.column <= at.row : at.row <= at.column) return;
    if (at.row >= n || at.column >= n || at.row < 0 || at.column < 0) return;
    const auto& value = detail::value_at(values, p, q);
    if (value == fill || (value != value && fill != fill)) return;  // NaN differs from itself
    throw storage_error(tensor, insum::detail::message() << "the element (" << at.row << ", " << at.column
                                                         << ") is stored, which is not in the "
                                                         << (lower ? "lower" : "upper") << " triangle");
  };
  detail::for_places({}, 0, check, levels...);
}

INSUM_RT_END

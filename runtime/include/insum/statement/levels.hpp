// The levels of a stored tensor as data, and the walk over its entries: what a comparison needs, not what is
// fast.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace insum::statement {

/// The elements of an index array.
using index_array = std::function<std::int64_t(std::int64_t)>;

template <class P>
index_array indices(P array) {
  return [array](std::int64_t at) { return static_cast<std::int64_t>(array[at]); };
}

/// One level below a parent position p, as in the language's `levels`.
struct level {
  enum kind_type {
    dense,       // coordinates 0 .. size-1
    compressed,  // positions pos[p] .. pos[p+1]-1; without pos, 0 .. size-1
    singleton,   // the position p
    fixed,       // positions p*size .. (p+1)*size-1
    offset,      // positions 0 .. size-1; the coordinate is the difference of two modes
    ragged,      // pos[p+1] - pos[p] coordinates
    pointers,    // counts[p] entries in a row of their own
  } kind = dense;
  std::int64_t size = 0;
  int mode = 0;
  int other_mode = -1;  // offset: mode less other_mode
  std::int64_t scale =
      1;  // the mode's coordinate is the sum of its levels' coordinates, each times its scale
  int pos = -1, crd = -1;  // which of the tensor's arrays; pointers: counts in pos
};

/// The positions begin ... end - 1 of a tensor's values.
struct position_range {
  std::int64_t begin = 0, end = 1;
};

/// How the entries of a sparse output are stored.
struct storage_form {
  std::vector<level> levels;
  std::vector<std::int64_t> sizes;
  std::int64_t base = 0;                // of stored numbers
  std::vector<std::string> names = {};  // of its arrays, values last: "C.pos"
};

inline bool has_positions(const level& each) {
  return each.kind == level::ragged || (each.kind == level::compressed && each.pos >= 0);
}

/// The positions of a level, padding included, whose parents are at `at`.
inline position_range positions_below(const level& each, const std::vector<index_array>& arrays,
                                      std::int64_t base, position_range at) {
  if (each.kind == level::singleton) return at;
  if (has_positions(each)) {
    if (at.begin >= at.end) return at;
    const index_array& pos = arrays[static_cast<std::size_t>(each.pos)];
    return {pos(at.begin) - base, pos(at.end) - base};
  }
  if (each.kind == level::compressed) return {0, each.size};
  if (each.kind != level::pointers) return {at.begin * each.size, at.end * each.size};
  position_range all{0, 0};
  for (std::int64_t p = at.begin; p < at.end; ++p) all.end += arrays[static_cast<std::size_t>(each.pos)](p);
  return all;
}

/// ... of every level.
inline std::vector<position_range> positions(const storage_form& form,
                                             const std::vector<index_array>& arrays) {
  std::vector<position_range> all;
  position_range at;
  for (const level& each : form.levels) all.push_back(at = positions_below(each, arrays, form.base, at));
  return all;
}

/// Entries of a tensor: f(coordinates, row, position), in the order in which they are stored. `row` is the
/// position of the parent below a pointers level, else 0. Padding, which lies outside of `sizes`, is left
/// out.
template <class F>
class walk {
 public:
  /// `crd_row(array, row, q)` is entry q of a row below a pointers level. `base`: of stored numbers.
  walk(const std::vector<level>& levels, const std::vector<index_array>& arrays,
       const std::vector<std::int64_t>& sizes, std::int64_t base,
       std::function<std::int64_t(std::int64_t, std::int64_t)> row_crd, F f)
      : levels_(levels),
        arrays_(arrays),
        sizes_(sizes),
        base_(base),
        row_crd_(std::move(row_crd)),
        f_(std::move(f)) {
    coordinates_.assign(sizes.size(), 0);
    visit(0, 0, 0);
  }

 private:
  std::int64_t number(int array, std::int64_t at) const {
    return arrays_[static_cast<std::size_t>(array)](at) - base_;
  }

  void visit(std::size_t l, std::int64_t row, std::int64_t p) {
    if (l == levels_.size()) return entry(row, p);
    const level& each = levels_[l];
    switch (each.kind) {
      case level::dense:
        for (std::int64_t c = 0; c < each.size; ++c) enter(l, row, p * each.size + c, c);
        break;
      case level::compressed: {
        const std::int64_t first = each.pos < 0 ? 0 : number(each.pos, p);
        const std::int64_t last = each.pos < 0 ? each.size : number(each.pos, p + 1);
        for (std::int64_t q = first; q < last; ++q) enter(l, row, q, number(each.crd, q));
        break;
      }
      case level::singleton:
        enter(l, row, p, number(each.crd, p));
        break;
      case level::fixed:
        for (std::int64_t q = p * each.size; q < (p + 1) * each.size; ++q)
          enter(l, row, q, number(each.crd, q));
        break;
      case level::offset:
        for (std::int64_t q = 0; q < each.size; ++q) {
          shift_ = arrays_[static_cast<std::size_t>(each.crd)](q);
          visit(l + 1, row, p * each.size + q);
        }
        break;
      case level::ragged: {
        const std::int64_t first = number(each.pos, p), last = number(each.pos, p + 1);
        for (std::int64_t q = first; q < last; ++q) enter(l, row, q, q - first);
        break;
      }
      case level::pointers: {
        const std::int64_t count = arrays_[static_cast<std::size_t>(each.pos)](p);
        for (std::int64_t q = 0; q < count; ++q) enter(l, p, q, row_crd_(p, q) - base_);
        break;
      }
    }
  }

  void enter(std::size_t l, std::int64_t row, std::int64_t position, std::int64_t coordinate) {
    if (coordinate < 0) return;
    std::int64_t& place = coordinates_[static_cast<std::size_t>(levels_[l].mode)];
    place += coordinate * levels_[l].scale;
    visit(l + 1, row, position);
    place -= coordinate * levels_[l].scale;
  }

  void entry(std::int64_t row, std::int64_t position) {
    std::vector<std::int64_t> coordinates = coordinates_;
    for (const level& each : levels_)
      if (each.kind == level::offset)
        coordinates[static_cast<std::size_t>(each.mode)] =
            coordinates[static_cast<std::size_t>(each.other_mode)] + shift_;
    for (std::size_t m = 0; m < sizes_.size(); ++m)
      if (coordinates[m] < 0 || coordinates[m] >= sizes_[m]) return;
    f_(coordinates, row, position);
  }

  const std::vector<level>& levels_;
  const std::vector<index_array>& arrays_;
  const std::vector<std::int64_t>& sizes_;
  std::int64_t base_;
  std::function<std::int64_t(std::int64_t, std::int64_t)> row_crd_;
  F f_;
  std::vector<std::int64_t> coordinates_;
  std::int64_t shift_ = 0;
};

}  // namespace insum::statement

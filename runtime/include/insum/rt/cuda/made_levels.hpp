// Trees of compressed levels, made of sorted entries: dcsr, dcsc, csf, and blocks under them.
#pragma once

#include "made_arrays.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

/// Where entries begin a new path of the first `level` + 1 coordinates.
template <int modes>
struct mark_paths {
  std::int64_t* marks;
  coordinate_arrays<modes> crd;
  int level;
  __device__ void operator()(std::int64_t i) const {
    bool begins = i == 0;
    for (int m = 0; m <= level && !begins; ++m) begins = crd.of[m][i] != crd.of[m][i - 1];
    marks[i] = begins ? 1 : 0;
  }
};
/// `places` are one too high; `above` is null for the outermost level.
template <class Index>
struct fill_level {
  Index* pos;
  Index* crd;
  const std::int64_t* coordinates;
  const std::int64_t* places;
  const std::int64_t* above;
  std::int64_t count, parents;

  __device__ static std::int64_t place(const std::int64_t* of, std::int64_t i) {
    return of == nullptr ? 0 : of[i] - 1;
  }
  __device__ void operator()(std::int64_t i) const {
    const std::int64_t mine = places[i] - 1, parent = place(above, i);
    if (i + 1 == count) pos[parents] = static_cast<Index>(mine + 1);
    if (i > 0 && places[i] == places[i - 1]) return;
    crd[mine] = static_cast<Index>(coordinates[i]);
    if (i == 0 || place(above, i - 1) != parent) pos[parent] = static_cast<Index>(mine);
  }
};

/// pos and crd of each level, of `count` entries that are sorted and distinct.
template <class Index, int modes>
void make_tree(const insum::cuda::detail::shared_stream& stream, made_arrays& to,
               const coordinate_arrays<modes>& crd, std::int64_t count) {
  check_fits<Index>("pos", -1, count);
  buffer<std::int64_t> above;
  std::int64_t parents = 1;
  for (int level = 0; level < modes; ++level) {
    buffer<std::int64_t> places(stream, count);
    std::int64_t nodes = 0;
    if (count > 0) {
      each(stream, count, mark_paths<modes>{places.data(), crd, level});
      sum_up(stream, places.data(), count);
      nodes = number_at(stream, places.data() + (count - 1));
    }
    Index* const pos = to.add<Index>(parents + 1);
    Index* const numbers = to.add<Index>(nodes);
    each(stream, parents + 1, set_all<Index>{pos, Index(0)});
    each(stream, count,
         fill_level<Index>{pos, numbers, crd.of[level], places.data(), level == 0 ? nullptr : above.data(),
                           count, parents});
    above = std::move(places);
    parents = nodes;
  }
}

}  // namespace detail

}  // namespace cuda

INSUM_RT_END

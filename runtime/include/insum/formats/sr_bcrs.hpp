// insum::sr_bcrs: tiles of one column width, grouped within strips of rows.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "../core/buffer.hpp"
#include "../core/checks.hpp"
#include "../core/extent.hpp"
#include "../core/types.hpp"
#include "../storage.hpp"

namespace insum {

/// The rows are cut into strips of t, a strip into tiles of t x 1; tiles of zeros are dropped and the others
/// of a strip grouped by g. Strip s has the groups p in [pos[s], pos[s + 1]); tile q of group p is column
/// crd[p * g + q], its element of row s * t + r is vals[(p * t + r) * g + q], so that a group is a small
/// row-major matrix of t x g. Tiles that are not used come last in a group, repeat the column before them and
/// hold zeros: code that computes with all tiles stays in range and right.
template <value_like T, index_like Index = std::int32_t, std::int64_t TH = dynamic, std::int64_t G = dynamic>
struct sr_bcrs {
  using value_type = T;
  using index_type = Index;
  static constexpr int rank = 2;

  std::array<std::int64_t, 2> shape{};
  detail::extent<TH> t = detail::initial_extent<TH>;
  detail::extent<G> g = detail::initial_extent<G>;
  buffer<Index> pos{Index{0}};
  buffer<Index> crd;
  buffer<T> vals;

  std::int64_t size(int mode) const { return shape[static_cast<std::size_t>(mode)]; }
  std::int64_t rows() const { return shape[0]; }
  std::int64_t cols() const { return shape[1]; }
  std::int64_t strips() const { return detail::ceil_div(rows(), t); }
  std::int64_t groups() const { return static_cast<std::int64_t>(crd.size()) / g; }
  /// The number of elements that are not zero.
  std::int64_t nnz() const { return detail::count_nonzero(vals); }
  std::size_t bytes() const { return detail::bytes_of(pos, crd, vals); }
  void validate(const T& fill = T{}) const {
    detail::check_shape({"sr_bcrs.shape"}, shape);
    detail::check_positive({"sr_bcrs.t"}, t);
    detail::check_positive({"sr_bcrs.g"}, g);
    detail::check_length_product({"sr_bcrs.crd"}, crd.size(), {groups(), g});
    detail::check_positions({"sr_bcrs.pos"}, pos, strips(), groups());
    detail::check_coordinates({"sr_bcrs.crd"}, crd, cols());
    detail::check_length_product({"sr_bcrs.vals"}, vals.size(), {groups(), t, g});
    detail::check_increasing_slots({"sr_bcrs.crd"}, crd, g, [&](std::int64_t p) {
      return detail::is_filled(vals, p / g * t * g + p % g, t, g, fill);
    });
    for (std::int64_t s = 0; s < strips(); ++s) check_padding(s, fill);
  }

 private:
  /// Of the groups of strip s: the rows of a group are as long as all of its tiles.
  void check_padding(std::int64_t s, const T& fill) const {
    const std::size_t strip = static_cast<std::size_t>(s);
    for (std::int64_t p = static_cast<std::int64_t>(pos[strip]);
         p < static_cast<std::int64_t>(pos[strip + 1]); ++p)
      detail::check_block_padding({"sr_bcrs.vals"}, vals, t, g, {p * t * g, g, rows() - s * t, g}, fill);
  }
};

template <class T, class Index, std::int64_t TH, std::int64_t G>
struct storage<sr_bcrs<T, Index, TH, G>> : detail::owning_storage<sr_bcrs<T, Index, TH, G>, 3>,
                                           detail::static_arguments<TH, G> {
  static constexpr const char* format = "sr_bcrs";
  static std::int64_t parameter(const sr_bcrs<T, Index, TH, G>& t, int n) {
    return n == 0 ? std::int64_t{t.t} : std::int64_t{t.g};
  }
  template <int n, class Object>
  static auto& select(Object& t) {
    return detail::nth<n>(t.pos, t.crd, t.vals);
  }
};

}  // namespace insum

// insum::group_coo: entries that differ in the last mode only, of a matrix in one row, in groups of a fixed size.
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

namespace detail {

/// Slot q of the group that begins at `first`.
template <class Crd, class Vals>
bool is_unused_slot(const Crd& crd, const Vals& vals, std::int64_t first, std::int64_t q) {
  const std::size_t at = static_cast<std::size_t>(first + q);
  return q > 0 && vals[at] == typename Vals::value_type{} && crd[at] <= crd[at - 1];
}

template <class Crd, class Vals>
std::int64_t count_used_slots(const Crd& crd, const Vals& vals, std::int64_t g) {
  std::int64_t count = 0;
  for (std::int64_t first = 0; g > 0 && first < static_cast<std::int64_t>(vals.size()); first += g)
    for (std::int64_t q = 0; q < g; ++q) count += is_unused_slot(crd, vals, first, q) ? 0 : 1;
  return count;
}

}  // namespace detail

/// Entries that differ in the last mode only, in groups of a fixed size: group p has the coordinates
/// crd[m][p] in the other modes and the slots q in [0, g): coordinate crd[Rank - 1][p * g + q], value vals[p
/// * g + q]. Groups are sorted; entries of which there are more than g have several. Slots that are not used
/// come last in a group, repeat the coordinate before them and hold zeros: code that computes with all slots
/// stays in range and right.
template <value_like T, index_like Index = std::int32_t, std::int64_t G = dynamic, int Rank = 2>
struct group_coo {
  static_assert(Rank >= 2, "entries of a group share a coordinate at least");
  using value_type = T;
  using index_type = Index;
  static constexpr int rank = Rank;

  std::array<std::int64_t, static_cast<std::size_t>(Rank)> shape{};
  detail::extent<G> g = detail::initial_extent<G>;
  std::array<buffer<Index>, static_cast<std::size_t>(Rank)> crd;
  buffer<T> vals;

  std::int64_t size(int mode) const { return shape[static_cast<std::size_t>(mode)]; }
  std::int64_t groups() const { return static_cast<std::int64_t>(crd[0].size()); }
  /// The number of slots that are used.
  std::int64_t nnz() const { return detail::count_used_slots(crd.back(), vals, g); }
  std::size_t bytes() const {
    std::size_t sum = detail::bytes_of(vals);
    for (const buffer<Index>& array : crd) sum += detail::bytes_of(array);
    return sum;
  }
  void validate(const T& fill = T{}) const {
    detail::check_shape({"group_coo.shape"}, shape);
    detail::check_positive({"group_coo.g"}, g);
    for (std::size_t mode = 0; mode < crd.size(); ++mode) {
      const detail::array_name name{"group_coo.crd", static_cast<int>(mode)};
      if (mode + 1 < crd.size())
        detail::check_length(name, crd[mode].size(), groups());
      else
        detail::check_length_product(name, crd[mode].size(), {groups(), g});
      detail::check_coordinates(name, crd[mode], shape[mode]);
    }
    detail::check_length_product({"group_coo.vals"}, vals.size(), {groups(), g});
    for (std::size_t p = 1; p < crd[0].size(); ++p) check_follows(p);
    detail::check_increasing_slots({"group_coo.crd", Rank - 1}, crd.back(), g,
                                   [&](std::int64_t p) { return detail::is_filled(vals, p, 1, 1, fill); });
  }

 private:
  /// Group p comes behind the one before it, or has the same coordinates.
  void check_follows(std::size_t p) const {
    std::size_t mode = 0;
    while (mode + 2 < crd.size() && crd[mode][p] == crd[mode][p - 1]) ++mode;
    if (crd[mode][p] < crd[mode][p - 1])
      detail::array_name{"group_coo.crd", static_cast<int>(mode)}.fail(
          static_cast<std::int64_t>(p), static_cast<std::int64_t>(crd[mode][p]),
          "less than the one before it");
  }
};

/// Matrices: group p belongs to row AM[p], slot q has the column AK[p * g + q] and the value AV[p * g + q].
template <class T, class Index, std::int64_t G>
struct group_coo<T, Index, G, 2> {
  using value_type = T;
  using index_type = Index;
  static constexpr int rank = 2;

  std::array<std::int64_t, 2> shape{};
  detail::extent<G> g = detail::initial_extent<G>;
  buffer<Index> AM;
  buffer<Index> AK;
  buffer<T> AV;

  std::int64_t size(int mode) const { return shape[static_cast<std::size_t>(mode)]; }
  std::int64_t rows() const { return shape[0]; }
  std::int64_t cols() const { return shape[1]; }
  std::int64_t groups() const { return static_cast<std::int64_t>(AM.size()); }
  /// The number of slots that are used.
  std::int64_t nnz() const { return detail::count_used_slots(AK, AV, g); }
  bool is_padding(std::int64_t p, std::int64_t q) const { return detail::is_unused_slot(AK, AV, p * g, q); }
  std::size_t bytes() const { return detail::bytes_of(AM, AK, AV); }
  void validate(const T& fill = T{}) const {
    detail::check_shape({"group_coo.shape"}, shape);
    detail::check_positive({"group_coo.g"}, g);
    detail::check_length_product({"group_coo.AK"}, AK.size(), {groups(), g});
    detail::check_length_product({"group_coo.AV"}, AV.size(), {groups(), g});
    detail::check_coordinates({"group_coo.AM"}, AM, rows());
    detail::check_not_decreasing({"group_coo.AM"}, AM);
    detail::check_coordinates({"group_coo.AK"}, AK, cols());
    detail::check_increasing_slots({"group_coo.AK"}, AK, g,
                                   [&](std::int64_t p) { return detail::is_filled(AV, p, 1, 1, fill); });
  }
};

template <class T, class Index, std::int64_t G, int Rank>
struct storage<group_coo<T, Index, G, Rank>> : detail::owning_storage<group_coo<T, Index, G, Rank>, Rank + 1>,
                                               detail::static_arguments<G> {
  static constexpr const char* format = "group_coo";
  static std::int64_t parameter(const group_coo<T, Index, G, Rank>& t, int) { return t.g; }
  template <int n, class Object>
  static auto& select(Object& t) {
    if constexpr (Rank == 2)
      return detail::nth<n>(t.AM, t.AK, t.AV);
    else if constexpr (n == Rank)
      return t.vals;
    else
      return t.crd[static_cast<std::size_t>(n)];
  }
};

}  // namespace insum

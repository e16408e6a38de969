// insum::group_coo: entries of one row in groups of a fixed size.
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

/// Group p belongs to row AM[p] and has the slots q in [0, g): column AK[p * g + q], value AV[p * g + q].
/// Rows do not decrease; a row with more than g entries has several groups. Slots that are not used come last
/// in a group, repeat the column before them and hold zeros: code that computes with all slots stays in range
/// and right.
template <value_like T, index_like Index = std::int32_t, std::int64_t G = dynamic>
struct group_coo {
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
  std::int64_t nnz() const {
    std::int64_t count = 0;
    for (std::int64_t p = 0; p < groups(); ++p)
      for (std::int64_t q = 0; q < g; ++q) count += is_padding(p, q) ? 0 : 1;
    return count;
  }
  bool is_padding(std::int64_t p, std::int64_t q) const {
    const std::size_t at = static_cast<std::size_t>(p * g + q);
    return q > 0 && AV[at] == T{} && AK[at] <= AK[at - 1];
  }
  std::size_t bytes() const { return detail::bytes_of(AM, AK, AV); }
  void validate() const {
    detail::check_shape({"group_coo.shape"}, shape);
    detail::check_positive({"group_coo.g"}, g);
    detail::check_length_product({"group_coo.AK"}, AK.size(), {groups(), g});
    detail::check_length_product({"group_coo.AV"}, AV.size(), {groups(), g});
    detail::check_coordinates({"group_coo.AM"}, AM, rows());
    detail::check_not_decreasing({"group_coo.AM"}, AM);
    detail::check_coordinates({"group_coo.AK"}, AK, cols());
  }
};

template <class T, class Index, std::int64_t G>
struct storage<group_coo<T, Index, G>> : detail::owning_storage<group_coo<T, Index, G>, 3>,
                                         detail::static_arguments<G> {
  static constexpr const char* format = "group_coo";
  static std::int64_t parameter(const group_coo<T, Index, G>& t, int) { return t.g; }
  template <int n, class Object>
  static auto& select(Object& t) {
    return detail::nth<n>(t.AM, t.AK, t.AV);
  }
};

}  // namespace insum

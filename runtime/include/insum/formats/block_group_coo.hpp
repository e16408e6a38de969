// insum::block_group_coo: dense blocks of one block row in groups of a fixed size.
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

/// Group p belongs to block row AM[p] and has the blocks q in [0, g) at block column AK[p * g + q]: element
/// (r, c) of block q is AV[((p * g + q) * bm + r) * bk + c]. Blocks that are not used come last in a group,
/// repeat the column before them and hold zeros: code that computes with all blocks stays in range and right.
template <value_like T, index_like Index = std::int32_t, std::int64_t G = dynamic, std::int64_t BM = dynamic,
          std::int64_t BK = dynamic>
struct block_group_coo {
  using value_type = T;
  using index_type = Index;
  static constexpr int rank = 2;

  std::array<std::int64_t, 2> shape{};
  detail::extent<G> g = detail::initial_extent<G>;
  detail::extent<BM> bm = detail::initial_extent<BM>;
  detail::extent<BK> bk = detail::initial_extent<BK>;
  buffer<Index> AM;
  buffer<Index> AK;
  buffer<T> AV;

  std::int64_t size(int mode) const { return shape[static_cast<std::size_t>(mode)]; }
  std::int64_t rows() const { return shape[0]; }
  std::int64_t cols() const { return shape[1]; }
  std::int64_t groups() const { return static_cast<std::int64_t>(AM.size()); }
  std::int64_t block_rows() const { return detail::ceil_div(rows(), bm); }
  std::int64_t block_cols() const { return detail::ceil_div(cols(), bk); }
  /// The number of elements that are not zero.
  std::int64_t nnz() const { return detail::count_nonzero(AV); }
  std::size_t bytes() const { return detail::bytes_of(AM, AK, AV); }
  void validate(const T& fill = T{}) const {
    detail::check_shape({"block_group_coo.shape"}, shape);
    detail::check_positive({"block_group_coo.g"}, g);
    detail::check_positive({"block_group_coo.bm"}, bm);
    detail::check_positive({"block_group_coo.bk"}, bk);
    detail::check_length_product({"block_group_coo.AK"}, AK.size(), {groups(), g});
    detail::check_length_product({"block_group_coo.AV"}, AV.size(), {groups(), g, bm, bk});
    detail::check_coordinates({"block_group_coo.AM"}, AM, block_rows());
    detail::check_not_decreasing({"block_group_coo.AM"}, AM);
    detail::check_coordinates({"block_group_coo.AK"}, AK, block_cols());
    const std::int64_t area = bm * bk;
    detail::check_increasing_slots({"block_group_coo.AK"}, AK, g, [&](std::int64_t p) {
      return detail::is_filled(AV, p * area, area, 1, fill);
    });
    for (std::int64_t p = 0; p < groups() * g; ++p) check_padding(p, fill);
  }

 private:
  /// Of the block in slot p.
  void check_padding(std::int64_t p, const T& fill) const {
    const std::int64_t first_row = static_cast<std::int64_t>(AM[static_cast<std::size_t>(p / g)]) * bm,
                       first_col = static_cast<std::int64_t>(AK[static_cast<std::size_t>(p)]) * bk;
    detail::check_block_padding({"block_group_coo.AV"}, AV, bm, bk,
                                {p * bm * bk, bk, rows() - first_row, cols() - first_col}, fill);
  }
};

template <class T, class Index, std::int64_t G, std::int64_t BM, std::int64_t BK>
struct storage<block_group_coo<T, Index, G, BM, BK>>
    : detail::owning_storage<block_group_coo<T, Index, G, BM, BK>, 3>, detail::static_arguments<G, BM, BK> {
  static constexpr const char* format = "block_group_coo";
  static std::int64_t parameter(const block_group_coo<T, Index, G, BM, BK>& t, int n) {
    return n == 0 ? std::int64_t{t.g} : n == 1 ? std::int64_t{t.bm} : std::int64_t{t.bk};
  }
  template <int n, class Object>
  static auto& select(Object& t) {
    return detail::nth<n>(t.AM, t.AK, t.AV);
  }
};

}  // namespace insum

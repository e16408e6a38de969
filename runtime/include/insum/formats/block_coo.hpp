// insum::block_coo: a list of dense blocks.
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

/// Block p covers the rows from AM[p] * bm and the columns from AK[p] * bk: its element (r, c) is
/// AV[(p * bm + r) * bk + c]. Blocks are sorted by row and column; those at the edges are padded with zeros.
template <value_like T, index_like Index = std::int32_t, std::int64_t BM = dynamic, std::int64_t BK = dynamic>
struct block_coo {
  using value_type = T;
  using index_type = Index;
  static constexpr int rank = 2;

  std::array<std::int64_t, 2> shape{};
  detail::extent<BM> bm = detail::initial_extent<BM>;
  detail::extent<BK> bk = detail::initial_extent<BK>;
  buffer<Index> AM;
  buffer<Index> AK;
  buffer<T> AV;

  std::int64_t size(int mode) const { return shape[static_cast<std::size_t>(mode)]; }
  std::int64_t rows() const { return shape[0]; }
  std::int64_t cols() const { return shape[1]; }
  std::int64_t blocks() const { return static_cast<std::int64_t>(AM.size()); }
  std::int64_t block_rows() const { return detail::ceil_div(rows(), bm); }
  std::int64_t block_cols() const { return detail::ceil_div(cols(), bk); }
  /// The number of elements that are not zero.
  std::int64_t nnz() const { return detail::count_nonzero(AV); }
  std::size_t bytes() const { return detail::bytes_of(AM, AK, AV); }
  void validate(const T& fill = T{}) const {
    detail::check_shape({"block_coo.shape"}, shape);
    detail::check_positive({"block_coo.bm"}, bm);
    detail::check_positive({"block_coo.bk"}, bk);
    detail::check_length({"block_coo.AK"}, AK.size(), blocks());
    detail::check_length_product({"block_coo.AV"}, AV.size(), {blocks(), bm, bk});
    detail::check_coordinates({"block_coo.AM"}, AM, block_rows());
    detail::check_not_decreasing({"block_coo.AM"}, AM);
    detail::check_coordinates({"block_coo.AK"}, AK, block_cols());
    detail::check_increasing_pairs({"block_coo.AK"}, AM, AK);
    for (std::int64_t p = 0; p < blocks(); ++p) check_padding(p, fill);
  }

 private:
  void check_padding(std::int64_t p, const T& fill) const {
    const std::int64_t first_row = static_cast<std::int64_t>(AM[static_cast<std::size_t>(p)]) * bm,
                       first_col = static_cast<std::int64_t>(AK[static_cast<std::size_t>(p)]) * bk;
    detail::check_block_padding({"block_coo.AV"}, AV, bm, bk,
                                {p * bm * bk, bk, rows() - first_row, cols() - first_col}, fill);
  }
};

template <class T, class Index, std::int64_t BM, std::int64_t BK>
struct storage<block_coo<T, Index, BM, BK>> : detail::owning_storage<block_coo<T, Index, BM, BK>, 3>,
                                              detail::static_arguments<BM, BK> {
  static constexpr const char* format = "block_coo";
  static std::int64_t parameter(const block_coo<T, Index, BM, BK>& t, int n) {
    return n == 0 ? std::int64_t{t.bm} : std::int64_t{t.bk};
  }
  template <int n, class Object>
  static auto& select(Object& t) {
    return detail::nth<n>(t.AM, t.AK, t.AV);
  }
};

}  // namespace insum

// insum::bcsr: compressed sparse rows of dense blocks.
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

/// The matrix is cut into blocks of bm x bn; those at the lower and right edge reach beyond it and are padded
/// with zeros. Block row i has the blocks p in [pos[i], pos[i + 1]): block column crd[p], increasing within
/// the block row; element (r, c) of block p is vals[(p * bm + r) * bn + c]. The block sizes are part of the
/// type or members set at run time.
template <value_like T, index_like Index = std::int32_t, std::int64_t BM = dynamic, std::int64_t BN = dynamic>
struct bcsr {
  using value_type = T;
  using index_type = Index;
  static constexpr int rank = 2;

  std::array<std::int64_t, 2> shape{};
  detail::extent<BM> bm = detail::initial_extent<BM>;
  detail::extent<BN> bn = detail::initial_extent<BN>;
  buffer<Index> pos{Index{0}};
  buffer<Index> crd;
  buffer<T> vals;

  std::int64_t size(int mode) const { return shape[static_cast<std::size_t>(mode)]; }
  std::int64_t rows() const { return shape[0]; }
  std::int64_t cols() const { return shape[1]; }
  std::int64_t block_rows() const { return detail::ceil_div(rows(), bm); }
  std::int64_t block_cols() const { return detail::ceil_div(cols(), bn); }
  /// The number of elements that are not zero; `vals.size()` counts the padding of blocks too.
  std::int64_t nnz() const { return detail::count_nonzero(vals); }
  std::size_t bytes() const { return detail::bytes_of(pos, crd, vals); }
  void validate(const T& fill = T{}) const {
    detail::check_shape({"bcsr.shape"}, shape);
    detail::check_positive({"bcsr.bm"}, bm);
    detail::check_positive({"bcsr.bn"}, bn);
    detail::check_compressed({"bcsr.pos"}, {"bcsr.crd"}, pos, crd, block_rows(), block_cols());
    detail::check_length_product({"bcsr.vals"}, vals.size(), {static_cast<std::int64_t>(crd.size()), bm, bn});
    for (std::int64_t i = 0; i < block_rows(); ++i) check_padding(i, fill);
  }

 private:
  /// Of the blocks of block row i.
  void check_padding(std::int64_t i, const T& fill) const {
    const std::size_t row = static_cast<std::size_t>(i);
    for (std::int64_t p = static_cast<std::int64_t>(pos[row]); p < static_cast<std::int64_t>(pos[row + 1]);
         ++p) {
      const std::int64_t first_col = static_cast<std::int64_t>(crd[static_cast<std::size_t>(p)]) * bn;
      detail::check_block_padding({"bcsr.vals"}, vals, bm, bn,
                                  {p * bm * bn, bn, rows() - i * bm, cols() - first_col}, fill);
    }
  }
};

template <class T, class Index, std::int64_t BM, std::int64_t BN>
struct storage<bcsr<T, Index, BM, BN>> : detail::owning_storage<bcsr<T, Index, BM, BN>, 3>,
                                         detail::static_arguments<BM, BN> {
  static constexpr const char* format = "bcsr";
  static std::int64_t parameter(const bcsr<T, Index, BM, BN>& t, int n) {
    return n == 0 ? std::int64_t{t.bm} : std::int64_t{t.bn};
  }
  template <int n, class Object>
  static auto& select(Object& t) {
    return detail::nth<n>(t.pos, t.crd, t.vals);
  }
};

}  // namespace insum

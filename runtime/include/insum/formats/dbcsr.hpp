// insum::dbcsr: compressed sparse rows of dense blocks where only block rows with blocks are stored.
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

/// As bcsr, with dcsr in place of csr over the blocks: stored block row q is block row crd0[q] and has the
/// blocks p in [pos1[q], pos1[q + 1]) at block column crd1[p]; pos0 = {0, number of stored block rows}.
template <value_like T, index_like Index = std::int32_t, std::int64_t BM = dynamic, std::int64_t BN = dynamic>
struct dbcsr {
  using value_type = T;
  using index_type = Index;
  static constexpr int rank = 2;

  std::array<std::int64_t, 2> shape{};
  detail::extent<BM> bm = detail::initial_extent<BM>;
  detail::extent<BN> bn = detail::initial_extent<BN>;
  buffer<Index> pos0{Index{0}, Index{0}};
  buffer<Index> crd0;
  buffer<Index> pos1{Index{0}};
  buffer<Index> crd1;
  buffer<T> vals;

  std::int64_t size(int mode) const { return shape[static_cast<std::size_t>(mode)]; }
  std::int64_t rows() const { return shape[0]; }
  std::int64_t cols() const { return shape[1]; }
  std::int64_t block_rows() const { return detail::ceil_div(rows(), bm); }
  std::int64_t block_cols() const { return detail::ceil_div(cols(), bn); }
  /// The number of elements that are not zero; `vals.size()` counts the padding of blocks too.
  std::int64_t nnz() const { return detail::count_nonzero(vals); }
  std::size_t bytes() const { return detail::bytes_of(pos0, crd0, pos1, crd1, vals); }
  void validate(const T& fill = T{}) const {
    detail::check_shape({"dbcsr.shape"}, shape);
    detail::check_positive({"dbcsr.bm"}, bm);
    detail::check_positive({"dbcsr.bn"}, bn);
    detail::check_compressed({"dbcsr.pos0"}, {"dbcsr.crd0"}, pos0, crd0, 1, block_rows());
    detail::check_compressed({"dbcsr.pos1"}, {"dbcsr.crd1"}, pos1, crd1,
                             static_cast<std::int64_t>(crd0.size()), block_cols());
    detail::check_length_product({"dbcsr.vals"}, vals.size(),
                                 {static_cast<std::int64_t>(crd1.size()), bm, bn});
    for (std::size_t i = 0; i < crd0.size(); ++i) check_padding(i, fill);
  }

 private:
  /// Of the blocks of the i-th block row that is stored.
  void check_padding(std::size_t i, const T& fill) const {
    const std::int64_t first_row = static_cast<std::int64_t>(crd0[i]) * bm;
    for (std::int64_t p = static_cast<std::int64_t>(pos1[i]); p < static_cast<std::int64_t>(pos1[i + 1]);
         ++p) {
      const std::int64_t first_col = static_cast<std::int64_t>(crd1[static_cast<std::size_t>(p)]) * bn;
      detail::check_block_padding({"dbcsr.vals"}, vals, bm, bn,
                                  {p * bm * bn, bn, rows() - first_row, cols() - first_col}, fill);
    }
  }
};

template <class T, class Index, std::int64_t BM, std::int64_t BN>
struct storage<dbcsr<T, Index, BM, BN>> : detail::owning_storage<dbcsr<T, Index, BM, BN>, 5>,
                                          detail::static_arguments<BM, BN> {
  static constexpr const char* format = "dbcsr";
  static std::int64_t parameter(const dbcsr<T, Index, BM, BN>& t, int n) {
    return n == 0 ? std::int64_t{t.bm} : std::int64_t{t.bn};
  }
  template <int n, class Object>
  static auto& select(Object& t) {
    return detail::nth<n>(t.pos0, t.crd0, t.pos1, t.crd1, t.vals);
  }
};

}  // namespace insum

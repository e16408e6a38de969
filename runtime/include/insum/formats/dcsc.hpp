// insum::dcsc: compressed sparse columns where only the columns with entries are stored.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "../core/buffer.hpp"
#include "../core/checks.hpp"
#include "../core/types.hpp"
#include "../storage.hpp"

namespace insum {

/// pos0 = {0, n} with n the number of stored columns; stored column q is column crd0[q] and has the entries p
/// in [pos1[q], pos1[q + 1]): row crd1[p], value vals[p]. Both coordinate arrays increase.
template <value_like T, index_like Index = std::int32_t>
struct dcsc {
  using value_type = T;
  using index_type = Index;
  static constexpr int rank = 2;

  std::array<std::int64_t, 2> shape{};
  buffer<Index> pos0{Index{0}, Index{0}};
  buffer<Index> crd0;
  buffer<Index> pos1{Index{0}};
  buffer<Index> crd1;
  buffer<T> vals;

  std::int64_t size(int mode) const { return shape[static_cast<std::size_t>(mode)]; }
  std::int64_t rows() const { return shape[0]; }
  std::int64_t cols() const { return shape[1]; }
  std::int64_t nnz() const { return static_cast<std::int64_t>(vals.size()); }
  std::size_t bytes() const { return detail::bytes_of(pos0, crd0, pos1, crd1, vals); }
  void validate() const {
    detail::check_shape({"dcsc.shape"}, shape);
    detail::check_length({"dcsc.crd1"}, crd1.size(), nnz());
    detail::check_compressed({"dcsc.pos0"}, {"dcsc.crd0"}, pos0, crd0, 1, cols());
    detail::check_compressed({"dcsc.pos1"}, {"dcsc.crd1"}, pos1, crd1, static_cast<std::int64_t>(crd0.size()),
                             rows());
  }
};

template <class T, class Index>
struct storage<dcsc<T, Index>> : detail::owning_storage<dcsc<T, Index>, 5> {
  static constexpr const char* format = "dcsc";
  template <int n, class Object>
  static auto& select(Object& t) {
    return detail::nth<n>(t.pos0, t.crd0, t.pos1, t.crd1, t.vals);
  }
};

}  // namespace insum

// insum::csc: compressed sparse columns.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "../core/buffer.hpp"
#include "../core/checks.hpp"
#include "../core/types.hpp"
#include "../storage.hpp"

namespace insum {

/// column j has the entries p in [pos[j], pos[j + 1]): row crd[p], value vals[p]. pos has columns + 1
/// elements; within a column the rows increase.
template <value_like T, index_like Index = std::int32_t>
struct csc {
  using value_type = T;
  using index_type = Index;
  static constexpr int rank = 2;

  std::array<std::int64_t, 2> shape{};
  buffer<Index> pos{Index{0}};
  buffer<Index> crd;
  buffer<T> vals;

  std::int64_t size(int mode) const { return shape[static_cast<std::size_t>(mode)]; }
  std::int64_t rows() const { return shape[0]; }
  std::int64_t cols() const { return shape[1]; }
  std::int64_t nnz() const { return static_cast<std::int64_t>(vals.size()); }
  std::size_t bytes() const { return detail::bytes_of(pos, crd, vals); }
  void validate() const {
    detail::check_shape({"csc.shape"}, shape);
    detail::check_length({"csc.crd"}, crd.size(), nnz());
    detail::check_compressed({"csc.pos"}, {"csc.crd"}, pos, crd, cols(), rows());
  }
};

template <class T, class Index>
struct storage<csc<T, Index>> : detail::owning_storage<csc<T, Index>, 3> {
  static constexpr const char* format = "csc";
  template <int n, class Object>
  static auto& select(Object& t) {
    return detail::nth<n>(t.pos, t.crd, t.vals);
  }
};

}  // namespace insum

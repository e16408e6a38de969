// insum::ragged: rows of differing length, each dense from column 0 on.
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

/// Row i has the elements (i, j) for j < pos[i + 1] - pos[i]: vals[pos[i] + j]. cols() bounds the lengths.
template <value_like T, index_like Index = std::int32_t>
struct ragged {
  using value_type = T;
  using index_type = Index;
  static constexpr int rank = 2;

  std::array<std::int64_t, 2> shape{};
  buffer<Index> pos{Index{0}};
  buffer<T> vals;

  std::int64_t size(int mode) const { return shape[static_cast<std::size_t>(mode)]; }
  std::int64_t rows() const { return shape[0]; }
  std::int64_t cols() const { return shape[1]; }
  /// The number of elements that are not zero.
  std::int64_t nnz() const { return detail::count_nonzero(vals); }
  std::size_t bytes() const { return detail::bytes_of(pos, vals); }
  void validate() const {
    detail::check_shape({"ragged.shape"}, shape);
    detail::check_positions({"ragged.pos"}, pos, rows(), static_cast<std::int64_t>(vals.size()));
    for (std::size_t i = 0; i + 1 < pos.size(); ++i)
      if (static_cast<std::int64_t>(pos[i + 1] - pos[i]) > cols())
        detail::array_name{"ragged.pos"}.fail(
            static_cast<std::int64_t>(i) + 1, static_cast<std::int64_t>(pos[i + 1]),
            "the row is longer than " + std::to_string(cols()) + " columns");
  }
};

template <class T, class Index>
struct storage<ragged<T, Index>> : detail::owning_storage<ragged<T, Index>, 2> {
  static constexpr const char* format = "ragged";
  template <int n, class Object>
  static auto& select(Object& t) {
    return detail::nth<n>(t.pos, t.vals);
  }
};

}  // namespace insum

// insum::dia: whole diagonals.
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

/// Diagonal d holds the elements (i, i + offsets[d]) of all rows i: vals[d * rows() + i]. Elements that fall
/// outside the matrix are padding and zero. Offsets increase and lie in (-rows(), cols()).
template <value_like T, index_like Index = std::int32_t>
struct dia {
  using value_type = T;
  using index_type = Index;
  static constexpr int rank = 2;

  std::array<std::int64_t, 2> shape{};
  buffer<Index> offsets;
  buffer<T> vals;

  std::int64_t size(int mode) const { return shape[static_cast<std::size_t>(mode)]; }
  std::int64_t rows() const { return shape[0]; }
  std::int64_t cols() const { return shape[1]; }
  /// The number of elements that are not zero.
  std::int64_t nnz() const { return detail::count_nonzero(vals); }
  std::size_t bytes() const { return detail::bytes_of(offsets, vals); }
  void validate(const T& fill = T{}) const {
    detail::check_shape({"dia.shape"}, shape);
    detail::check_length_product({"dia.vals"}, vals.size(),
                                 {static_cast<std::int64_t>(offsets.size()), rows()});
    for (std::size_t d = 0; d < offsets.size(); ++d) {
      const std::int64_t offset = static_cast<std::int64_t>(offsets[d]);
      const detail::array_name name{"dia.offsets"};
      if (offset <= -rows() || offset >= cols())
        name.fail(static_cast<std::int64_t>(d), offset,
                  "outside the matrix: (" + std::to_string(-rows()) + ", " + std::to_string(cols()) + ")");
      if (d > 0 && offsets[d] <= offsets[d - 1])
        name.fail(static_cast<std::int64_t>(d), offset, "does not increase");
      check_padding(static_cast<std::int64_t>(d), offset, fill);
    }
  }

 private:
  /// Of diagonal d: in front of its first element and behind its last one.
  void check_padding(std::int64_t d, std::int64_t offset, const T& fill) const {
    const std::int64_t first = offset < 0 ? -offset : 0,
                       end = cols() - offset < rows() ? cols() - offset : rows();
    const auto check = [&](std::int64_t from, std::int64_t to) {
      for (std::int64_t i = from; i < to; ++i)
        detail::check_padding({"dia.vals"}, vals, d * rows() + i, fill);
    };
    check(0, first);
    check(end, rows());
  }
};

template <class T, class Index>
struct storage<dia<T, Index>> : detail::owning_storage<dia<T, Index>, 2> {
  static constexpr const char* format = "dia";
  template <int n, class Object>
  static auto& select(Object& t) {
    return detail::nth<n>(t.offsets, t.vals);
  }
};

}  // namespace insum

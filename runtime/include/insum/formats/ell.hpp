// insum::ell: the same number of slots for every row.
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

/// Row i has the slots q in [0, width): column crd[i * width + q], value vals[i * width + q]. Columns
/// increase within a row; slots that are not used come last and have column -1 and value 0.
template <value_like T, index_like Index = std::int32_t, std::int64_t W = dynamic>
struct ell {
  using value_type = T;
  using index_type = Index;
  static constexpr int rank = 2;

  std::array<std::int64_t, 2> shape{};
  detail::extent<W> width = detail::initial_extent<W>;
  buffer<Index> crd;
  buffer<T> vals;

  std::int64_t size(int mode) const { return shape[static_cast<std::size_t>(mode)]; }
  std::int64_t rows() const { return shape[0]; }
  std::int64_t cols() const { return shape[1]; }
  /// The number of slots that are used.
  std::int64_t nnz() const {
    std::int64_t count = 0;
    for (const Index x : crd) count += x != Index(-1) ? 1 : 0;
    return count;
  }
  std::size_t bytes() const { return detail::bytes_of(crd, vals); }
  void validate(const T& fill = T{}) const {
    detail::check_shape({"ell.shape"}, shape);
    if (width < 0) detail::array_name{"ell.width"}.fail(-1, width, "cannot be negative");
    detail::check_length_product({"ell.crd"}, crd.size(), {rows(), width});
    detail::check_length_product({"ell.vals"}, vals.size(), {rows(), width});
    for (std::int64_t i = 0; width > 0 && i < rows(); ++i) check_row(i, fill);
  }

 private:
  void check_row(std::int64_t i, const T& fill) const {
    const detail::array_name name{"ell.crd"};
    bool padding = false;
    std::int64_t last = -1;
    for (std::int64_t p = i * width; p < (i + 1) * width; ++p) {
      const Index x = crd[static_cast<std::size_t>(p)];
      if (x == Index(-1)) {
        padding = true;
        detail::check_padding({"ell.vals"}, vals, p, fill);
        continue;
      }
      const std::int64_t column = static_cast<std::int64_t>(x);
      if (column < 0 || column >= cols())
        name.fail(p, column, "out of range [0, " + std::to_string(cols()) + "), and not the padding -1");
      if (padding) name.fail(p, column, "an entry follows the padding of its row");
      if (column <= last) name.fail(p, column, "does not increase within its row");
      last = column;
    }
  }
};

template <class T, class Index, std::int64_t W>
struct storage<ell<T, Index, W>> : detail::owning_storage<ell<T, Index, W>, 2>, detail::static_arguments<W> {
  static constexpr const char* format = "ell";
  static std::int64_t parameter(const ell<T, Index, W>& t, int) { return t.width; }
  template <int n, class Object>
  static auto& select(Object& t) {
    return detail::nth<n>(t.crd, t.vals);
  }
};

}  // namespace insum

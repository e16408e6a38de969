// insum::coo: a list of entries, each with all its coordinates.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "../core/buffer.hpp"
#include "../core/checks.hpp"
#include "../core/types.hpp"
#include "../storage.hpp"

namespace insum {

/// Entry p lies at (crd[0][p], crd[1][p], ...) and has the value vals[p]. Entries may be in any order and a
/// coordinate may occur several times: its value is then the sum.
template <value_like T, int Rank = 2, index_like Index = std::int32_t>
struct coo {
  using value_type = T;
  using index_type = Index;
  static constexpr int rank = Rank;

  std::array<std::int64_t, static_cast<std::size_t>(Rank)> shape{};
  std::array<buffer<Index>, static_cast<std::size_t>(Rank)> crd;
  buffer<T> vals;

  std::int64_t size(int mode) const { return shape[static_cast<std::size_t>(mode)]; }
  std::int64_t rows() const
    requires(Rank == 2)
  {
    return shape[0];
  }
  std::int64_t cols() const
    requires(Rank == 2)
  {
    return shape[1];
  }
  std::int64_t nnz() const { return static_cast<std::int64_t>(vals.size()); }
  std::size_t bytes() const {
    std::size_t sum = detail::bytes_of(vals);
    for (const buffer<Index>& array : crd) sum += detail::bytes_of(array);
    return sum;
  }
  void validate() const {
    detail::check_shape({"coo.shape"}, shape);
    for (std::size_t mode = 0; mode < crd.size(); ++mode) {
      const detail::array_name name{"coo.crd", static_cast<int>(mode)};
      detail::check_length(name, crd[mode].size(), nnz());
      detail::check_coordinates(name, crd[mode], shape[mode]);
    }
  }
  /// True when coordinates increase strictly in row-major order: sorted, and none occurs twice.
  bool is_sorted_unique() const {
    for (std::size_t p = 1; p < vals.size(); ++p) {
      std::size_t mode = 0;
      while (mode < crd.size() && crd[mode][p - 1] == crd[mode][p]) ++mode;
      if (mode == crd.size() || crd[mode][p - 1] > crd[mode][p]) return false;
    }
    return true;
  }
};

template <class T, int Rank, class Index>
struct storage<coo<T, Rank, Index>> : detail::owning_storage<coo<T, Rank, Index>, Rank + 1> {
  static constexpr const char* format = "coo";
  template <int n, class Object>
  static auto& select(Object& t) {
    if constexpr (n < Rank) {
      return t.crd[static_cast<std::size_t>(n)];
    } else {
      return t.vals;
    }
  }
};

}  // namespace insum

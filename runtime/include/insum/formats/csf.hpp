// insum::csf: a tree of compressed levels, one a mode.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "../core/buffer.hpp"
#include "../core/checks.hpp"
#include "../core/types.hpp"
#include "../storage.hpp"

namespace insum {

/// Level l stores the coordinates of mode l: node q of level l - 1 has the children p in [pos[l][q], pos[l][q
/// + 1]) with coordinates crd[l][p], increasing. pos[0] = {0, number of roots}; vals has a value for each
/// node of the last level.
template <value_like T, int Rank, index_like Index = std::int32_t>
struct csf {
  static_assert(Rank >= 1);
  using value_type = T;
  using index_type = Index;
  static constexpr int rank = Rank;

  std::array<std::int64_t, static_cast<std::size_t>(Rank)> shape{};
  std::array<buffer<Index>, static_cast<std::size_t>(Rank)> pos = empty_positions();
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
    for (std::size_t level = 0; level < crd.size(); ++level) sum += detail::bytes_of(pos[level], crd[level]);
    return sum;
  }
  void validate() const {
    detail::check_shape({"csf.shape"}, shape);
    detail::check_length({"csf.vals"}, vals.size(), static_cast<std::int64_t>(crd.back().size()));
    std::int64_t parents = 1;
    for (std::size_t level = 0; level < crd.size(); ++level) {
      const int number = static_cast<int>(level);
      detail::check_compressed({"csf.pos", number}, {"csf.crd", number}, pos[level], crd[level], parents,
                               shape[level]);
      parents = static_cast<std::int64_t>(crd[level].size());
    }
  }

  static std::array<buffer<Index>, static_cast<std::size_t>(Rank)> empty_positions() {
    std::array<buffer<Index>, static_cast<std::size_t>(Rank)> result;
    for (std::size_t level = 0; level < result.size(); ++level)
      result[level].assign(level == 0 ? 2 : 1, Index{0});
    return result;
  }
};

template <class T, int Rank, class Index>
struct storage<csf<T, Rank, Index>> : detail::owning_storage<csf<T, Rank, Index>, 2 * Rank + 1> {
  static constexpr const char* format = "csf";
  template <int n, class Object>
  static auto& select(Object& t) {
    if constexpr (n == 2 * Rank) {
      return t.vals;
    } else if constexpr (n % 2 == 0) {
      return t.pos[static_cast<std::size_t>(n / 2)];
    } else {
      return t.crd[static_cast<std::size_t>(n / 2)];
    }
  }
};

}  // namespace insum

// insum::dense: every element stored, the last mode innermost.
#pragma once
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "../core/buffer.hpp"
#include "../core/checks.hpp"
#include "../core/parallel.hpp"
#include "../core/types.hpp"
#include "../storage.hpp"

namespace insum {

/// The sizes of a dense tensor as an argument: {rows, cols} of any integer types.
template <int Rank>
struct extents {
  std::array<std::int64_t, static_cast<std::size_t>(Rank)> sizes{};

  constexpr extents() = default;
  constexpr extents(const std::array<std::int64_t, static_cast<std::size_t>(Rank)>& values)
      : sizes(values) {}  // NOLINT
  template <std::integral... Sizes>
    requires(sizeof...(Sizes) == Rank && Rank > 0)
  constexpr extents(Sizes... values) : sizes{static_cast<std::int64_t>(values)...} {}  // NOLINT
};

/// A dense tensor. shape: sizes of the modes; vals: the product of the sizes values, vals[i * cols() + j] for
/// rank 2.
template <value_like T, int Rank = 2>
struct dense {
  using value_type = T;
  using index_type = std::int32_t;
  static constexpr int rank = Rank;

  std::array<std::int64_t, static_cast<std::size_t>(Rank)> shape{};
  buffer<T> vals;

  dense() = default;
  /// All elements are `fill`. Throws storage_error for a negative size or a product that memory cannot hold.
  /// (A template, so that {n} is never taken for a tensor to copy.)
  template <class Sizes = extents<Rank>>
    requires(std::same_as<Sizes, extents<Rank>> || std::same_as<Sizes, decltype(extents<Rank>::sizes)>)
  explicit dense(const Sizes& sizes, T fill = T{}) : shape(extents<Rank>(sizes).sizes) {
    vals.resize(static_cast<std::size_t>(detail::checked_product({"dense.shape"}, shape.data(), Rank)));
    detail::parallel_fill(vals.data(), vals.size(), fill);
  }

  template <std::integral... Coordinates>
    requires(sizeof...(Coordinates) == Rank)
  T& operator()(Coordinates... x) {
    return vals[offset(x...)];
  }
  template <std::integral... Coordinates>
    requires(sizeof...(Coordinates) == Rank)
  const T& operator()(Coordinates... x) const {
    return vals[offset(x...)];
  }

  T* data() noexcept { return vals.data(); }
  const T* data() const noexcept { return vals.data(); }
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

  /// The number of elements that are not zero.
  std::int64_t nnz() const { return detail::count_nonzero(vals); }
  std::size_t bytes() const { return detail::bytes_of(vals); }
  void validate() const {
    detail::check_length({"dense.vals"}, vals.size(),
                         detail::checked_product({"dense.shape"}, shape.data(), Rank));
  }

 private:
  template <class... Coordinates>
  std::size_t offset(Coordinates... x) const {
    std::int64_t at = 0;
    std::size_t mode = 0;
    ((at = at * shape[mode++] + static_cast<std::int64_t>(x)), ...);
    return static_cast<std::size_t>(at);
  }
};

template <class T, int Rank>
struct storage<dense<T, Rank>> : detail::owning_storage<dense<T, Rank>, 1> {
  static constexpr const char* format = "dense";
  template <int n, class Object>
  static auto& select(Object& t) {
    return t.vals;
  }
};

}  // namespace insum

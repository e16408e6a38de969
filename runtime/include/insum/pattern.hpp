// The pattern of one tensor taken over by another of the same format.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "core/errors.hpp"

namespace insum {

template <class T>
struct storage;

namespace detail {

template <int n, class To, class From>
void copy_indices(To& to, const From& from) {
  using trait = storage<std::remove_cvref_t<To>>;
  using other = storage<std::remove_cvref_t<From>>;
  using index = typename trait::index_type;
  auto& target = trait::template container<n>(to);
  const auto* const source = other::template array<n>(from);
  const std::int64_t count = other::template length<n>(from);
  target.resize(static_cast<std::size_t>(count));
  auto* const out = target.data();
  for (std::int64_t i = 0; i < count; ++i) {
    out[i] = static_cast<index>(source[i]);
    if (!std::in_range<index>(source[i]))
      throw size_error(message() << "a position or coordinate, " << static_cast<std::int64_t>(source[i])
                                 << ", does not fit the index type of the result");
  }
}

}  // namespace detail

/// Gives `to` the sizes and the first `Indices` arrays (positions and coordinates) of `from`, and as many
/// values, which are unset; with `Padding`, where some of them are no elements, they are zeros. Both are of
/// one format, and `to` is growable. Throws size_error where an index does not fit.
template <int Indices, bool Padding = false, class To, class From>
void adopt_pattern(To& to, const From& from) {
  using trait = storage<std::remove_cvref_t<To>>;
  using other = storage<std::remove_cvref_t<From>>;
  for (int mode = 0; mode < trait::rank; ++mode) trait::set_size(to, mode, other::size(from, mode));
  [&]<int... n>(std::integer_sequence<int, n...>) {
    (detail::copy_indices<n>(to, from), ...);
  }(std::make_integer_sequence<int, Indices>{});
  auto& values = trait::template container<Indices>(to);
  values.resize(static_cast<std::size_t>(other::template length<Indices>(from)));
  if constexpr (Padding)
    for (auto& value : values) value = {};
}

}  // namespace insum

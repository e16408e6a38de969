// Block sizes and widths that are part of a type or known at run time.
#pragma once
#include <cstdint>
#include <string>
#include <type_traits>

#include "../core/errors.hpp"

namespace insum {

/// As a block size in a type: the object holds the number.
inline constexpr std::int64_t dynamic = 0;

namespace detail {

/// A number that is part of the type. Reads as std::int64_t; assigning another number throws.
template <std::int64_t N>
struct static_extent {
  constexpr static_extent() = default;
  constexpr static_extent(std::int64_t value) { check(value); }  // NOLINT: stands in for an integer
  constexpr static_extent& operator=(std::int64_t value) {
    check(value);
    return *this;
  }
  constexpr operator std::int64_t() const { return N; }  // NOLINT: stands in for an integer

 private:
  static constexpr void check(std::int64_t value) {
    if (value != N) throw storage_error("block size", -1, value, "the type fixes it to " + std::to_string(N));
  }
};

template <std::int64_t N>
inline constexpr std::int64_t initial_extent = N == dynamic ? 1 : N;

/// The `arguments` of insum::storage: there only if all numbers are part of the type.
template <std::int64_t... Ns>
struct static_arguments {};
template <std::int64_t... Ns>
  requires((Ns != dynamic) && ...)
struct static_arguments<Ns...> {
  static constexpr long long arguments[sizeof...(Ns)] = {Ns...};
};

template <std::int64_t N>
using extent = std::conditional_t<N == dynamic, std::int64_t, static_extent<N>>;

}  // namespace detail
}  // namespace insum

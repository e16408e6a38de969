// Values of one type as another.
#pragma once
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include "../core/errors.hpp"
#include "../core/types.hpp"

namespace insum::detail {

/// Complex values never become real ones; all else is a static_cast.
template <class To, class From>
To cast_value(From v) {
  if constexpr (is_complex<To>) {
    using Real = typename To::value_type;
    if constexpr (is_complex<From>) {
      return To(static_cast<Real>(v.real()), static_cast<Real>(v.imag()));
    } else {
      return To(static_cast<Real>(v));
    }
  } else {
    static_assert(!is_complex<From>, "complex values cannot become real ones");
    if constexpr (std::is_same_v<To, bool>) {
      return v != From{};
    } else if constexpr (is_small_float<From>) {  // half and bfloat16 meet as float
      return static_cast<To>(static_cast<float>(v));
    } else {
      return static_cast<To>(v);
    }
  }
}

/// A fill value as an element; an integer type must hold it exactly, or as nearly as a double comes to its
/// largest value.
template <class To>
To fill_value(double fill) {
  if constexpr (std::is_integral_v<To> && !std::is_same_v<To, bool>) {
    const double low = static_cast<double>(std::numeric_limits<To>::min());
    const double beyond = 2.0 * static_cast<double>(std::numeric_limits<To>::max() / 2 + 1);
    if (fill == static_cast<double>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
    if (!(fill >= low && fill < beyond) || static_cast<double>(static_cast<To>(fill)) != fill)
      throw storage_error("fill", std::to_string(fill) + " does not fit the value type");
  }
  return cast_value<To>(fill);
}

}  // namespace insum::detail

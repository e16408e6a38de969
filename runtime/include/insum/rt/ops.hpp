// The operators that outputs and reductions combine with: a tag each, for scalars and packs.
#pragma once

#include <limits>

#include "scalar.hpp"

INSUM_RT_BEGIN

// Each tag has
//   identity<T>()  the value that changes nothing
//   apply(a, b)    `a` combined with the new value `b`; a and b are scalars or packs of one type
// min= and max= ignore a NaN in `b`. |= and &= are bitwise for integers and logical (0 or 1) for other types.

struct op_add {
  template <class T>
  INSUM_HOST_DEVICE static constexpr T identity() {
    return detail::to<T>(0);
  }
  template <class T>
  INSUM_RT_INLINE static constexpr T apply(const T& a, const T& b) {
    return static_cast<T>(a + b);
  }
};

struct op_mul {
  template <class T>
  INSUM_HOST_DEVICE static constexpr T identity() {
    return detail::to<T>(1);
  }
  template <class T>
  INSUM_RT_INLINE static constexpr T apply(const T& a, const T& b) {
    return static_cast<T>(a * b);
  }
};

namespace detail {

/// Constants, since nvcc warns of functions of the host in code for both.
template <class T>
inline constexpr T lowest = std::numeric_limits<T>::lowest();
template <class T>
inline constexpr T highest = std::numeric_limits<T>::max();

}  // namespace detail

struct op_min {
  template <class T>
  INSUM_HOST_DEVICE static constexpr T identity() {
    if constexpr (std::is_integral_v<T>)
      return detail::highest<T>;
    else
      return static_cast<T>(__builtin_inff());
  }
  template <class T>
  INSUM_RT_INLINE static constexpr T apply(const T& a, const T& b) {
    return min(a, b);  // packs have their own
  }
};

struct op_max {
  template <class T>
  INSUM_HOST_DEVICE static constexpr T identity() {
    if constexpr (std::is_integral_v<T>)
      return detail::lowest<T>;
    else
      return static_cast<T>(-__builtin_inff());
  }
  template <class T>
  INSUM_RT_INLINE static constexpr T apply(const T& a, const T& b) {
    return max(a, b);
  }
};

struct op_or {
  template <class T>
  INSUM_HOST_DEVICE static constexpr T identity() {
    return detail::to<T>(0);
  }
  template <scalar T>
  INSUM_RT_INLINE static constexpr T apply(const T& a, const T& b) {
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(a | b);
    else
      return detail::to<T>(a != detail::to<T>(0) || b != detail::to<T>(0) ? 1 : 0);
  }
  template <class T, int U>
  INSUM_RT_INLINE static pack<T, U> apply(const pack<T, U>& a, const pack<T, U>& b) {
    if constexpr (std::is_integral_v<T>)
      return a | b;
    else
      return select(a || b, detail::to<T>(1), detail::to<T>(0));
  }
};

struct op_and {
  template <class T>
  INSUM_HOST_DEVICE static constexpr T identity() {
    if constexpr (std::is_same_v<T, bool>)
      return true;
    else if constexpr (std::is_integral_v<T>)
      return static_cast<T>(~detail::to<T>(0));
    else
      return detail::to<T>(1);
  }
  template <scalar T>
  INSUM_RT_INLINE static constexpr T apply(const T& a, const T& b) {
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(a & b);
    else
      return detail::to<T>(a != detail::to<T>(0) && b != detail::to<T>(0) ? 1 : 0);
  }
  template <class T, int U>
  INSUM_RT_INLINE static pack<T, U> apply(const pack<T, U>& a, const pack<T, U>& b) {
    if constexpr (std::is_integral_v<T>)
      return a & b;
    else
      return select(a && b, detail::to<T>(1), detail::to<T>(0));
  }
};

/// target = target Op value, by one thread.
template <class Op, class T, class S>
INSUM_RT_INLINE void update(T& target, const S& value) {
  using C = compute_t<T>;
  target = detail::to<T>(Op::apply(detail::to<C>(target), detail::to<C>(value)));
}

namespace detail {

template <class Op>
inline constexpr bool is_own_operator =
    std::is_same_v<Op, op_add> || std::is_same_v<Op, op_mul> || std::is_same_v<Op, op_min> ||
    std::is_same_v<Op, op_max> || std::is_same_v<Op, op_or> || std::is_same_v<Op, op_and>;

/// A value as Op would leave it beside no other: a NaN is nothing to min, and "or" makes numbers true.
template <class Op, class T>
INSUM_RT_INLINE T alone(const T& value) {
  constexpr bool sums = std::is_same_v<Op, op_add> || std::is_same_v<Op, op_mul>;
  if constexpr (is_own_operator<Op> && !sums && !std::is_integral_v<T>) {
    T result = Op::template identity<T>();
    update<Op>(result, value);
    return result;
  } else {
    return value;
  }
}

/// a Op b where `both`, else `one`, which is a or b. A branch would be mispredicted. Without one Op is
/// applied to values that do not belong together, which only floating numbers allow: integers may overflow,
/// and what a user wrote may throw. To integers, what changes nothing is applied instead.
template <class Op, class T>
INSUM_RT_INLINE T combined_where(bool both, const T& a, const T& b, const T& one) {
  if constexpr (is_own_operator<Op> && (std::is_floating_point_v<T> || small_float<T> || complex_like<T>)) {
    T result = a;
    update<Op>(result, b);
    return both ? result : one;
  } else if constexpr (is_own_operator<Op> && std::is_integral_v<T>) {
    T result = one;
    update<Op>(result, both ? b : Op::template identity<T>());
    return result;
  } else {
    if (!both) return one;
    T result = a;
    update<Op>(result, b);
    return result;
  }
}

}  // namespace detail

INSUM_RT_END

// All elements of a pack combined into one.
#pragma once

#include "ops.hpp"
#include "pack.hpp"

INSUM_RT_BEGIN

namespace detail {

template <class T, int U, std::size_t... I>
INSUM_RT_INLINE pack<T, static_cast<int>(sizeof...(I))> vectors_from(const pack<T, U>& x, std::size_t first,
                                                                     std::index_sequence<I...>) {
  return {{x.v[first + I]...}};
}

/// The U vectors of x combined into one, in pairs.
template <class Op, class T, int U>
INSUM_RT_INLINE pack<T, 1> reduce_vectors(const pack<T, U>& x) {
  if constexpr (U == 1) {
    return x;
  } else {
    constexpr int half = U / 2;
    const pack<T, half> low = vectors_from(x, 0, sequence<half>{});
    const pack<T, half> high = vectors_from(x, half, sequence<half>{});
    const pack<T, 1> pairs = reduce_vectors<Op>(Op::apply(low, high));
    if constexpr (U % 2 == 0)
      return pairs;
    else
      return Op::apply(pairs, vectors_from(x, U - 1, sequence<1>{}));
  }
}

/// Lane l of the result is lane l ^ Distance of x.
template <class T, int Distance, int... L>
INSUM_RT_INLINE pack<T, 1> exchange_lanes(const pack<T, 1>& x, std::integer_sequence<int, L...>) {
  return {{__builtin_shufflevector(x.v[0], x.v[0], (L ^ Distance)...)}};
}

template <class Op, class T, int Distance>
INSUM_RT_INLINE T reduce_lanes(const pack<T, 1>& x) {
  if constexpr (Distance == 0)
    return x.v[0][0];
  else
    return reduce_lanes<Op, T, Distance / 2>(
        Op::apply(x, exchange_lanes<T, Distance>(x, std::make_integer_sequence<int, lanes<T>>{})));
}

}  // namespace detail

/// All elements of x combined by Op, in pairs.
template <class Op, class T, int U>
INSUM_RT_INLINE T reduce(const pack<T, U>& x) {
  const pack<T, 1> one = detail::reduce_vectors<Op>(x);
  if constexpr (detail::has_native_vector<T>) {
    return detail::reduce_lanes<Op, T, lanes<T> / 2>(one);
  } else {
    T result = one.v[0][0];
    for (int l = 1; l < lanes<T>; ++l) result = Op::template apply<T>(result, one.v[0][l]);
    return result;
  }
}

INSUM_RT_END

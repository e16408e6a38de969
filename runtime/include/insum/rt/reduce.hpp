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

/// Combines lanes at distances of Distance, Distance / 2, ..., 1.
template <class Op, class T, int Distance>
INSUM_RT_INLINE pack<T, 1> fold_lanes(const pack<T, 1>& x) {
  if constexpr (Distance == 0)
    return x;
  else
    return fold_lanes<Op, T, Distance / 2>(
        Op::apply(x, exchange_lanes<T, Distance>(x, std::make_integer_sequence<int, lanes<T>>{})));
}

}  // namespace detail

/// All elements of x combined by Op, in pairs.
template <class Op, class T, int U>
INSUM_RT_INLINE T reduce(const pack<T, U>& x) {
  const pack<T, 1> one = detail::reduce_vectors<Op>(x);
  if constexpr (detail::has_native_vector<T>) {
    return detail::fold_lanes<Op, T, lanes<T> / 2>(one).v[0][0];
  } else {
    T result = one.v[0][0];
    for (int l = 1; l < lanes<T>; ++l) result = Op::template apply<T>(result, one.v[0][l]);
    return result;
  }
}

namespace detail {

template <class Op, class T, int U, std::size_t... I>
INSUM_RT_INLINE T reduce_elements(const pack<T, U>& x, std::index_sequence<I...>) {
  constexpr std::size_t size = static_cast<std::size_t>(lanes<T>);
  T result = x.v[0][0];
  ((result = Op::template apply<T>(result, x.v[(I + 1) / size][static_cast<int>((I + 1) % size)])), ...);
  return result;
}

/// The first N elements of x combined by Op, one after the other.
template <class Op, int N, class T, int U>
INSUM_RT_INLINE T reduce_first(const pack<T, U>& x) {
  return reduce_elements<Op>(x, sequence<N - 1>{});
}

/// Lanes l without the bit Distance hold a[l] Op a[l + Distance], the others b[l - Distance] Op b[l].
template <class Op, class T, int Distance, int... L>
INSUM_RT_INLINE pack<T, 1> fold_pair(const pack<T, 1>& a, const pack<T, 1>& b,
                                     std::integer_sequence<int, L...>) {
  const pack<T, 1> low = {
      {__builtin_shufflevector(a.v[0], b.v[0], ((L & Distance) != 0 ? lanes<T> + (L ^ Distance) : L)...)}};
  const pack<T, 1> high = {
      {__builtin_shufflevector(a.v[0], b.v[0], ((L & Distance) != 0 ? lanes<T> + L : (L ^ Distance))...)}};
  return Op::apply(low, high);
}

}  // namespace detail

/// results[d] = all elements of x[d] combined by Op. Four at a time share most of the work.
template <class Op, class T>
INSUM_RT_INLINE void reduce_four(const pack<T, 1> (&x)[4], T (&results)[4]) {
  if constexpr (detail::has_native_vector<T> && lanes<T> >= 4) {
    constexpr int half = lanes<T> / 2, quarter = lanes<T> / 4;
    const auto all = std::make_integer_sequence<int, lanes<T>>{};
    const pack<T, 1> first = detail::fold_pair<Op, T, half>(x[0], x[1], all);
    const pack<T, 1> second = detail::fold_pair<Op, T, half>(x[2], x[3], all);
    const pack<T, 1> both =
        detail::fold_lanes<Op, T, quarter / 2>(detail::fold_pair<Op, T, quarter>(first, second, all));
    results[0] = both.v[0][0];
    results[1] = both.v[0][half];
    results[2] = both.v[0][quarter];
    results[3] = both.v[0][half + quarter];
  } else {
    results[0] = reduce<Op>(x[0]);
    results[1] = reduce<Op>(x[1]);
    results[2] = reduce<Op>(x[2]);
    results[3] = reduce<Op>(x[3]);
  }
}

INSUM_RT_END

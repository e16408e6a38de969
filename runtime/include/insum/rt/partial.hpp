// Loads and stores of the first `count` lanes of a vector, 0 < count < lanes. They touch no memory beyond
// those, and the other lanes of a load are 0. A count may be a constant: without masks it should be, as the
// lanes of a load are otherwise put together in memory.
#pragma once

#include "vector.hpp"

INSUM_RT_BEGIN

namespace detail {

/// All bits set in the first `count` lanes, for integers I.
template <class I>
INSUM_RT_INLINE mask_vector<I> first_lane_bits(int count) {
  return generate<I>([](int l) INSUM_RT_LAMBDA { return static_cast<I>(l); }) <
         splat<I>(static_cast<I>(count));
}

/// The mask of the first `count` lanes.
template <class T>
INSUM_RT_INLINE mask_vector<T> first_lanes(int count) {
  if constexpr (has_native_vector<T>) {
    using I = std::remove_cvref_t<decltype(mask_vector<T>{}[0])>;
    return first_lane_bits<I>(count);
  } else {
    mask_vector<T> result;
    for (int l = 0; l < lanes<T>; ++l) result.lane[l] = l < count;
    return result;
  }
}

template <class T, class S>
INSUM_RT_INLINE vector<T> load_first_elements(const S* p, int count) {
  S lane[static_cast<std::size_t>(lanes<T>)] = {};
  for (int l = 0; l < count; ++l) lane[l] = p[l];
  return load_vector<T>(static_cast<const S*>(lane));
}

template <class T, class S>
INSUM_RT_INLINE void store_first_elements(S* p, const vector<T>& v, int count) {
  S lane[static_cast<std::size_t>(lanes<T>)];
  store_vector<T>(static_cast<S*>(lane), v);
  for (int l = 0; l < count; ++l) p[l] = lane[l];
}

template <int N>
using constant_count = std::integral_constant<int, N>;

/// x in the first lane, zeros in the others.
template <class T>
INSUM_RT_INLINE vector<T> first_lane(T x) {
  if constexpr (has_native_vector<T>) {
    return vector<T>{x};
  } else {
    vector<T> result = splat<T>(T{});
    result[0] = x;
    return result;
  }
}

template <class T, class S, int... L>
INSUM_RT_INLINE void store_lanes(S* p, const vector<T>& v, std::integer_sequence<int, L...>) {
  ((p[L] = to<S>(static_cast<T>(v[L]))), ...);
}

template <class V, int... L>
INSUM_RT_INLINE auto first_of(const V& v, std::integer_sequence<int, L...>) {
  return __builtin_shufflevector(v, v, L...);
}
template <class V, int... L>
INSUM_RT_INLINE auto twice_as_wide(const V& v, std::integer_sequence<int, L...>) {
  return __builtin_shufflevector(v, V{}, L...);
}
/// The lanes of v, then zeros. In steps: gcc widens by more than that through memory.
template <class T, int N>
INSUM_RT_INLINE vector<T> widen(const typename extension_vector<T, N>::type& v) {
  if constexpr (N == lanes<T>)
    return v;
  else
    return widen<T, 2 * N>(twice_as_wide(v, std::make_integer_sequence<int, 2 * N>{}));
}

/// N lanes, a power of two of them, in one access.
template <int N, class T>
INSUM_RT_INLINE vector<T> load_power(const T* p) {
  if constexpr (N == 1) {
    return first_lane(*p);
  } else if constexpr (N * sizeof(T) == sizeof(double)) {
    double both;
    __builtin_memcpy(&both, p, sizeof both);
    return reinterpret<vector<T>>(first_lane(both));
  } else {
    typename extension_vector<T, N>::type some;
    __builtin_memcpy(&some, p, sizeof some);
    return widen<T, N>(some);
  }
}
template <int N, class T>
INSUM_RT_INLINE void store_power(T* p, const vector<T>& v) {
  if constexpr (N == 1) {
    *p = v[0];
  } else if constexpr (N * sizeof(T) == sizeof(double)) {
    const double both = reinterpret<vector<double>>(v)[0];
    __builtin_memcpy(p, &both, sizeof both);
  } else {
    const typename extension_vector<T, N>::type some = first_of(v, std::make_integer_sequence<int, N>{});
    __builtin_memcpy(p, &some, sizeof some);
  }
}

template <int First, class V, int... L>
INSUM_RT_INLINE V lanes_from(const V& v, std::integer_sequence<int, L...>) {
  return __builtin_shufflevector(v, v, (First + L) % static_cast<int>(sizeof...(L))...);
}

template <class T, int... L>
INSUM_RT_INLINE vector<T> load_three(const T* p, std::integer_sequence<int, L...>) {
  return __builtin_shufflevector(load_power<2>(p), first_lane(p[2]), 0, 1, lanes<T> + L...);
}

/// Whether N lanes are one access or two.
template <class T, class S, int N>
inline constexpr bool is_simple_count =
    std::is_same_v<T, S> && has_native_vector<T> && ((N & (N - 1)) == 0 || N == 3) && N < lanes<T>;

#if defined(INSUM_RT_AVX512) || defined(INSUM_RT_AVX2) || defined(INSUM_RT_AVX)

template <class T>
inline constexpr bool has_masked_access = has_native_vector<T>;

using double_vector = vector<double>;

#if defined(INSUM_RT_AVX512)

template <class T>
INSUM_RT_INLINE vector<T> load_first_masked(const T* p, int count) {
  const unsigned bits = (1u << count) - 1u;
  if constexpr (sizeof(T) == 4)
    return reinterpret<vector<T>>(__builtin_ia32_loadups512_mask(
        reinterpret_cast<const float*>(p), float_vector{}, static_cast<unsigned short>(bits)));
  else
    return reinterpret<vector<T>>(__builtin_ia32_loadupd512_mask(
        reinterpret_cast<const double*>(p), double_vector{}, static_cast<unsigned char>(bits)));
}

template <class T>
INSUM_RT_INLINE void store_first_masked(T* p, const vector<T>& v, int count) {
  const unsigned bits = (1u << count) - 1u;
  if constexpr (sizeof(T) == 4)
    __builtin_ia32_storeups512_mask(reinterpret_cast<float*>(p), reinterpret<float_vector>(v),
                                    static_cast<unsigned short>(bits));
  else
    __builtin_ia32_storeupd512_mask(reinterpret_cast<double*>(p), reinterpret<double_vector>(v),
                                    static_cast<unsigned char>(bits));
}

#else

#if defined(INSUM_RT_AVX2)
/// The mask in the integer type that the builtins take.
template <class I>
INSUM_RT_INLINE vector<I> lane_bits(int count) {
  return reinterpret<vector<I>>(first_lane_bits<I>(count));
}
#else
inline constexpr int bits_before[16] = {-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0};

/// The same from memory: AVX cannot compare vectors of integers.
template <class I>
INSUM_RT_INLINE vector<I> lane_bits(int count) {
  vector<I> result;
  __builtin_memcpy(&result, bits_before + 8 - count * static_cast<int>(sizeof(I) / sizeof(int)),
                   sizeof result);
  return result;
}
#endif

template <class T>
INSUM_RT_INLINE vector<T> load_first_masked(const T* p, int count) {
  if constexpr (sizeof(T) == 4)
    return reinterpret<vector<T>>(
        __builtin_ia32_maskloadps256(reinterpret_cast<const float_vector*>(p), lane_bits<int>(count)));
  else
    return reinterpret<vector<T>>(
        __builtin_ia32_maskloadpd256(reinterpret_cast<const double_vector*>(p), lane_bits<long long>(count)));
}

template <class T>
INSUM_RT_INLINE void store_first_masked(T* p, const vector<T>& v, int count) {
  if constexpr (sizeof(T) == 4)
    __builtin_ia32_maskstoreps256(reinterpret_cast<float_vector*>(p), lane_bits<int>(count),
                                  reinterpret<float_vector>(v));
  else
    __builtin_ia32_maskstorepd256(reinterpret_cast<double_vector*>(p), lane_bits<long long>(count),
                                  reinterpret<double_vector>(v));
}

#endif
#else

template <class T>
inline constexpr bool has_masked_access = false;

// Never called.
template <class T>
vector<T> load_first_masked(const T* p, int count);
template <class T>
void store_first_masked(T* p, const vector<T>& v, int count);

#endif

/// Counts up to this one are worth code of their own.
template <class T>
inline constexpr int most_constant_count = has_masked_access<T> || lanes<T> > 4 ? lanes<T> > 1 : lanes<T> - 1;

/// Elements p[0] ... p[count - 1] converted to T.
template <class T, class S>
INSUM_RT_INLINE vector<T> load_first(const S* p, int count) {
  if constexpr (std::is_same_v<T, S> && has_masked_access<T>)
    return load_first_masked<T>(p, count);
  else
    return load_first_elements<T>(p, count);
}
template <class T, class S, int N>
INSUM_RT_INLINE vector<T> load_first(const S* p, constant_count<N>) {
  if constexpr (is_simple_count<T, S, N> && N == 3)
    return load_three(p, std::make_integer_sequence<int, lanes<T> - 2>{});
  else if constexpr (is_simple_count<T, S, N>)
    return load_power<N>(p);
  else
    return generate<T>([&](int l) INSUM_RT_LAMBDA { return l < N ? to<T>(p[l]) : T{}; });
}

template <class T, class S>
INSUM_RT_INLINE void store_first(S* p, const vector<T>& v, int count) {
  if constexpr (std::is_same_v<T, S> && has_masked_access<T>)
    store_first_masked<T>(p, v, count);
  else
    store_first_elements<T>(p, v, count);
}
template <class T, class S, int N>
INSUM_RT_INLINE void store_first(S* p, const vector<T>& v, constant_count<N>) {
  if constexpr (is_simple_count<T, S, N> && N == 3) {
    store_power<2>(p, v);
    p[2] = v[2];
  } else if constexpr (is_simple_count<T, S, N>) {
    store_power<N>(p, v);
  } else {
    store_lanes<T>(p, v, std::make_integer_sequence<int, N>{});
  }
}

}  // namespace detail

INSUM_RT_END

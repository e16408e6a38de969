// Loads and stores of the first `count` lanes of a vector, 0 < count < lanes. They touch no memory beyond
// those, and the other lanes of a load are 0.
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

#if defined(INSUM_RT_AVX512) || defined(INSUM_RT_AVX2)

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

/// The mask in the integer type that the builtins take.
template <class I>
INSUM_RT_INLINE vector<I> lane_bits(int count) {
  return reinterpret<vector<I>>(first_lane_bits<I>(count));
}

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

/// Elements p[0] ... p[count - 1] converted to T.
template <class T, class S>
INSUM_RT_INLINE vector<T> load_first(const S* p, int count) {
  if constexpr (std::is_same_v<T, S> && has_masked_access<T>)
    return load_first_masked<T>(p, count);
  else
    return load_first_elements<T>(p, count);
}

template <class T, class S>
INSUM_RT_INLINE void store_first(S* p, const vector<T>& v, int count) {
  if constexpr (std::is_same_v<T, S> && has_masked_access<T>)
    store_first_masked<T>(p, v, count);
  else
    store_first_elements<T>(p, v, count);
}

}  // namespace detail

INSUM_RT_END

// Indirect loads of the first `count` lanes of a vector, or of all.
#pragma once

#include "partial.hpp"

INSUM_RT_BEGIN

namespace detail {

#if defined(INSUM_RT_AVX512)

template <class T, class I>
inline constexpr bool has_masked_gather =
    has_native_vector<T> && std::is_integral_v<I> &&
    ((std::is_signed_v<I> && sizeof(I) == 4) || (sizeof(I) == 8 && sizeof(T) == 8));

/// The lower half of a vector of 32-bit indices.
template <int... L>
INSUM_RT_INLINE auto lower_half(const vector<int>& x, std::integer_sequence<int, L...>) {
  return __builtin_shufflevector(x, x, L...);
}

template <class W, class I>
INSUM_RT_INLINE vector<W> load_indices(const I* index, int count) {
  return load_first_masked<W>(reinterpret_cast<const W*>(index), count);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"  // compilers differ in the signs of masks
#pragma GCC diagnostic ignored "-Wconversion"
template <class T, class I>
INSUM_RT_INLINE vector<T> gather_first_masked(const T* base, const I* index, int count) {
  const unsigned bits = (1u << count) - 1u;
  if constexpr (sizeof(T) == 4) {
    const auto at = load_indices<int>(index, count);
    return reinterpret<vector<T>>(
        __builtin_ia32_gathersiv16sf(vector<float>{}, base, at, static_cast<unsigned short>(bits), 4));
  } else if constexpr (sizeof(I) == 4) {
    const auto at = lower_half(load_indices<int>(index, count), std::make_integer_sequence<int, 8>{});
    return reinterpret<vector<T>>(
        __builtin_ia32_gathersiv8df(vector<double>{}, base, at, static_cast<unsigned char>(bits), 8));
  } else {
    const auto at = load_indices<long long>(index, count);
    return reinterpret<vector<T>>(
        __builtin_ia32_gatherdiv8df(vector<double>{}, base, at, static_cast<unsigned char>(bits), 8));
  }
}
#pragma GCC diagnostic pop

#else

template <class T, class I>
inline constexpr bool has_masked_gather = false;

// Never called.
template <class T, class I>
vector<T> gather_first_masked(const T* base, const I* index, int count);

#endif

/// base[index[0]] ... base[index[count - 1]] converted to T, then zeros; 0 < count <= lanes.
template <class T, class S, class I>
INSUM_RT_INLINE vector<T> gather_first(const S* base, const I* index, int count) {
  if constexpr (std::is_same_v<T, S> && has_masked_gather<T, I>) {
    return gather_first_masked<T>(base, index, count);
  } else {
    T lane[static_cast<std::size_t>(lanes<T>)] = {};
    for (int l = 0; l < count; ++l) lane[l] = to<T>(base[static_cast<std::int64_t>(index[l])]);
    return load_vector<T>(static_cast<const T*>(lane));
  }
}
template <class T, class S, class I, int N>
INSUM_RT_INLINE vector<T> gather_first(const S* base, const I* index, constant_count<N>) {
  if constexpr (N == 1)
    return first_lane(to<T>(base[static_cast<std::int64_t>(*index)]));
  else if constexpr (std::is_same_v<T, S> && has_masked_gather<T, I>)
    return gather_first_masked<T>(base, index, N);
  else
    return generate<T>([&](int l) INSUM_RT_LAMBDA {
      return l < N ? to<T>(base[static_cast<std::int64_t>(index[l])]) : T{};
    });
}

}  // namespace detail

INSUM_RT_END

// One native vector of T: GCC's vector extension where it has T, else an array that behaves alike.
#pragma once

#include "config.hpp"
#include "scalar.hpp"
#include "small_floats.hpp"

INSUM_RT_BEGIN

namespace detail {

template <class T>
inline constexpr bool has_native_vector =
    std::is_same_v<T, float> || std::is_same_v<T, double> ||
    (std::is_integral_v<T> && !std::is_same_v<T, bool> && (sizeof(T) == 4 || sizeof(T) == 8) &&
     !std::is_same_v<T, wchar_t> && !std::is_same_v<T, char32_t>);

}  // namespace detail

/// Elements of a native vector of T.
template <class T>
inline constexpr int lanes =
    sizeof(T) < native_vector_bytes ? static_cast<int>(native_vector_bytes / sizeof(T)) : 1;

namespace detail {

/// The lanes of a type that has no vector extension.
template <class T, int N>
struct array_vector {
  T lane[static_cast<std::size_t>(N)];
  INSUM_RT_INLINE T& operator[](int i) { return lane[i]; }
  INSUM_RT_INLINE const T& operator[](int i) const { return lane[i]; }
};

template <class T, bool native = has_native_vector<T>>
struct vector_of {
  using type = typename extension_vector<T, lanes<T>>::type;
  using mask_type = decltype(type{} < type{});
};
template <class T>
struct vector_of<T, false> {
  using type = array_vector<T, lanes<T>>;
  using mask_type = array_vector<bool, lanes<T>>;
};

template <class T>
using vector = typename vector_of<T>::type;
template <class T>
using mask_vector = typename vector_of<T>::mask_type;

template <class T, int... L>
INSUM_RT_INLINE vector<T> splat_lanes(T x, std::integer_sequence<int, L...>) {
  return vector<T>{(static_cast<void>(L), x)...};
}
template <class T>
INSUM_RT_INLINE vector<T> splat(T x) {
  if constexpr (has_native_vector<T>)
    return splat_lanes<T>(x, std::make_integer_sequence<int, lanes<T>>{});
  else {
    vector<T> result;
    for (int l = 0; l < lanes<T>; ++l) result[l] = x;
    return result;
  }
}

template <class T, class F, int... L>
INSUM_RT_INLINE vector<T> generate_lanes(F& f, std::integer_sequence<int, L...>) {
  return vector<T>{f(L)...};
}

/// The vector whose lane l is f(l).
template <class T, class F>
INSUM_RT_INLINE vector<T> generate(F&& f) {
  if constexpr (has_native_vector<T>) {
    return generate_lanes<T>(f, std::make_integer_sequence<int, lanes<T>>{});
  } else {
    vector<T> result;
    for (int l = 0; l < lanes<T>; ++l) result[l] = f(l);
    return result;
  }
}

template <class T, int N, class F>
INSUM_RT_INLINE array_vector<T, N> zip_lanes(const array_vector<T, N>& a, const array_vector<T, N>& b, F f) {
  array_vector<T, N> result;
  for (int l = 0; l < N; ++l) result.lane[l] = static_cast<T>(f(a.lane[l], b.lane[l]));
  return result;
}
template <class T, int N, class F>
INSUM_RT_INLINE array_vector<bool, N> compare_lanes(const array_vector<T, N>& a, const array_vector<T, N>& b,
                                                    F f) {
  array_vector<bool, N> result;
  for (int l = 0; l < N; ++l) result.lane[l] = f(a.lane[l], b.lane[l]);
  return result;
}

#define INSUM_RT_ARITHMETIC(op)                                                                              \
  template <class T, int N>                                                                                  \
  INSUM_RT_INLINE array_vector<T, N> operator op(const array_vector<T, N>& a, const array_vector<T, N>& b) { \
    return zip_lanes(a, b, [](const T& x, const T& y) INSUM_RT_LAMBDA { return x op y; });                   \
  }
INSUM_RT_ARITHMETIC(+)
INSUM_RT_ARITHMETIC(-)
INSUM_RT_ARITHMETIC(/)
INSUM_RT_ARITHMETIC(&)
INSUM_RT_ARITHMETIC(|)
#undef INSUM_RT_ARITHMETIC

/// Complex numbers by the textbook formula: the operator of std::complex looks for infinities in each
/// product.
template <class T, int N>
INSUM_RT_INLINE array_vector<T, N> operator*(const array_vector<T, N>& a, const array_vector<T, N>& b) {
  return zip_lanes(a, b, [](const T& x, const T& y) INSUM_RT_LAMBDA {
    if constexpr (complex_like<T>)
      return T(x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real());
    else
      return x * y;
  });
}

#define INSUM_RT_COMPARISON(op)                                                                \
  template <class T, int N>                                                                    \
  INSUM_RT_INLINE array_vector<bool, N> operator op(const array_vector<T, N>& a,               \
                                                    const array_vector<T, N>& b) {             \
    return compare_lanes(a, b, [](const T& x, const T& y) INSUM_RT_LAMBDA { return x op y; }); \
  }
INSUM_RT_COMPARISON(<)
INSUM_RT_COMPARISON(>)
INSUM_RT_COMPARISON(<=)
INSUM_RT_COMPARISON(>=)
INSUM_RT_COMPARISON(==)
INSUM_RT_COMPARISON(!=)
#undef INSUM_RT_COMPARISON

template <int N>
INSUM_RT_INLINE array_vector<bool, N> operator~(const array_vector<bool, N>& a) {
  array_vector<bool, N> result;
  for (int l = 0; l < N; ++l) result.lane[l] = !a.lane[l];
  return result;
}

/// Lane by lane m ? a : b.
template <class T>
INSUM_RT_INLINE vector<T> blend(const mask_vector<T>& m, const vector<T>& a, const vector<T>& b) {
  if constexpr (has_native_vector<T>)
    return m ? a : b;
  else {
    vector<T> result;
    for (int l = 0; l < lanes<T>; ++l) result.lane[l] = m.lane[l] ? a.lane[l] : b.lane[l];
    return result;
  }
}

// A trapping division must not happen in lanes that no element stands in, and those of a tail are 0: an
// integer divided by 0, undefined in C++ anyway, gives the dividend.
template <class T>
INSUM_RT_INLINE vector<T> divide(const vector<T>& a, const vector<T>& b) {
  if constexpr (std::is_integral_v<T>) {
    const vector<T> zero = splat<T>(T{});
    return a / blend<T>(b == zero, splat<T>(static_cast<T>(1)), b);
  } else
    return a / b;
}

/// Elements p[0], p[1], ... converted to T.
template <class T, class S>
INSUM_RT_INLINE vector<T> load_vector(const S* p) {
  if constexpr (std::is_same_v<T, S>) {
    vector<T> result;
    __builtin_memcpy(static_cast<void*>(&result), p, sizeof result);
    return result;
  } else if constexpr (has_native_vector<T> && has_native_vector<S> && sizeof(S) <= sizeof(T)) {
    typename extension_vector<S, lanes<T>>::type source;
    __builtin_memcpy(&source, p, sizeof source);
    return __builtin_convertvector(source, vector<T>);
  } else if constexpr (std::is_same_v<T, float> && has_small_float_vector<S>) {
    return load_small_floats(p);
  } else {
    return generate<T>([&](int l) INSUM_RT_LAMBDA { return to<T>(p[l]); });
  }
}

template <class T, class S>
INSUM_RT_INLINE void store_vector(S* p, const vector<T>& v) {
  if constexpr (std::is_same_v<T, S>) {
    __builtin_memcpy(static_cast<void*>(p), &v, sizeof v);
  } else if constexpr (has_native_vector<T> && has_native_vector<S> && sizeof(S) <= sizeof(T)) {
    const auto result = __builtin_convertvector(v, typename extension_vector<S, lanes<T>>::type);
    __builtin_memcpy(p, &result, sizeof result);
  } else if constexpr (std::is_same_v<T, float> && has_small_float_vector<S>) {
    store_small_floats(p, v);
  } else {
    T lane[static_cast<std::size_t>(lanes<T>)];
    __builtin_memcpy(static_cast<void*>(lane), &v, sizeof v);
    for (int l = 0; l < lanes<T>; ++l) p[l] = to<S>(lane[l]);
  }
}

}  // namespace detail

INSUM_RT_END

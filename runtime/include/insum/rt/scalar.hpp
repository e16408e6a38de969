// The functions of Einsums on one element. pack.hpp has the same names for packs, so that generated code is
// the same for both. The builtins spare every rewritten file the cost of <cmath>.
#pragma once

#include "config.hpp"

// Finds the functions of std::complex and of users' types by their arguments alone.
namespace insum::rt_adl {

struct nothing {};
void abs(nothing);
void sqrt(nothing);
void exp(nothing);
void log(nothing);
void tanh(nothing);
void pow(nothing, nothing);

template <class T>
INSUM_HOST_DEVICE auto call_abs(const T& x) {
  return abs(x);
}
template <class T>
INSUM_HOST_DEVICE auto call_sqrt(const T& x) {
  return sqrt(x);
}
template <class T>
INSUM_HOST_DEVICE auto call_exp(const T& x) {
  return exp(x);
}
template <class T>
INSUM_HOST_DEVICE auto call_log(const T& x) {
  return log(x);
}
template <class T>
INSUM_HOST_DEVICE auto call_tanh(const T& x) {
  return tanh(x);
}
template <class T, class S>
INSUM_HOST_DEVICE auto call_pow(const T& x, const S& y) {
  return pow(x, y);
}

}  // namespace insum::rt_adl

INSUM_RT_BEGIN

namespace detail {

template <class T>
concept complex_like = requires(const T& x) {
  typename T::value_type;
  x.real();
  x.imag();
};

/// long double, which compilers for devices do not want to read.
template <class T>
inline constexpr bool wider_than_double =
    std::is_floating_point_v<T> && !std::is_same_v<T, float> && !std::is_same_v<T, double>;

/// half, bfloat16 and _Float16: stored in 16 bits, computed as float.
template <class T>
concept small_float = !std::is_arithmetic_v<T> && !complex_like<T> && sizeof(T) == 2 &&
                      std::is_convertible_v<T, float> && std::is_constructible_v<T, float>;

/// static_cast<T>(x), and complex from real or from other complex numbers without a narrowing step on the
/// way.
template <class T, class S>
INSUM_RT_INLINE constexpr T to(const S& x) {
  if constexpr (std::is_same_v<T, S>)
    return x;
  else if constexpr (complex_like<T>) {
    using part = typename T::value_type;
    if constexpr (complex_like<S>)
      return T(static_cast<part>(x.real()), static_cast<part>(x.imag()));
    else
      return T(static_cast<part>(x));
  } else
    return static_cast<T>(x);
}

}  // namespace detail

/// x as a T, where one of them or both may be complex.
template <class T, class S>
INSUM_RT_INLINE constexpr T as(const S& x) {
  return detail::to<T>(x);
}

/// Whether results of one of the types would be rounded to 16 bits at each step of a sum.
template <class... Types>
inline constexpr bool any_small_float = (detail::small_float<Types> || ...);

/// The type in which elements of type T are computed: float for the 16-bit types, else T.
template <class T>
using compute_t = std::conditional_t<detail::small_float<T>, float, T>;

namespace detail {

template <class T>
inline constexpr int number_kind = complex_like<T>         ? 2
                                   : std::is_integral_v<T> ? 0
                                                           : 1;

template <class T, class = void>
struct scalar_part {
  using type = T;
};
template <class T>
struct scalar_part<T, std::enable_if_t<complex_like<T>>> {
  using type = typename T::value_type;
};
template <class Complex, class Part>
struct complex_of;
template <template <class> class Complex, class Old, class Part>
struct complex_of<Complex<Old>, Part> {
  using type = Complex<Part>;
};

template <class A, class B, bool = complex_like<A>, bool = complex_like<B>>
struct common_of_two {
  using type = std::common_type_t<A, B>;
};
template <class A, class B, bool AnyB>
struct common_of_two<A, B, true, AnyB>
    : complex_of<A, std::common_type_t<typename A::value_type, typename scalar_part<B>::type>> {};
template <class A, class B>
struct common_of_two<A, B, false, true> : common_of_two<B, A> {};

template <class A, class B, class... Others>
struct common : common<typename common_of_two<A, B>::type, Others...> {};
template <class A, class B>
struct common<A, B> : common_of_two<A, B> {};

template <class Weak, class Strong, class Result>
struct with_weak : std::conditional<(number_kind<Weak> <= number_kind<Strong>) &&
                                        std::is_same_v<typename common_of_two<Strong, Result>::type, Strong>,
                                    Strong, typename common_of_two<Weak, Strong>::type> {};

}  // namespace detail

// In templates, generated code computes the types that are the compiler's own elsewhere.

/// An element of type T in an expression: C++'s integral promotions, and float for the 16-bit types.
template <class T>
using operand_t = std::conditional_t<(std::is_integral_v<T> && sizeof(T) < sizeof(int)), int, compute_t<T>>;
/// Arithmetic on operands of several types.
template <class... Types>
using common_t = typename detail::common<Types...>::type;
/// Arithmetic of a scalar or literal with elements: it takes their type unless it is of a higher kind
/// (integers, reals, complex numbers), or the result that both go into is wider.
template <class Scalar, class Element, class Result = Element>
using with_scalar_t = typename detail::with_weak<Scalar, Element, Result>::type;
/// A truth value in arithmetic that goes into Result: a number of its kind.
template <class Result>
using truth_t = std::conditional_t<detail::number_kind<Result> == 0, int, Result>;
/// Whether values of these types may share one register tile.
template <class T, class... Others>
inline constexpr bool all_same = (std::is_same_v<T, Others> && ...);
/// The value of sqrt, exp and their kin.
template <class T>
using real_t = std::conditional_t<std::is_integral_v<T>, double, T>;
/// The value of a user's function.
template <class F, class... Arguments>
using result_t = operand_t<std::remove_cvref_t<std::invoke_result_t<const F&, Arguments...>>>;
/// The value of abs.
template <class T>
using magnitude_t = typename detail::scalar_part<T>::type;

// INSUM_RT_FUNCTION: sqrt, exp, log, tanh. Integers give double as in <cmath>; the 16-bit types compute in
// float.
#define INSUM_RT_FUNCTION(name)                                          \
  template <scalar T>                                                    \
  INSUM_RT_INLINE auto name(const T& x) {                                \
    if constexpr (std::is_same_v<T, float>)                              \
      return __builtin_##name##f(x);                                     \
    else if constexpr (detail::wider_than_double<T>)                     \
      return __builtin_##name##l(x);                                     \
    else if constexpr (std::is_arithmetic_v<T>)                          \
      return __builtin_##name(static_cast<double>(x));                   \
    else if constexpr (detail::small_float<T>)                           \
      return static_cast<T>(__builtin_##name##f(static_cast<float>(x))); \
    else                                                                 \
      return rt_adl::call_##name(x);                                     \
  }
INSUM_RT_FUNCTION(sqrt)
INSUM_RT_FUNCTION(exp)
INSUM_RT_FUNCTION(log)
INSUM_RT_FUNCTION(tanh)
#undef INSUM_RT_FUNCTION

/// |x|, of x's type; for complex numbers the real modulus.
template <scalar T>
INSUM_RT_INLINE auto abs(const T& x) {
  if constexpr (std::is_same_v<T, float>)
    return __builtin_fabsf(x);
  else if constexpr (std::is_same_v<T, double>)
    return __builtin_fabs(x);
  else if constexpr (detail::wider_than_double<T>)
    return __builtin_fabsl(x);
  else if constexpr (std::is_unsigned_v<T>)
    return x;
  else if constexpr (std::is_integral_v<T>)
    return static_cast<T>(x < 0 ? -x : x);
  else if constexpr (detail::small_float<T>)
    return static_cast<T>(__builtin_fabsf(static_cast<float>(x)));
  else
    return rt_adl::call_abs(x);
}

namespace detail {

template <class T, class S>
INSUM_RT_INLINE auto power(const T& x, const S& y) {
  if constexpr (wider_than_double<T> || wider_than_double<S>)
    return __builtin_powl(x, y);
  else if constexpr (std::is_same_v<T, float> && std::is_same_v<S, float>)
    return __builtin_powf(x, y);
  else
    return __builtin_pow(static_cast<double>(x), static_cast<double>(y));
}

}  // namespace detail

/// x to the power y, in the type that std::pow has for these arguments.
template <scalar T, scalar S>
INSUM_RT_INLINE auto pow(const T& x, const S& y) {
  if constexpr (detail::small_float<T> && std::is_same_v<T, S>)
    return static_cast<T>(__builtin_powf(static_cast<float>(x), static_cast<float>(y)));
  else if constexpr (std::is_arithmetic_v<compute_t<T>> && std::is_arithmetic_v<compute_t<S>>)
    return detail::power(static_cast<compute_t<T>>(x), static_cast<compute_t<S>>(y));
  else
    return rt_adl::call_pow(static_cast<compute_t<T>>(x), static_cast<compute_t<S>>(y));
}

/// The smaller of two, as std::min: `a` where they are equal or one is NaN.
template <scalar T>
INSUM_RT_INLINE constexpr T min(const T& a, const T& b) {
  return b < a ? b : a;
}
/// The larger of two, as std::max: `a` where they are equal or one is NaN.
template <scalar T>
INSUM_RT_INLINE constexpr T max(const T& a, const T& b) {
  return a < b ? b : a;
}
/// Of two types: the smaller and larger in the type that both convert to.
template <scalar T, scalar S>
  requires(!std::is_same_v<T, S>)
INSUM_RT_INLINE constexpr auto min(const T& a, const S& b) {
  using C = std::common_type_t<compute_t<T>, compute_t<S>>;
  return rt::min(static_cast<C>(a), static_cast<C>(b));
}
template <scalar T, scalar S>
  requires(!std::is_same_v<T, S>)
INSUM_RT_INLINE constexpr auto max(const T& a, const S& b) {
  using C = std::common_type_t<compute_t<T>, compute_t<S>>;
  return rt::max(static_cast<C>(a), static_cast<C>(b));
}

/// max(x, 0); 0 for NaN.
template <scalar T>
INSUM_RT_INLINE constexpr T relu(const T& x) {
  return static_cast<T>(0) < x ? x : static_cast<T>(0);
}

/// 1 / (1 + exp(-x)).
template <scalar T>
INSUM_RT_INLINE real_t<T> sigmoid(const T& x) {
  if constexpr (detail::small_float<T>) {
    return static_cast<T>(rt::sigmoid(static_cast<float>(x)));
  } else if constexpr (std::is_integral_v<T>) {
    return rt::sigmoid(static_cast<double>(x));
  } else {
    const T one = static_cast<T>(1);
    return one / (one + rt::exp(-x));
  }
}

/// condition ? a : b; both are evaluated.
template <scalar T>
INSUM_RT_INLINE constexpr T select(bool condition, const T& a, const T& b) {
  return condition ? a : b;
}
template <scalar T, scalar S>
  requires(!std::is_same_v<T, S>)
INSUM_RT_INLINE constexpr auto select(bool condition, const T& a, const S& b) {
  using C = std::common_type_t<compute_t<T>, compute_t<S>>;
  return condition ? detail::to<C>(a) : detail::to<C>(b);
}

/// condition ? a : 0 without a branch, for conditions that no processor foresees.
template <scalar T>
INSUM_RT_INLINE constexpr T kept_if(bool condition, const T& a) {
  if constexpr (std::is_same_v<T, double> || std::is_same_v<T, float>) {
    using bits = std::conditional_t<std::is_same_v<T, double>, std::uint64_t, std::uint32_t>;
    const bits all = static_cast<bits>(0) - static_cast<bits>(condition);
    return __builtin_bit_cast(T, static_cast<bits>(__builtin_bit_cast(bits, a) & all));
  } else {
    return condition ? a : detail::to<T>(0);
  }
}

/// c + a * b in one expression, which compilers contract to a fused multiply-add where the target has one.
template <scalar T>
INSUM_RT_INLINE constexpr T fma_add(const T& c, const T& a, const T& b) {
  return static_cast<T>(c + a * b);
}

INSUM_RT_END

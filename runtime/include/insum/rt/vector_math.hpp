// Functions of one vector of float or double. exp, log and tanh are within a few units in the last place of
// the exact value for all arguments, and have the special values of <cmath>; they do not set errno.
#pragma once

#include "scalar.hpp"
#include "vector.hpp"

// Their exact steps do not survive reassociation.
#if !defined(__FAST_MATH__) && !defined(__ASSOCIATIVE_MATH__)
#define INSUM_RT_VECTOR_MATH 1
#endif

INSUM_RT_BEGIN

namespace detail {

template <class T>
inline constexpr bool is_vector_float = std::is_same_v<T, float> || std::is_same_v<T, double>;
#ifdef INSUM_RT_VECTOR_MATH
template <class T>
inline constexpr bool has_vector_math = is_vector_float<T>;
#else
template <class T>
inline constexpr bool has_vector_math = false;
#endif

template <class T>
using bits_for = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
template <class T>
INSUM_RT_INLINE vector<bits_for<T>> to_bits(const vector<T>& x) {
  return reinterpret<vector<bits_for<T>>>(x);
}
template <class T>
INSUM_RT_INLINE vector<T> from_bits(const vector<bits_for<T>>& x) {
  return reinterpret<vector<T>>(x);
}

/// The layout of T, and bounds for its functions.
template <class T>
struct float_facts;
template <>
struct float_facts<float> {
  static constexpr int mantissa = 23;
  static constexpr std::uint32_t bias = 127;
  static constexpr float round = 0x1.8p23f;  // x + round - round is x rounded to an integer
  static constexpr float least_exp = -104.0f, most_exp = 89.0f;
  static constexpr float tanh_is_one = 10.0f;
  static constexpr float log2_high = 0x1.62e4p-1f, log2_low = 0x1.7f7d1cp-20f;  // high * exponent is exact
  static constexpr int exp_terms = 7, log_terms = 4;
  static constexpr float least_normal = 0x1p-126f;
};
template <>
struct float_facts<double> {
  static constexpr int mantissa = 52;
  static constexpr std::uint64_t bias = 1023;
  static constexpr double round = 0x1.8p52;
  static constexpr double least_exp = -746.0, most_exp = 710.0;
  static constexpr double tanh_is_one = 20.0;
  static constexpr double log2_high = 0x1.62e42fefa38p-1, log2_low = 0x1.ef35793c7673p-45;
  static constexpr int exp_terms = 13, log_terms = 10;
  static constexpr double least_normal = 0x1p-1022;
};

template <class T>
INSUM_RT_INLINE vector<T> vector_abs(const vector<T>& x) {
  if constexpr (is_vector_float<T>) {
    using word = bits_for<T>;
    return from_bits<T>(to_bits<T>(x) & splat<word>(static_cast<word>(~word{0} >> 1)));
  } else {
    return x < splat<T>(0) ? -x : x;
  }
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverflow"  // gcc declares its masks signed
#pragma GCC diagnostic ignored "-Wconversion"
template <class T>
INSUM_RT_INLINE vector<T> vector_sqrt(const vector<T>& x) {
#if defined(__clang__)
  return __builtin_elementwise_sqrt(x);
#elif defined(INSUM_RT_AVX512)
  if constexpr (sizeof(T) == 4)
    return __builtin_ia32_sqrtps512_mask(x, x, 0xffff, 4);
  else
    return __builtin_ia32_sqrtpd512_mask(x, x, 0xff, 4);
#elif defined(INSUM_RT_AVX2) || defined(INSUM_RT_AVX)
  if constexpr (sizeof(T) == 4)
    return __builtin_ia32_sqrtps256(x);
  else
    return __builtin_ia32_sqrtpd256(x);
#elif defined(__SSE2__) && !defined(INSUM_RT_PORTABLE)
  if constexpr (sizeof(T) == 4)
    return __builtin_ia32_sqrtps(x);
  else
    return __builtin_ia32_sqrtpd(x);
#else
  return generate<T>([&](int l) INSUM_RT_LAMBDA { return rt::sqrt(x[l]); });
#endif
}
#pragma GCC diagnostic pop

/// The n-th coefficient of (exp(r) - 1 - r) / r^2, and of (2 artanh(s) - 2 s) / s^3 in powers of s^2.
template <class T>
struct exp_series {
  static constexpr T coefficient(int n) {
    T factorial = 2;
    for (int i = 3; i <= n + 2; ++i) factorial *= static_cast<T>(i);
    return 1 / factorial;
  }
};
template <class T>
struct artanh_series {
  static constexpr T coefficient(int n) { return T{2} / static_cast<T>(2 * n + 3); }
};

/// The first sizeof...(N) terms of a series, by Horner's rule, unrolled.
template <class Series, class T, int... N>
INSUM_RT_INLINE vector<T> sum_series(const vector<T>& x, std::integer_sequence<int, N...>) {
  constexpr int last = static_cast<int>(sizeof...(N)) - 1;
  constexpr T coefficient[] = {Series::coefficient(last - N)...};
  vector<T> sum = splat<T>(coefficient[0]);
  ((sum = N == 0 ? sum : sum * x + splat<T>(coefficient[N])), ...);
  return sum;
}

/// 2^exponent for exponents of normal numbers, as they come out of adding float_facts::round.
template <class T>
INSUM_RT_INLINE vector<T> power_of_two(const vector<bits_for<T>>& exponent) {
  return from_bits<T>((exponent + float_facts<T>::bias) << float_facts<T>::mantissa);
}

/// x = k ln 2 + r with |r| <= ln 2 / 2: exp(r) - 1, and 2^k in two factors, since k exceeds the exponents of
/// T.
template <class T>
struct exp_parts {
  vector<T> less_one, scale1, scale2;
};

template <class T>
INSUM_RT_INLINE exp_parts<T> split_exp(const vector<T>& x) {
  using facts = float_facts<T>;
  constexpr T per_log2 = static_cast<T>(0x1.71547652b82fep0);
  const vector<T> round = splat<T>(facts::round);
  const vector<T> shifted = x * splat<T>(per_log2) + round;
  const vector<T> k = shifted - round;
  const vector<T> r = (x - k * splat<T>(facts::log2_high)) - k * splat<T>(facts::log2_low);
  const vector<T> sum =
      sum_series<exp_series<T>, T>(r, std::make_integer_sequence<int, facts::exp_terms - 1>{});
  const vector<T> less_one = sum * (r * r) + r;
  const auto exponent = to_bits<T>(shifted) - to_bits<T>(round);
  // Half of k rounded down, also for negative k, whose bits are those of a wrapped number.
  using word = bits_for<T>;
  const auto half = ((exponent + word{2048}) >> 1) - word{1024};
  return {less_one, power_of_two<T>(half), power_of_two<T>(exponent - half)};
}

template <class T>
INSUM_RT_INLINE vector<T> vector_exp(const vector<T>& x) {
  using facts = float_facts<T>;
  // The comparisons let NaN pass.
  const vector<T> most = splat<T>(facts::most_exp), least = splat<T>(facts::least_exp);
  const vector<T> below = x > most ? most : x;
  const exp_parts<T> parts = split_exp<T>(below < least ? least : below);
  return (splat<T>(1) + parts.less_one) * parts.scale1 * parts.scale2;
}

template <class T>
INSUM_RT_INLINE vector<T> vector_tanh(const vector<T>& x) {
  using word = bits_for<T>;
  const vector<T> most = splat<T>(float_facts<T>::tanh_is_one), one = splat<T>(1);
  const vector<T> size = vector_abs<T>(x);
  const vector<T> bounded = size > most ? most : size;
  const exp_parts<T> parts = split_exp<T>(bounded + bounded);
  const vector<T> scale = parts.scale1 * parts.scale2;
  const vector<T> less_one = parts.less_one * scale + (scale - one);  // exp(2 |x|) - 1 without cancellation
  const vector<T> result = less_one / (less_one + splat<T>(2));
  const vector<word> sign = to_bits<T>(x) & splat<word>(static_cast<word>(~(~word{0} >> 1)));
  return from_bits<T>(to_bits<T>(result) | sign);
}

template <class T>
INSUM_RT_INLINE vector<T> vector_log(const vector<T>& x) {
  using facts = float_facts<T>;
  using word = bits_for<T>;
  const vector<T> zero{}, one = splat<T>(1), infinity = splat<T>(static_cast<T>(__builtin_inff()));
  // x = m 2^e with sqrt(1/2) <= m < sqrt(2). Subnormal numbers are scaled up first.
  constexpr T scale = static_cast<T>(word{1} << facts::mantissa);
  const auto subnormal = x < splat<T>(facts::least_normal);
  const vector<word> bits = to_bits<T>(subnormal ? x * splat<T>(scale) : x);
  const vector<word> root_half = to_bits<T>(splat<T>(static_cast<T>(0x1.6a09e667f3bcdp-1)));
  const vector<word> from_root = bits - root_half;
  const vector<word> mantissa_mask = splat<word>(static_cast<word>((word{1} << facts::mantissa) - 1));
  const vector<T> m = from_bits<T>((from_root & mantissa_mask) + root_half);
  // The exponent as a small unsigned number becomes a float by way of the mantissa.
  const vector<T> round = splat<T>(scale);
  const vector<word> raised =
      (from_root >> facts::mantissa) & splat<word>(static_cast<word>(2 * facts::bias + 1));
  const vector<T> unsigned_e = from_bits<T>(raised | to_bits<T>(round)) - round;
  // from_root wraps for m's of smaller exponent: they appear in the upper half.
  const T wrap = static_cast<T>(2 * facts::bias + 2);
  vector<T> e =
      unsigned_e > splat<T>(static_cast<T>(facts::bias + 1)) ? unsigned_e - splat<T>(wrap) : unsigned_e;
  e = subnormal ? e - splat<T>(static_cast<T>(facts::mantissa)) : e;
  // log m = 2 artanh(s), s = (m - 1) / (m + 1)
  const vector<T> f = m - one;
  const vector<T> s = f / (splat<T>(2) + f), s2 = s * s;
  const vector<T> sum =
      sum_series<artanh_series<T>, T>(s2, std::make_integer_sequence<int, facts::log_terms>{});
  // 2 s = f - s f; the rounding error of 2 s itself would count near m = 1.
  const vector<T> log_m = f - s * (f - s2 * sum);
  const vector<T> result = e * splat<T>(facts::log2_high) + (log_m + e * splat<T>(facts::log2_low));
  const vector<T> positive = x < infinity ? result : x;  // infinity and NaN stay
  const vector<T> at_zero = x == zero ? -infinity : positive;
  return x < zero ? splat<T>(static_cast<T>(__builtin_nan(""))) : at_zero;
}

}  // namespace detail

INSUM_RT_END

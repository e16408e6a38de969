// Numbers as text to value types, exactly rounded and within the range of the type.
#pragma once
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

#include "../core/types.hpp"
#include "scanner.hpp"

namespace insum::io {

enum class number_error { none, syntax, range };

/// A decimal integer with an optional sign; stops at the first other byte and moves `p` there.
template <class Integer>
number_error parse_integer(const char*& p, const char* end, Integer& result) {
  const bool plus = p != end && *p == '+';
  const auto [stop, error] = std::from_chars(p + (plus ? 1 : 0), end, result);
  if (error == std::errc::result_out_of_range) return number_error::range;
  if (error != std::errc() || (plus && p[1] == '-')) return number_error::syntax;
  p = stop;
  return number_error::none;
}

/// Of a number that is out of range: too close to 0 rather than too large.
inline bool is_too_small(std::string_view text) {
  const std::size_t mark = text.find_first_of("eE");
  const std::string_view digits = text.substr(0, mark);
  const std::size_t point = digits.find('.') == digits.npos ? digits.size() : digits.find('.');
  const std::int64_t first = static_cast<std::int64_t>(digits.find_first_of("123456789"));
  std::int64_t exponent = 0;
  if (mark != text.npos) {
    const char* p = text.data() + mark + 1;
    const bool is_negative = p != text.data() + text.size() && *p == '-';
    if (parse_integer(p, text.data() + text.size(), exponent) == number_error::range) return is_negative;
  }
  return exponent < first - static_cast<std::int64_t>(point);
}

/// The slow way for what is rare: exponents written with D as in Fortran, and numbers too small for the type,
/// which are rounded.
template <class Real>
number_error parse_rare_real(const char*& p, const char* end, Real& result) {
  const char* stop = p;
  while (stop != end && *stop != ' ' && *stop != '\t') ++stop;
  std::string copy(p, stop);
  for (char& c : copy) c = c == 'd' || c == 'D' ? 'e' : c;
  const char* copy_end = copy.data() + copy.size();
  const auto [read, error] = std::from_chars(copy.data(), copy_end, result);
  if (error == std::errc::invalid_argument) return number_error::syntax;
  if (error == std::errc::result_out_of_range) {
    long double wide = 0;
    const auto [wide_read, wide_error] = std::from_chars(copy.data(), copy_end, wide);
    if (wide_error == std::errc::result_out_of_range) {
      if (!is_too_small({copy.data(), wide_read})) return number_error::range;
      wide = copy.front() == '-' ? -0.0L : 0.0L;
    }
    if (wide > 1 || wide < -1) return number_error::range;
    result = static_cast<Real>(wide);
  }
  p += read - copy.data();
  return number_error::none;
}

/// A real number, also inf and nan.
template <class Real>
number_error parse_real(const char*& p, const char* end, Real& result) {
  const char* from = p;
  if (from != end && *from == '+') {
    ++from;
    if (from != end && *from == '-') return number_error::syntax;
  }
  const auto [stop, error] = std::from_chars(from, end, result);
  if (error == std::errc() && (stop == end || (*stop != 'd' && *stop != 'D'))) {
    p = stop;
    return number_error::none;
  }
  if (error == std::errc::invalid_argument) return number_error::syntax;
  const number_error rare = parse_rare_real(from, end, result);
  if (rare == number_error::none) p = from;
  return rare;
}

/// Whether a finite number becomes infinite as a floating-point type.
template <class To, class From>
bool is_beyond(From value) {
  const auto is_finite = [](auto x) {
    using X = decltype(x);
    return x >= std::numeric_limits<X>::lowest() && x <= std::numeric_limits<X>::max();
  };
  return is_finite(value) && !is_finite(static_cast<accumulator<To>>(static_cast<To>(value)));
}

/// An element of a floating-point type: a real number, rounded.
template <class T>
number_error parse_rounded(const char*& p, const char* end, T& result) {
  std::conditional_t<std::is_same_v<T, double>, double, float> real = 0;
  const char* stop = p;
  const number_error error = parse_real(stop, end, real);
  if (error != number_error::none) return error;
  if (is_beyond<T>(real)) return number_error::range;
  result = static_cast<T>(real);
  p = stop;
  return number_error::none;
}

/// The words of one line. Each function takes the next word, or fails with what was expected.
class line_reader {
 public:
  line_reader(const scanner& where, std::string_view line)
      : where_(where), p_(line.data()), end_(line.data() + line.size()) {
    skip_blanks();
  }
  bool at_end() const { return p_ == end_; }
  void expect_end() const {
    if (p_ != end_) where_.fail("expected the end of the line, found " + quoted({p_, rest()}));
  }
  std::string_view word() {
    const char* from = p_;
    while (p_ != end_ && !is_blank(*p_)) ++p_;
    const std::string_view result{from, static_cast<std::size_t>(p_ - from)};
    skip_blanks();
    return result;
  }
  std::int64_t integer(const char* what) {
    std::int64_t result = 0;
    finish(parse_integer(p_, end_, result), what, "an integer");
    return result;
  }
  /// An element of a tensor. Complex values are two words. A type that cannot hold the number is an error,
  /// but for floating-point rounding.
  template <class T>
  T value() {
    if constexpr (is_complex<T>) {
      using Real = typename T::value_type;
      const Real re = value<Real>();
      return T(re, value<Real>());
    } else if constexpr (std::is_same_v<T, bool>) {
      return value<double>() != 0;
    } else if constexpr (std::is_integral_v<T>) {
      std::int64_t result = 0;
      number_error error = parse_integer(p_, end_, result);
      if constexpr (std::in_range<T>(UINT64_MAX))
        if (std::uint64_t large = 0; error == number_error::range && *p_ != '-') {
          error = parse_integer(p_, end_, large);
          finish(error, "value", "an integer");
          return static_cast<T>(large);
        }
      finish(error, "value", "an integer");
      if (!std::in_range<T>(result))
        where_.fail("value " + std::to_string(result) + " does not fit the value type");
      return static_cast<T>(result);
    } else {
      T result{};
      finish(parse_rounded(p_, end_, result), "value", "a number");
      return result;
    }
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t'; }
  std::size_t rest() const { return static_cast<std::size_t>(end_ - p_); }
  void skip_blanks() {
    while (p_ != end_ && is_blank(*p_)) ++p_;
  }
  void finish(number_error error, const char* what, const char* kind) {
    if (error == number_error::none && (p_ == end_ || is_blank(*p_))) {
      skip_blanks();
      return;
    }
    if (error == number_error::range)
      where_.fail(std::string(what) + " " + quoted(word()) + " is out of range");
    if (p_ == end_ && error != number_error::none)
      where_.fail(std::string("expected a ") + what + ", found the end of the line");
    where_.fail(std::string("expected ") + kind + " as " + what + ", found " + quoted({p_, rest()}));
  }

  const scanner& where_;
  const char* p_;
  const char* end_;
};

}  // namespace insum::io

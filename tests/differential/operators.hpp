// The operators and functions of the interpreter, by name.
#pragma once
#include <cmath>
#include <complex>
#include <cstdlib>
#include <limits>
#include <string>
#include <type_traits>

#include "interpreter.hpp"
#include "reference_functions.hpp"

namespace differential {

template <class T>
constexpr bool is_complex = !std::is_arithmetic_v<T>;

template <class T>
T lowest() {
  if constexpr (is_complex<T>)
    return {};
  else if constexpr (std::numeric_limits<T>::has_infinity)
    return -std::numeric_limits<T>::infinity();
  else
    return std::numeric_limits<T>::lowest();
}
template <class T>
T highest() {
  if constexpr (is_complex<T>)
    return {};
  else if constexpr (std::numeric_limits<T>::has_infinity)
    return std::numeric_limits<T>::infinity();
  else
    return std::numeric_limits<T>::max();
}

/// 0 * x is 0, whatever x is.
template <class T>
T product(T a, T b) {
  return a == T(0) || b == T(0) ? T(0) : a * b;
}

// The operators that combine two values, and those that Einsums and reductions use.
template <class T>
T combine(const std::string& op, T a, T b) {
  if (op == "+") return a + b;
  if (op == "-") return a - b;
  if (op == "*") return product(a, b);
  if (op == "/") return a / b;
  if constexpr (!is_complex<T>) {
    if (op == "min") return b < a ? b : a;
    if (op == "max") return a < b ? b : a;
    if (op == "<") return T(a < b);
    if (op == "<=") return T(a <= b);
    if (op == ">") return T(a > b);
    if (op == ">=") return T(a >= b);
    if (op == "==") return T(a == b);
    if (op == "!=") return T(a != b);
    if (op == "&&") return T(a != T(0) && b != T(0));
    if (op == "||") return T(a != T(0) || b != T(0));
    if constexpr (std::is_floating_point_v<T>)
      if (op == "pow") return std::pow(a, b);
  }
  throw std::invalid_argument("no operator " + op);
}

/// The value of `a` by which the result is known whatever the other operand is, if it has that effect.
template <class T>
bool decides(const std::string& op, T a) {
  if (op == "*") return a == T(0);
  if (op == "&&") return a == T(0);
  if (op == "||") return a != T(0);
  if (op == "min") return a == lowest<T>();
  if (op == "max") return a == highest<T>();
  return false;
}

template <class T>
T unary(const std::string& op, T x) {
  if (op == "neg") return -x;
  if constexpr (!is_complex<T>) {
    if (op == "!") return T(x == T(0));
    if (op == "abs") return x < T(0) ? -x : x;
    if (op == "relu") return x > T(0) ? x : T(0);
    if constexpr (std::is_floating_point_v<T>) {
      if (op == "sqrt") return std::sqrt(x);
      if (op == "exp") return std::exp(x);
      if (op == "log") return std::log(x);
      if (op == "tanh") return std::tanh(x);
      if (op == "sigmoid") return 1 / (1 + std::exp(-x));
    }
  }
  throw std::invalid_argument("no function " + op);
}

struct Reduction {
  const char* name;
  const char* op;
};
inline constexpr Reduction reductions[] = {{"sum", "+"},   {"prod", "*"}, {"min", "min"},
                                           {"max", "max"}, {"any", "||"}, {"all", "&&"}};

template <class T>
T identity(const std::string& op) {
  if (op == "*" || op == "&&") return T(1);
  if (op == "min") return highest<T>();
  if (op == "max") return lowest<T>();
  return T(0);
}

template <class T>
Value<T> combined(const std::string& op, const Value<T>& a, const Value<T>& b) {
  Value<T> result{combine(op, a.value, b.value), a.fixed && b.fixed};
  if ((a.fixed && decides(op, a.value)) || (b.fixed && decides(op, b.value))) result.fixed = true;
  return result;
}

}  // namespace differential

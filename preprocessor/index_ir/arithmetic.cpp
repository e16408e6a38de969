#include "index_ir/arithmetic.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/internal_error.h"

namespace insum::index {

double combine(Op op, double a, double b) {
  switch (op) {
    case Op::none:
      return b;
    case Op::add:
      return a + b;
    case Op::mul:
      return a == 0 || b == 0 ? 0 : a * b;
    case Op::min:
      return std::min(a, b);
    case Op::max:
      return std::max(a, b);
    case Op::logical_or:
      return a != 0 || b != 0;
    case Op::logical_and:
      return a != 0 && b != 0;
    case Op::bit_or:
      return static_cast<double>(static_cast<long long>(a) | static_cast<long long>(b));
    case Op::bit_and:
      return static_cast<double>(static_cast<long long>(a) & static_cast<long long>(b));
  }
  internal_error("an operator that cannot be run");
}

double binary_value(BinaryOp op, double a, double b, bool integral) {
  switch (op) {
    case BinaryOp::add:
      return a + b;
    case BinaryOp::sub:
      return a - b;
    case BinaryOp::mul:
      return combine(Op::mul, a, b);
    case BinaryOp::div:
      return a == 0 ? 0 : integral ? std::trunc(a / b) : a / b;
    case BinaryOp::lt:
      return a < b;
    case BinaryOp::le:
      return a <= b;
    case BinaryOp::gt:
      return a > b;
    case BinaryOp::ge:
      return a >= b;
    case BinaryOp::eq:
      return a == b;
    case BinaryOp::ne:
      return a != b;
    case BinaryOp::logical_and:
      return a != 0 && b != 0;
    case BinaryOp::logical_or:
      return a != 0 || b != 0;
  }
  internal_error("an operator that cannot be run");
}

double function_value(const std::string& name, const std::vector<double>& x) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (name == "highest") return infinity;
  if (name == "lowest") return -infinity;
  if (name == "abs") return std::abs(x.at(0));
  if (name == "sqrt") return std::sqrt(x.at(0));
  if (name == "exp") return std::exp(x.at(0));
  if (name == "log") return std::log(x.at(0));
  if (name == "tanh") return std::tanh(x.at(0));
  if (name == "relu") return std::max(0.0, x.at(0));
  if (name == "sigmoid") return 1 / (1 + std::exp(-x.at(0)));
  if (name == "pow") return std::pow(x.at(0), x.at(1));
  const auto bits = [&](std::size_t n) { return static_cast<long long>(x.at(n)); };
  if (name == "bit_or") return static_cast<double>(bits(0) | bits(1));
  if (name == "bit_and") return static_cast<double>(bits(0) & bits(1));
  if (name == "min") return std::min(x.at(0), x.at(1));
  if (name == "max") return std::max(x.at(0), x.at(1));
  if (name == "quotient") return x.at(1) == 0 ? 0 : std::floor(x.at(0) / x.at(1));
  if (name == "remainder") return x.at(1) == 0 ? 0 : std::fmod(x.at(0), x.at(1));
  if (name == "position") return x.at(0);
  if (name == "product") return x.at(0) * x.at(1);
  internal_error("a function that cannot be run: " + name);
}

}  // namespace insum::index

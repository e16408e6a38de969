// Whether an expression is linear in an operand, whose entries may then be taken one by one.
#include <algorithm>

#include "index_ir/algebra.h"
#include "index_ir/arithmetic.h"
#include "index_ir/rewrite.h"

namespace insum::index {

namespace {

/// Degree of homogeneity in `access`: 0 independent, 1 linear, nothing when neither. Literal zeros are of any
/// degree.
std::optional<int> degree(const ExprPtr& expr, const Access& access) {
  return match(
      expr, [](const Literal&) { return std::optional<int>(0); },
      [](const Var&) { return std::optional<int>(0); }, [](const Argument&) { return std::optional<int>(0); },
      [&](const Access& n) { return std::optional<int>(equal(n, access) ? 1 : 0); },
      [&](const Unary& n) -> std::optional<int> {
        const auto d = degree(n.operand, access);
        if (n.op == UnaryOp::logical_not && d != 0) return std::nullopt;
        return d;
      },
      [&](const Binary& n) -> std::optional<int> {
        const auto a = degree(n.left, access), b = degree(n.right, access);
        if (!a || !b) return std::nullopt;
        switch (n.op) {
          case BinaryOp::mul:
            return *a + *b <= 1 ? std::optional<int>(*a + *b) : std::nullopt;
          case BinaryOp::div:  // whole numbers are rounded: halves of two entries are not the half of their
                               // sum
            return *b == 0 && (*a == 0 || !is_integer(expr->type)) ? a : std::nullopt;
          case BinaryOp::add:
          case BinaryOp::sub:
            if (*a == *b) return a;
            if ((*a == 0 && is_zero(n.left)) || (*b == 0 && is_zero(n.right))) return 1;
            return std::nullopt;
          default:
            return *a == 0 && *b == 0 ? std::optional<int>(0) : std::nullopt;
        }
      },
      [&](const Call& n) -> std::optional<int> {
        std::vector<int> degrees;
        for (const ExprPtr& argument : n.arguments) {
          const auto d = degree(argument, access);
          if (!d) return std::nullopt;
          degrees.push_back(*d);
        }
        if (std::all_of(degrees.begin(), degrees.end(), [](int d) { return d == 0; })) return 0;
        if (n.callable || n.function != "select" || degrees[0] != 0) return std::nullopt;
        const bool linear =
            (degrees[1] == 1 || is_zero(n.arguments[1])) && (degrees[2] == 1 || is_zero(n.arguments[2]));
        return linear ? std::optional<int>(1) : std::nullopt;
      },
      [&](const Reduce& n) -> std::optional<int> {
        const auto d = degree(n.body, access);
        return d == 0 || n.op == Op::add ? d : std::nullopt;
      });
}

}  // namespace

bool is_linear_in(const ExprPtr& body, const Access& access) { return degree(body, access) == 1; }

}  // namespace insum::index

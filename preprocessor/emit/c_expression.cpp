#include "emit/c_expression.h"

#include <map>

namespace insum::emit {

using namespace loops;

namespace {

int precedence(const std::string& op) {
  static const std::map<std::string, int> table = {{"*", 10}, {"/", 10}, {"%", 10}, {"+", 9},  {"-", 9},
                                                   {"<", 7},  {"<=", 7}, {">", 7},  {">=", 7}, {"==", 6},
                                                   {"!=", 6}, {"&&", 3}, {"||", 2}};
  return table.at(op);
}

int precedence(const ExprPtr& expr) {
  if (const auto* n = get_if<Binary>(expr)) return precedence(n->op);
  if (get_if<Pointer>(expr)) return 9;
  if (get_if<Unary>(expr)) return 12;
  if (get_if<Ternary>(expr)) return 1;
  if (const auto* n = get_if<Literal>(expr); n && n->text.starts_with("-")) return 12;
  return 20;
}

std::string arguments(const std::vector<ExprPtr>& list) {
  std::string text;
  for (const ExprPtr& expr : list) text += (text.empty() ? "" : ", ") + to_cpp(expr);
  return text;
}

bool is_comparison(int level) { return level == 6 || level == 7; }

/// An operand of an operator of `level`.
std::string operand(const ExprPtr& expr, int level, bool right) {
  // Compilers warn where && stands in ||, or one comparison in another, although the language takes it.
  const bool confusing = get_if<Binary>(expr) && ((level <= 3 && precedence(expr) <= 3) ||
                                                  (is_comparison(level) && is_comparison(precedence(expr))));
  return confusing ? "(" + to_cpp(expr) + ")" : nested(expr, right ? level + 1 : level);
}

std::string binary_text(const Binary& n) {
  const int level = precedence(n.op);
  return operand(n.left, level, false) + " " + n.op + " " + operand(n.right, level, true);
}

}  // namespace

std::string to_cpp(const ExprPtr& expr) {
  return match(
      expr, [](const Literal& n) { return n.text; }, [](const Name& n) { return n.text; },
      [](const Load& n) { return nested(n.array, 20) + "[" + to_cpp(n.index) + "]"; },
      [](const Pointer& n) {
        if (as_integer(n.index) == 0) return to_cpp(n.array);
        // Parts of 32 bits wrap in their sum, not where each is added to an address.
        return nested(n.array, 9) + " + " +
               nested(n.index, n.index->type.element == ElementType::u32 ? 10 : 9);
      },
      [](const Binary& n) { return binary_text(n); },
      [](const Unary& n) {
        const std::string inner = nested(n.operand, 13);
        return n.op + (inner.starts_with(n.op) ? " " : "") + inner;
      },
      [&](const Cast& n) { return "static_cast<" + to_string(expr->type) + ">(" + to_cpp(n.operand) + ")"; },
      [](const Call& n) { return n.function + "(" + arguments(n.arguments) + ")"; },
      [](const Ternary& n) {
        return nested(n.condition, 2) + " ? " + nested(n.yes, 2) + " : " + nested(n.no, 2);
      },
      [](const List& n) { return "{" + arguments(n.items) + "}"; },
      [](const TileLoad& n) {
        return n.tile + ".load(" + to_cpp(n.pointer) + (n.stride ? ", " + to_cpp(n.stride) : "") + ")";
      });
}

std::string nested(const ExprPtr& expr, int level) {
  return precedence(expr) < level ? "(" + to_cpp(expr) + ")" : to_cpp(expr);
}

}  // namespace insum::emit

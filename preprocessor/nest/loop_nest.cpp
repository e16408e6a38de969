#include "nest/loop_nest.h"

#include <algorithm>
#include <cstdlib>

namespace insum::nest {

std::string print(const ExprPtr& e) {
  const auto list = [&](std::size_t from) {
    std::string out;
    for (std::size_t i = from; i < e->parts.size(); ++i) out += (i > from ? ", " : "") + print(e->parts[i]);
    return out;
  };
  switch (e->kind) {
    case ExprKind::number:
    case ExprKind::scalar:
      return e->text;
    case ExprKind::index:
      return "%" + std::to_string(e->id);
    case ExprKind::carried:
      return "^" + std::to_string(e->id);
    case ExprKind::read:
      return "@" + std::to_string(e->id) + "[" + list(0) + "]";
    case ExprKind::unary:
      return e->text + "(" + list(0) + ")";
    case ExprKind::binary:
      return "(" + print(e->parts[0]) + " " + e->text + " " + print(e->parts[1]) + ")";
    case ExprKind::call:
      return e->text + "(" + list(0) + ")";
    case ExprKind::select:
      return "select(" + list(0) + ")";
    case ExprKind::reduce: {
      std::string out = "reduce " + e->text;
      for (const int loop : e->loops) out += " %" + std::to_string(loop);
      return out + "(" + list(0) + ")";
    }
  }
  return "";
}

ExprPtr make(ExprKind kind, std::string text, std::vector<ExprPtr> parts, int id) {
  std::size_t size = 1;
  for (const ExprPtr& part : parts) size += part->size;
  return std::make_shared<const Expr>(Expr{kind, std::move(text), id, std::move(parts), {}, size});
}

ExprPtr number(long long value) { return make(ExprKind::number, std::to_string(value)); }

namespace {

bool is_integer(const ExprPtr& e, long long& value) {
  if (e->kind != ExprKind::number) return false;
  char* end = nullptr;
  value = std::strtoll(e->text.c_str(), &end, 10);
  return end && *end == 0 && end != e->text.c_str();
}

/// 0, 0.0, 0.f
bool is_literal(const ExprPtr& e, double value) {
  if (e->kind != ExprKind::number) return false;
  char* end = nullptr;
  return std::strtod(e->text.c_str(), &end) == value && end != e->text.c_str() &&
         (*end == 0 || *end == 'f' || *end == 'F');
}

}  // namespace

bool is_number(const ExprPtr& e, long long value) { return is_literal(e, static_cast<double>(value)); }

bool is_of_integers(const std::string& op) { return op == "%" || op == "^" || op == "<<" || op == ">>"; }

ExprPtr binary(const std::string& op, ExprPtr a, ExprPtr b) {
  long long x = 0, y = 0;
  if (is_integer(a, x) && is_integer(b, y)) {
    if (op == "+") return number(x + y);
    if (op == "-") return number(x - y);
    if (op == "*") return number(x * y);
  }
  if (op == "+" && is_integer(a, x) && x == 0) return b;
  if ((op == "+" || op == "-") && is_integer(b, x) && x == 0) return a;
  if (op == "*" && is_integer(a, x) && x == 1) return b;
  if (op == "*" && is_integer(b, x) && x == 1) return a;
  return make(ExprKind::binary, op, {std::move(a), std::move(b)});
}

ExprPtr applied(const std::string& op, ExprPtr a, ExprPtr b, bool whole) {
  if (op != "/" || !whole) return binary(op, std::move(a), std::move(b));
  return make(ExprKind::binary, op, {std::move(a), std::move(b)}, 0);
}

ExprPtr negated(ExprPtr a) {
  long long x = 0;
  if (is_integer(a, x)) return number(-x);
  return make(ExprKind::unary, "-", {std::move(a)});
}

ExprPtr select(ExprPtr condition, ExprPtr a, ExprPtr b) {
  // if (a < b) b = a;
  if (condition->kind == ExprKind::binary) {
    const std::string& op = condition->text;
    const bool less = op == "<" || op == "<=", more = op == ">" || op == ">=";
    const std::string first = print(condition->parts[0]), second = print(condition->parts[1]);
    if ((less || more) && first == print(a) && second == print(b))
      return make(ExprKind::call, less ? "min" : "max", {b, a});
    if ((less || more) && first == print(b) && second == print(a))
      return make(ExprKind::call, less ? "max" : "min", {b, a});
  }
  // if (c) b += rest;
  const Accumulation added = split_accumulation(a, b);
  if (added.op == "+" && b->kind != ExprKind::number)
    return binary("+", b, select(std::move(condition), added.rest, number(0)));
  return make(ExprKind::select, "", {std::move(condition), std::move(a), std::move(b)});
}

ExprPtr combined(const std::string& op, ExprPtr a, ExprPtr b) {
  if (op == "+" && is_literal(a, 0)) return b;
  if (op == "*" && is_literal(a, 1)) return b;
  if ((op == "min" && a->text == "INFINITY") || (op == "max" && a->text == "-INFINITY")) return b;
  if ((op == "|" || op == "||") && (is_literal(a, 0) || a->text == "false")) return b;
  if (op == "&&" && (is_literal(a, 1) || a->text == "true")) return b;
  if (op == "min" || op == "max") return make(ExprKind::call, op, {std::move(a), std::move(b)});
  return binary(op, std::move(a), std::move(b));
}

ExprPtr reduce(const std::string& op, std::vector<int> loops, ExprPtr value) {
  if (loops.empty()) return value;
  if (value->kind == ExprKind::reduce && value->text == op) {
    loops.insert(loops.end(), value->loops.begin(), value->loops.end());
    value = value->parts[0];
  }
  Expr out{ExprKind::reduce, op, -1, {std::move(value)}, std::move(loops)};
  return std::make_shared<const Expr>(std::move(out));
}

ExprPtr with_loop(const ExprPtr& expr, int from, int to) {
  Expr out = *expr;
  if (out.kind == ExprKind::index && out.id == from) out.id = to;
  for (ExprPtr& part : out.parts) part = with_loop(part, from, to);
  std::replace(out.loops.begin(), out.loops.end(), from, to);
  return std::make_shared<const Expr>(std::move(out));
}

bool contains(const ExprPtr& whole, const ExprPtr& part) {
  return print(whole) == print(part) || std::any_of(whole->parts.begin(), whole->parts.end(),
                                                    [&](const ExprPtr& e) { return contains(e, part); });
}

bool reads(const ExprPtr& expr, int array) {
  return (expr->kind == ExprKind::read && expr->id == array) ||
         std::any_of(expr->parts.begin(), expr->parts.end(),
                     [&](const ExprPtr& part) { return reads(part, array); });
}

std::vector<const Assignment*> assignments(const Nest& nest) {
  std::vector<const Assignment*> out = {&nest};
  for (const Assignment& other : nest.others) out.push_back(&other);
  return out;
}

bool uses_loop(const ExprPtr& expr, int loop) {
  if (expr->kind == ExprKind::index) return expr->id == loop;
  return std::any_of(expr->parts.begin(), expr->parts.end(),
                     [&](const ExprPtr& e) { return uses_loop(e, loop); });
}

namespace {

/// The operands of a tree of this operator; of `-` the right ones negated.
void flatten(const std::string& op, const ExprPtr& e, bool negative, std::vector<ExprPtr>& out) {
  const bool same =
      (e->kind == ExprKind::binary || e->kind == ExprKind::call) && e->text == op && e->parts.size() == 2;
  if (same || (op == "+" && e->kind == ExprKind::binary && e->text == "-")) {
    flatten(op, e->parts[0], negative, out);
    flatten(op, e->parts[1], negative != (e->text == "-"), out);
  } else {
    out.push_back(negative ? negated(e) : e);
  }
}

}  // namespace

Accumulation split_accumulation(const ExprPtr& value, const ExprPtr& before) {
  if (value->kind != ExprKind::binary && value->kind != ExprKind::call) return {};
  const std::string op = value->text == "-" ? "+" : value->text;
  static const char* const known[] = {"+", "*", "min", "max", "|", "&", "||", "&&"};
  if (std::none_of(std::begin(known), std::end(known), [&](const char* k) { return op == k; })) return {};
  std::vector<ExprPtr> operands;
  flatten(op, value, false, operands);
  const std::string key = print(before);
  const auto found =
      std::find_if(operands.begin(), operands.end(), [&](const ExprPtr& e) { return print(e) == key; });
  if (found == operands.end() || operands.size() < 2) return {};
  operands.erase(found);
  ExprPtr rest;
  for (const ExprPtr& e : operands) {
    if (contains(e, before)) return {};
    rest = !rest                        ? e
           : op == "min" || op == "max" ? make(ExprKind::call, op, {rest, e}, value->id)
                                        : binary(op, rest, e);
  }
  // std::min(a, b) is a where one is NaN.
  const bool is_kept = value->kind != ExprKind::call || value->id == 0 || print(value->parts[0]) == key;
  return {op, rest, !is_kept};
}

}  // namespace insum::nest

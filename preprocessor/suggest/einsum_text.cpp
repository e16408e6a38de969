#include <algorithm>

#include "suggest/reading.h"

namespace insum::suggest {

using nest::ExprKind;
using nest::ExprPtr;

namespace {

enum Precedence { none, logical_or, logical_and, equality, relation, additive, multiplicative, prefix };

int precedence_of(const std::string& op) {
  if (op == "||" || op == "|") return logical_or;
  if (op == "&&" || op == "&") return logical_and;
  if (op == "==" || op == "!=") return equality;
  if (op == "<" || op == "<=" || op == ">" || op == ">=") return relation;
  return op == "+" || op == "-" ? additive : multiplicative;
}

std::string in_parentheses(const std::string& text, bool wanted) { return wanted ? "(" + text + ")" : text; }

bool is_name(const std::string& text) {
  return !text.empty() && !std::isdigit(static_cast<unsigned char>(text[0])) &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

std::string join(const std::vector<std::string>& list) {
  std::string out;
  for (const std::string& each : list) out += (out.empty() ? "" : ",") + each;
  return out;
}

bool is_sum(const ExprPtr& e) { return e->kind == ExprKind::binary && (e->text == "+" || e->text == "-"); }

void collect_reduced(const ExprPtr& e, std::set<int>& loops) {
  if (e->kind == ExprKind::reduce) loops.insert(e->loops.begin(), e->loops.end());
  for (const ExprPtr& part : e->parts) collect_reduced(part, loops);
}

/// Whether one loop's index is reduced over in both: neither reduction is the whole term's.
bool share_a_reduction(const ExprPtr& a, const ExprPtr& b) {
  std::set<int> of_a, of_b;
  collect_reduced(a, of_a), collect_reduced(b, of_b);
  return std::any_of(of_a.begin(), of_a.end(), [&](int loop) { return of_b.count(loop) > 0; });
}

}  // namespace

std::string Reading::subscript(const Mode& mode) {
  if (mode.parts.empty()) return std::to_string(mode.shift);
  std::string out;
  for (const Mode::Part& part : mode.parts) {
    const bool indirect = part.atom->kind == ExprKind::read && dense_.count(part.atom->id);
    const std::string name = indirect ? access(part.atom) : index_of(part.atom).name;
    if (!out.empty()) out += " + ";
    if (part.coefficient != 1) out += std::to_string(part.coefficient) + "*";
    out += name;
  }
  if (mode.shift != 0) out += (mode.shift < 0 ? " - " : " + ") + std::to_string(std::llabs(mode.shift));
  return out;
}

std::string Reading::access(const ExprPtr& read) {
  const int number = read->id;
  if (read->parts.empty()) return dense_.count(number) ? dense_.at(number).name + "[0]" : array(number).text;
  std::vector<std::string> subscripts;
  if (const auto sparse = sparse_.find(number); sparse != sparse_.end()) {
    for (const ExprPtr& coordinate : sparse->second.coordinates)
      subscripts.push_back(index_of(coordinate).name);
    return sparse->second.name + "[" + join(subscripts) + "]";
  }
  if (!has_loops(read) && dense_.count(number)) return dense_.at(number).name + "[0]";
  if (!has_loops(read))
    return "{" + array(number).text + "[" + nest::text(nest::polynomial(read->parts[0])) + "]}";
  for (const Mode& mode : modes_of(number, nest::polynomial(read->parts[0])))
    subscripts.push_back(subscript(mode));
  return dense_.at(number).name + "[" + join(subscripts) + "]";
}

/// Whether what guards an access is where it goes: a kernel may look there all the same.
bool Reading::tests_coordinate(const ExprPtr& expr) const {
  if (expr->kind == ExprKind::read && !expr->parts.empty() &&
      (index_arrays_.count(expr->id) || indices_.count(nest::print(expr))))
    return true;
  return std::any_of(expr->parts.begin(), expr->parts.end(),
                     [&](const ExprPtr& part) { return tests_coordinate(part); });
}

std::vector<std::string> Reading::index_names(const std::vector<int>& loops) {
  std::vector<std::string> names;
  for (const int number : loops) {
    if (!is_walk(number)) {
      names.push_back(index_of(nest::make(ExprKind::index, "", {}, number)).name);
      continue;
    }
    for (const auto& [values, tensor] : sparse_)
      if (tensor.loop == number)
        for (const ExprPtr& coordinate : tensor.coordinates)
          if (const std::string& name = index_of(coordinate).name;
              coordinate->kind == ExprKind::read &&
              std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(name);
  }
  return names;
}

/// Whether each of the loops' indices subscripts something in it, so that a reduction over them need not be
/// named.
bool Reading::mentions(const ExprPtr& expr, const std::vector<int>& loops) const {
  return std::all_of(loops.begin(), loops.end(), [&](int number) { return covers(expr, number); });
}

std::string Reading::reduced(const std::string& op, const std::vector<int>& loops, const ExprPtr& body,
                             bool implicit) {
  if (loops.empty()) return summand(body, none);
  if (!mentions(body, loops)) throw NoEinsum{"a loop repeats what does not depend on it"};
  if (op == "min" || op == "max") extremes_.insert(op);
  if (implicit) return summand(body, additive);
  static const std::map<std::string, std::string> names = {{"+", "sum"},   {"*", "prod"}, {"min", "min"},
                                                           {"max", "max"}, {"||", "any"}, {"&&", "all"}};
  const auto name = names.find(op);
  if (name == names.end()) throw NoEinsum{"no reduction has the operator '" + op + "'"};
  return name->second + "(" + join(index_names(loops)) + ": " + operand(body, none) + ")";
}

/// Sums within a summand are the term's own reduction, where only one is in it. Those that are divided keep
/// their name: a sum of nothing over 0 is no number, and a sum of no quotients is 0.
std::string Reading::summand(const ExprPtr& expr, int precedence) {
  if (expr->kind == ExprKind::reduce && expr->text == "+" && !is_sum(expr->parts[0]))
    return in_parentheses(reduced("+", expr->loops, expr->parts[0], true), precedence > multiplicative);
  if (expr->kind == ExprKind::unary && expr->text == "-")
    return in_parentheses("-" + summand(expr->parts[0], prefix), precedence > multiplicative);
  if (expr->kind == ExprKind::binary && (expr->text == "*" || expr->text == "/")) {
    const bool divides = expr->text == "/", right = !divides && expr->parts[1]->kind == ExprKind::reduce;
    if (!divides && share_a_reduction(expr->parts[0], expr->parts[1])) return operand(expr, precedence);
    const std::string a =
        right || divides ? operand(expr->parts[0], multiplicative) : summand(expr->parts[0], multiplicative);
    const std::string b = right ? summand(expr->parts[1], multiplicative) : operand(expr->parts[1], prefix);
    return in_parentheses(a + " " + expr->text + " " + b, precedence > multiplicative);
  }
  return operand(expr, precedence);
}

std::string Reading::operand(const ExprPtr& e, int precedence) {
  switch (e->kind) {
    case ExprKind::number:
      return in_parentheses(e->text, e->text[0] == '-' && precedence > additive);
    case ExprKind::scalar:
      return is_name(e->text) && !tensor_names_.count(e->text) && !index_names_.count(e->text)
                 ? e->text
                 : "{" + e->text + "}";
    case ExprKind::index:
      throw NoEinsum{"the number of the iteration is a value in it"};
    case ExprKind::read:
      return access(e);
    case ExprKind::carried:
      throw NoEinsum{"an iteration uses what others leave"};
    case ExprKind::unary:
      return in_parentheses(e->text + operand(e->parts[0], prefix), precedence >= prefix);
    case ExprKind::binary: {
      const int own = precedence_of(e->text);
      const std::string op = e->text == "|" ? "||" : e->text == "&" ? "&&" : e->text;
      if (op != e->text) throw NoEinsum{"an Einsum has no operator '" + e->text + "' between operands"};
      return in_parentheses(operand(e->parts[0], own) + " " + op + " " + operand(e->parts[1], own + 1),
                            own < precedence);
    }
    case ExprKind::select:
      for (const auto& [number, walk] : walks_)
        if (walk.padded && tested(e->parts[0]) &&
            nest::print(tested(e->parts[0])) == nest::print(walk.stored))
          return operand(e->parts[1], precedence);
      if (tests_coordinate(e->parts[0])) throw NoEinsum{"a condition on coordinates"};
      [[fallthrough]];
    case ExprKind::call: {
      std::string out;
      for (const ExprPtr& part : e->parts) out += (out.empty() ? "" : ", ") + operand(part, none);
      return (e->kind == ExprKind::select ? "select" : e->text) + "(" + out + ")";
    }
    case ExprKind::reduce:
      return reduced(e->text, e->loops, e->parts[0], false);
  }
  return "";
}

std::string Reading::einsum(const nest::Assignment& assignment) {
  static const std::map<std::string, std::string> words = {{"=", "="},      {"+", "+="},     {"*", "*="},
                                                           {"min", "min="}, {"max", "max="}, {"|", "|="},
                                                           {"||", "|="},    {"&", "&="},     {"&&", "&="}};
  std::vector<int> rest;
  const std::string& op = assignment.op;
  for (const int number : assignment.around)
    if (!covers(assignment.target, number)) rest.push_back(number);
  if (op == "=" && !rest.empty())
    throw NoEinsum{"each iteration over '" + loop(rest[0]).name + "' writes the same element"};
  const std::string left = access(assignment.target) + " " + words.at(op) + " ";
  ExprPtr value = assignment.value;
  if (op != "=" && value->kind == ExprKind::reduce && value->text == op) {
    rest.insert(rest.end(), value->loops.begin(), value->loops.end());
    value = value->parts[0];
  }
  const bool adds = op == "=" || op == "+";
  if (!rest.empty()) {
    if (adds && is_sum(value)) return left + reduced(op, rest, value, false);
    return left + reduced(op, rest, value, true);
  }
  if (!adds) return left + operand(value, none);
  std::string out;
  const std::function<void(const ExprPtr&, bool)> add = [&](const ExprPtr& e, bool negative) {
    if (is_sum(e)) {
      add(e->parts[0], negative);
      add(e->parts[1], negative != (e->text == "-"));
      return;
    }
    const bool minus = e->kind == ExprKind::unary && e->text == "-";
    const std::string text = summand(minus ? e->parts[0] : e, multiplicative);
    const bool below = negative != minus;
    out += out.empty() ? (below ? "-" : "") + text : (below ? " - " : " + ") + text;
  };
  add(value, false);
  return left + out;
}

}  // namespace insum::suggest

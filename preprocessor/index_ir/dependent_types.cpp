#include "index_ir/dependent_types.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <vector>

#include "index_ir/expression_types.h"

namespace insum::index {

namespace {

/// The type of an element or scalar in an expression. What is spelled so already is computed from others.
std::string spelling(ElementType type, const std::string& name) {
  if (type != ElementType::dependent) return cpp_name(common_type(type, ElementType::none));
  return name.starts_with("insum::rt::") ? name : "insum::rt::operand_t<" + name + ">";
}

constexpr std::string_view common = "insum::rt::common_t<";

/// The types that a common type is made of, in order; of any other type, itself.
void add_parts(const std::string& type, std::vector<std::string>& parts) {
  const bool joined = type.starts_with(common);
  const std::string inside = joined ? type.substr(common.size(), type.size() - common.size() - 1) : type;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t at = 0; at <= inside.size(); ++at) {
    const bool end = at == inside.size() || (joined && depth == 0 && inside[at] == ',');
    if (end) {
      const std::string part = inside.substr(begin, at - begin);
      if (std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(part);
      begin = at + 2;
    } else {
      depth += (inside[at] == '<' || inside[at] == '(') - (inside[at] == '>' || inside[at] == ')');
    }
  }
}

class Speller {
 public:
  explicit Speller(std::string result) : result_(std::move(result)) {}

  std::string of(const ExprPtr& expr) const {
    if (expr->type != ElementType::dependent) return spelling(expr->type, "");
    return match(
        expr, [](const Literal&) { return std::string("int"); },
        [](const Var&) { return spelling(ElementType::i64, ""); },
        [](const Argument& n) { return spelling(n->type, n->type_spelling); },
        [](const Access& n) { return spelling(n.tensor->type, n.tensor->type_spelling); },
        [&](const Unary& n) { return of(n.operand); },
        [&](const Binary& n) { return combined(n.left, n.right); }, [&](const Call& n) { return call(n); },
        [&](const Reduce& n) { return of(n.body); });
  }

 private:
  /// As combined_type, for types that only the C++ compiler knows.
  std::string combined(const ExprPtr& a, const ExprPtr& b) const {
    if (is_weak(a) && !is_weak(b)) return with_weak(a, b);
    if (is_weak(b) && !is_weak(a)) return with_weak(b, a);
    return common_spelling(number(a), number(b));
  }

  std::string with_weak(const ExprPtr& weak, const ExprPtr& other) const {
    const bool dependent = weak->type == ElementType::dependent;
    const bool gives_way = dependent ? get_if<Literal>(weak) != nullptr : kind_of_number(weak->type) == 0;
    const std::string scalar = of(weak), element = number(other);
    if (gives_way || scalar == element) return element;
    const std::string wider = result_.empty() || result_ == element ? "" : ", " + result_;
    return "insum::rt::with_scalar_t<" + scalar + ", " + element + wider + ">";
  }

  /// A comparison in arithmetic is a number 0 or 1 of the result's kind.
  std::string number(const ExprPtr& expr) const {
    const bool truth = expr->type == ElementType::boolean && !result_.empty();
    return truth ? "insum::rt::truth_t<" + result_ + ">" : of(expr);
  }

  std::string call(const Call& call) const {
    const auto argument = [&](std::size_t n) { return call.arguments.at(n); };
    const std::string& f = call.function;
    if (call.arguments.empty()) return "int";  // identities take the type of what they are for
    if (f == "select" || f == "guarded") return combined(argument(1), argument(2));
    if (f == "min" || f == "max" || f == "bit_or" || f == "bit_and")
      return combined(argument(0), argument(1));
    if (f == "pow") return "insum::rt::real_t<" + combined(argument(0), argument(1)) + ">";
    if (f == "sqrt" || f == "exp" || f == "log" || f == "tanh" || f == "sigmoid")
      return "insum::rt::real_t<" + of(argument(0)) + ">";
    if (f == "abs") return "insum::rt::magnitude_t<" + of(argument(0)) + ">";
    if (!call.callable) return of(argument(0));
    std::string types = call.callable->name + "_type";
    for (const ExprPtr& each : call.arguments) types += ", " + of(each);
    return "insum::rt::result_t<" + types + ">";
  }

  std::string result_;
};

}  // namespace

/// The usual conversions do not depend on the order: types in them are named once.
std::string common_spelling(const std::string& a, const std::string& b) {
  std::vector<std::string> parts;
  add_parts(a, parts), add_parts(b, parts);
  if (parts.size() == 1) return parts.front();
  std::string list;
  for (const std::string& part : parts) list += (list.empty() ? "" : ", ") + part;
  return std::string(common) + list + ">";
}

std::string operand_spelling(const TensorNode& tensor) { return spelling(tensor.type, tensor.type_spelling); }

ExprPtr limit_of_elements(Op op, const TensorNode& tensor) {
  if (tensor.type != ElementType::dependent) return identity_of(op, tensor.type);
  const std::string text = std::string("insum::rt::op_") + (op == Op::min ? "min" : "max") + "::identity<" +
                           tensor.type_spelling + ">()";
  return make_expr(Literal{text, (op == Op::min ? 1 : -1) * std::numeric_limits<double>::infinity()},
                   ElementType::dependent);
}

std::string dependent_spelling(const ExprPtr& expr, const std::string& result) {
  return Speller(result).of(expr);
}

}  // namespace insum::index

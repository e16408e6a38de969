#include "agree/sizes.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "agree/subscripts.h"
#include "index_ir/algebra.h"
#include "index_ir/arithmetic.h"
#include "index_ir/rewrite.h"

namespace insum::agree {

namespace {

/// What stands in the parentheses of `function(...)`; empty: it is no such call.
std::string argument_of(const std::string& call, const std::string& function) {
  const std::size_t begin = function.size() + 1;
  const bool fits = call.starts_with(function + "(") && call.ends_with(")");
  return fits ? call.substr(begin, call.size() - begin - 1) : "";
}

/// The parts of "std::span(crd, nnz)", as plain_text has it: an array by its memory, and its length.
struct Span {
  std::string array, length;
};

std::optional<Span> span_of(const std::string& plain) {
  for (const char* name : {"std::span", "span"}) {
    const std::string inside = argument_of(plain, name);
    const std::size_t comma = inside.rfind(',');
    if (comma == std::string::npos || inside.find_first_of("()<>[]") != std::string::npos) continue;
    return Span{inside.substr(0, comma), inside.substr(comma + 1)};
  }
  return std::nullopt;
}

/// The C++ of an array, or of a size or scalar.
std::string storage_of(const index::ArgumentNode& argument) {
  const std::string array = argument_of(argument.call, "::insum::rt::data");
  return array.empty() ? argument.call : array;
}

/// field(structs, member)
struct Field {
  std::string structs, member;
};

std::optional<Field> field_of(const index::ArgumentNode& argument) {
  const std::string call = argument_of(argument.call, "::insum::rt::field");
  const std::size_t comma = call.rfind(", &"), colons = call.rfind("::");
  if (!argument.is_field || comma == std::string::npos || colons == std::string::npos) return std::nullopt;
  const std::string structs = plain_text(call.substr(0, comma));
  const std::optional<Span> span = span_of(structs);
  return Field{span ? span->array : structs, call.substr(colons + 2)};
}

/// Names that must have the same value.
class Same {
 public:
  void join(const std::string& a, const std::string& b) { above_[root(a)] = root(b); }
  std::string root(const std::string& name) const {
    const auto above = above_.find(name);
    return above == above_.end() || above->second == name ? name : root(above->second);
  }

 private:
  std::map<std::string, std::string> above_;
};

bool is_integer_argument(const index::ArgumentNode& argument) {
  using Kind = index::ArgumentNode::Kind;
  return argument.kind == Kind::size || argument.kind == Kind::scalar;
}

/// Elements of a dense tensor lie in different places, and sizes are sizes.
bool has_memory(const index::TensorNode& tensor, const Values& values) {
  for (const index::ExprPtr& size : tensor.sizes)
    if (evaluate(size, values) < 1) return false;
  if (!tensor.dense || tensor.temporary) return true;
  std::map<long long, long long> strides;  // each with its size
  for (std::size_t m = 0; m < tensor.sizes.size(); ++m) {
    const long long count = evaluate(tensor.sizes[m], values), stride = evaluate(tensor.strides[m], values);
    if (count > 1 && !strides.emplace(stride, count).second) return false;
  }
  long long end = 1;
  for (const auto& [stride, count] : strides) {
    if (stride < end) return false;
    end = stride * (count - 1) + end;
  }
  return true;
}

bool fits(const index::Program& program, const Values& values) {
  for (const index::SizeCheck& check : program.checks)
    for (const auto& place : check.places)
      if (evaluate(place.size, values) != evaluate(check.places[0].size, values)) return false;
  for (const index::CoordinateCheck& check : program.coordinate_checks) {
    const long long at = evaluate(check.coordinate, values);
    if (at < 0 || at >= evaluate(check.size, values)) return false;
  }
  for (const index::Tensor& tensor : program.tensors)
    if (!has_memory(*tensor, values)) return false;
  for (const auto& [tensor, size] : assigned_through(program)) {
    long long count = 1;
    for (const index::ExprPtr& each : tensor->sizes) count *= evaluate(each, values);
    if (count > evaluate(size, values)) return false;
  }
  return true;
}

}  // namespace

std::string plain_text(const std::string& cpp) {
  std::string out;
  for (const char c : cpp)
    if (c != ' ') out += c;
  if (out.starts_with("this->")) out.erase(0, 6);
  if (out.ends_with(".data()")) out.resize(out.size() - 7);
  return out;
}

std::string length_of(const index::ArgumentNode& array) {
  const std::optional<Field> field = field_of(array);
  return (field ? field->structs : text_of(array)) + ".size()";
}

std::string text_of(const index::ArgumentNode& argument) {
  if (const std::optional<Field> field = field_of(argument))
    return "field(" + field->structs + "," + field->member + ")";
  if (const std::string array = argument_of(argument.call, "::insum::rt::length"); !array.empty()) {
    const std::optional<Span> span = span_of(plain_text(array));
    return span ? span->length : plain_text(array) + ".size()";
  }
  std::string text = storage_of(argument);
  if (argument.kind != index::ArgumentNode::Kind::array) return plain_text(text);
  while (text.ends_with("[0]")) text.resize(text.size() - 3);
  if (text.starts_with("&") && !text.starts_with("&(")) text.erase(0, 1);
  if (text.starts_with("&(") && text.ends_with(")")) text = text.substr(2, text.size() - 3);
  if (const std::optional<Span> span = span_of(plain_text(text))) return span->array;
  return plain_text(text);
}

Start start_of(const index::ArgumentNode& array) {
  if (array.kind != index::ArgumentNode::Kind::array) return {text_of(array), {}};
  if (array.is_same) return {"(" + array.name + ")", {}};  // no loop has it
  if (const std::optional<Field> field = field_of(array)) {
    const Start structs = split_start(field->structs);
    return {"field(" + structs.array + "," + field->member + ")", structs.offset};
  }
  const std::string text = plain_text(storage_of(array));
  const std::optional<Span> span = span_of(text);
  return split_start(span ? span->array : text);
}

std::optional<double> one_value_of(const index::ArgumentNode& array) {
  const std::string text = argument_of(array.call, "::insum::rt::same_value");
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return array.is_same && !text.empty() && *end == '\0' ? std::optional(value) : std::nullopt;
}

long long evaluate(const index::ExprPtr& expr, const Values& values) {
  const auto number = [&](const index::ExprPtr& e) { return static_cast<double>(evaluate(e, values)); };
  if (const auto* argument = index::get_if<index::Argument>(expr)) {
    if (const auto known = index::known_value(expr)) return std::llround(*known);
    const auto value = values.find(text_of(**argument));
    if (value == values.end())
      throw Unknown{"'" + text_of(**argument) + "' is computed where it cannot be followed"};
    return std::llround(value->second);
  }
  if (index::get_if<index::Literal>(expr)) {
    const auto known = index::known_value(expr);
    if (!known) throw Unknown{"a size is no whole number"};
    return std::llround(*known);
  }
  if (const auto* unary = index::get_if<index::Unary>(expr); unary && unary->op == index::UnaryOp::minus)
    return -evaluate(unary->operand, values);
  if (const auto* binary = index::get_if<index::Binary>(expr))
    return std::llround(index::binary_value(binary->op, number(binary->left), number(binary->right), true));
  if (const auto* call = index::get_if<index::Call>(expr); call && !call->callable) {
    if (call->function == "min" && call->arguments.size() == 2)
      return std::min(evaluate(call->arguments[0], values), evaluate(call->arguments[1], values));
    if (call->function == "max" && call->arguments.size() == 2)
      return std::max(evaluate(call->arguments[0], values), evaluate(call->arguments[1], values));
  }
  throw Unknown{"a size or subscript of the block is no sum or product"};
}

Values choose_values(const index::Program& program, const Memory& chance, const Values& fixed,
                     const std::set<std::string>& others, bool wants_inside) {
  Same same;
  for (const index::SizeCheck& check : program.checks)
    for (const auto& place : check.places) {
      const auto* first = index::get_if<index::Argument>(check.places[0].size);
      const auto* other = index::get_if<index::Argument>(place.size);
      if (first && other) same.join(text_of(**other), text_of(**first));
    }
  Values constants;
  for (const auto& [name, value] : fixed) constants[same.root(name)] = value;
  for (const index::SizeCheck& check : program.checks)
    for (const auto& place : check.places)
      for (const auto& other : check.places)
        if (const auto* size = index::get_if<index::Argument>(place.size))
          if (const auto known = index::as_integer(other.size))
            constants[same.root(text_of(**size))] = static_cast<double>(*known);
  std::vector<std::string> names;
  std::map<std::string, nest::Polynomial> sums;
  const auto add_name = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const index::Argument& argument : program.arguments) {
    if (!is_integer_argument(*argument)) continue;
    const std::string text = text_of(*argument);
    const std::optional<nest::Polynomial> sum = sum_in(text);
    if (!sum) add_name(text);
    if (sum) sums[text] = *sum;
    if (sum)
      for (const std::string& name : names_in(*sum)) add_name(name);
  }
  for (const std::string& name : others) add_name(name);
  constexpr int attempts = 300;
  for (int number = wants_inside ? 0 : attempts; number < 2 * attempts; ++number) {
    const int attempt = number % attempts;
    Values values, groups = constants;
    std::set<double> taken;
    for (const std::string& name : names) {
      const std::string group = same.root(name);
      if (!groups.count(group)) {
        double value = 0;  // different sizes differ, so that one taken for the other shows
        for (int n = 0; n == 0 || (n < 12 && taken.count(value)); ++n)
          value = static_cast<double>(
              2 + chance.draw(group + std::to_string(attempt) + "." + std::to_string(n), 4 + attempt / 30));
        taken.insert(value);
        groups[group] = value;
      }
      values[name] = groups.at(group);
    }
    for (const auto& [text, sum] : sums) values[text] = static_cast<double>(evaluate(sum, values));
    if (fits(program, values) && (number >= attempts || reach_of(program, values) == Reach::inside))
      return values;
  }
  throw Unknown{"no small sizes fit all of its tensors"};
}

}  // namespace insum::agree

#include "emit/parameters.h"

#include <algorithm>

#include "loop_ir/rewrite.h"

namespace insum::emit {

using namespace loops;

namespace {

/// The template parameter that stands for a type known to the C++ compiler only.
bool is_open(const Parameter& parameter) {
  return parameter.kind == Parameter::Kind::callable || parameter.kind == Parameter::Kind::container ||
         parameter.kind == Parameter::Kind::field || parameter.type.element == ElementType::dependent;
}

}  // namespace

std::vector<std::string> template_names(const std::vector<Parameter>& parameters) {
  std::vector<std::string> names;
  for (const Parameter& p : parameters) {
    if (!is_open(p)) continue;
    const bool named = p.kind == Parameter::Kind::callable || p.kind == Parameter::Kind::container;
    const std::string text = named                              ? p.name + "_type"
                             : p.kind == Parameter::Kind::field ? p.name + "_field"
                                                                : to_string(p.type);
    if (std::find(names.begin(), names.end(), text) == names.end()) names.push_back(text);
  }
  return names;
}

std::string template_line(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& n : names) text += (text.empty() ? "" : ", ") + ("class " + n);
  return text.empty() ? "" : "template <" + text + ">\n";
}

std::string parameter_text(const Parameter& p) {
  const std::string constness = p.writable ? "" : "const ";
  switch (p.kind) {
    case Parameter::Kind::size:
      return "std::int64_t " + p.name;
    case Parameter::Kind::scalar:
      return to_string(p.type) + " " + p.name;
    case Parameter::Kind::callable:
      return "const " + p.name + "_type& " + p.name;
    case Parameter::Kind::container:
      return p.name + "_type& " + p.name;
    case Parameter::Kind::field:
      return p.name + "_field " + p.name;
    case Parameter::Kind::array:
      if (p.depth == 2) return constness + to_string(p.type) + "* const* " + p.name;
      return constness + to_string(p.type) + "* " + p.name;
  }
  return "";
}

namespace {

template <class Part>
std::set<std::string> names_in_part(const Part& part) {
  std::set<std::string> names;
  for_each_expr(part, [&](const ExprPtr& e) {
    if (const auto* name = get_if<Name>(e)) names.insert(name->text);
    if (const auto* call = get_if<Call>(e)) names.insert(call->function);
  });
  return names;
}

}  // namespace

std::set<std::string> names_used(const Body& body) { return names_in_part(body); }
std::set<std::string> names_used(const ExprPtr& expr) {
  return expr ? names_in_part(expr) : std::set<std::string>();
}

Kernel with_used_parameters(const Kernel& kernel) {
  Kernel result = kernel;
  const std::set<std::string> used = names_used(kernel.body);
  std::erase_if(result.parameters, [&](const Parameter& p) { return !used.count(p.name); });
  return result;
}

std::string parameter_list(const std::vector<Parameter>& parameters) {
  std::string text;
  for (const Parameter& p : parameters) text += (text.empty() ? "\n    " : ",\n    ") + parameter_text(p);
  return text;
}

std::string begin_of_body(const Kernel& kernel) { return kernel.id.empty() ? ") {\n" : ") try {\n"; }

std::string end_of_body(const Kernel& kernel) {
  if (kernel.id.empty()) return "}\n";
  return "} catch (...) {\n  insum::rt::throw_from(" + kernel.id + ");\n}\n";
}

std::string call_text(const Kernel& kernel) {
  std::string arguments;
  for (const Parameter& p : kernel.parameters) {
    const std::string argument =
        p.kind == Parameter::Kind::size ? "static_cast<std::int64_t>(" + p.call + ")" : p.call;
    arguments += (arguments.empty() ? "" : ", ") + argument;
  }
  return "::insum_kernels::" + kernel.name + "(" + arguments + ");";
}

}  // namespace insum::emit

#include "emit/openmp.h"

#include <algorithm>
#include <vector>

#include "emit/c_printer.h"
#include "emit/parameters.h"

namespace insum::emit {

using namespace loops;

namespace {

/// The template parameter that stands for a type known to the C++ compiler only.
bool is_open(const Parameter& parameter) {
  return parameter.kind == Parameter::Kind::callable || parameter.kind == Parameter::Kind::container || parameter.kind == Parameter::Kind::field ||
         parameter.type.element == ElementType::dependent;
}

std::vector<std::string> template_names(const Kernel& kernel) {
  std::vector<std::string> names;
  for (const Parameter& p : kernel.parameters) {
    if (!is_open(p)) continue;
    const bool named = p.kind == Parameter::Kind::callable || p.kind == Parameter::Kind::container;
    const std::string text = named                               ? p.name + "_type"
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

/// Names for the types of elements that no parameter but the container of a result has: `all` are the kernel's parameters
/// before those that `body` does not use went away.
std::string element_types(const std::vector<Parameter>& all, std::vector<std::string> known, const std::string& body) {
  std::string text;
  for (const Parameter& p : all) {
    if (p.kind != Parameter::Kind::array || p.type.element != ElementType::dependent) continue;
    const std::string name = to_string(p.type), container = p.name + "_out_type";
    const auto has = [&](const std::string& n) { return std::find(known.begin(), known.end(), n) != known.end(); };
    if (has(name) || !has(container) || body.find(name) == std::string::npos) continue;
    text += "  using " + name + " = typename " + container + "::value_type;\n";
    known.push_back(name);
  }
  return text;
}

}  // namespace

Generated emit_openmp(const Kernel& whole) {
  Kernel all = whole;
  all.body.insert(all.body.begin(), whole.record.begin(), whole.record.end());
  const Kernel kernel = with_used_parameters(all);
  Generated out;
  for (const std::string& line : kernel.header) out.definition += "// " + line + "\n";
  const std::vector<std::string> names = template_names(kernel);
  out.definition += template_line(names) + "[[maybe_unused, gnu::noinline]] static void " + kernel.name + "(";
  out.definition += parameter_list(kernel.parameters);
  const std::string body = to_cpp(kernel.body, 1);
  out.definition += ") {\n" + element_types(whole.parameters, names, body) + body + "}\n";
  out.call = call_text(kernel);
  return out;
}

}  // namespace insum::emit

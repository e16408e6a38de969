#include "emit/openmp.h"

#include <algorithm>
#include <vector>

#include "emit/c_printer.h"
#include "emit/parameters.h"

namespace insum::emit {

using namespace loops;

namespace {

/// Names for the types of elements that no parameter but the container of a result has, or that are members
/// of structs: `all` are the kernel's parameters before those that `body` does not use went away.
std::string element_types(const std::vector<Parameter>& all, std::vector<std::string> known,
                          const std::string& body) {
  std::string text;
  for (const Parameter& p : all) {
    const bool is_field = p.kind == Parameter::Kind::field;
    if ((p.kind != Parameter::Kind::array && !is_field) || p.type.element != ElementType::dependent) continue;
    const std::string name = to_string(p.type), container = p.name + (is_field ? "_field" : "_out_type");
    const auto has = [&](const std::string& n) {
      return std::find(known.begin(), known.end(), n) != known.end();
    };
    if (has(name) || !has(container) || body.find(name) == std::string::npos) continue;
    text += "  using " + name + " = typename " + container + (is_field ? "::member_type" : "::value_type") +
            ";\n";
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
  const std::vector<std::string> names = template_names(kernel.parameters);
  out.definition += template_line(names) + "[[maybe_unused, gnu::noinline]] static void " + kernel.name + "(";
  out.definition += parameter_list(kernel.parameters);
  const std::string body = to_cpp(kernel.body, 1);
  out.definition +=
      begin_of_body(kernel) + element_types(whole.parameters, names, body) + body + end_of_body(kernel);
  out.call = call_text(kernel);
  return out;
}

}  // namespace insum::emit

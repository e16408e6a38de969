#include "emit/cuda_results.h"

#include <algorithm>

#include "emit/c_expression.h"
#include "loop_ir/rewrite.h"

namespace insum::emit {

using namespace loops;

namespace {

const std::string cuda = "insum::rt::cuda::";

/// Arrays of the kernel are known by where they are on the device.
ExprPtr on_device(const ExprPtr& expr, const Kernel& kernel, const std::string& arrays) {
  return rewrite(expr, [&](const ExprPtr& e) -> ExprPtr {
    const auto* n = get_if<Name>(e);
    const bool array =
        n && std::any_of(kernel.parameters.begin(), kernel.parameters.end(), [&](const Parameter& p) {
          return p.name == n->text && (p.kind == Parameter::Kind::array || p.kind == Parameter::Kind::field);
        });
    return array ? invoke(arrays, {name(n->text, e->type)}, e->type) : nullptr;
  });
}

/// insum::rt::keep(..) and what it is given, or insum::rt::old_values<T>(..), on the device.
ExprPtr kept(const Call& call, const Kernel& kernel, const std::string& arrays) {
  const auto renamed = [](const std::string& function) {
    return cuda + function.substr(std::string("insum::rt::").size());
  };
  std::vector<ExprPtr> arguments = {name(arrays)};
  for (const ExprPtr& argument : call.arguments) {
    const auto* level = get_if<Call>(argument);
    const bool is_level = level && level->function.starts_with("insum::rt::kept_");
    const ExprPtr now = on_device(argument, kernel, arrays);
    arguments.push_back(is_level ? invoke(renamed(level->function), get_if<Call>(now)->arguments) : now);
  }
  return invoke(renamed(call.function), std::move(arguments));
}

}  // namespace

std::string assembly_text(const Assembly& n, const std::string& arrays, const std::string& shape) {
  if (!n.list.empty()) return "auto " + n.parts + " = " + n.list + ".add(" + shape + ");\n";
  std::string type = cuda + (n.counted ? "counted_" : "") + "assembly<" + to_string(n.type), arguments;
  for (const Assembly::Level& level : n.levels)
    type += (level.positions.empty() ? ", " + cuda + "listed_level<"
                                     : ", " + cuda + "compressed_level<" + level.positions + ", ") +
            level.coordinates + ">";
  for (std::size_t t = 0; t < n.targets.size(); ++t)
    arguments += ", " + to_cpp(n.targets[t]) + (t == 0 ? ", " + to_cpp(n.block) : "");
  return type + "> " + n.parts + "(" + to_cpp(n.name) + ", " + cuda +
         "results_on::" + (n.on_device ? "device" : "host") + ", " + arrays + ", " + shape + arguments +
         ");\n";
}

std::optional<std::vector<std::string>> result_text(const StmtPtr& stmt, const Kernel& kernel,
                                                    const std::string& arrays, std::set<std::string>& taken) {
  if (const auto* n = get_if<Construct>(stmt))
    return std::vector{cuda + "entries<" + to_string(n->type) + ", " + op_tag(n->op) + ", " +
                       std::to_string(n->modes) + "> " + n->name + "(" + arrays + ");"};
  if (const auto* n = get_if<Allocate>(stmt); n && !n->count) {
    const std::string type = to_string(n->type), owner = fresh_name(n->name + "_memory", taken);
    return std::vector{cuda + "growing<" + type + "> " + owner + "(" + arrays + ".stream());",
                       "insum::container_ref<" + type + "> " + n->name + " = " + owner + ".ref();"};
  }
  const auto* n = get_if<Declare>(stmt);
  const auto* call = n ? get_if<Call>(n->value) : nullptr;
  if (!call || (!kept_values_of(n->value) && !call->function.starts_with("insum::rt::old_values<")))
    return std::nullopt;
  return std::vector{"auto " + n->name + " = " + to_cpp(kept(*call, kernel, arrays)) + ";"};
}

ExprPtr kept_values_of(const ExprPtr& value) {
  const auto* call = get_if<Call>(value);
  return call && call->function == "insum::rt::keep" ? call->arguments[2] : nullptr;
}

}  // namespace insum::emit

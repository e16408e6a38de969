#include "emit/local_storage.h"

#include "emit/c_expression.h"
#include "support/names.h"

namespace insum::emit {

using namespace loops;

std::string storage_of(const Allocate& array) {
  return "insum::rt::workspace<" + to_string(array.type) + "> " + array.name + "_storage(" +
         c_string(array.name) + ", " + to_cpp(array.count) + (array.zeros ? ", insum::rt::zeros)" : ")");
}

std::string counted_bytes_of(const Allocate& array) {
  return "const insum::rt::counted_temporary<" + to_string(array.type) + "> " + array.name + "_bytes(*" +
         array.budget + ", " + c_string(array.name) + ", " + to_cpp(array.count) + ")";
}

std::string container_of(const Allocate& container) {
  const std::string type = "insum::rt::grow<" + to_string(container.type) + ">";
  return type + " " + container.name + " = " + type + "()";
}

std::string workspace_of(const Construct& n) {
  std::string parameters = to_string(n.type) + ", " + op_tag(n.op);
  if (n.size) return "insum::rt::row_workspace<" + parameters + "> " + n.name + "(" + to_cpp(n.size) + ")";
  parameters += ", " + std::to_string(n.modes);
  std::string sizes;
  for (const ExprPtr& size : n.sizes) sizes += (sizes.empty() ? "" : ", ") + to_cpp(size);
  const std::string policy =
      n.user ? "insum::rt::named_policy<decltype(" + to_cpp(n.user) + "), " + parameters + ">"
             : n.policy + "<" + parameters + ">";
  const std::string budget = n.budget.empty() ? "" : ", *" + n.budget;
  std::string options = n.options;
  const auto add = [&](const std::string& setting) { options += (options.empty() ? "" : ", ") + setting; };
  if (n.expected) add(".expected = " + to_cpp(n.expected));
  if (!n.ways.empty()) add(".ways = " + n.ways);
  if (!options.empty() || !budget.empty()) options = ", {" + options + "}" + budget;
  return std::string("insum::rt::") + (n.shared ? "parallel_workspace<" : "sparse_workspace<") + policy +
         "> " + n.name + "({" + sizes + "}" + options + ")";
}

}  // namespace insum::emit

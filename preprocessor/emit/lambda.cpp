#include "emit/lambda.h"

#include <cctype>
#include <set>

#include "loop_ir/rewrite.h"

namespace insum::emit {

using namespace loops;

namespace {

/// True when `text` has `name` as a whole identifier.
bool mentions(const std::string& text, const std::string& name) {
  const auto part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !part(text[at - 1])) && (end == text.size() || !part(text[end]))) return true;
  }
  return false;
}

}  // namespace

std::string lambda_parameter(const std::string& type, const std::string& name, const std::string& body) {
  return mentions(body, name) ? type + " " + name : type;
}

std::string captures(const Body& list) {
  std::set<std::string> callables;
  for_each_expr(list, [&](const ExprPtr& e) {
    const auto* call = get_if<Call>(e);
    if (call && call->function.find_first_of(":.") == std::string::npos) callables.insert(call->function);
  });
  std::string text = "[=";
  for (const std::string& name : callables) text += ", &" + name;
  return text + "]";
}

}  // namespace insum::emit

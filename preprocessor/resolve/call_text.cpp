#include "resolve/call_text.h"

#include "index_ir/printer.h"
#include "index_ir/rewrite.h"

namespace insum::resolver {

using index::ExprPtr;

std::string cpp_text(const ExprPtr& expr) {
  const ExprPtr outside = index::rewrite(expr, [](const ExprPtr& e) -> ExprPtr {
    if (const auto* call = index::get_if<index::Call>(e); call && !call->callable) {
      const bool highest = call->function == "highest";
      if (!highest && call->function != "lowest") return nullptr;
      const std::string limits = "::std::numeric_limits<" + std::string(cpp_name(e->type)) + ">::";
      return index::make_expr(index::Literal{limits + (highest ? "max()" : "lowest()"), std::nullopt},
                              e->type);
    }
    const auto* argument = index::get_if<index::Argument>(e);
    if (!argument) return nullptr;
    const bool size = (*argument)->kind == index::ArgumentNode::Kind::size;
    const std::string text =
        size ? "static_cast<std::int64_t>(" + (*argument)->call + ")" : (*argument)->call;
    return index::make_expr(index::Literal{text, std::nullopt}, e->type);
  });
  return index::to_string(outside);
}

std::string list_text(const std::vector<ExprPtr>& list) {
  std::string text;
  for (const ExprPtr& expr : list) text += (text.empty() ? "{" : ", ") + cpp_text(expr);
  return text.empty() ? "{}" : text + "}";
}

}  // namespace insum::resolver

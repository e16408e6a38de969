#include "loop_ir/words.h"

namespace insum::loops {

ExprPtr low_bits(const ExprPtr& value) {
  const auto* n = get_if<Binary>(value);
  if (const auto constant = as_integer(value); constant && *constant >= 0)
    return make_expr(Literal{std::to_string(*constant) + "u"}, word);
  if (n && (n->op == "+" || n->op == "-" || n->op == "*"))
    return make_expr(Binary{n->op, low_bits(n->left), low_bits(n->right)}, word);
  return invoke(low_bits_of, {value}, word);
}

}  // namespace insum::loops

#include <limits>

#include "ast/ast_printer.h"
#include "parse/ast_builder.h"
#include "parse/in_quotes.h"
#include "support/internal_error.h"
#include "support/numbers.h"

namespace insum::parse {

namespace {

ast::AssignOp assign_op(const std::string& text) {
  if (text == "=") return ast::AssignOp::assign;
  if (text == "+=") return ast::AssignOp::add;
  if (text == "*=") return ast::AssignOp::mul;
  if (text == "min=") return ast::AssignOp::min;
  if (text == "max=") return ast::AssignOp::max;
  if (text == "|=") return ast::AssignOp::logical_or;
  if (text == "&=") return ast::AssignOp::logical_and;
  internal_error("an assignment without a meaning: " + text);
}

template <typename Node>
ast::ExprPtr make_expr(Node node, SourceRange range) {
  return std::make_shared<const ast::Expr>(ast::Expr{std::move(node), range});
}

antlr4::Token* token_of(antlr4::tree::ParseTree* tree) {
  return dynamic_cast<antlr4::tree::TerminalNode&>(*tree).getSymbol();
}

/// operand (operator operand)*, from left to right.
template <typename Tree, typename Build, typename RangeOf>
ast::ExprPtr fold(Tree* tree, const Build& build_operand, const RangeOf& range_of) {
  ast::ExprPtr left = build_operand(tree->children[0]);
  for (std::size_t i = 1; i + 1 < tree->children.size(); i += 2) {
    antlr4::Token* op = token_of(tree->children[i]);
    const auto kind = binary_op(op->getText());
    internal_check(kind.has_value(), "an operator without a meaning: " + op->getText());
    ast::ExprPtr right = build_operand(tree->children[i + 1]);
    const SourceRange range = join(left->range, right->range);
    left = make_expr(ast::Binary{*kind, range_of(op), std::move(left), std::move(right)}, range);
  }
  return left;
}

bool is_constant(const ast::SubscriptTerm& term) {
  return std::holds_alternative<std::monostate>(term.factor);
}

/// The number in a term of a subscript; 0 where it has none.
long long number_of(const ast::SubscriptTerm& term) {
  const auto* number = term.coefficient ? std::get_if<long long>(&*term.coefficient) : nullptr;
  return number ? *number : 0;
}

/// So far from the ends of 64 bits that indices below 2^31 can be multiplied by it, and terms be added up.
long long most_in(const ast::Subscript& subscript, const ast::SubscriptTerm& term) {
  if (!is_constant(term)) return 1LL << 31;
  return subscript.terms.size() > 1 ? 1LL << 60 : std::numeric_limits<long long>::max();
}

}  // namespace

ast::Einsum AstBuilder::build_einsum(Grammar::EinsumContext* tree) {
  ast::Access left = build_access(tree->access());
  return {std::move(left), assign_op(text(tree->assign_op())), range(tree->assign_op()),
          build_expr(tree->expr()), range(tree)};
}

// --- Subscripts
// -----------------------------------------------------------------------------------------------------------

ast::Access AstBuilder::build_access(Grammar::AccessContext* tree) {
  ast::Access access;
  access.range = range(tree);
  if (!tree->subscripts()) {
    access.tensor = build_word(tree);  // `true` is a scalar as any other
    if (access.tensor.text == "true" || access.tensor.text == "false")
      access.tensor.id = block_.next_id++;
    else
      access.tensor = build_name(tree->name(), May::be_cpp);
    return access;
  }
  access.tensor = build_name(tree->name(), May::be_cpp);
  access.bracketed = true;
  access.subscripts = build_subscripts(tree->subscripts());
  return access;
}

std::vector<ast::Subscript> AstBuilder::build_subscripts(Grammar::SubscriptsContext* tree) {
  std::vector<ast::Subscript> list;
  for (auto* subscript : tree->subscript()) list.push_back(build_subscript(subscript));
  return list;
}

ast::Subscript AstBuilder::build_subscript(Grammar::SubscriptContext* tree) {
  ast::Subscript subscript{range(tree), {}};
  bool negative = false;
  for (antlr4::tree::ParseTree* child : tree->children) {
    if (auto* sign = dynamic_cast<Grammar::SignContext*>(child)) {
      negative = negative != (sign->getText() == "-");
      continue;
    }
    subscript.terms.push_back(build_subscript_term(dynamic_cast<Grammar::Subscript_termContext*>(child)));
    subscript.terms.back().negative = negative;
    negative = false;
  }
  for (const ast::SubscriptTerm& term : subscript.terms)
    if (const long long most = most_in(subscript, term); number_of(term) > most)
      block_.diagnostics.report(Diag::invalid_number, term.range,
                                {in_quotes(std::to_string(number_of(term))),
                                 "a number with which this subscript can be computed in 64 bits",
                                 "use one up to " + std::to_string(most)});
  return subscript;
}

ast::SubscriptTerm AstBuilder::build_subscript_term(Grammar::Subscript_termContext* tree) {
  ast::SubscriptTerm first = build_subscript_factor(tree->subscript_factor(0));
  if (tree->subscript_factor().size() == 1) return first;
  ast::SubscriptTerm second = build_subscript_factor(tree->subscript_factor(1));
  if (is_constant(second)) std::swap(first, second);
  if (!is_constant(first)) {
    block_.diagnostics.report(
        Diag::not_affine, range(tree),
        {"it multiplies two indices", "one factor of a product is a number or C++ in braces"});
  } else if (is_constant(second)) {
    block_.diagnostics.report(
        Diag::not_affine, range(tree),
        {"it multiplies two constants", "write the product as one number, or all of it in braces"});
  }
  return {range(tree), false, std::move(first.coefficient), std::move(second.factor)};
}

ast::SubscriptTerm AstBuilder::build_subscript_factor(Grammar::Subscript_factorContext* tree) {
  ast::SubscriptTerm term;
  term.range = range(tree);
  if (tree->NUMBER()) {
    term.coefficient = build_integer(text(tree), term.range);
  } else if (tree->braces()) {
    term.coefficient = build_braces(tree->braces());
  } else if (tree->index()->subscripts()) {
    ast::Access access;
    access.range = term.range;
    access.tensor = build_name(tree->index()->name(), May::be_cpp);
    access.bracketed = true;
    access.subscripts = build_subscripts(tree->index()->subscripts());
    term.factor = std::make_shared<const ast::Access>(std::move(access));
  } else {
    term.factor = build_name(tree->index()->name(), May::not_be_cpp);
  }
  return term;
}

// --- Expressions
// ----------------------------------------------------------------------------------------------------------

ast::ExprPtr AstBuilder::build_expr(Grammar::ExprContext* tree) {
  const auto operand = [&](auto* child) {
    return build_conjunction(dynamic_cast<Grammar::ConjunctionContext*>(child));
  };
  return fold(tree, operand, [&](antlr4::Token* op) { return range(op); });
}

ast::ExprPtr AstBuilder::build_conjunction(Grammar::ConjunctionContext* tree) {
  const auto operand = [&](auto* child) {
    return build_equality(dynamic_cast<Grammar::EqualityContext*>(child));
  };
  return fold(tree, operand, [&](antlr4::Token* op) { return range(op); });
}

ast::ExprPtr AstBuilder::build_equality(Grammar::EqualityContext* tree) {
  const auto operand = [&](auto* child) {
    return build_comparison(dynamic_cast<Grammar::ComparisonContext*>(child));
  };
  return fold(tree, operand, [&](antlr4::Token* op) { return range(op); });
}

ast::ExprPtr AstBuilder::build_comparison(Grammar::ComparisonContext* tree) {
  const auto operand = [&](auto* child) {
    return build_addition(dynamic_cast<Grammar::AdditionContext*>(child));
  };
  const ast::ExprPtr whole = fold(tree, operand, [&](antlr4::Token* op) { return range(op); });
  const ast::Expr* chain = whole.get();
  for (std::size_t operands = tree->addition().size(); operands > 2; --operands) {
    const auto& last = std::get<ast::Binary>(chain->node);
    block_.diagnostics.report(Diag::chained_comparison, last.op_range,
                              {in_quotes(ast::print(*last.left)), in_quotes(ast::print(*last.right))});
    chain = last.left.get();
  }
  return whole;
}

ast::ExprPtr AstBuilder::build_addition(Grammar::AdditionContext* tree) {
  const auto operand = [&](auto* child) {
    return build_multiplication(dynamic_cast<Grammar::MultiplicationContext*>(child));
  };
  return fold(tree, operand, [&](antlr4::Token* op) { return range(op); });
}

ast::ExprPtr AstBuilder::build_multiplication(Grammar::MultiplicationContext* tree) {
  const auto operand = [&](auto* child) { return build_unary(dynamic_cast<Grammar::UnaryContext*>(child)); };
  return fold(tree, operand, [&](antlr4::Token* op) { return range(op); });
}

ast::ExprPtr AstBuilder::build_unary(Grammar::UnaryContext* tree) {
  ast::ExprPtr expr = build_primary(tree->primary());
  for (std::size_t i = tree->children.size() - 1; i-- > 0;) {
    antlr4::Token* op = token_of(tree->children[i]);
    const std::string text = op->getText();
    const ast::UnaryOp kind = text == "-"   ? ast::UnaryOp::minus
                              : text == "+" ? ast::UnaryOp::plus
                                            : ast::UnaryOp::logical_not;
    const SourceRange whole = join(range(op), expr->range);
    expr = make_expr(ast::Unary{kind, std::move(expr)}, whole);
  }
  return expr;
}

ast::ExprPtr AstBuilder::build_primary(Grammar::PrimaryContext* tree) {
  const SourceRange where = range(tree);
  if (auto* number = tree->NUMBER()) return make_expr(build_number(number), where);
  if (auto* braces = tree->braces()) return make_expr(build_braces(braces), where);
  if (auto* access = tree->access()) return make_expr(build_access(access), where);
  if (auto* call = tree->call()) return make_expr(build_call(call), where);
  if (auto* reduction = tree->reduction()) return make_expr(build_reduction(reduction), where);
  if (auto* parentheses = tree->parentheses()) return make_expr(build_expr(parentheses->expr())->node, where);
  internal_error("an operand without a builder: " + tree->getText());
}

ast::Number AstBuilder::build_number(antlr4::tree::TerminalNode* tree) {
  const std::string text = line_.text(tree->getSymbol()->getTokenIndex());
  const NumberKind kind = number_kind(text);
  if (kind == NumberKind::none)
    block_.diagnostics.report(Diag::invalid_number, range(tree->getSymbol()),
                              {in_quotes(text), "a number", "write a C++ literal, such as 2, 0.5 or 1e-3f"});
  else if (!number_fits(text))
    block_.diagnostics.report(
        Diag::invalid_number, range(tree->getSymbol()),
        {in_quotes(text),
         kind == NumberKind::integer ? "a whole number that fits in 64 bits" : "within the range of its type",
         kind == NumberKind::integer ? "write a smaller one, or one with a decimal point"
                                     : "use INFINITY, or a smaller number"});
  return {text, kind == NumberKind::integer};
}

ast::Call AstBuilder::build_call(Grammar::CallContext* tree) {
  ast::Call call{build_name(tree->qualified_name(), May::be_cpp), {}};
  for (auto* argument : tree->expr()) call.arguments.push_back(build_expr(argument));
  return call;
}

ast::Reduction AstBuilder::build_reduction(Grammar::ReductionContext* tree) {
  ast::Reduction reduction;
  reduction.op = build_word(tree->name(0));
  check_word(reduction.op, WordList::reductions, Diag::unknown_reduction);
  for (std::size_t i = 1; i < tree->name().size(); ++i)
    reduction.indices.push_back(build_name(tree->name(i), May::not_be_cpp));
  reduction.body = build_expr(tree->expr());
  return reduction;
}

}  // namespace insum::parse

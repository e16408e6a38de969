#include "parse/ast_builder.h"

#include "parse/in_quotes.h"
#include "support/internal_error.h"
#include "support/names.h"
#include "support/numbers.h"

namespace insum::parse {

ast::Directive AstBuilder::build_directive(Grammar::DirectiveContext* tree) {
  return {build_node(tree), range(tree)};
}

decltype(ast::Directive::node) AstBuilder::build_node(Grammar::DirectiveContext* tree) {
  if (auto* line = tree->kernel_directive()) return build_kernel_directive(line);
  if (auto* line = tree->tensor_directive()) return build_tensor_directive(line);
  if (auto* line = tree->format_directive()) return build_format_directive(line);
  if (auto* line = tree->schedule_directive()) return build_schedule_directive(line);
  if (auto* line = tree->target_directive()) return build_target_directive(line);
  if (auto* line = tree->workspace_directive()) return build_workspace_directive(line);
  if (auto* line = tree->assume_directive()) return build_assume_directive(line);
  if (auto* line = tree->verify_directive()) return build_verify_directive(line);
  if (auto* line = tree->gradient_directive()) return build_gradient_directive(line);
  if (auto* line = tree->function_directive()) return build_function_directive(line);
  if (tree->deterministic_directive()) return ast::DeterministicDirective{};
  if (tree->baseline_directive()) return ast::BaselineDirective{};
  if (auto* line = tree->einsum()) return build_einsum(line);
  internal_error("a directive without a builder: " + tree->getText());
}

// --- Directives without a file of their own
// ---------------------------------------------------------------------------

ast::KernelDirective AstBuilder::build_kernel_directive(Grammar::Kernel_directiveContext* tree) {
  return {build_name(tree->name(), May::not_be_cpp)};
}

ast::TargetDirective AstBuilder::build_target_directive(Grammar::Target_directiveContext* tree) {
  const ast::Name target = build_word(tree->target_name());
  check_word(target, WordList::targets, Diag::unknown_target);
  return {target, build_names(tree->name(), May::be_cpp)};
}

ast::WorkspaceDirective AstBuilder::build_workspace_directive(Grammar::Workspace_directiveContext* tree) {
  ast::WorkspaceDirective workspace;
  workspace.name = build_name(tree->name(), May::not_be_cpp);
  if (auto* user = tree->user_policy()) {
    workspace.policy = {"user", range(user->getStart())};
    workspace.type = build_cpp(user->cpp_type());
    if (workspace.type->text.starts_with("("))
      block_.diagnostics.report(Diag::syntax_error, workspace.type->range,
                                {"a C++ type stands without parentheses of its own", "write user(Type)"});
    return workspace;
  }
  workspace.policy = build_word(tree->policy_name());
  check_word(workspace.policy, WordList::policies, Diag::unknown_workspace_policy);
  if (workspace.policy.text == "user")
    block_.diagnostics.report(Diag::syntax_error, workspace.policy.range,
                              {"a user's workspace needs its C++ type", "write user(Type)"});
  return workspace;
}

ast::AssumeDirective AstBuilder::build_assume_directive(Grammar::Assume_directiveContext* tree) {
  ast::AssumeDirective assume;
  for (auto* fact : tree->assumption()) assume.facts.push_back(build_assumption(fact));
  return assume;
}

ast::Assumption AstBuilder::build_assumption(Grammar::AssumptionContext* tree) {
  ast::Assumption fact;
  fact.range = range(tree);
  fact.relation = tree->relation() ? text(tree->relation()) : tree->cpp().empty() ? "" : "in";
  const std::string word = text(tree->name());
  const bool is_variable =
      !fact.relation.empty() && !tree->assumption_arguments() && !contains(WordList::facts, word);
  if (is_variable) {
    fact.name = build_name(tree->name(), May::be_cpp);
  } else {
    fact.name = build_word(tree->name());
    check_word(fact.name, WordList::facts, Diag::unknown_fact);
  }
  if (auto* arguments = tree->assumption_arguments())
    fact.arguments = build_names(arguments->name(), May::be_cpp);
  fact.bounds = build_cpps(tree->cpp());
  return fact;
}

ast::VerifyDirective AstBuilder::build_verify_directive(Grammar::Verify_directiveContext* tree) {
  ast::VerifyDirective verify;
  for (auto* part : tree->verify_setting()) {
    ast::ScheduleSetting setting;
    setting.name = build_word(part->name());
    check_word(setting.name, WordList::settings, Diag::unknown_setting);
    setting.values.push_back(classify_schedule_argument(build_expr(part->expr())));
    verify.settings.push_back(std::move(setting));
  }
  return verify;
}

ast::GradientDirective AstBuilder::build_gradient_directive(Grammar::Gradient_directiveContext* tree) {
  std::vector<ast::Name> names = build_names(tree->name(), May::be_cpp);
  ast::Name output = std::move(names.back());
  names.pop_back();
  return {std::move(names), std::move(output)};
}

ast::FunctionDirective AstBuilder::build_function_directive(Grammar::Function_directiveContext* tree) {
  ast::FunctionDirective function;
  function.name = build_name(tree->qualified_name(), May::be_cpp);
  for (auto* property : tree->function_property())
    function.properties.push_back(build_function_property(property));
  return function;
}

ast::FunctionProperty AstBuilder::build_function_property(Grammar::Function_propertyContext* tree) {
  std::vector<ast::Name> arguments;
  for (std::size_t i = 1; i < tree->name().size(); ++i)
    arguments.push_back(build_name(tree->name(i), May::not_be_cpp));
  const ast::Name name = build_word(tree->name(0));
  check_word(name, WordList::properties, Diag::unknown_function_property);
  std::optional<ast::Cpp> value;
  if (tree->cpp()) value = build_cpp(tree->cpp());
  return {name, std::move(arguments), std::move(value), range(tree)};
}

// --- Names, numbers, C++
// ------------------------------------------------------------------------------------------------

SourceRange AstBuilder::range(antlr4::ParserRuleContext* tree) const {
  return line_.line().range(tree->getStart()->getStartIndex(), tree->getStop()->getStopIndex() + 1);
}

SourceRange AstBuilder::range(antlr4::Token* token) const {
  return line_.line().range(token->getStartIndex(), token->getStopIndex() + 1);
}

std::string AstBuilder::text(antlr4::ParserRuleContext* tree) const {
  const std::string& line = line_.line().text;
  std::string out;
  std::size_t end = tree->getStart()->getStartIndex();
  for (std::size_t i = tree->getStart()->getTokenIndex(); i <= tree->getStop()->getTokenIndex(); ++i) {
    const std::size_t begin = line_.begin(i);
    const std::string between = line.substr(end, begin - end);
    out += between.find('/') == std::string::npos ? between : " ";
    out += line_.text(i);
    end = line_.end(i);
  }
  return out;
}

ast::Name AstBuilder::build_word(antlr4::ParserRuleContext* tree) { return {text(tree), range(tree)}; }

ast::Name AstBuilder::build_name(antlr4::ParserRuleContext* tree, May may) {
  ast::Name name = build_word(tree);
  if (is_cpp_keyword(name.text))
    block_.diagnostics.report(Diag::cpp_keyword, name.range, {in_quotes(name.text)});
  if (may == May::be_cpp) name.id = block_.next_id++;
  return name;
}

std::vector<ast::Name> AstBuilder::build_names(const std::vector<Grammar::NameContext*>& trees, May may) {
  std::vector<ast::Name> names;
  for (auto* tree : trees) names.push_back(build_name(tree, may));
  return names;
}

void AstBuilder::check_word(const ast::Name& word, WordList list, Diag unknown) {
  if (contains(list, word.text)) return;
  block_.diagnostics.report(unknown, word.range, {in_quotes(word.text), suggestion(word.text, words(list))});
}

ast::Cpp AstBuilder::build_cpp(antlr4::ParserRuleContext* tree) {
  // Braces are right in Einsums, so that people write them around sizes too.
  auto* whole = dynamic_cast<Grammar::CppContext*>(tree);
  auto* group = whole && whole->cpp_item().size() == 1 ? whole->cpp_item(0)->cpp_group() : nullptr;
  auto* braces = group ? group->cpp_braces() : nullptr;
  ast::Cpp cpp{text(tree), range(tree), block_.next_id++};
  if (braces && !braces->cpp_inner().empty()) {
    cpp.text = cpp.text.substr(1, cpp.text.size() - 2);
    ++cpp.range.begin, --cpp.range.end;
  }
  return cpp;
}

ast::Cpp AstBuilder::build_braces(Grammar::BracesContext* tree) { return build_cpp(tree->cpp()); }

std::vector<ast::Cpp> AstBuilder::build_cpps(const std::vector<Grammar::CppContext*>& trees) {
  std::vector<ast::Cpp> list;
  for (auto* tree : trees) list.push_back(build_cpp(tree));
  return list;
}

long long AstBuilder::build_integer(const std::string& text, SourceRange range) {
  const std::optional<long long> value = integer_value(text);
  if (!value)
    block_.diagnostics.report(Diag::invalid_number, range,
                              {in_quotes(text), "a whole number that fits in 64 bits",
                               "write digits, such as 32; a C++ constant stands in braces"});
  return value.value_or(0);
}

}  // namespace insum::parse

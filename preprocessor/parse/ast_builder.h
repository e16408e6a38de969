// Parse tree to syntax tree: one build_<rule> for each rule of Insum.g4 that makes a node, and the checks of
// words and numbers that the grammar leaves open.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "InsumParser.h"
#include "ast/ast.h"
#include "parse/token_line.h"
#include "parse/words.h"
#include "support/diagnostics.h"

namespace insum::parse {

using Grammar = grammar::InsumParser;

/// What the lines of one block share while it is built.
struct BlockContext {
  Diagnostics& diagnostics;
  int next_id = 0;
  std::set<std::string> functions;  // named by `function` lines: f(x) in a schedule is an expression then
};

/// Builds one line. Problems are reported and building goes on; the result counts only if nothing was
/// reported.
class AstBuilder {
 public:
  AstBuilder(const TokenLine& line, BlockContext& block) : line_(line), block_(block) {}

  ast::Directive build_directive(Grammar::DirectiveContext* tree);

 private:
  // ast_builder.cpp: lines, names, numbers, C++
  decltype(ast::Directive::node) build_node(Grammar::DirectiveContext* tree);
  ast::KernelDirective build_kernel_directive(Grammar::Kernel_directiveContext* tree);
  ast::TargetDirective build_target_directive(Grammar::Target_directiveContext* tree);
  ast::WorkspaceDirective build_workspace_directive(Grammar::Workspace_directiveContext* tree);
  ast::AssumeDirective build_assume_directive(Grammar::Assume_directiveContext* tree);
  ast::Assumption build_assumption(Grammar::AssumptionContext* tree);
  ast::VerifyDirective build_verify_directive(Grammar::Verify_directiveContext* tree);
  ast::GradientDirective build_gradient_directive(Grammar::Gradient_directiveContext* tree);
  ast::FunctionDirective build_function_directive(Grammar::Function_directiveContext* tree);
  ast::FunctionProperty build_function_property(Grammar::Function_propertyContext* tree);

  enum class May { be_cpp, not_be_cpp };  // a Name that may be C++ has an id
  ast::Name build_name(antlr4::ParserRuleContext* tree, May may);
  std::vector<ast::Name> build_names(const std::vector<Grammar::NameContext*>& trees, May may);
  /// A name that is a word of insum's: no check against the keywords of C++.
  ast::Name build_word(antlr4::ParserRuleContext* tree);
  void check_word(const ast::Name& word, WordList list, Diag unknown);
  ast::Cpp build_cpp(antlr4::ParserRuleContext* tree);
  ast::Cpp build_braces(Grammar::BracesContext* tree);
  std::vector<ast::Cpp> build_cpps(const std::vector<Grammar::CppContext*>& trees);
  /// A whole number that fits in long long; 0 when reported.
  long long build_integer(const std::string& text, SourceRange range);
  SourceRange range(antlr4::ParserRuleContext* tree) const;
  SourceRange range(antlr4::Token* token) const;
  /// The tokens of `tree` as the user wrote them, a blank for each comment. ANTLR's getText() is right for
  /// ASCII alone.
  std::string text(antlr4::ParserRuleContext* tree) const;

  // build_einsum.cpp
  ast::Einsum build_einsum(Grammar::EinsumContext* tree);
  ast::Access build_access(Grammar::AccessContext* tree);
  std::vector<ast::Subscript> build_subscripts(Grammar::SubscriptsContext* tree);
  ast::Subscript build_subscript(Grammar::SubscriptContext* tree);
  ast::SubscriptTerm build_subscript_term(Grammar::Subscript_termContext* tree);
  ast::SubscriptTerm build_subscript_factor(Grammar::Subscript_factorContext* tree);
  ast::ExprPtr build_expr(Grammar::ExprContext* tree);
  ast::ExprPtr build_conjunction(Grammar::ConjunctionContext* tree);
  ast::ExprPtr build_equality(Grammar::EqualityContext* tree);
  ast::ExprPtr build_comparison(Grammar::ComparisonContext* tree);
  ast::ExprPtr build_addition(Grammar::AdditionContext* tree);
  ast::ExprPtr build_multiplication(Grammar::MultiplicationContext* tree);
  ast::ExprPtr build_unary(Grammar::UnaryContext* tree);
  ast::ExprPtr build_primary(Grammar::PrimaryContext* tree);
  ast::Number build_number(antlr4::tree::TerminalNode* tree);
  ast::Call build_call(Grammar::CallContext* tree);
  ast::Reduction build_reduction(Grammar::ReductionContext* tree);

  // build_tensor.cpp
  ast::TensorDirective build_tensor_directive(Grammar::Tensor_directiveContext* tree);
  ast::FormatDirective build_format_directive(Grammar::Format_directiveContext* tree);
  ast::FormatUse build_format_use(Grammar::Format_useContext* tree);
  ast::FormatName build_format_name(Grammar::Format_nameContext* tree);
  ast::FormatArgument build_format_argument(Grammar::Format_argumentContext* tree);
  std::vector<ast::StorageArgument> build_storage(
      const std::vector<Grammar::Storage_argumentContext*>& trees);
  ast::StorageArgument build_storage_argument(Grammar::Storage_argumentContext* tree);
  ast::LevelSpec build_level_spec(Grammar::Level_specContext* tree);
  ast::LevelMode build_level_mode(Grammar::Level_modeContext* tree);
  ast::FormatArgument build_level_divisor(Grammar::Level_divisorContext* tree);
  ast::Modifier build_modifier(Grammar::ModifierContext* tree);
  void check_modifier(const ast::Modifier& modifier);
  /// A C++ expression, a whole number or auto, told apart by its text.
  ast::FormatArgument classify_format_argument(ast::Cpp cpp);

  // build_schedule.cpp
  ast::ScheduleDirective build_schedule_directive(Grammar::Schedule_directiveContext* tree);
  ast::ScheduleCommand build_schedule_command(Grammar::Schedule_commandContext* tree);
  std::vector<ast::ScheduleArgument> build_schedule_arguments(Grammar::Schedule_argumentsContext* tree);
  ast::ScheduleArgument build_schedule_argument(Grammar::Schedule_argumentContext* tree);
  ast::ScheduleArgument build_schedule_value(Grammar::Schedule_valueContext* tree);
  ast::ScheduleList build_schedule_list(Grammar::Schedule_listContext* tree);
  /// An argument that the grammar takes as an expression: a name, a number, C++, a setting, or really an
  /// expression.
  ast::ScheduleArgument classify_schedule_argument(const ast::ExprPtr& expr);
  bool is_function(const std::string& name) const;

  const TokenLine& line_;
  BlockContext& block_;
};

}  // namespace insum::parse

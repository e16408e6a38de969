#include "ast/known_functions.h"
#include "ast/walk.h"
#include "parse/ast_builder.h"
#include "support/names.h"
#include "support/numbers.h"

namespace insum::parse {

namespace {

/// Whether the expression reads an element of a tensor: then it is computed, and is no setting.
bool has_bracketed_access(const ast::ExprPtr& expr) {
  bool found = false;
  ast::for_each_expr(expr, [&](const ast::ExprPtr& e) {
    const auto* access = std::get_if<ast::Access>(&e->node);
    found |= (access && access->bracketed) || std::holds_alternative<ast::Reduction>(e->node);
  });
  return found;
}

const ast::Name* bare_name(const ast::ExprPtr& expr) {
  const auto* access = std::get_if<ast::Access>(&expr->node);
  return access && !access->bracketed ? &access->tensor : nullptr;
}

std::string relation_text(BinaryOp op) { return op >= BinaryOp::lt && op <= BinaryOp::eq ? symbol(op) : ""; }

/// A setting's own name is no C++.
ast::Name without_id(ast::Name name) {
  name.id = -1;
  return name;
}

}  // namespace

ast::ScheduleDirective AstBuilder::build_schedule_directive(Grammar::Schedule_directiveContext* tree) {
  ast::ScheduleDirective schedule;
  for (auto* part : tree->schedule_command()) {
    ast::ScheduleCommand command = build_schedule_command(part);
    const bool is_bare_auto =
        command.name.text == "auto" && command.arguments.empty() && command.path.empty();
    schedule.is_auto |= command.name.text == "auto";
    if (!is_bare_auto) schedule.commands.push_back(std::move(command));
  }
  return schedule;
}

ast::ScheduleCommand AstBuilder::build_schedule_command(Grammar::Schedule_commandContext* tree) {
  ast::ScheduleCommand command;
  command.range = range(tree);
  if (tree->relation()) {  // memory <= 1e9
    command.name = build_word(tree->name());
    ast::ScheduleSetting setting{
        command.name, text(tree->relation()), {build_schedule_value(tree->schedule_value())}};
    command.arguments.push_back({std::move(setting), command.range});
    return command;
  }
  command.name = build_word(tree->command_name());
  if (tree->schedule_arguments()) command.arguments = build_schedule_arguments(tree->schedule_arguments());
  if (tree->schedule_path() && tree->schedule_path()->schedule_arguments())
    command.path = build_schedule_arguments(tree->schedule_path()->schedule_arguments());
  return command;
}

std::vector<ast::ScheduleArgument> AstBuilder::build_schedule_arguments(
    Grammar::Schedule_argumentsContext* tree) {
  std::vector<ast::ScheduleArgument> list;
  for (auto* argument : tree->schedule_argument()) list.push_back(build_schedule_argument(argument));
  return list;
}

ast::ScheduleArgument AstBuilder::build_schedule_argument(Grammar::Schedule_argumentContext* tree) {
  if (tree->schedule_value()) return build_schedule_value(tree->schedule_value());
  auto* part = tree->schedule_setting();
  return {ast::ScheduleSetting{build_word(part->name()), "=", {build_schedule_value(part->schedule_value())}},
          range(tree)};
}

ast::ScheduleArgument AstBuilder::build_schedule_value(Grammar::Schedule_valueContext* tree) {
  if (tree->schedule_list()) return {build_schedule_list(tree->schedule_list()), range(tree)};
  if (tree->expr()) return classify_schedule_argument(build_expr(tree->expr()));
  ast::Name word = build_word(tree);  // `static` is a word of OpenMP users, so keywords are not refused
  const bool may_be_cpp = word.text.find('.') == std::string::npos && !is_cpp_keyword(word.text);
  if (may_be_cpp) word.id = block_.next_id++;
  return {std::move(word), range(tree)};
}

ast::ScheduleList AstBuilder::build_schedule_list(Grammar::Schedule_listContext* tree) {
  ast::ScheduleList list;
  for (auto* word : tree->schedule_word()) {
    if (word->name()) {
      list.names.push_back(build_word(word));
      if (!is_cpp_keyword(list.names.back().text)) list.names.back().id = block_.next_id++;
    } else {
      list.names.push_back({std::to_string(build_integer(text(word), range(word))), range(word)});
    }
  }
  return list;
}

ast::ScheduleArgument AstBuilder::classify_schedule_argument(const ast::ExprPtr& expr) {
  const SourceRange where = expr->range;
  if (const ast::Name* name = bare_name(expr)) return {*name, where};
  if (const auto* cpp = std::get_if<ast::Cpp>(&expr->node)) return {*cpp, where};
  if (const auto* number = std::get_if<ast::Number>(&expr->node); number && number->is_integer)
    return {number_fits(number->text) ? build_integer(number->text, where) : 0, where};
  if (const auto* unary = std::get_if<ast::Unary>(&expr->node); unary && unary->op == ast::UnaryOp::minus) {
    const auto* number = std::get_if<ast::Number>(&unary->operand->node);
    if (number && number->is_integer)
      return {number_fits(number->text) ? -build_integer(number->text, where) : 0, where};
  }
  if (const auto* binary = std::get_if<ast::Binary>(&expr->node)) {
    const ast::Name* name = bare_name(binary->left);
    const std::string relation = relation_text(binary->op);
    if (name && !relation.empty() && !has_bracketed_access(binary->right))
      return {ast::ScheduleSetting{without_id(*name), relation, {classify_schedule_argument(binary->right)}},
              where};
  }
  if (const auto* call = std::get_if<ast::Call>(&expr->node);
      call && !is_function(call->function.text) && !has_bracketed_access(expr)) {
    ast::ScheduleSetting setting{without_id(call->function), "(", {}};
    for (const ast::ExprPtr& argument : call->arguments)
      setting.values.push_back(classify_schedule_argument(argument));
    return {std::move(setting), where};
  }
  return {expr, where};
}

bool AstBuilder::is_function(const std::string& name) const {
  return ast::is_known_function(name) || block_.functions.count(name) > 0;
}

}  // namespace insum::parse

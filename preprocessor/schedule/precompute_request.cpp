#include "schedule/precompute_request.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "ast/ast_printer.h"
#include "schedule/named_workspace.h"

namespace insum::schedule {

using namespace index;

namespace {

/// The names of {i, j}; nothing for anything else (diagnosed).
std::optional<std::vector<std::string>> list_argument(Command& command, std::size_t number) {
  const ast::ScheduleArgument& argument = command.text.arguments.at(number);
  std::vector<std::string> names;
  if (const auto* list = std::get_if<ast::ScheduleList>(&argument.value)) {
    for (const ast::Name& name : list->names) names.push_back(name.text);
    return names;
  }
  command.diagnostics.report(Diag::schedule_argument, argument.range,
                             {"precompute", "a list of indices here, such as {i, j}"});
  return std::nullopt;
}

std::optional<ast::ExprPtr> expression_argument(Command& command) {
  const ast::ScheduleArgument& argument = command.text.arguments.at(0);
  if (const auto* expr = std::get_if<ast::ExprPtr>(&argument.value)) return *expr;
  if (const auto* name = std::get_if<ast::Name>(&argument.value)) {
    ast::Expr bare{ast::Access{*name, {}, false, name->range}, name->range};
    return std::make_shared<const ast::Expr>(std::move(bare));
  }
  command.diagnostics.report(Diag::schedule_argument, argument.range,
                             {"precompute", "a part of the right side first"});
  return std::nullopt;
}

bool check_lists(Command& command, const PrecomputeRequest& request) {
  if (request.consumer.size() != request.producer.size() || request.consumer.empty())
    return refuse(command, Diag::schedule_argument, {"precompute", "two lists of as many indices"});
  for (std::size_t n = 0; n < request.consumer.size(); ++n) {
    const std::string &name = request.consumer[n], &own = request.producer[n];
    const auto first = request.consumer.begin(), here = first + static_cast<std::ptrdiff_t>(n);
    const auto& vars = command.program.variables;
    if (std::none_of(vars.begin(), vars.end(), [&](const Var& var) { return var->name == name; })) {
      command.diagnostics.report(Diag::unknown_schedule_index, command.text.arguments[1].range,
                                 {name, "name loops of the nest"});
      return false;
    }
    if (std::find(first, here, name) != here)
      return refuse(command, Diag::schedule_argument,
                    {"precompute", "every index once, found " + name + " twice"});
    if (own != name && !is_new_name(command, 2, own)) return false;
  }
  return true;
}

}  // namespace

bool check_workspace_names(const std::vector<ast::ScheduleCommand>& schedule, Program& program,
                           Diagnostics& diagnostics) {
  constexpr std::size_t expression = 0, workspace = 3;
  bool good = true;
  std::set<std::pair<std::string, std::string>> seen;
  for (const ast::ScheduleCommand& text : schedule) {
    if (text.name.text != "precompute" || text.arguments.size() <= workspace) continue;
    const auto* name = std::get_if<ast::Name>(&text.arguments[workspace].value);
    if (!name) continue;
    std::vector<Chain> none;
    Command command{text, program, none, diagnostics};
    good &= is_new_name(command, workspace, name->text);
    const auto* expr = std::get_if<ast::ExprPtr>(&text.arguments[expression].value);
    const auto* tensor = std::get_if<ast::Name>(&text.arguments[expression].value);
    const std::string printed = expr ? ast::print(**expr) : tensor ? tensor->text : "";
    if (!seen.emplace(printed, name->text).second)
      good = refuse(command, Diag::impossible_precompute,
                    {printed, "a command before this one computes it into " + name->text + " already",
                     "leave out one of the two"});
  }
  return good;
}

std::optional<PrecomputeRequest> read_request(Command& command) {
  if (!has_arguments(command, 4, SIZE_MAX)) return std::nullopt;
  const auto expr = expression_argument(command);
  const auto consumer = list_argument(command, 1), producer = list_argument(command, 2);
  if (!expr || !consumer || !producer) return std::nullopt;
  const auto* name = std::get_if<ast::Name>(&command.text.arguments[3].value);
  if (!name) {
    command.diagnostics.report(Diag::schedule_argument, command.text.arguments[3].range,
                               {"precompute", "the name of the workspace here"});
    return std::nullopt;
  }
  PrecomputeRequest request{*expr, *consumer, *producer, name->text, std::nullopt};
  if (!read_policy(command, 4, request.name, request.policy)) return std::nullopt;
  if (!check_lists(command, request)) return std::nullopt;
  return request;
}

}  // namespace insum::schedule

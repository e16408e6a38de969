#include "schedule/named_workspace.h"

#include <algorithm>

#include "ast/ast_printer.h"
#include "index_ir/rewrite.h"
#include "schedule/match_expression.h"

namespace insum::schedule {

using namespace index;

namespace {

constexpr long long most_entries = 1LL << 40;  // of an accumulation array, as the runtime has it

bool no_such_argument(Command& command, const ast::ScheduleArgument& argument, const std::string& name) {
  const std::string near =
      nearest(name, {"auto", "coord", "bucket", "hash", "dense", "capacity", "pipeline", "double_buffer"});
  const std::string question = near.empty() || near == name ? "" : "did you mean '" + near + "'? ";
  const std::string known =
      name == "user"
          ? "a type of the user's is named by a line, workspace W : user(Type)"
          : "known are auto, coord, bucket, hash and dense, capacity(n), pipeline and double_buffer";
  command.diagnostics.report(Diag::unknown_workspace_policy, argument.range,
                             {name.empty() ? "in precompute" : "'" + name + "'", question + known});
  return false;
}

/// One argument after the name of the workspace.
bool read_argument(Command& command, const ast::ScheduleArgument& argument, WorkspacePolicy& policy) {
  const auto no = [&](Diag diag, const std::vector<std::string>& text) {
    command.diagnostics.report(diag, argument.range, text);
    return false;
  };
  const auto* word = std::get_if<ast::Name>(&argument.value);
  const auto* setting = std::get_if<ast::ScheduleSetting>(&argument.value);
  if (word && word->text != "user" && (is_sparse_policy(word->text) || word->text == "dense")) {
    if (!policy.kind.empty()) return no(Diag::schedule_argument, {"precompute", "one kind of workspace"});
    policy.kind = word->text;
    return true;
  }
  const auto set = [&](bool& option) {
    if (option) return no(Diag::schedule_argument, {"precompute", word->text + " once"});
    return option = true;
  };
  if (word && word->text == "pipeline") return set(policy.pipeline);
  if (word && word->text == "double_buffer") return set(policy.double_buffer);
  if (setting && setting->name.text == "capacity") {
    if (policy.capacity >= 0) return no(Diag::schedule_argument, {"precompute", "one capacity"});
    const auto* number =
        setting->values.empty() ? nullptr : std::get_if<long long>(&setting->values.front().value);
    if (setting->relation != "(" || setting->values.size() != 1 || !number || *number < 1 ||
        *number > most_entries)
      return no(Diag::schedule_argument, {"precompute", "capacity(n) with a number of entries, from 1 to " +
                                                            std::to_string(most_entries)});
    policy.capacity = *number;
    return true;
  }
  return no_such_argument(command, argument, word ? word->text : setting ? setting->name.text : "");
}

bool refuse_request(Command& command, const PrecomputeRequest& request, const std::string& why,
                    const std::string& remedy) {
  return refuse(command, Diag::impossible_precompute, {ast::print(*request.expr), why, remedy});
}

/// How many levels of the result the indices name: all, or the last ones in their order.
std::optional<std::size_t> levels_named(const Access& left, const std::vector<std::string>& named) {
  const std::vector<Var> all = variables_of(left);
  const auto is_named = [&](const Var& var) {
    return std::find(named.begin(), named.end(), var->name) != named.end();
  };
  if (named.size() == all.size() && std::all_of(all.begin(), all.end(), is_named))
    return left.subscripts.size();
  if (named.size() > left.subscripts.size()) return std::nullopt;
  const std::size_t first = left.subscripts.size() - named.size();
  for (std::size_t n = 0; n < named.size(); ++n)
    if (const Var var = as_var(left.subscripts[first + n]); !var || var->name != named[n])
      return std::nullopt;
  return named.size();
}

/// What the chain computes goes into a sparse result, and is collected: all of its Einsum, as was found
/// before the Einsum got its loops, or the whole term that is named.
bool is_collected(const Chain& chain, const Command& command, const PrecomputeRequest& request) {
  const TensorNode& left = *chain.assign.left.tensor;
  if (!left.assembled || left.temporary) return false;
  const auto& collected = command.program.requests.collected;
  const auto names = collected.find({left.values, left.build});
  if (names != collected.end() && names->second.count(request.name)) return true;
  const auto found = find_factors(request.expr, chain.assign.right);
  return found && found->others.empty();
}

}  // namespace

bool read_policy(Command& command, std::size_t first, const std::string& name,
                 std::optional<WorkspacePolicy>& policy) {
  WorkspacePolicy read;
  for (std::size_t n = first; n < command.text.arguments.size(); ++n)
    if (!read_argument(command, command.text.arguments[n], read)) return false;
  auto& lines = command.program.policy_lines;
  const auto line = std::find_if(lines.begin(), lines.end(), [&](const auto& l) { return l.name == name; });
  if (line != lines.end()) {
    if (!read.kind.empty())
      return refuse(command, Diag::schedule_argument,
                    {"precompute", "no kind of workspace, where a workspace line has one"});
    read.kind = line->policy.kind, read.type = line->policy.type;
    line->used = true;
  }
  if (is_sparse_policy(read.kind)) {
    policy = read;
  } else if (read.capacity >= 0 || read.pipeline || read.double_buffer) {
    return refuse_options(command, "capacity, pipeline and double_buffer with auto, coord, bucket or hash");
  }
  return true;
}

bool refuse_options(Command& command, const std::string& takes) {
  constexpr std::size_t workspace = 3;
  for (std::size_t n = workspace + 1; n < command.text.arguments.size(); ++n) {
    const ast::ScheduleArgument& argument = command.text.arguments[n];
    const auto* word = std::get_if<ast::Name>(&argument.value);
    if (word && word->text != "pipeline" && word->text != "double_buffer") continue;
    command.diagnostics.report(Diag::schedule_argument, argument.range, {"precompute", takes});
    return false;
  }
  return refuse(command, Diag::schedule_argument, {"precompute", takes});
}

bool names_sparse_policy(const ast::ScheduleCommand& text, const Program& program) {
  constexpr std::size_t workspace = 3;
  for (std::size_t n = workspace; n < text.arguments.size(); ++n) {
    const auto* word = std::get_if<ast::Name>(&text.arguments[n].value);
    if (word && n > workspace && is_sparse_policy(word->text)) return true;
    for (const auto& line : program.policy_lines)
      if (word && n == workspace && line.name == word->text && is_sparse_policy(line.policy.kind))
        return true;
  }
  return false;
}

bool collects_whole_terms(const Command& command, const PrecomputeRequest& request) {
  return std::any_of(command.chains.begin(), command.chains.end(),
                     [&](const Chain& chain) { return is_collected(chain, command, request); });
}

bool collect_in_workspace(Command& command, const PrecomputeRequest& request) {
  bool any = false;
  auto& named = command.program.named_workspaces;
  for (const Chain& chain : command.chains) {
    const Access& left = chain.assign.left;
    if (!is_collected(chain, command, request)) continue;
    any = true;
    const auto modes = levels_named(left, request.consumer);
    if (!modes)
      return refuse_request(
          command, request,
          "the indices are not the last ones of " + left.tensor->name + " in the order of its levels",
          "name all of its indices, or the last ones");
    const auto same = [&](const auto& other) { return other.result == left.tensor; };
    const auto other = std::find_if(named.begin(), named.end(), same);
    if (other != named.end() &&
        (other->name != request.name || !(other->policy == *request.policy) || other->modes != *modes))
      return refuse_request(command, request,
                            left.tensor->name + " is collected in the workspace " + other->name + " already",
                            "name one workspace, of one policy and the same indices");
    named.push_back({request.name, left.tensor, *modes, *request.policy, command.text.arguments[3].range});
  }
  if (any) return true;
  return refuse_request(command, request, "it is no product of factors of a term",
                        "write it as in the Einsum");
}

}  // namespace insum::schedule

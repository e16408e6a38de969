#include "schedule/branches.h"

#include <algorithm>
#include <set>

#include "index_ir/nest.h"

namespace insum::schedule {

using namespace index;

namespace {

/// 0 or 1; nothing for anything else.
std::optional<int> as_step(const std::string& text) {
  if (text == "0") return 0;
  if (text == "1") return 1;
  return std::nullopt;
}

/// The steps of one argument; false for what is none (diagnosed).
bool add_steps(Command& command, const ast::ScheduleArgument& argument, std::vector<int>& steps) {
  const auto add = [&](const std::string& text, SourceRange where) {
    const std::optional<int> step = as_step(text);
    if (step) return steps.push_back(*step), true;
    command.diagnostics.report(
        Diag::schedule_argument, where,
        {command.text.name.text, "a path of 0 (to the producer) and 1 (to the consumer) here"});
    return false;
  };
  if (const auto* list = std::get_if<ast::ScheduleList>(&argument.value))
    return std::all_of(list->names.begin(), list->names.end(),
                       [&](const ast::Name& name) { return add(name.text, name.range); });
  const auto* number = std::get_if<long long>(&argument.value);
  return add(number ? std::to_string(*number) : "", argument.range);
}

bool is_copy(const Chain& chain) { return !chain.assign.left.tensor->copy_of.empty(); }

/// "{0}, {1, 0} and {1, 1}": where nests are in the block.
std::string paths_of(const std::vector<Chain>& chains) {
  std::set<std::vector<int>> paths;
  for (const Chain& chain : chains)
    if (!is_copy(chain)) paths.insert(chain.path);
  std::string text;
  std::size_t left = paths.size();
  for (const std::vector<int>& path : paths) {
    text += path_text(path);
    if (--left > 0) text += left == 1 ? " and " : ", ";
  }
  return text;
}

}  // namespace

std::string path_text(const std::vector<int>& steps) {
  std::string text;
  for (const int step : steps) text += (text.empty() ? "" : ", ") + std::to_string(step);
  return "{" + text + "}";
}

std::optional<Path> read_path(Command& command, const std::vector<ast::ScheduleArgument>& arguments) {
  Path path{{}, command.text.range};
  for (const ast::ScheduleArgument& argument : arguments)
    if (!add_steps(command, argument, path.steps)) return std::nullopt;
  if (!arguments.empty()) path.where = join(arguments.front().range, arguments.back().range);
  return path;
}

std::vector<Chain*> nests_at(Command& command, const Path& path) {
  std::vector<Chain*> nests;
  bool is_split = false, branches = false;
  for (Chain& chain : command.chains) {
    if (is_copy(chain)) continue;
    if (chain.path == path.steps) nests.push_back(&chain);
    is_split |= !chain.path.empty();
    branches |= chain.path.size() > path.steps.size() &&
                std::equal(path.steps.begin(), path.steps.end(), chain.path.begin());
  }
  if (nests.empty())
    command.diagnostics.report(
        Diag::impossible_path, path.where,
        {path_text(path.steps),
         branches ? "the nest there is split into branches" : "no nest was split there",
         is_split ? "those that lead to nests are " + paths_of(command.chains)
                  : "leave it out, or split the nest first, with loopfuse"});
  return nests;
}

std::vector<Var> loops_around(const Chain& chain, const Program& program) {
  std::vector<Var> list;
  for (const Var& var : chain.around)
    for (const Var& loop : loops_for(chain, var, program)) list.push_back(loop);
  return list;
}

bool is_around_others(const Chain& chain, const Var& loop, const Program& program) {
  return contains(loops_around(chain, program), loop);
}

}  // namespace insum::schedule

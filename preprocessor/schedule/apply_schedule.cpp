#include "schedule/apply_schedule.h"

#include <algorithm>
#include <set>

#include "index_ir/nest.h"
#include "schedule/command.h"
#include "schedule/told.h"

namespace insum::schedule {

using namespace index;

namespace {

struct Entry {
  std::string keyword, usage;
  bool (*apply)(Command&) = nullptr;
};

const std::vector<Entry>& table() {
  static const std::vector<Entry> entries = {
#define INSUM_COMMAND(keyword, usage) {#keyword, usage, &keyword},
#include "schedule/commands.def"
  };
  return entries;
}

bool names_any(const ast::ScheduleCommand& text, const std::set<std::string>& names) {
  return std::any_of(text.arguments.begin(), text.arguments.end(),
                     [&](const ast::ScheduleArgument& argument) {
                       const auto* setting = std::get_if<ast::ScheduleSetting>(&argument.value);
                       const auto* name = setting ? &setting->name : std::get_if<ast::Name>(&argument.value);
                       return name && names.count(name->text) != 0;
                     });
}

/// A path, or what may be one.
bool names_branch(const ast::ScheduleCommand& text) {
  const auto is_list = [](const ast::ScheduleArgument& argument) {
    const auto* list = std::get_if<ast::ScheduleList>(&argument.value);
    return list && !list->names.empty();
  };
  return !text.path.empty() ||
         (text.name.text == "loopfuse" && std::any_of(text.arguments.begin(), text.arguments.end(), is_list));
}

/// The arguments of a command that are new names; the other ones are names that exist, and words.
std::vector<std::size_t> new_name_arguments(const std::string& keyword) {
  if (keyword == "split") return {1, 2};
  if (keyword == "fuse") return {2};
  if (keyword == "pos") return {1};
  return keyword == "precompute" ? std::vector<std::size_t>{3} : std::vector<std::size_t>{};
}

void add_new_names(const ast::ScheduleCommand& text, const Program& program, std::set<std::string>& names) {
  for (const std::size_t number : new_name_arguments(text.name.text)) {
    if (number >= text.arguments.size()) continue;
    const auto* name = std::get_if<ast::Name>(&text.arguments[number].value);
    if (name && !is_taken(program, name->text)) names.insert(name->text);
  }
}

}  // namespace

const std::vector<std::string>& command_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const Entry& entry : table()) list.push_back(entry.keyword);
    return list;
  }();
  return names;
}

const std::vector<std::string>& command_usages() {
  static const std::vector<std::string> usages = [] {
    std::vector<std::string> list;
    for (const Entry& entry : table()) list.push_back(entry.usage);
    return list;
  }();
  return usages;
}

namespace {

bool has_others_than(const std::set<std::string>& names, const std::vector<ast::ScheduleCommand>& commands) {
  return std::any_of(commands.begin(), commands.end(),
                     [&](const ast::ScheduleCommand& c) { return names.count(c.name.text) == 0; });
}

}  // namespace

bool orders_loops(const std::vector<ast::ScheduleCommand>& commands) {
  return has_others_than({"deterministic", "memory", "no_convert", "same_pattern", "tensorize"}, commands);
}

bool leaves_products(const std::vector<ast::ScheduleCommand>& commands) {
  return !has_others_than(
      {"deterministic", "memory", "no_convert", "same_pattern", "tensorize", "precompute"}, commands);
}

std::optional<Program> apply_schedule(const Program& program,
                                      const std::vector<ast::ScheduleCommand>& commands,
                                      Diagnostics& diagnostics) {
  Program result = program;
  std::vector<Chain> chains = chains_of(program);
  bool good = true;
  std::set<std::string> missing;  // names that a refused command would have given, ...
  bool no_branches = false;       // ... and the branches of a nest
  for (const ast::ScheduleCommand& text : commands) {
    if (names_any(text, missing) || (no_branches && names_branch(text))) {
      add_new_names(text, result, missing);
      continue;
    }
    const auto entry = std::find_if(table().begin(), table().end(),
                                    [&](const Entry& e) { return e.keyword == text.name.text; });
    if (entry == table().end()) {
      const std::string near = nearest(text.name.text, command_names());
      diagnostics.report(
          Diag::unknown_schedule_command, text.name.range,
          {text.name.text, near.empty() ? "see 'insum help schedules'" : "did you mean '" + near + "'?"});
      good = false;
      continue;
    }
    Command command{text, result, chains, diagnostics};
    if (entry->apply(command)) continue;
    add_new_names(text, result, missing);
    no_branches |= text.name.text == "loopfuse";
    good = false;
  }
  if (!good || !can_do_as_told(chains, diagnostics)) return std::nullopt;
  result.body = to_stmt(chains);
  return result;
}

}  // namespace insum::schedule

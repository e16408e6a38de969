#include "schedule/command.h"

#include <algorithm>
#include <cstdint>
#include <set>

#include "index_ir/nest.h"

namespace insum::schedule {

using namespace index;

bool refuse(Command& command, Diag diag, const std::vector<std::string>& arguments) {
  command.diagnostics.report(diag, command.text.range, arguments);
  return false;
}

namespace {

/// The indices that a command can name: those of the block, and those that replaced them. Others are of
/// copies that the compiler makes.
std::set<Var> nameable(const Program& program) {
  std::set<Var> known;
  for (const Var& var : program.variables)
    if (var->where.valid()) known.insert(var);
  for (bool more = true; more;) {
    more = false;
    for (const auto& [from, to] : program.derived)
      if (known.count(from) > 0)
        for (const Var& var : to) more |= known.insert(var).second;
    for (const auto& [made, of] : program.fused)
      if (known.count(of.outer) + known.count(of.inner) > 0) more |= known.insert(made).second;
  }
  return known;
}

}  // namespace

Var index_argument(Command& command, std::size_t number) {
  const ast::ScheduleArgument& argument = command.text.arguments.at(number);
  const auto* name = std::get_if<ast::Name>(&argument.value);
  if (!name) {
    command.diagnostics.report(Diag::schedule_argument, argument.range,
                               {command.text.name.text, "an index here"});
    return nullptr;
  }
  return index_named(command, *name);
}

Var index_named(Command& command, const ast::Name& name) {
  const std::set<Var> known = nameable(command.program);
  std::vector<std::string> names;
  for (const Var& var : command.program.variables) {
    if (var->name == name.text) return var;
    if (known.count(var) > 0) names.push_back(var->name);
  }
  // Every letter is near every other one.
  const std::string near = name.text.size() > 1 ? nearest(name.text, names) : "";
  std::string all;
  for (const std::string& n : names) all += (all.empty() ? "" : ", ") + n;
  command.diagnostics.report(
      Diag::unknown_schedule_index, name.range,
      {name.text, near.empty() ? "the indices of this block are " + all : "did you mean '" + near + "'?"});
  return nullptr;
}

bool is_new_name(Command& command, std::size_t number, const std::string& name) {
  const Program& program = command.program;
  if (!is_taken(program, name)) return true;
  const auto named = [&](const auto& node) { return node->name == name; };
  const std::string what =
      std::any_of(program.variables.begin(), program.variables.end(), named) ? "an index already"
      : std::any_of(program.tensors.begin(), program.tensors.end(), named)   ? "a tensor"
                                                                             : "a name in the kernel";
  command.diagnostics.report(Diag::schedule_argument, command.text.arguments.at(number).range,
                             {command.text.name.text, "a new name here, but '" + name + "' is " + what});
  return false;
}

std::optional<std::string> new_name(Command& command, std::size_t number) {
  const ast::ScheduleArgument& argument = command.text.arguments.at(number);
  const auto* name = std::get_if<ast::Name>(&argument.value);
  if (!name) {
    command.diagnostics.report(Diag::schedule_argument, argument.range,
                               {command.text.name.text, "the name of a new index here"});
    return std::nullopt;
  }
  if (!is_new_name(command, number, name->text)) return std::nullopt;
  return name->text;
}

bool AccessArgument::names(const Access& access) const {
  if (access.tensor->name != tensor && access.tensor->copy_of != tensor) return false;
  if (subscripts.size() != access.tensor->sizes.size() || access.tensor->folded) return true;
  for (std::size_t l = 0; l < access.subscripts.size(); ++l) {
    const Var var = as_var(access.subscripts[l]);
    std::size_t number = l;  // of the mode
    if (access.tensor->storage_form) {
      const LevelMode& mode = access.tensor->levels[l].level.mode;
      if (mode.kind != LevelMode::Kind::plain) continue;
      number = static_cast<std::size_t>(mode.mode);
    }
    if (!var) continue;
    const std::string& wanted = subscripts[number];
    if (!wanted.empty() && wanted != var->name) return false;
  }
  return true;
}

std::string index_name(const ast::Subscript& subscript) {
  if (subscript.terms.size() != 1 || subscript.terms[0].negative || subscript.terms[0].coefficient) return "";
  const auto* name = std::get_if<ast::Name>(&subscript.terms[0].factor);
  return name ? name->text : "";
}

std::optional<AccessArgument> access_argument(Command& command, std::size_t number) {
  const ast::ScheduleArgument& argument = command.text.arguments.at(number);
  if (const auto* name = std::get_if<ast::Name>(&argument.value)) return AccessArgument{name->text, {}};
  const auto* expr = std::get_if<ast::ExprPtr>(&argument.value);
  const auto* access = expr ? std::get_if<ast::Access>(&(*expr)->node) : nullptr;
  if (!access) {
    command.diagnostics.report(Diag::schedule_argument, argument.range,
                               {command.text.name.text, "an operand here, such as A[i,k]"});
    return std::nullopt;
  }
  AccessArgument result{access->tensor.text, {}};
  for (const ast::Subscript& subscript : access->subscripts)
    result.subscripts.push_back(index_name(subscript));
  return result;
}

std::optional<long long> number_argument(Command& command, std::size_t number, long long least,
                                         long long most) {
  const ast::ScheduleArgument& argument = command.text.arguments.at(number);
  const auto* value = std::get_if<long long>(&argument.value);
  if (value && *value >= least && *value <= most) return *value;
  command.diagnostics.report(Diag::schedule_argument, argument.range,
                             {command.text.name.text, "a whole number from " + std::to_string(least) +
                                                          " to " + std::to_string(most) + " here"});
  return std::nullopt;
}

std::optional<std::string> cached_tensor(Command& command, const std::string& where) {
  if (!has_arguments(command, 2, 2)) return std::nullopt;
  const auto* tensor = std::get_if<ast::Name>(&command.text.arguments[0].value);
  const auto* place = std::get_if<ast::Name>(&command.text.arguments[1].value);
  const auto wants = [&](std::size_t number, const std::string& what) {
    command.diagnostics.report(Diag::schedule_argument, command.text.arguments[number].range,
                               {command.text.name.text, what});
    return std::nullopt;
  };
  if (!tensor) return wants(0, "the name of a tensor here");
  if (!place || place->text != where) return wants(1, "the word '" + where + "' here");
  for (const Program::Cached& other : command.program.cached)
    if (other.tensor == tensor->text && other.result == (where == "registers"))
      return wants(0, "each tensor once, and '" + tensor->text + "' is named already");
  return tensor->text;
}

bool has_arguments(Command& command, std::size_t least, std::size_t most) {
  if (!command.text.path.empty()) {
    command.diagnostics.report(Diag::schedule_argument, command.text.path.front().range,
                               {command.text.name.text, "no path after ';', as reorder and loopfuse do"});
    return false;
  }
  return has_argument_count(command, least, most);
}

bool has_argument_count(Command& command, std::size_t least, std::size_t most) {
  const std::size_t found = command.text.arguments.size();
  if (found >= least && found <= most) return true;
  std::string wanted = std::to_string(least);
  if (most == SIZE_MAX) wanted = "at least " + wanted;
  if (most != SIZE_MAX && most != least) wanted += " to " + std::to_string(most);
  wanted += least == 1 && most == 1 ? " argument" : " arguments";
  return refuse(command, Diag::schedule_argument,
                {command.text.name.text, wanted + ", found " + std::to_string(found)});
}

std::vector<Var> loops_for(const Chain& chain, const Var& var, const Program& program) {
  if (chain.has(var)) return {var};
  const auto [first, last] = program.derived.equal_range(var);
  for (auto entry = first; entry != last; ++entry) {
    std::vector<Var> list;
    bool all = !entry->second.empty();
    for (const Var& part : entry->second) {
      const std::vector<Var> loops = loops_for(chain, part, program);
      all &= !loops.empty();
      list.insert(list.end(), loops.begin(), loops.end());
    }
    if (all) return list;
  }
  return {};
}

bool is_looped(Command& command, const Var& var, std::size_t argument) {
  return is_looped(command, var, command.text.arguments.at(argument).range);
}

bool is_looped(Command& command, const Var& var, SourceRange where) {
  for (const Chain& chain : command.chains)
    if (!loops_for(chain, var, command.program).empty()) return true;
  command.diagnostics.report(Diag::schedule_without_loop, where, {var->name});
  return false;
}

}  // namespace insum::schedule

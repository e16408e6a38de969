// tile(i=64, j=64)        split(i, i0, i1, 64), split(j, j0, j1, 64), reorder(i0, j0, i1, j1)
// tile(auto)              that of all loops over ranges, with lengths that the kernel chooses when it runs
// Refused where these are.
#include "index_ir/nest.h"
#include "schedule/command.h"
#include "schedule/split_loop.h"
#include "schedule/tile_widths.h"

namespace insum::schedule {

using namespace index;

namespace {

struct Size {
  Var index;
  std::optional<long long> width = {};  // nothing: chosen by the kernel
};

/// i=64 or i=auto; nothing for anything else (diagnosed).
std::optional<Size> size_argument(Command& command, const ast::ScheduleArgument& argument) {
  const auto* setting = std::get_if<ast::ScheduleSetting>(&argument.value);
  const bool has_one = setting && setting->relation == "=" && setting->values.size() == 1;
  const auto* width = has_one ? std::get_if<long long>(&setting->values[0].value) : nullptr;
  const auto* word = has_one ? std::get_if<ast::Name>(&setting->values[0].value) : nullptr;
  const bool is_auto = word && word->text == "auto";
  if (!is_auto && (!width || *width < 1 || *width > 1 << 20)) {
    command.diagnostics.report(
        Diag::schedule_argument, argument.range,
        {"tile", "indices with sizes from 1 to " + std::to_string(1 << 20) + ", such as i=64, or i=auto"});
    return std::nullopt;
  }
  const Var index = index_named(command, setting->name);
  if (!index || !is_looped(command, index, setting->name.range)) return std::nullopt;
  if (is_auto) return Size{index, {}};
  return Size{index, *width};
}

/// What the arguments ask for; nothing where they cannot have it (diagnosed).
std::optional<std::vector<Size>> sizes_of(Command& command) {
  std::vector<Size> sizes;
  const auto* word = std::get_if<ast::Name>(&command.text.arguments[0].value);
  if (word && word->text == "auto" && command.text.arguments.size() == 1) {
    for (const Var& var : loops_to_tile(command)) sizes.push_back({var, {}});
    if (sizes.empty()) {
      refuse(command, Diag::schedule_argument,
             {"tile", "a loop over a range of more than 16 values, and this block has none for 'auto'"});
      return std::nullopt;
    }
  } else {
    for (const ast::ScheduleArgument& argument : command.text.arguments) {
      const auto size = size_argument(command, argument);
      if (!size) return std::nullopt;
      sizes.push_back(*size);
    }
  }
  const bool chooses = std::any_of(sizes.begin(), sizes.end(), [](const Size& size) { return !size.width; });
  if (chooses && sizes.size() > most_tiled) {
    refuse(command, Diag::schedule_argument,
           {"tile", "'auto' for up to " + std::to_string(most_tiled) + " indices"});
    return std::nullopt;
  }
  if (chooses && !command.program.tiling.indices.empty()) {
    refuse(command, Diag::schedule_argument, {"tile", "'auto' in one command only, with all its indices"});
    return std::nullopt;
  }
  return sizes;
}

/// Runs another command in the place of this one.
bool run(Command& command, bool (*other)(Command&), const std::string& keyword,
         std::vector<decltype(ast::ScheduleArgument::value)> arguments) {
  ast::ScheduleCommand text;
  text.name = {keyword, command.text.name.range};
  text.range = command.text.range;
  for (auto& value : arguments) text.arguments.push_back({std::move(value), command.text.range});
  Command inner{text, command.program, command.chains, command.diagnostics};
  return other(inner);
}

}  // namespace

bool tile(Command& command) {
  if (!has_arguments(command, 1, SIZE_MAX)) return false;
  const auto sizes = sizes_of(command);
  if (!sizes) return false;
  std::vector<decltype(ast::ScheduleArgument::value)> outer, inner;
  for (const Size& size : *sizes) {
    const std::string first = unique_name(command.program, size.index->name + "0", "_"),
                      second = unique_name(command.program, size.index->name + "1", "_");
    outer.push_back(ast::Name{first, command.text.name.range, -1});
    inner.push_back(ast::Name{second, command.text.name.range, -1});
    const ExprPtr width = size.width ? integer(*size.width) : chosen_width(command, size.index);
    if (!split_index(command, size.index, first, second, width)) return false;
  }
  if (sizes->size() == 1) return true;
  outer.insert(outer.end(), inner.begin(), inner.end());
  return run(command, reorder, "reorder", std::move(outer));
}

}  // namespace insum::schedule

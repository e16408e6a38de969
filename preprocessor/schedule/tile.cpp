// tile(i=64, j=64)        split(i, i0, i1, 64), split(j, j0, j1, 64), reorder(i0, j0, i1, j1)
// Refused where these are.
#include "index_ir/nest.h"
#include "schedule/command.h"

namespace insum::schedule {

using namespace index;

namespace {

struct Size {
  ast::Name index;
  long long width = 0;
};

/// i=64; nothing for anything else (diagnosed).
std::optional<Size> size_argument(Command& command, const ast::ScheduleArgument& argument) {
  const auto* setting = std::get_if<ast::ScheduleSetting>(&argument.value);
  const auto* width = setting && setting->relation == "=" && setting->values.size() == 1
                          ? std::get_if<long long>(&setting->values[0].value)
                          : nullptr;
  if (width && *width >= 1 && *width <= 1 << 20) return Size{setting->name, *width};
  command.diagnostics.report(
      Diag::schedule_argument, argument.range,
      {"tile", "indices with sizes from 1 to " + std::to_string(1 << 20) + ", such as i=64"});
  return std::nullopt;
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
  const auto* word = std::get_if<ast::Name>(&command.text.arguments[0].value);
  if (word && word->text == "auto")
    return refuse(command, Diag::not_supported_yet, {"tile(auto)", "give the sizes, as in tile(i=64, j=64)"});
  std::vector<Size> sizes;
  for (const ast::ScheduleArgument& argument : command.text.arguments) {
    const auto size = size_argument(command, argument);
    if (!size) return false;
    sizes.push_back(*size);
  }
  std::vector<decltype(ast::ScheduleArgument::value)> outer, inner;
  for (const Size& size : sizes) {
    const std::string first = unique_name(command.program, size.index.text + "0", "_"),
                      second = unique_name(command.program, size.index.text + "1", "_");
    outer.push_back(ast::Name{first, size.index.range, -1});
    inner.push_back(ast::Name{second, size.index.range, -1});
    if (!run(command, split, "split", {size.index, outer.back(), inner.back(), size.width})) return false;
  }
  if (sizes.size() == 1) return true;
  outer.insert(outer.end(), inner.begin(), inner.end());
  return run(command, reorder, "reorder", std::move(outer));
}

}  // namespace insum::schedule

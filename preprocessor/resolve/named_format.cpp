#include "resolve/named_format.h"

#include <algorithm>

#include "resolve/context.h"

namespace insum::resolver {

namespace {

std::string joined(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& item : list) text += (text.empty() ? "" : ", ") + item;
  return text;
}

/// What stands between < and >: "width, rows of a block, columns of a block".
std::string expected_arguments(const Format& format) {
  std::vector<std::string> names;
  if (format.block_sizes == 2) names = {"rows of a block", "columns of a block"};
  if (format.width >= 0)
    names.insert(names.begin() + format.width, format.name == "ell" ? "width" : "size of a group");
  return names.empty() ? format.name + " without <...>" : format.name + "<" + joined(names) + ">";
}

}  // namespace

std::optional<Format> find_format(Context& context, const ast::FormatName& use, const std::string& tensor,
                                  int rank) {
  const std::string& name = use.name.text;
  if (is_format_planned(name)) {
    context.report(Diag::not_supported_yet, use.name.range,
                   {"format " + name, "use csr, bcsr or coo for now"});
    return std::nullopt;
  }
  if (is_format_sum(name)) {
    context.report(Diag::not_supported_yet, use.name.range,
                   {"a temporary that is stored as " + name, "use csr, bcsr or coo"});
    return std::nullopt;
  }
  if (auto format = make_format(name, rank)) return format;
  const auto& known = format_names();
  if (std::find(known.begin(), known.end(), name) != known.end()) {
    std::size_t needed = 1;
    while (needed < 8 && !make_format(name, static_cast<int>(needed))) ++needed;
    context.report(
        Diag::format_rank, use.name.range,
        {name, count_of(needed, "mode") + (make_format(name, static_cast<int>(needed) + 1) ? " or more" : ""),
         tensor, count_of(static_cast<std::size_t>(rank), "size")});
    return std::nullopt;
  }
  const std::string near = nearest(name, known);
  context.report(Diag::unknown_format, use.name.range,
                 {name, near.empty() ? "the formats are " + joined(known) + " and levels"
                                     : "did you mean '" + near + "'?"});
  return std::nullopt;
}

std::optional<FormatNumber> read_number(Context& context, const ast::FormatName& use,
                                        const ast::FormatArgument& argument, long long least,
                                        bool allows_auto) {
  const auto* name = std::get_if<ast::Name>(&argument.value);
  if (allows_auto && name && name->text == "auto") return FormatNumber();
  const auto* cpp = std::get_if<ast::Cpp>(&argument.value);
  const auto* number = std::get_if<long long>(&argument.value);
  const auto value = number ? std::optional(*number) : cpp ? constant_of(context, *cpp) : std::nullopt;
  if (!value) {
    const std::string given = name ? name->text : cpp ? cpp->text : "";
    context.report(Diag::format_arguments, argument.range,
                   {use.name.text, "numbers that are known when this is compiled", "'" + given + "' is",
                    std::string("a number or a constant") + (allows_auto ? ", or auto" : "")});
    return std::nullopt;
  }
  if (*value < least) {
    context.report(Diag::size_not_positive, argument.range,
                   {std::to_string(*value), use.name.text, std::to_string(least)});
    return std::nullopt;
  }
  return value;
}

bool check_arguments(Context& context, const ast::FormatName& use, const Format& format, bool allows_auto) {
  const auto arguments = static_cast<std::size_t>(format.arguments());
  if (use.arguments.size() == arguments) return true;
  context.report(
      Diag::format_arguments, use.range,
      {format.name, count_of(arguments, "template argument"), count_is(use.arguments.size(), "argument"),
       expected_arguments(format) + (allows_auto && arguments > 0 ? ", numbers or auto" : "")});
  return false;
}

}  // namespace insum::resolver

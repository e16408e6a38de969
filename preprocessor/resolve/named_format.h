// Formats by name, as the user writes them: csr, bcsr<4,4>.
#pragma once
#include <optional>

#include "ast/ast.h"
#include "formats/format.h"
#include "resolve/context.h"

namespace insum::resolver {

/// The named format at this rank. Nothing after an error: names that do not exist or are not built yet.
std::optional<Format> find_format(Context& context, const ast::FormatName& use, const std::string& tensor,
                                  int rank);

/// A template argument: a number that is known when this is compiled, or nothing for `auto`.
using FormatNumber = std::optional<long long>;
/// Nothing after an error: numbers below `least`, what is no number then, and `auto` where it is not allowed.
std::optional<FormatNumber> read_number(Context& context, const ast::FormatName& use,
                                        const ast::FormatArgument& argument, long long least,
                                        bool allows_auto);

/// Reports numbers of template arguments that the format does not take.
bool check_arguments(Context& context, const ast::FormatName& use, const Format& format,
                     bool allows_auto = false);

}  // namespace insum::resolver

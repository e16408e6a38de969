// Pragma text to syntax tree: the only door to the parser. ANTLR is seen by this folder alone.
#pragma once
#include <optional>
#include <vector>

#include "ast/ast.h"
#include "support/diagnostics.h"
#include "support/source_range.h"

namespace insum {

/// Parses one block. Each range is a whole `#pragma insum ...` directive of one file, from its '#' to the end
/// of its last line: with the backslash-newlines and comments that it contains, with or without the final
/// line break. All ranges of the result are bytes of that file. Every wrong line is reported, one error for
/// the first thing wrong in its syntax; nothing is returned then.
std::optional<ast::Block> parse_block(const std::vector<SourceRange>& lines, const SourceFiles& files,
                                      Diagnostics& diagnostics);

}  // namespace insum

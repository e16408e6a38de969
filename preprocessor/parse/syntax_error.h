// Syntax errors in the user's words.
#pragma once
#include "antlr4-runtime.h"
#include "parse/token_line.h"
#include "support/diagnostics.h"

namespace insum::parse {

/// Reports what the grammar of `parser` does not accept in `line`: what was expected, what was found, and a
/// remedy.
void report_syntax_error(const TokenLine& line, const antlr4::Parser& parser, Diagnostics& diagnostics);

}  // namespace insum::parse

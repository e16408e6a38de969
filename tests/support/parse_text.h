// Parses pragma text inside of tests.
#pragma once
#include <optional>
#include <sstream>
#include <string>

#include "ast/ast_printer.h"
#include "parse/parse.h"
#include "pragma_lines.h"

namespace insum::test {

struct Parsed {
  SourceFiles files;
  Diagnostics diagnostics;
  std::optional<ast::Block> block;

  /// The diagnostics as they are shown.
  std::string messages() const {
    std::ostringstream out;
    for (const Diagnostic& diagnostic : diagnostics.all()) print_text(out, diagnostic, files);
    return out.str();
  }
};

/// Parses the first block of `text`, a file of `#pragma insum` lines.
inline Parsed parse_text(const std::string& text) {
  Parsed parsed;
  const FileId file = parsed.files.add("test.cpp", text);
  const auto blocks = pragma_blocks(file, text);
  if (!blocks.empty()) parsed.block = parse_block(blocks.front(), parsed.files, parsed.diagnostics);
  return parsed;
}

/// Parses one directive, written without `#pragma insum`.
inline Parsed parse_directive(const std::string& text) { return parse_text("#pragma insum " + text + "\n"); }

/// Parses all of `text` as one directive, whatever it is.
inline Parsed parse_bytes(const std::string& text) {
  Parsed parsed;
  const FileId file = parsed.files.add("test.cpp", text);
  parsed.block =
      parse_block({{file, 0, static_cast<std::uint32_t>(text.size())}}, parsed.files, parsed.diagnostics);
  return parsed;
}

}  // namespace insum::test

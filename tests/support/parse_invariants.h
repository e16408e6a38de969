// What holds for the parser whatever the bytes are.
#pragma once
#include <string>

#include "parse_text.h"

namespace insum::test {

inline bool is_inside(SourceRange range, std::size_t size) {
  return range.valid() && range.begin <= range.end && range.end <= size;
}

/// Parses `text` as one directive: "" or the invariant that does not hold. Counts outcomes where asked to.
inline std::string parse_violation(const std::string& text, int* accepted = nullptr, int* refused = nullptr) {
  const Parsed parsed = parse_bytes(text);
  if (parsed.block.has_value() == parsed.diagnostics.has_errors()) return "a block and errors, or neither";
  for (const Diagnostic& diagnostic : parsed.diagnostics.all()) {
    if (!is_inside(diagnostic.where, text.size()))
      return "an error outside of the line: " + diagnostic.message;
    if (diagnostic.message.empty() || diagnostic.remedy.empty()) return "an error without message or remedy";
  }
  if (!parsed.block) {
    (void)parsed.messages();
    if (refused) ++*refused;
    return "";
  }
  if (accepted) ++*accepted;
  int last = -1;
  for (const ast::CppUse& use : ast::cpp_uses(*parsed.block)) {
    if (use.id <= last || use.id >= parsed.block->cpp_count) return "identifiers out of order";
    if (!is_inside(use.range, text.size()) || use.text.empty()) return "a use outside of the line";
    last = use.id;
  }
  const std::string printed = ast::print(*parsed.block);
  const Parsed again = parse_bytes(printed);
  if (!again.block) return "what was printed does not parse: " + printed + again.messages();
  if (ast::print(*again.block) != printed) return "printing is no fixed point: " + printed;
  return "";
}

}  // namespace insum::test

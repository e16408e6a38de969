// The parts of C++ text that readers see in colours of their own.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace insum {

enum class CodeTokenKind { keyword, comment, text, number, directive };

/// Bytes [begin, begin + length) of the text.
struct CodeToken {
  std::size_t begin = 0, length = 0;
  CodeTokenKind kind = CodeTokenKind::keyword;
  friend bool operator==(const CodeToken&, const CodeToken&) = default;
};

/// C++ text with its tokens, in order; what is none of them is between.
struct Code {
  std::string text;
  std::vector<CodeToken> tokens;
};

}  // namespace insum

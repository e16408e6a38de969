// parse_check FILE...: parses the `#pragma insum` blocks of files and prints diagnostics as `insum check`
// does; with
// --print first, prints the blocks in canonical form. Of a Markdown file, only its ```cpp parts are read.
// What needs no C++ frontend is tested with it.
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "ast/ast_printer.h"
#include "parse/parse.h"
#include "pragma_lines.h"

namespace {

/// `markdown` with a blank line for each line that is not C++, and a statement after each of its parts.
std::string only_cpp(const std::string& markdown) {
  std::istringstream lines(markdown);
  std::string out;
  bool is_cpp = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) {
      is_cpp = line == "```cpp";
      out += ';';
    } else if (is_cpp) {
      out += line;
    }
    out += '\n';
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  insum::SourceFiles files;
  insum::Diagnostics diagnostics;
  bool print = false;
  for (int i = 1; i < argc; ++i) {
    const std::string path = argv[i];
    if (path == "--print") {
      print = true;
      continue;
    }
    std::ifstream in(path, std::ios::binary);
    if (!in) {
      std::cerr << "cannot read " << path << '\n';
      return 2;
    }
    std::ostringstream text;
    text << in.rdbuf();
    const insum::FileId file = files.add(path, path.ends_with(".md") ? only_cpp(text.str()) : text.str());
    for (const auto& lines : insum::test::pragma_blocks(file, files[file].text())) {
      const auto block = insum::parse_block(lines, files, diagnostics);
      if (block && print) std::cout << insum::ast::print(*block);
    }
  }
  for (const insum::Diagnostic& diagnostic : diagnostics.all()) print_text(std::cerr, diagnostic, files);
  return diagnostics.has_errors() ? 1 : 0;
}

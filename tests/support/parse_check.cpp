// parse_check FILE...: parses the `#pragma insum` blocks of files and prints diagnostics as `insum check`
// does; with
// --print first, prints the blocks in canonical form. What needs no C++ frontend is tested with it.
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "ast/ast_printer.h"
#include "parse/parse.h"
#include "pragma_lines.h"

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
    const insum::FileId file = files.add(path, text.str());
    for (const auto& lines : insum::test::pragma_blocks(file, files[file].text())) {
      const auto block = insum::parse_block(lines, files, diagnostics);
      if (block && print) std::cout << insum::ast::print(*block);
    }
  }
  for (const insum::Diagnostic& diagnostic : diagnostics.all()) print_text(std::cerr, diagnostic, files);
  return diagnostics.has_errors() ? 1 : 0;
}

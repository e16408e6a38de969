// The state of one translation unit while Clang reads it: the blocks found so far and what is known of each.
#pragma once
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "bind/facts.h"
#include "clang/Basic/SourceLocation.h"
#include "clang/file_map.h"
#include "clang/macros.h"
#include "nest/loop_nest.h"
#include "support/diagnostics.h"

namespace clang {
class Expr;
class FunctionDecl;
class LabelDecl;
class Preprocessor;
class Stmt;
}  // namespace clang

namespace insum::frontend {

/// A maximal run of `#pragma insum` lines in the main file.
struct CollectedBlock {
  int number = 0;
  std::vector<SourceRange> lines;      // one for each pragma
  clang::SourceLocation keyword;       // `insum` of the last line: where the injected attribute stands
  std::optional<ast::Block> syntax;    // nothing after a syntax error
  std::vector<ast::CppUse> injected;   // expressions that Clang resolves, in the order of injection
  std::vector<ast::CppUse> tentative;  // names that are looked up without an error
  bool diagnosed = false;              // an error about this block was reported: it is not bound

  bool refused = false;  // Clang would not have the attribute there

  // Filled by the attribute's hook.
  bool bound = false;
  bind::Facts facts;
  Macros macros;  // in its C++
  const clang::Stmt* statement = nullptr;
  std::vector<const clang::Expr*> output_storage, operand_storage;  // what tensor lines name
  std::vector<const clang::Expr*> output_rows;  // the former, of outputs with one subscript
  SourceRange region;  // from the first pragma to the statement's end
  std::uint32_t statement_begin = 0;
  std::string function;
  bool dependent = false;
  bool constant_evaluated = false;
  std::vector<const clang::LabelDecl*> labels;     // declared inside of the statement
  std::vector<nest::ReadStatement> read;           // what the statement computes, where that was asked for
  const clang::FunctionDecl* enclosing = nullptr;  // for the check that nothing outside jumps to them
  struct Unresolved {
    int id;
    const clang::Expr* expression;
  };
  std::vector<Unresolved>
      unresolved;  // expressions whose dependent type says nothing: instantiations must tell
};

/// A preprocessing directive of the main file, for the check that an edit keeps the file sound.
struct Directive {
  std::uint32_t offset = 0;
  int nesting = 0;  // +1 opens a conditional, -1 closes it
  std::string name;
};

/// A pragma of the main file that OpenMP obeys where the file is compiled with it.
struct OpenMPDirective {
  std::uint32_t offset = 0;
  std::string words;  // "omp parallel for"
};

struct Session {
  Session(clang::SourceManager& manager, SourceFiles& files, Diagnostics& sink)
      : map(manager, files), diagnostics(sink) {}

  FileMap map;
  Diagnostics& diagnostics;
  std::deque<CollectedBlock> blocks;
  std::vector<Directive> directives;
  std::vector<OpenMPDirective> openmp;
  bool old_standard = false;      // in which insum's headers cannot be read: what Clang says of them is left out
  bool reads_statements = false;  // what annotated ones compute, into CollectedBlock::read
  bool reads_loops = false;       // those without a block, into:
  std::vector<nest::FoundLoop> loops;

  /// The block that has a line at `offset`.
  CollectedBlock* block_at(std::uint32_t offset) {
    for (CollectedBlock& block : blocks)
      for (const SourceRange& line : block.lines)
        if (offset >= line.begin && offset <= line.end) return &block;
    return nullptr;
  }
  /// Reports an error about `block`, which is then left alone.
  Diagnostic& reject(CollectedBlock& block, Diag id, SourceRange where,
                     const std::vector<std::string>& arguments = {}) {
    block.diagnosed = true;
    return diagnostics.report(id, where, arguments);
  }
};

}  // namespace insum::frontend

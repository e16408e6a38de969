// Puts generated text into the user's file. Every byte outside of the annotated statements stays as it is.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "driver/kept_statement.h"
#include "support/source_range.h"

namespace insum {

/// What compiler messages and debuggers show for the generated call: the user's statement, or the generated
/// file. In both cases the user's own text belongs to the user's file. `none` writes no #line at all.
enum class LineMode { original, generated, none };

/// The replacement of one annotated statement.
struct Edit {
  SourceRange region;                           // from the block's first '#' to the statement's end
  std::uint32_t statement_begin = 0;            // the byte where the statement begins; within `region`
  std::string kernel;                           // for the namespace insum_kernels, before the user's text
  std::string call;                             // one statement
  bool hand_written = true;                     // the statement compiles by itself and says something
  std::optional<KeptStatement> kept_statement;  // the program has both
  bool constant_evaluated = false;  // the replaced statement still runs where the compiler evaluates it
};

struct RewriteOptions {
  LineMode line_mode = LineMode::original;
  std::string output_path;                  // as #line names the generated file
  std::vector<std::string> configuration;   // #define lines that must precede all includes
  std::set<std::string> early_macros = {};  // that would be expanded in kernels
};

/// The rewritten file. `edits` are in source order and do not overlap. The replaced text stays readable in an
/// `#if 0`.
std::string rewrite(const SourceFile& original, const std::vector<Edit>& edits,
                    const RewriteOptions& options);

}  // namespace insum

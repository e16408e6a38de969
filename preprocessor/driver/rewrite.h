// Puts generated text into the user's file. Every byte outside of the annotated statements stays as it is.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "driver/kernel_text.h"
#include "support/source_range.h"

namespace insum {

/// What compiler messages and debuggers show for the generated call: the user's statement, or the generated
/// file. In both cases the user's own text belongs to the user's file. `none` writes no #line at all.
enum class LineMode { original, generated, none };

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

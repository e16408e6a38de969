// Kernels as text that stands by itself: the headers that they need, and the namespace that they are in.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "driver/kept_statement.h"
#include "support/source_range.h"

namespace insum {

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

/// Headers that the kernels of `edits` need, as #include names them, in order.
std::vector<std::string> headers_of(const std::vector<Edit>& edits);

/// ... for what a CUDA file has.
std::vector<std::string> cuda_headers_of(const std::string& device_text);

/// The kernels in their namespace. `early_macros` would be expanded in them, and are put aside.
std::string kernel_namespace(const std::vector<Edit>& edits, const std::set<std::string>& early_macros);

}  // namespace insum

// The command `insum explain`.
#pragma once
#include <iosfwd>

#include "driver/options.h"

namespace insum {

/// Prints what becomes of each block of a file, or writes a page about it. Returns the exit status.
int run_explain(std::ostream& out, std::ostream& errors, const Options& options);

}  // namespace insum

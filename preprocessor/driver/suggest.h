// `insum suggest`: blocks for loops that have none.
#pragma once
#include <iosfwd>

#include "driver/options.h"

namespace insum {

/// Prints each block that agrees with its loop on generated data, as text or JSON, and on `errors` which
/// loops were recognised and have none. Returns the exit status.
int run_suggest(std::ostream& out, std::ostream& errors, const Options& options);

}  // namespace insum

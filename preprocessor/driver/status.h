// `insum status`: the annotated places of a build, and what its programs found.
#pragma once
#include <iosfwd>

#include "driver/options.h"

namespace insum {

/// Prints the blocks of the sources that the build folder lists, with what reports of its programs say of
/// them; of several configurations those of which something was built. Returns the exit status; throws
/// FileError.
int run_status(std::ostream& out, std::ostream& errors, const Options& options);

}  // namespace insum

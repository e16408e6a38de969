// `insum eject`: generated code becomes the user's own.
#pragma once
#include <iosfwd>

#include "driver/options.h"

namespace insum {

/// Writes the kernels of the blocks that were asked for into headers of the user's tree, with the part of the
/// runtime that they need, and their calls into the file. The file is written last, and keeps each block in
/// the other branch of an #if. Returns the exit status; throws FileError.
int run_eject(std::ostream& out, std::ostream& errors, const Options& options);

}  // namespace insum

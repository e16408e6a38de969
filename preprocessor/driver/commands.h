// What the program does once its command line is understood.
#pragma once
#include "driver/options.h"

namespace insum {

/// Runs the command and returns the exit status: 0 done, 1 errors in the input, 2 wrong usage. Internal
/// errors leave as exceptions.
int run_command(const Options& options);

}  // namespace insum

// `insum doctor`: what a bug report needs.
#pragma once
#include <iosfwd>

#include "driver/options.h"

namespace insum {

/// Prints versions, paths and the machine. Returns 1 when something that insum needs is missing.
int run_doctor(std::ostream& out, const Options& options);

}  // namespace insum

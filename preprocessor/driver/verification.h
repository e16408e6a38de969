// The comparison of a kernel with the hand-written statement, as text around both.
#pragma once
#include <optional>
#include <string>

#include "bind/site.h"
#include "lower/lower_program.h"
#include "resolve/resolve.h"
#include "support/diagnostics.h"

namespace insum {

/// What stands around the hand-written statement and the call where both run and are compared.
struct Verification {
  std::string before_statement, before_call, after_call;
};

/// For the block's `verify` line, or where `wanted` for all blocks. Nothing where nobody asked for it, where
/// there is no statement to compare with, or after an error.
std::optional<Verification> verification(const Resolved& resolved, const bind::Site& site, bool wanted,
                                         const lower::Origin& origin, const SourceFiles& files,
                                         Diagnostics& diagnostics);

}  // namespace insum

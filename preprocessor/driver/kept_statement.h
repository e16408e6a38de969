// The hand-written statement beside the kernel: as text around both, for programs that compare or time them.
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "bind/site.h"
#include "lower/lower_program.h"
#include "resolve/resolve.h"
#include "support/diagnostics.h"

namespace insum {

/// What the build asks for, for all blocks.
struct Modes {
  bool verify = false;  // as a `verify` line does
  bool race = false;    // as a `baseline` line does, with a table at the program's end; never with `verify`
};

/// What stands around the hand-written statement and the call where the program has both.
struct KeptStatement {
  std::string before_statement, before_call, after_call;
  bool verifies = false, races = false;  // what the program does with both, unless its environment says else
  std::string call = {};                 // of the kernel, which may get copies of its outputs
};

/// The text with which both run, but for the statement itself.
std::string around(const KeptStatement& kept);

/// For the block's `verify` and `baseline` lines, or where a mode wants it for all blocks. Nothing where
/// nobody asked for it, where there is no statement beside the kernel, or after an error. `kernel` gives the
/// kernel's text without its place in the file, by which decisions of races are kept.
std::optional<KeptStatement> kept_statement(const Resolved& resolved, const bind::Site& site,
                                            const Modes& modes, const lower::Origin& origin,
                                            const std::function<std::string()>& kernel,
                                            const SourceFiles& files, Diagnostics& diagnostics);

/// The kernel as it is called beside its statement: what is compared with the statement's results is written
/// to copies of the outputs where that does not change what the kernel reads.
loops::Kernel with_lent_outputs(loops::Kernel kernel, const Resolved& resolved, const bind::Site& site);

/// Tells the program's report that a block is not raced, and why; "" where nobody asked, or where it is. A
/// definition for the kernels' namespace.
std::string unraced_block(const Resolved& resolved, const bind::Site& site, const Modes& modes,
                          const std::string& kernel, const lower::Origin& origin);

}  // namespace insum

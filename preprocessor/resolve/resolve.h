// From a parsed block and Clang's facts on it to the index IR.
//
// Does: gives names their meaning (tensors, C++ objects, scalars, functions, index variables), formats their
// levels, makes implied reductions explicit, finds ranges and types, and checks what the language forbids.
// Requires: a block without syntax errors whose C++ expressions compile.
// Establishes: a program in `einsum` form (index_ir/index_ir.h) whose arguments are what its statements use.
#pragma once
#include <map>
#include <optional>

#include "bind/site.h"
#include "index_ir/index_ir.h"
#include "support/diagnostics.h"
#include "support/target.h"

namespace insum {

/// A `verify` line, and where its settings' values stand.
struct VerifyRequest {
  SourceRange where;
  std::map<std::string, SourceRange> settings;
};

struct Resolved {
  index::Program program;                      // its name is that of the `kernel` directive, "" without one
  std::vector<ast::ScheduleCommand> schedule;  // commands of all schedule directives, in order
  Target target = openmp_target();
  SourceRange target_where;  // of its name, or the block
  std::vector<std::string>
      preparations;  // C++ statements that must run before the kernel's arguments are evaluated
  /// Functions that they call, of the file for a device's compiler: conversions of what is in its memory.
  struct DeviceFunction {
    std::string declaration, definition;
  };
  std::vector<DeviceFunction> device_functions;
  /// Stored tensors of which the preparations make copies in other formats, or copy the pattern, and what
  /// builds with INSUM_CHECKS verify of them before.
  struct Source {
    index::Program program;           // of one tensor, without statements
    std::vector<std::string> checks;  // C++ statements
  };
  std::vector<Source> sources;
  bool converts = false;  // operands are computed with in other formats than they are stored in
  bool is_auto = false;   // the target is where the data is
  /// ... of these arrays: how messages call them, and C++ that gives a pointer. Those that a block of the
  /// host alone has are left out.
  std::vector<std::pair<std::string, std::string>> places;
  std::vector<std::string> constants;  // names of C++ constants that stand as literals in the kernel
  std::vector<std::string> checks;     // C++ statements for builds with INSUM_CHECKS, after the preparations
  std::vector<std::string> fits;       // ... behind them: results get as many values as their operands have
  std::optional<VerifyRequest> verify;
  std::optional<SourceRange> baseline;  // the line
};

/// What a block is resolved for: openmp, cuda or auto where it has no target directive, and what auto is:
/// with cuda, all its data is in device memory.
struct TargetChoice {
  std::string without_directive, automatic = "openmp";
};

/// Nothing when errors were reported.
std::optional<Resolved> resolve(const bind::Site& site, const TargetChoice& target, Diagnostics& diagnostics);

}  // namespace insum

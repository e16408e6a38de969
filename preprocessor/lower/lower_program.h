// Index IR -> loop IR, independent of the target.
//
// Does: gives every forall its loop, every access its address or position, every temporary its storage.
// Requires: `lowerable` form: concrete, no definitions left, at most one level driving a loop.
// Establishes: a kernel whose parameters are the program's arguments.
#pragma once
#include <optional>
#include <string>

#include "index_ir/index_ir.h"
#include "loop_ir/loop_ir.h"

namespace insum::lower {

/// The user's block: where it begins, and its Einsums.
struct Origin {
  std::string file;
  int line;
  std::string einsum;
  bool times_conversions = true;  // the call waits for them
  std::string variant = "";       // which of several kernels this is; "": the only one
};

/// `origin`: what a program's report says of the kernel; without it the kernel keeps no record.
loops::Kernel lower_program(const index::Program& program, const std::optional<Origin>& origin);

/// Without its name, its record, and the place of its block: what it does, wherever that stands.
loops::Kernel placeless(loops::Kernel kernel);

/// What the kernel of the program checks of sizes and storage, as a kernel of its own, whose caller says
/// which kernel that is.
loops::Kernel lower_checks(const index::Program& program);

/// What exceptions call the kernel, as C++: {"spmm_0", "spmm.cpp:9"}.
std::string quoted_id(const std::string& name, const std::optional<Origin>& origin);

}  // namespace insum::lower

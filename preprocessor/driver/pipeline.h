// The whole translation of one annotated statement, top to bottom.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "bind/site.h"
#include "driver/explanation.h"
#include "driver/kept_statement.h"
#include "driver/stage_log.h"
#include "emit/generated.h"
#include "support/diagnostics.h"

namespace insum {

struct PipelineOptions {
  std::string kernel_prefix;  // makes kernel names unique in a unity build; from the file's name
  std::string default_target =
      "openmp";  // openmp, cuda or auto: the build's backend where a block names no target
  Modes modes;
  /// For a program without insum: the kernel keeps no record, and what a block says of the hand-written
  /// statement is left out.
  bool standalone = false;
  bool has_cuda_file = false;    // what `auto` needs for two kernels
  std::string source_name = "";  // the file, as kernels name it in reports; empty: as Clang was given it
};

/// An array that may be in a device's memory.
struct ArrayPlace {
  std::string name, call;  // A.pos, and C++ where the block is called
};

/// The generated text for one site.
struct GeneratedSite {
  std::string name;          // the kernel's name: from `kernel NAME`, else from function and line
  std::string kernel;        // definitions for the namespace insum_kernels, placed before the user's text
  std::string call;          // one statement, in place of the user's
  std::string device;        // for the CUDA file
  SourceRange target_where;  // what names the target, or the block
  std::optional<KeptStatement> kept_statement;
  Explanation explanation;           // for `insum explain`: Einsum, formats, loop order, choices and why
  std::vector<std::string> einsums;  // as the user wrote them
  std::vector<std::string> notes;    // on formats, loops and what was inserted, a line each
  std::string target;                // openmp, cuda, or auto: both, and the data decides
  std::optional<index::Program> stored = {};     // the Einsums over the operands as they are stored, if known
  std::vector<ArrayPlace> places = {};           // target auto: by which it decides
  std::string place = {};                        // of the kernel, as programs name it
  std::string id = {};                           // insum::rt::kernel_id of the kernel, as C++
  std::vector<emit::TunedLaunch> launches = {};  // whose widths programs choose
};

/// Translates `site`; nothing when errors were reported.
std::optional<GeneratedSite> translate(const bind::Site& site, const PipelineOptions& options,
                                       const SourceFiles& files, Diagnostics& diagnostics, StageLog& log);

}  // namespace insum

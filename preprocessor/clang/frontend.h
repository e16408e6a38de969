// Reads one C++ file with Clang and finds the statements annotated with `#pragma insum`. Nothing of Clang is
// seen through this header.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bind/site.h"
#include "nest/loop_nest.h"
#include "support/diagnostics.h"
#include "support/source_range.h"

namespace insum::frontend {

struct FrontendOptions {
  std::string input;
  std::string compiler;             // its path tells where its C++ headers are, its name the target
  std::vector<std::string> flags;   // of the compile command, as they are
  std::string directory;            // that the flags' relative paths refer to; empty: the current one
  std::string resource_dir;         // Clang's own headers
  std::string runtime_include_dir;  // searched last, for files given without flags
  std::string depfile;              // empty: none
  std::string depfile_target;
  std::vector<std::string> dependencies;  // further files that the output depends on
  bool reads_statements = false;          // what annotated statements compute is wanted
  bool reads_loops = false;               // what loops without a block compute is wanted too
};

/// An error or note of Clang itself.
struct ClangMessage {
  Severity severity = Severity::error;
  std::string path;  // empty: no place
  int line = 0;
  int column = 0;
  std::string text;
  std::string rendered;  // as Clang prints it, with the source line
};

struct AnnotatedStatement {
  bind::Site site;
  std::uint32_t statement_begin = 0;  // where the statement itself begins in the main file
  std::vector<nest::ReadStatement> read;  // what it computes, where that is wanted
};

struct FrontendResult {
  FileId main_file = -1;                       // < 0: the file could not be read
  std::vector<AnnotatedStatement> statements;  // those that were bound, in source order
  std::vector<ClangMessage> messages;
  /// `#define` lines of reserved names that stand before the file's first #include: they configure the
  /// library.
  std::vector<std::string> configuration;
  std::set<std::string> early_macros;  // defined before the file's first line: by flags, or in headers of -include
  std::uint32_t include_at = 0;  // where an #include may stand first: no macro of the file is defined yet, but
                                 // for those of `configuration`
  std::vector<nest::FoundLoop> loops;     // those without a block, each before the loops in it
  std::vector<SourceRange> annotated;     // blocks and their statements
  int blocks = 0;               // also those with errors
  bool errors_in_code = false;  // Clang found errors outside of the blocks
};

/// Clang's own version, in words.
std::string clang_version();

/// Errors about blocks go to `diagnostics`, Clang's own into the result.
FrontendResult read_file(const FrontendOptions& options, SourceFiles& files, Diagnostics& diagnostics);

}  // namespace insum::frontend

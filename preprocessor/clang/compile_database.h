// Compile commands from a build folder.
#pragma once
#include <string>
#include <vector>

namespace insum::frontend {

struct CompileCommand {
  std::string compiler;
  std::string directory;
  std::vector<std::string> flags;  // without compiler and input
  std::string error;               // why there is none
};

/// The command for `file` in `build_dir`/compile_commands.json; for a file that is not in it, that of the
/// file with the most similar name.
CompileCommand find_compile_command(const std::string& build_dir, const std::string& file);

}  // namespace insum::frontend

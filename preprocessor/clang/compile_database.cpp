#include "clang/compile_database.h"

#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace insum::frontend {

namespace {

std::string absolute(const std::string& path) {
  llvm::SmallString<256> full(path);
  llvm::sys::fs::make_absolute(full);
  llvm::sys::path::remove_dots(full, /*remove_dot_dot=*/true);
  return std::string(full);
}

/// Clang's reason names folders in which it has looked too; that of the file itself is clearer.
std::string why_not_read(const std::string& build_dir) {
  llvm::SmallString<256> path(build_dir);
  llvm::sys::path::append(path, "compile_commands.json");
  if (!llvm::sys::fs::exists(path))
    return "no compile_commands.json in '" + build_dir +
           "': CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON; or give the flags after --";
  std::string reason;
  clang::tooling::JSONCompilationDatabase::loadFromFile(path, reason,
                                                        clang::tooling::JSONCommandLineSyntax::AutoDetect);
  const llvm::StringRef said = llvm::StringRef(reason).trim().rtrim('.');
  return "cannot read '" + std::string(path) + "': " + (said.empty() ? "it has no entries" : said.str()) +
         "; let CMake write it again, or give the flags after --";
}

}  // namespace

CompileCommand find_compile_command(const std::string& build_dir, const std::string& file) {
  CompileCommand found;
  std::string reason;
  std::unique_ptr<clang::tooling::CompilationDatabase> database =
      clang::tooling::CompilationDatabase::loadFromDirectory(build_dir, reason);
  if (!database) {
    found.error = why_not_read(build_dir);
    return found;
  }
  database = clang::tooling::inferMissingCompileCommands(std::move(database));
  const std::string path = absolute(file);
  const std::vector<clang::tooling::CompileCommand> commands = database->getCompileCommands(path);
  if (commands.empty()) {
    found.error = "no compile command for '" + file + "' in '" + build_dir + "'";
    return found;
  }
  const clang::tooling::CompileCommand& command = commands.front();
  found.directory = command.Directory;
  if (!command.CommandLine.empty()) found.compiler = command.CommandLine.front();
  // The input is dropped with the other positional words by driver_arguments().
  for (std::size_t i = 1; i < command.CommandLine.size(); ++i) found.flags.push_back(command.CommandLine[i]);
  return found;
}

}  // namespace insum::frontend

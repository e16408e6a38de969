#include "driver/environment.h"

#include <cstdlib>
#include <sstream>

#include "driver/build_config.h"

namespace insum {

namespace fs = std::filesystem;

namespace {

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

}  // namespace

fs::path own_executable() {
  std::error_code error;
  fs::path path = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path() : path;
}

fs::path runtime_include_dir() {
  const fs::path installed = own_executable().parent_path().parent_path() / "include";
  for (const fs::path& folder : {installed, fs::path(INSUM_SOURCE_INCLUDE_DIR)})
    if (is_there(folder / "insum" / "insum.hpp")) return folder;
  return {};
}

std::vector<fs::path> resource_dir_candidates() {
  const fs::path prefix = own_executable().parent_path().parent_path();
  return {fs::path(INSUM_RESOURCE_DIR),    prefix / "lib" / "insum" / "clang" / "19",
          prefix / "lib" / "clang" / "19", fs::path("/usr/lib/llvm-19/lib/clang/19"),
          fs::path("/usr/lib/clang/19"),   fs::path("/usr/local/lib/clang/19")};
}

fs::path find_resource_dir(const std::string& asked) {
  if (!asked.empty()) return asked;
  for (const fs::path& folder : resource_dir_candidates())
    if (is_there(folder / "include" / "stddef.h")) return folder;
  return {};
}

fs::path find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (const fs::path program = fs::path(folder) / name; is_there(program)) return program;
  return {};
}

}  // namespace insum

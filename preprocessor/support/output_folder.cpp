#include "support/output_folder.h"

namespace insum {

std::string missing_folder_of(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.parent_path();
  std::error_code ignored;
  if (folder.empty() || std::filesystem::is_directory(folder, ignored)) return "";
  return "there is no folder '" + folder.string() + "'; make it first";
}

}  // namespace insum

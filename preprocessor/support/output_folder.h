// Where a person has asked for an output.
#pragma once
#include <filesystem>
#include <string>

namespace insum {

/// "" where the folder for this file is there, else that it is not, and what to do.
std::string missing_folder_of(const std::filesystem::path& path);

}  // namespace insum

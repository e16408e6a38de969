// The part of the runtime that code without insum needs: its headers, found by what they include.
#pragma once
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace insum {

/// Headers below `folder`, the runtime's include folder, that `headers` need, themselves included. Names that
/// are not there are left out: they belong to someone else.
std::set<std::filesystem::path> needed_headers(const std::filesystem::path& folder,
                                               const std::vector<std::string>& headers);

/// Writes those headers, and the licence, below `to`. Throws FileError.
void copy_runtime(const std::vector<std::string>& headers, const std::filesystem::path& to);

}  // namespace insum

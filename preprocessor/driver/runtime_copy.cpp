#include "driver/runtime_copy.h"

#include <sstream>

#include "driver/environment.h"
#include "driver/output_files.h"

namespace insum {

namespace fs = std::filesystem;

namespace {

/// What a line includes: a name in quotes, or one of insum's in angles; else "".
std::string included(const std::string& line) {
  constexpr std::string_view word = "#include ";
  const std::size_t at = line.find_first_not_of(" \t");
  if (at == std::string::npos || line.compare(at, word.size(), word) != 0) return "";
  const std::size_t begin = at + word.size();
  const char close = line[begin] == '<' ? '>' : '"';
  const std::size_t end = line.find(close, begin + 1);
  return end == std::string::npos ? "" : line.substr(begin + 1, end - begin - 1);
}

void follow(const fs::path& folder, const fs::path& header, std::set<fs::path>& found) {
  std::error_code ignored;
  if (!fs::is_regular_file(folder / header, ignored) || !found.insert(header).second) return;
  std::istringstream text(read_file_bytes(folder / header));
  for (std::string line; std::getline(text, line);) {
    const std::string name = included(line);
    if (name.empty()) continue;
    follow(folder, (header.parent_path() / name).lexically_normal(), found);
    if (name.starts_with("insum/")) follow(folder, name, found);
  }
}

}  // namespace

std::set<fs::path> needed_headers(const fs::path& folder, const std::vector<std::string>& headers) {
  std::set<fs::path> found;
  for (const std::string& header : headers) follow(folder, header, found);
  return found;
}

void copy_runtime(const std::vector<std::string>& headers, const fs::path& to) {
  const fs::path folder = runtime_include_dir();
  if (folder.empty()) throw FileError("insum's own headers were not found beside its program");
  for (const fs::path& header : needed_headers(folder, headers))
    write_file(to / header, read_file_bytes(folder / header));
  const fs::path prefix = folder.parent_path();
  for (const fs::path& licence :
       {prefix / "share" / "doc" / "Insum" / "LICENSE", prefix.parent_path() / "LICENSE"}) {
    std::error_code ignored;
    if (!fs::is_regular_file(licence, ignored)) continue;
    write_file(to / "insum" / "LICENSE", read_file_bytes(licence));
    break;
  }
}

}  // namespace insum

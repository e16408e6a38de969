// Files that a run writes: whole or not at all.
#pragma once
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace insum {

/// A file that cannot be read or written; what() says which and why.
struct FileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Writes to a temporary file in the same folder and renames it: readers see the old text or the new. Missing
/// folders are made. Throws FileError.
void write_file(const std::filesystem::path& path, const std::string& text);

/// Throws FileError where the folder for an output that a person names is missing.
void require_folder_of(const std::filesystem::path& path);

/// The bytes of a file. Throws FileError.
std::string read_file_bytes(const std::filesystem::path& path);

/// Outputs of a run: those not written with `write` by the end are removed, so that no stale one survives an
/// error.
class OutputFiles {
 public:
  OutputFiles() = default;
  OutputFiles(const OutputFiles&) = delete;
  OutputFiles& operator=(const OutputFiles&) = delete;
  ~OutputFiles();

  void expect(std::filesystem::path path);
  void write(const std::filesystem::path& path, const std::string& text);

 private:
  std::vector<std::filesystem::path> missing_;
};

}  // namespace insum

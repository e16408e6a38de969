#include "driver/output_files.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "support/output_folder.h"

namespace insum {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const std::string& what, const fs::path& path) {
  throw FileError(what + " '" + path.string() + "': " + std::strerror(errno));
}

/// A device or a pipe, which is no file that could be replaced.
void write_through(const fs::path& path, const std::string& text) {
  errno = 0;
  std::ofstream stream(path, std::ios::binary);
  stream.write(text.data(), static_cast<std::streamsize>(text.size()));
  stream.close();
  if (!stream) fail("cannot write", path);
}

}  // namespace

void write_file(const fs::path& wanted, const std::string& text) {
  std::error_code ignored;
  fs::path path = wanted;
  if (fs::is_symlink(path, ignored)) {  // what it leads to is replaced, and not the link
    const fs::path target = fs::weakly_canonical(path, ignored);
    if (!target.empty()) path = target;
  }
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored) && !fs::is_directory(path, ignored))
    return write_through(path, text);
  std::error_code no_folder;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), no_folder);
  if (no_folder) throw FileError("cannot write '" + path.string() + "': " + no_folder.message());
  fs::path temporary = path;
  temporary += ".tmp" + std::to_string(::getpid());
  errno = 0;
  std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
  stream.write(text.data(), static_cast<std::streamsize>(text.size()));
  stream.close();
  if (!stream) {
    const int reason = errno;
    fs::remove(temporary, ignored);
    errno = reason;
    fail("cannot write", path);
  }
  std::error_code error;
  fs::rename(temporary, path, error);
  if (error) {
    fs::remove(temporary, ignored);
    throw FileError("cannot write '" + path.string() + "': " + error.message());
  }
}

void require_folder_of(const fs::path& path) {
  const std::string folder = missing_folder_of(path);
  if (!folder.empty()) throw FileError("cannot write '" + path.string() + "': " + folder);
}

std::string read_file_bytes(const fs::path& path) {
  std::error_code ignored;
  errno = EISDIR;
  if (fs::is_directory(path, ignored)) fail("cannot read", path);
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) fail("cannot read", path);
  std::string text;
  for (std::array<char, 1 << 16> block; stream.read(block.data(), block.size()) || stream.gcount() > 0;)
    text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
  if (stream.bad()) fail("cannot read", path);
  return text;
}

OutputFiles::~OutputFiles() {
  std::error_code ignored;
  for (const fs::path& path : missing_)
    if (fs::is_regular_file(path, ignored)) fs::remove(path, ignored);
}

void OutputFiles::expect(fs::path path) { missing_.push_back(std::move(path)); }

void OutputFiles::write(const fs::path& path, const std::string& text) {
  write_file(path, text);
  missing_.erase(std::remove(missing_.begin(), missing_.end(), path), missing_.end());
}

}  // namespace insum

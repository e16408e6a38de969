#include "data/output.h"

#include <unistd.h>

#include <filesystem>
#include <stdexcept>

#include "data/errors.h"
#include "data/tensor_file.h"

namespace insum::data {

namespace fs = std::filesystem;

namespace {

/// Removes what is left of an output that failed.
struct Leftover {
  fs::path path;
  ~Leftover() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

void check_folder(const fs::path& path) {
  if (!fs::exists(path)) return;
  const bool replaceable = fs::is_directory(path) && (fs::is_empty(path) || fs::exists(path / "tensor.json"));
  if (!replaceable)
    throw OutputError("cannot write '" + path.string() + "': it is there, and is no folder of arrays");
}

void replace(const fs::path& path, OutputKind kind, const std::function<void(const std::string&)>& write) {
  // The name ends as the output's does: compression goes by it.
  const std::string mark = ".tmp" + std::to_string(::getpid()) + ".";
  const Leftover temporary{path.parent_path() / (mark + path.filename().string())};
  write(temporary.path.string());
  if (kind != OutputKind::folder || !fs::exists(path)) return fs::rename(temporary.path, path);
  const Leftover old{path.parent_path() / (mark + "old." + path.filename().string())};
  fs::rename(path, old.path);
  std::error_code error;
  fs::rename(temporary.path, path, error);
  if (!error) return;
  fs::rename(old.path, path);
  throw fs::filesystem_error("cannot rename", temporary.path, path, error);
}

}  // namespace

OutputKind output_kind(const std::string& path) {
  if (has_suffix(path, ".mtx")) return OutputKind::matrix_market;
  if (has_suffix(path, ".tns")) return OutputKind::frostt;
  if (has_suffix(path, ".npy")) return OutputKind::numpy;
  for (const char* suffix : {".smtx", ".npz", ".gz"})
    if (path.ends_with(suffix))
      throw UsageError("'" + path + "' cannot be written: name a folder, or a .mtx, .tns or .npy file");
  return OutputKind::folder;
}

void write_whole(const std::string& wanted, OutputKind kind,
                 const std::function<void(const std::string&)>& write) {
  fs::path path = fs::path(wanted).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();  // "out/"
  try {
    if (kind == OutputKind::folder) check_folder(path);
    if (path.has_parent_path()) fs::create_directories(path.parent_path());
    replace(path, kind, write);
  } catch (const OutputError&) {
    throw;
  } catch (const std::runtime_error& error) {  // of the file system and of the runtime's writers
    throw OutputError("cannot write '" + path.string() + "': " + error.what());
  }
}

}  // namespace insum::data

#include "data/tensor_file.h"

#include <filesystem>
#include <insum/io/arrays.hpp>
#include <insum/io/npy.hpp>

#include "data/errors.h"

namespace insum::data {

namespace {

FileKind kind_of(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return FileKind::folder;
  if (has_suffix(path, ".mtx")) return FileKind::matrix_market;
  if (has_suffix(path, ".tns")) return FileKind::frostt;
  if (has_suffix(path, ".smtx")) return FileKind::pruned;
  if (has_suffix(path, ".npy")) return FileKind::numpy;
  if (!std::filesystem::exists(path, ignored))
    throw DataError{
        path, 1, Diag::data_file, {"cannot be opened: No such file or directory", "check the name"}};
  throw UsageError("'" + path +
                   "' is no tensor's file: give a .mtx, .tns, .smtx or .npy file (also with .gz), or a "
                   "folder of arrays that 'insum convert' has written");
}

/// The modes of a FROSTT file: one less than there are words on its first line of data.
int modes_of_frostt(const std::string& path) {
  io::input source(path);
  io::scanner in(source);
  for (std::string_view line; in.next_line(line);) {
    if (line.find_first_not_of(" \t") == line.npos || line.front() == '#') continue;
    int words = 0;
    bool inside = false;
    for (const char c : line) {
      const bool blank = c == ' ' || c == '\t';
      words += !blank && !inside ? 1 : 0;
      inside = !blank;
    }
    if (words < 2) in.fail("expected coordinates and a value on the line");
    return words - 1;
  }
  in.fail("the file has no entries");
}

void look_at_array(const std::string& path, TensorFile& file) {
  io::input source(path);
  const io::npy_header header = io::parse_npy_header(source);
  if (header.kind == 'f') file.natural.value = header.bytes <= 4 ? "float" : "double";
  if (file.kind == FileKind::numpy) file.rank = header.rank;
}

void look_at_folder(TensorFile& file) {
  const tensor_description about = read_description(file.path);
  file.format = about.format;
  file.rank = static_cast<int>(std::min<std::size_t>(about.shape.size(), INT32_MAX));
  if (about.arrays.empty()) return;
  const io::disk_folder folder{file.path};
  look_at_array(folder.name(about.arrays.back() + ".npy"), file);
  if (about.arrays.size() == 1) return;
  io::input source(folder.name(about.arrays.front() + ".npy"));
  if (io::parse_npy_header(source).bytes == 8) file.natural.index = 64;
}

}  // namespace

bool has_suffix(const std::string& path, const std::string& suffix) {
  const std::string end = ".gz";
  return path.ends_with(suffix) || path.ends_with(suffix + end);
}

TensorFile inspect(const std::string& path) {
  TensorFile file{path, kind_of(path), 2, "", {"double", 32}};
  reading(path, [&] {
    if (file.kind == FileKind::frostt) file.rank = modes_of_frostt(path);
    if (file.kind == FileKind::numpy) look_at_array(path, file);
    if (file.kind == FileKind::folder) look_at_folder(file);
    if (file.rank < 1 || file.rank > most_modes)
      throw parse_error(path, 1,
                        "a tensor of " + std::to_string(file.rank) + " modes: 1 to " +
                            std::to_string(most_modes) + " can be read");
  });
  return file;
}

}  // namespace insum::data

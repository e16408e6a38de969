// What a data file is, by its name and its first bytes.
#pragma once
#include <string>

#include "data/requests.h"

namespace insum::data {

enum class FileKind { matrix_market, frostt, pruned, numpy, folder };

/// A tensor's file, or folder of arrays, before it is read.
struct TensorFile {
  std::string path;
  FileKind kind = FileKind::folder;
  int rank = 2;
  std::string format;     // of a folder of arrays
  ElementChoice natural;  // types that hold its values and coordinates
};

/// How many modes tensors on the command line have at most.
inline constexpr int most_modes = 5;

/// Looks at the input. Throws UsageError for a name of no known kind, DataError for a file that cannot be
/// read.
TensorFile inspect(const std::string& path);

/// True for "a.mtx" and "a.mtx.gz", with the suffix ".mtx".
bool has_suffix(const std::string& path, const std::string& suffix);

}  // namespace insum::data

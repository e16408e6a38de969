// `insum convert`: a tensor in another format, and what it costs.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "data/entries.h"
#include "data/requests.h"

namespace insum::data {

/// What became of a conversion.
struct Conversion {
  struct Array {
    std::string name, type;
    std::vector<std::int64_t> sizes;
    std::int64_t bytes = 0;
  };
  std::string format;  // "group_coo<8>", with the sizes that were chosen
  std::vector<std::int64_t> shape;
  std::int64_t entries = 0;  // each coordinate once
  std::int64_t slots = 0;    // values that are stored; the others are padding
  std::vector<Array> arrays;
  double sort_seconds = 0;     // of the entries as they were read
  double convert_seconds = 0;  // from there
};

/// Converts and writes to `output` if it is not empty. Defined in convert_entries.h, instantiated as
/// read_entries is. Throws DataError and OutputError.
template <class V, class I>
Conversion convert_entries(Entries<V, I>&& entries, const TensorFile& file, const TargetFormat& target,
                           const std::string& output);

}  // namespace insum::data

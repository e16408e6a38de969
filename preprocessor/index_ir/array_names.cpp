#include "index_ir/array_names.h"

#include <algorithm>

namespace insum::index {

namespace {

/// AM, AK and AV, as docs/formats.md and the types of the runtime have them.
bool has_own_names(const TensorNode& tensor) {
  return tensor.format_name.starts_with("group_coo") || tensor.format_name.starts_with("block_coo") ||
         tensor.format_name.starts_with("block_group_coo");
}

}  // namespace

std::string array_name(const TensorNode& tensor, const std::string& what, std::size_t level) {
  if (has_own_names(tensor)) return tensor.name + (level == 0 ? ".AM" : ".AK");
  const auto stored = std::count_if(tensor.levels.begin(), tensor.levels.end(),
                                    [](const TensorLevel& l) { return !l.arrays.empty(); });
  return tensor.name + "." + what + (stored > 1 ? std::to_string(level) : "");
}

std::string values_name(const TensorNode& tensor) {
  return tensor.name + (has_own_names(tensor) ? ".AV" : ".vals");
}

}  // namespace insum::index

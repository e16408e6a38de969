#include "index_ir/array_names.h"

#include <algorithm>

namespace insum::index {

namespace {

/// What the tensor's format calls its arrays, in storage order; none: as levels do.
std::vector<std::string> own_names(const TensorNode& tensor) {
  const auto format = make_format(tensor.format_name, static_cast<int>(tensor.sizes.size()));
  return format ? format->arrays : std::vector<std::string>{};
}

/// Array `number` of a level.
std::string array_name(const TensorNode& tensor, std::size_t level, std::size_t number) {
  if (const std::vector<std::string> names = own_names(tensor); !names.empty()) {
    std::size_t before = 0;
    for (std::size_t l = 0; l < level; ++l) before += tensor.levels[l].arrays.size();
    return tensor.name + "." + names.at(before + number);
  }
  const auto stored = std::count_if(tensor.levels.begin(), tensor.levels.end(),
                                    [](const TensorLevel& l) { return !l.arrays.empty(); });
  return tensor.name + "." + tensor.levels[level].level.array_names().at(number) +
         (stored > 1 ? std::to_string(level) : "");
}

}  // namespace

std::string array_name(const TensorNode& tensor, const std::string& what, std::size_t level) {
  const std::vector<std::string> names = tensor.levels[level].level.array_names();
  const auto found = std::find(names.begin(), names.end(), what);
  return array_name(tensor, level, static_cast<std::size_t>(found - names.begin()));
}

std::string array_name(const TensorNode& tensor, const Argument& array) {
  for (std::size_t l = 0; l < tensor.levels.size(); ++l)
    for (std::size_t a = 0; a < tensor.levels[l].arrays.size(); ++a)
      if (tensor.levels[l].arrays[a] == array) return array_name(tensor, l, a);
  return values_name(tensor);
}

std::string values_name(const TensorNode& tensor) {
  if (tensor.dense) return tensor.name;
  const std::vector<std::string> names = own_names(tensor);
  return tensor.name + "." + (names.empty() ? "vals" : names.back());
}

}  // namespace insum::index

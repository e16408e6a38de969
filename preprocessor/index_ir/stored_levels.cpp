#include "index_ir/stored_levels.h"

#include <algorithm>
#include <stdexcept>

#include "index_ir/printer.h"
#include "support/internal_error.h"

namespace insum::index {

namespace {

Coordinates level_coordinates(const TensorNode& tensor, const Coordinates& modes,
                              const std::function<long long(const ExprPtr&)>& size) {
  Coordinates list;
  for (const TensorLevel& level : tensor.levels) {
    const LevelMode& mode = level.level.mode;
    const long long at = modes[static_cast<std::size_t>(mode.mode)];
    const auto block = [&] { return size(tensor.block_sizes.at(static_cast<std::size_t>(mode.divisor))); };
    switch (mode.kind) {
      case LevelMode::Kind::plain:
        list.push_back(at);
        break;
      case LevelMode::Kind::quotient:
        list.push_back(at / block());
        break;
      case LevelMode::Kind::remainder:
        list.push_back(at % block());
        break;
      case LevelMode::Kind::difference:
        list.push_back(at - modes[static_cast<std::size_t>(mode.other_mode)]);
        break;
    }
  }
  return list;
}

using Group = std::vector<const StoredEntry*>;

/// The entries of one position apart by their coordinate in level l; each by itself where coordinates may
/// repeat.
std::vector<Group> apart(const Group& entries, std::size_t l, bool unique) {
  std::vector<Group> groups;
  for (const StoredEntry* entry : entries) {
    const bool same = unique && !groups.empty() && groups.back().front()->levels[l] == entry->levels[l];
    if (!same) groups.emplace_back();
    groups.back().push_back(entry);
  }
  return groups;
}

}  // namespace

StoredLevels store_levels(const TensorNode& tensor, const Contents& contents,
                          const std::function<long long(const ExprPtr&)>& size) {
  StoredLevels stored;
  for (const auto& [modes, values] : contents)
    for (std::size_t number = 0; number < values.size(); ++number)
      stored.entries.push_back({level_coordinates(tensor, modes, size), modes, number});
  std::stable_sort(stored.entries.begin(), stored.entries.end(),
                   [](const StoredEntry& a, const StoredEntry& b) { return a.levels < b.levels; });
  Group all;
  for (const StoredEntry& entry : stored.entries) all.push_back(&entry);
  stored.positions.push_back({all});
  for (std::size_t l = 0; l < tensor.levels.size(); ++l) {
    const TensorLevel& level = tensor.levels[l];
    const std::vector<Group>& parents = stored.positions.back();
    std::vector<Group> here;
    std::vector<long long> positions = {0}, coordinates;
    for (const Group& parent : parents) {
      if (level.level.kind == LevelKind::dense) {
        const long long count = size(level.size);
        for (long long c = 0; c < count; ++c) {
          here.emplace_back();
          for (const StoredEntry* entry : parent)
            if (entry->levels[l] == c) here.back().push_back(entry);
        }
        continue;
      }
      for (Group& group : apart(parent, l, level.level.unique || level.level.kind == LevelKind::singleton)) {
        coordinates.push_back(group.front()->levels[l]);
        here.push_back(std::move(group));
      }
      positions.push_back(static_cast<long long>(here.size()));
    }
    stored.positions.push_back(std::move(here));
    stored.arrays.emplace_back();
    if (level.arrays.size() > 1) stored.arrays.back().push_back(positions);
    if (!level.arrays.empty()) stored.arrays.back().push_back(coordinates);
  }
  return stored;
}

std::vector<const StoredEntry*> Storage::entries_below(const Access& access) const {
  std::vector<const StoredEntry*> list;
  const auto& positions =
      storage_of(*access.tensor).positions.at(static_cast<std::size_t>(access.tensor->folded));
  const long long at = whole_(access.subscripts.at(0));
  if (at < 0 || at >= static_cast<long long>(positions.size()))
    throw std::logic_error("no position for " + to_string(access));
  for (const StoredEntry* entry : positions[static_cast<std::size_t>(at)]) {
    bool here = true;
    for (std::size_t l = 1; l < access.subscripts.size(); ++l)
      here &= entry->levels.at(l + static_cast<std::size_t>(access.tensor->folded) - 1) ==
              whole_(access.subscripts[l]);
    if (here) list.push_back(entry);
  }
  return list;
}

const StoredLevels& Storage::storage_of(const TensorNode& tensor) const {
  for (const Tensor& known : program_.tensors)
    if (known->storage_form && !known->dense && !known->folded && known->values == tensor.values &&
        known->name == tensor.name)
      return storage(*known);
  internal_error("positions of a tensor without storage: " + tensor.name);
}

const StoredLevels& Storage::storage(const TensorNode& tensor) const {
  const auto known = storage_.find(&tensor);
  if (known != storage_.end()) return known->second;
  return storage_.emplace(&tensor, store_levels(tensor, contents_(tensor), whole_)).first->second;
}

double Storage::count(const Argument& argument) const {
  for (const Tensor& known : program_.tensors)
    if (!known->dense && known->storage_form && !known->folded && known->levels.front().level.implicit_pos) {
      const auto* count = get_if<Argument>(known->levels.front().size);
      if (count && *count == argument) return static_cast<double>(storage(*known).positions.at(1).size());
    }
  internal_error("a number without a value: " + argument->name);
}

double Storage::number(const Access& access) const {
  for (const Tensor& known : program_.tensors) {
    if (known->dense || !known->storage_form || known->folded) continue;
    for (std::size_t l = 0; l < known->levels.size(); ++l)
      for (std::size_t a = 0; a < known->levels[l].arrays.size(); ++a) {
        if (known->levels[l].arrays[a] != access.tensor->values) continue;
        const auto& array = storage(*known).arrays.at(l).at(a);
        const long long at = whole_(access.subscripts.at(0));
        if (at < 0 || at >= static_cast<long long>(array.size()))
          throw std::logic_error("read outside of " + to_string(access));
        return static_cast<double>(array[static_cast<std::size_t>(at)]);
      }
  }
  internal_error("an array of no tensor: " + access.tensor->name);
}

}  // namespace insum::index

#include "agree/stored_tensor.h"

#include <algorithm>

#include "agree/sizes.h"

namespace insum::agree {

using index::Coordinates;
using index::TensorNode;

namespace {

constexpr std::size_t most_places = 4096;

class Builder {
 public:
  Builder(const TensorNode& tensor, const Storage& storage, Memory& memory, Lengths& lengths)
      : tensor_(tensor), base_(storage.base(tensor)), storage_(storage), memory_(memory), lengths_(lengths) {}

  std::vector<Place> run() {
    for (const index::TensorLevel& level : tensor_.levels)
      for (const index::Argument& array : level.arrays)
        if (storage_.start(array) != 0)
          throw Unknown{"an array of positions or coordinates of '" + tensor_.name +
                        "' begins inside of another"};
    std::vector<Place> out = tensor_.dense ? dense() : sparse();
    const long long start = storage_.start(tensor_.values);
    long long& length = lengths_[storage_.name(tensor_.values)];
    for (const Place& place : tensor_.dense ? out : positions_)
      length = std::max(length, start + place.offset + 1);
    for (Place& place : out) place.offset += start;
    return out;
  }

 private:
  Unknown too_large() const { return {"'" + tensor_.name + "' is too large to be made up"}; }
  Unknown unknown_format() const {
    return {"data in the format of '" + tensor_.name + "' cannot be made up"};
  }

  std::vector<Place> sparse() {
    positions_ = {{{}, 0}};
    for (std::size_t l = 0; l < tensor_.levels.size(); ++l) {
      add_level(tensor_.levels[l]);
      if (positions_.size() > most_places) throw too_large();
    }
    std::vector<Place> out;
    for (const Place& position : positions_)
      if (const Coordinates at = modes(position.at); is_inside(at)) out.push_back({at, position.offset});
    return out;
  }

  std::vector<Place> dense() const {
    std::vector<Place> out = {{}};
    out[0].at = {};
    for (std::size_t m = 0; m < tensor_.sizes.size(); ++m) {
      const long long count = storage_.size(tensor_.sizes[m]), stride = storage_.size(tensor_.strides[m]);
      std::vector<Place> longer;
      for (const Place& outer : out)
        for (long long at = 0; at < count; ++at) {
          longer.push_back(outer);
          longer.back().at.push_back(at);
          longer.back().offset += at * stride;
          if (longer.size() > most_places) throw too_large();
        }
      out = std::move(longer);
    }
    return out;
  }

  /// `count` coordinates below `size`, in ascending order; different ones while there are so many.
  Coordinates coordinates(const std::string& key, long long count, long long size) const {
    Coordinates all, out;
    for (long long c = 0; c < size; ++c) all.push_back(c);
    for (long long n = 0; n < count && size > 0; ++n) {
      if (all.empty())
        for (long long c = 0; c < size; ++c) all.push_back(c);
      const auto at =
          all.begin() + memory_.draw(key + "#" + std::to_string(n), static_cast<long long>(all.size()));
      out.push_back(*at);
      all.erase(at);
    }
    std::sort(out.begin(), out.end());
    return out;
  }

  /// Of the last level that is stored: the first two are the same where entries may be stored twice.
  Coordinates repeated(const index::TensorLevel& level, Coordinates list) const {
    const auto last = std::find_if(tensor_.levels.rbegin(), tensor_.levels.rend(),
                                   [](const index::TensorLevel& each) { return !each.arrays.empty(); });
    if (storage_.repeats && &*last == &level && !level.level.unique && list.size() > 1) list[1] = list[0];
    return list;
  }

  /// Coordinates in the level's array, from `begin` on, each with a position below `parent`.
  void append(const Place& parent, const std::string& array, long long begin, const Coordinates& list) {
    append(parent, array, begin, list, base_);
  }
  void append(const Place& parent, const std::string& array, long long begin, const Coordinates& list,
              long long base) {
    for (std::size_t n = 0; n < list.size(); ++n) {
      Place& place = next_.emplace_back(parent);
      place.at.push_back(list[n]);
      place.offset = begin + static_cast<long long>(n);
      memory_.write(array, place.offset, static_cast<double>(list[n] + base));
      lengths_[array] = std::max(lengths_[array], place.offset + 1);
    }
  }

  void add_level(const index::TensorLevel& level) {
    next_.clear();
    if (level.level.kind == LevelKind::offset) return offset(level);
    if (level.level.mode.kind == LevelMode::Kind::difference) throw unknown_format();
    const long long size = storage_.size(index::extent_of(tensor_, level.level.mode));
    switch (level.level.kind) {
      case LevelKind::dense:
        for (const Place& parent : positions_)
          for (long long c = 0; c < size; ++c) {
            Place& place = next_.emplace_back(parent);
            place.at.push_back(c);
            place.offset = parent.offset * size + c;
          }
        break;
      case LevelKind::compressed:
        compressed(level, size);
        break;
      case LevelKind::singleton:
        singleton(level, size);
        break;
      case LevelKind::fixed:
        for (const Place& parent : positions_) {
          const std::string array = storage_.name(level.arrays[0]);
          const long long width = storage_.size(level.size);
          append(parent, array, parent.offset * width,
                 repeated(level, coordinates(array + std::to_string(parent.offset), width, size)));
        }
        break;
      case LevelKind::pointers:
        pointers(level, size);
        break;
      case LevelKind::ragged:
        ragged(storage_.name(level.arrays[0]), size);
        break;
      default:
        throw unknown_format();
    }
    positions_ = std::move(next_);
  }

  /// Diagonals that meet the tensor, each once; their numbers have no base.
  void offset(const index::TensorLevel& level) {
    const LevelMode& mode = level.level.mode;
    const std::string array = storage_.name(level.arrays[0]);
    const long long below = storage_.size(tensor_.sizes[static_cast<std::size_t>(mode.other_mode)]) - 1;
    const long long size = below + storage_.size(tensor_.sizes[static_cast<std::size_t>(mode.mode)]);
    memory_.limit(array, -below, size);
    Coordinates diagonals = coordinates(array, storage_.size(level.size), size);
    for (long long& diagonal : diagonals) diagonal -= below;
    append(positions_[0], array, 0, diagonals, 0);
    positions_ = std::move(next_);
  }

  /// Rows of different lengths, none longer than the tensor is wide.
  void ragged(const std::string& pos, long long size) {
    long long end = 0;
    memory_.write(pos, 0, base_);
    for (std::size_t p = 0; p < positions_.size(); ++p) {
      const long long count = memory_.draw(pos + std::to_string(p), size + 1);
      for (long long c = 0; c < count; ++c) {
        Place& place = next_.emplace_back(positions_[p]);
        place.at.push_back(c);
        place.offset = end++;
      }
      memory_.write(pos, static_cast<long long>(p) + 1, static_cast<double>(end + base_));
    }
    lengths_[pos] = static_cast<long long>(positions_.size()) + 1;
    memory_.limit(pos, end + base_ + 1, 1);
  }

  /// Rows of their own in memory, of coordinates and of values.
  void pointers(const index::TensorLevel& level, long long size) {
    const std::string counts = storage_.name(level.arrays[0]), crd = storage_.name(level.arrays[1]);
    memory_.limit(crd, base_, size);  // also what lies behind
    for (const Place& parent : positions_) {
      const std::string key = crd + std::to_string(parent.offset);
      const long long count = memory_.draw(key, std::min(size, storage_.longest_row) + 1);
      append(parent, crd, (parent.offset + 1) * row_pitch, coordinates(key, count, size));
      memory_.write(counts, parent.offset, static_cast<double>(count));
      lengths_[counts] = std::max(lengths_[counts], parent.offset + 1);
    }
    memory_.limit(counts, 0, 2);
  }

  void compressed(const index::TensorLevel& level, long long size) {
    const std::string array = storage_.name(level.arrays.back());
    memory_.limit(array, base_, size);  // also what lies behind
    if (level.level.implicit_pos)
      return append(positions_[0], array, 0,
                    repeated(level, coordinates(array, storage_.size(level.size), size)));
    const std::string pos = storage_.name(level.arrays[0]);
    long long end = 0;
    memory_.write(pos, 0, base_);
    for (std::size_t p = 0; p < positions_.size(); ++p) {
      const std::string key = array + std::to_string(p);
      const long long count = memory_.draw(key, std::min(size, storage_.longest_row) + 1);
      append(positions_[p], array, end, repeated(level, coordinates(key, count, size)));
      end += count;
      memory_.write(pos, static_cast<long long>(p) + 1, static_cast<double>(end + base_));
    }
    lengths_[pos] = static_cast<long long>(positions_.size()) + 1;
    // Who walks past the last row finds entries there.
    memory_.limit(pos, end + base_ + 1, 1);
  }

  /// Positions whose coordinates above are equal get different coordinates.
  void singleton(const index::TensorLevel& level, long long size) {
    const std::string array = storage_.name(level.arrays[0]);
    memory_.limit(array, base_, size);
    for (std::size_t p = 0; p < positions_.size();) {
      std::size_t end = p;
      while (end < positions_.size() && positions_[end].at == positions_[p].at) ++end;
      const Coordinates list =
          repeated(level, coordinates(array + std::to_string(p), static_cast<long long>(end - p), size));
      for (std::size_t n = 0; n < list.size(); ++n)
        append(positions_[p + n], array, positions_[p + n].offset, {list[n]});
      p = end;
    }
  }

  /// The element's coordinates by those of the levels.
  Coordinates modes(const Coordinates& given) const {
    Coordinates at(tensor_.sizes.size(), 0);
    for (std::size_t l = 0; l < given.size(); ++l) {
      const LevelMode& mode = tensor_.levels[l].level.mode;
      const auto m = static_cast<std::size_t>(mode.mode);
      const bool counts_blocks = mode.kind == LevelMode::Kind::quotient;
      const long long step =
          counts_blocks ? storage_.size(tensor_.block_sizes.at(static_cast<std::size_t>(mode.divisor))) : 1;
      at[m] += given[l] * step;
    }
    for (const index::TensorLevel& level : tensor_.levels)
      if (const LevelMode& mode = level.level.mode; mode.kind == LevelMode::Kind::difference)
        at[static_cast<std::size_t>(mode.mode)] += at[static_cast<std::size_t>(mode.other_mode)];
    return at;
  }

  /// Blocks at the edge and diagonals have places outside.
  bool is_inside(const Coordinates& at) const {
    for (std::size_t m = 0; m < at.size(); ++m)
      if (at[m] < 0 || at[m] >= storage_.size(tensor_.sizes[m])) return false;
    return true;
  }

  const TensorNode& tensor_;
  const int base_;
  const Storage& storage_;
  Memory& memory_;
  Lengths& lengths_;
  std::vector<Place> positions_, next_;  // of the levels so far: coordinates of levels
};

}  // namespace

std::vector<Place> places_of(const TensorNode& tensor, const Storage& storage, Memory& memory,
                             Lengths& lengths) {
  return Builder(tensor, storage, memory, lengths).run();
}

index::Contents contents_of(const TensorNode& tensor, const std::vector<Place>& places,
                            const Storage& storage, Memory& memory) {
  index::Contents out;
  const std::string values = storage.name(tensor.values);
  const int base = tensor.dense ? storage.base(tensor) : 0;  // a dense tensor's is that of what it holds
  const std::optional<double> one = one_value_of(*tensor.values);
  for (const Place& place : places)
    out[place.at].push_back(one ? *one : memory.read(values, place.offset) - base);
  return out;
}

}  // namespace insum::agree

#include "formats/format.h"

#include <algorithm>

#include "support/internal_error.h"

namespace insum {

namespace {

struct LevelProperties {
  bool full = false;
  bool locate = false;
  std::vector<std::string> arrays;
};

const LevelProperties& properties(LevelKind kind) {
  static const std::vector<std::pair<LevelKind, LevelProperties>> table = {
#define INSUM_LEVEL(kind, ...) {LevelKind::kind, {__VA_ARGS__}},
#include "formats/levels.def"
  };
  const auto row = std::find_if(table.begin(), table.end(), [&](const auto& r) { return r.first == kind; });
  internal_check(row != table.end(), "a level kind without a row in levels.def");
  return row->second;
}

// The vocabulary of formats.def.

LevelMode plain(int mode) { return {.mode = mode}; }
LevelMode block(int mode) { return {.kind = LevelMode::Kind::quotient, .mode = mode, .divisor = mode}; }
LevelMode within(int mode) { return {.kind = LevelMode::Kind::remainder, .mode = mode, .divisor = mode}; }
LevelMode difference(int mode, int other) {
  return {.kind = LevelMode::Kind::difference, .mode = mode, .other_mode = other};
}

Level dense(LevelMode mode) { return {.kind = LevelKind::dense, .mode = mode}; }
Level dense(int mode) { return dense(plain(mode)); }
Level compressed(LevelMode mode) { return {.kind = LevelKind::compressed, .mode = mode}; }
Level compressed(int mode) { return compressed(plain(mode)); }
Level padded(int mode) { return {.kind = LevelKind::fixed, .mode = plain(mode), .padded = true}; }
/// Slots that are not used repeat a coordinate and hold the fill value.
Level fixed(LevelMode mode) { return {.kind = LevelKind::fixed, .mode = mode}; }
Level fixed(int mode) { return fixed(plain(mode)); }
Level singleton(LevelMode mode) { return {.kind = LevelKind::singleton, .mode = mode}; }
/// The outermost level of a list in order, whose entries may have the same coordinate.
Level list(LevelMode mode) {
  return {.kind = LevelKind::compressed, .mode = mode, .unique = false, .implicit_pos = true};
}
Level list(int mode) { return list(plain(mode)); }
Level offset(LevelMode mode) { return {.kind = LevelKind::offset, .mode = mode}; }
Level ragged(int mode) { return {.kind = LevelKind::ragged, .mode = plain(mode)}; }
Level pointers(int mode) { return {.kind = LevelKind::pointers, .mode = plain(mode)}; }

std::vector<Level> dense_levels(int rank) {
  std::vector<Level> levels;
  for (int mode = 0; mode < rank; ++mode) levels.push_back(dense(mode));
  return levels;
}

// Entries in any order, the same coordinates possibly several times: what most tools write.
std::vector<Level> coo_levels(int rank) {
  std::vector<Level> levels;
  for (int mode = 0; mode < rank; ++mode)
    levels.push_back({.kind = mode == 0 ? LevelKind::compressed : LevelKind::singleton,
                      .mode = plain(mode),
                      .unique = false,
                      .ordered = false,
                      .implicit_pos = mode == 0});
  return levels;
}

std::vector<Level> csf_levels(int rank) {
  std::vector<Level> levels;
  for (int mode = 0; mode < rank; ++mode) levels.push_back(compressed(mode));
  return levels;
}

// Groups of entries that differ in the last mode only.
std::vector<Level> group_levels(int rank) {
  std::vector<Level> levels = {list(0)};
  for (int mode = 1; mode + 1 < rank; ++mode)
    levels.push_back({.kind = LevelKind::singleton, .mode = plain(mode), .unique = false});
  levels.push_back(fixed(rank - 1));
  return levels;
}

struct FormatFields {
  std::vector<Level> levels = {};
  int block_sizes = 0;
  int width = -1;
  std::vector<std::string> arrays = {};  // of matrices
};

struct FormatRow {
  std::string name;
  int rank = 0;  // 0: any from `least_rank` on
  FormatFields fields;
  std::vector<Level> (*any_rank)(int) = nullptr;
  enum class State { usable, sum, planned } state = State::usable;
  int least_rank = 0;
};

const std::vector<FormatRow>& rows() {
  static const std::vector<FormatRow> table = {
#define INSUM_FORMAT(name, rank, ...) \
  {#name, rank, FormatFields{__VA_ARGS__}, nullptr, FormatRow::State::usable},
#define INSUM_FORMAT_ANY_RANK(name, least, levels, ...) \
  {#name, 0, FormatFields{__VA_ARGS__}, levels, FormatRow::State::usable, least},
#define INSUM_FORMAT_SUM(name, rank) {#name, rank, {}, nullptr, FormatRow::State::sum},
#define INSUM_FORMAT_PLANNED(name) {#name, 0, {}, nullptr, FormatRow::State::planned},
#include "formats/formats.def"
  };
  return table;
}

const FormatRow* find_row(const std::string& name) {
  const auto row =
      std::find_if(rows().begin(), rows().end(), [&](const FormatRow& r) { return r.name == name; });
  return row == rows().end() ? nullptr : &*row;
}

std::string to_string(const LevelMode& mode) {
  const std::string number = std::to_string(mode.mode);
  const std::string divisor = "b" + std::to_string(mode.divisor);
  switch (mode.kind) {
    case LevelMode::Kind::plain:
      return number;
    case LevelMode::Kind::quotient:
      return number + "/" + divisor;
    case LevelMode::Kind::remainder:
      return number + "%" + divisor;
    case LevelMode::Kind::difference:
      return number + "-" + std::to_string(mode.other_mode);
  }
  internal_error("a level mode without a spelling");
}

}  // namespace

std::vector<std::string> Level::array_names() const {
  if (kind == LevelKind::compressed && implicit_pos) return {"crd"};
  return properties(kind).arrays;
}

bool can_locate(const Level& level) { return properties(level.kind).locate; }

bool is_full(const Level& level) { return properties(level.kind).full; }

bool is_dense(const Format& format) {
  return std::all_of(format.levels.begin(), format.levels.end(), [](const Level& level) {
    return level.kind == LevelKind::dense && level.mode.kind == LevelMode::Kind::plain;
  });
}

const std::vector<std::string>& format_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const FormatRow& row : rows()) list.push_back(row.name);
    return list;
  }();
  return names;
}

bool is_format_planned(const std::string& name) {
  const FormatRow* row = find_row(name);
  return row && row->state == FormatRow::State::planned;
}

bool is_format_sum(const std::string& name) {
  const FormatRow* row = find_row(name);
  return row && row->state == FormatRow::State::sum;
}

std::optional<Format> make_format(const std::string& name, int rank) {
  const FormatRow* row = find_row(name);
  if (!row || row->state != FormatRow::State::usable || (row->rank != 0 && row->rank != rank))
    return std::nullopt;
  if (row->any_rank && rank < row->least_rank) return std::nullopt;
  return Format{.name = name,
                .rank = rank,
                .levels = row->any_rank ? row->any_rank(rank) : row->fields.levels,
                .block_sizes = row->fields.block_sizes,
                .width = row->fields.width,
                .any_rank = row->any_rank != nullptr,
                .arrays = rank == 2 ? row->fields.arrays : std::vector<std::string>{}};
}

const char* to_string(LevelKind kind) {
  switch (kind) {
#define INSUM_LEVEL(kind, ...) \
  case LevelKind::kind:        \
    return #kind;
#include "formats/levels.def"
  }
  internal_error("a level kind without a name");
}

std::string to_string(const Format& format, const std::string& values) {
  std::string text = "levels(";
  for (std::size_t i = 0; i < format.levels.size(); ++i) {
    const Level& level = format.levels[i];
    if (i > 0) text += ", ";
    text += to_string(level.mode) + ": " + to_string(level.kind);
    if (level.kind == LevelKind::compressed && !level.unique) text += "_nonunique";
    std::string arrays;
    for (const std::string& array : level.array_names()) arrays += (arrays.empty() ? "" : ", ") + array;
    if (!arrays.empty()) text += "(" + arrays + ")";
  }
  return text + "; " + values + ")";
}

}  // namespace insum

#include "resolve/levels_form.h"

#include <algorithm>

#include "support/internal_error.h"

namespace insum::resolver {

namespace {

struct KindName {
  const char* name;
  LevelKind kind;
  bool unique;
};
constexpr KindName kind_names[] = {{"dense", LevelKind::dense, true},
                                   {"compressed", LevelKind::compressed, true},
                                   {"compressed_nonunique", LevelKind::compressed, false},
                                   {"singleton", LevelKind::singleton, true},
                                   {"fixed", LevelKind::fixed, true},
                                   {"offset", LevelKind::offset, true},
                                   {"ragged", LevelKind::ragged, true},
                                   {"pointers", LevelKind::pointers, true}};

std::string text_of(const ast::FormatArgument& argument) {
  if (const auto* number = std::get_if<long long>(&argument.value)) return std::to_string(*number);
  if (const auto* cpp = std::get_if<ast::Cpp>(&argument.value)) return cpp->text;
  return std::get<ast::Name>(argument.value).text;
}

class LevelsReader {
 public:
  LevelsReader(Context& context, const std::string& tensor, int rank)
      : context_(context), tensor_(tensor), rank_(rank) {}

  bool read(const ast::LevelSpec& spec, bool is_root) {
    Level level;
    if (!read_kind(spec, level)) return false;
    // Below a level that may repeat coordinates, whole entries may repeat, unless the tensor is said to be
    // unique.
    for (const Level& above : result.format.levels) level.unique &= above.unique;
    return read_mode(spec.mode, level.mode) && read_arrays(spec, is_root, level) &&
           fits_its_place(spec, is_root, level) && (result.format.levels.push_back(level), true);
  }

  /// Each mode once: whole, or as quotient and remainder by the same block size, or as a difference.
  bool check_modes(SourceRange where) {
    for (int mode = 0; mode < rank_; ++mode) {
      int whole = 0, quotients = 0, remainders = 0, quotient_by = -1, remainder_by = -2;
      for (const Level& level : result.format.levels) {
        if (level.mode.mode != mode) continue;
        switch (level.mode.kind) {
          case LevelMode::Kind::plain:
          case LevelMode::Kind::difference:
            ++whole;
            break;
          case LevelMode::Kind::quotient:
            ++quotients, quotient_by = level.mode.divisor;
            break;
          case LevelMode::Kind::remainder:
            ++remainders, remainder_by = level.mode.divisor;
            break;
        }
      }
      const bool is_whole = whole == 1 && quotients + remainders == 0;
      const bool is_blocked = whole == 0 && quotients == 1 && remainders == 1 && quotient_by == remainder_by;
      if (!is_whole && !is_blocked)
        return fail(
            where, "mode " + std::to_string(mode) + " of " + tensor_ + " is not stored exactly once",
            "give each mode one level, or one for its blocks and one for the place in a block, by one size");
    }
    for (const Level& level : result.format.levels)
      if (level.mode.kind == LevelMode::Kind::difference && !has_whole(level.mode.other_mode))
        return fail(
            where,
            "a level of differences needs mode " + std::to_string(level.mode.other_mode) + " as a level",
            "give that mode a dense level below");
    return true;
  }

  LevelsForm result;
  std::vector<ast::FormatArgument> widths;

 private:
  bool fail(SourceRange where, const std::string& what, const std::string& remedy) {
    context_.report(Diag::invalid_levels, where, {what, remedy});
    return false;
  }

  bool has_whole(int mode) const {
    return std::any_of(result.format.levels.begin(), result.format.levels.end(), [&](const Level& level) {
      return level.mode.mode == mode && level.mode.kind == LevelMode::Kind::plain;
    });
  }

  bool read_kind(const ast::LevelSpec& spec, Level& level) {
    const auto row = std::find_if(std::begin(kind_names), std::end(kind_names),
                                  [&](const KindName& k) { return spec.kind.text == k.name; });
    internal_check(row != std::end(kind_names), "a level kind without a meaning: " + spec.kind.text);
    level.kind = row->kind;
    level.unique = row->unique;
    level.padded = level.kind == LevelKind::fixed;
    return true;
  }

  bool read_mode(const ast::LevelMode& mode, LevelMode& out) {
    const bool is_difference = mode.kind == ast::LevelMode::Kind::difference;
    for (const int m : {mode.mode, is_difference ? mode.other_mode : 0})
      if (m < 0 || m >= std::max(rank_, 1) || rank_ == 0)
        return fail(mode.range, tensor_ + " has no mode " + std::to_string(m),
                    "its modes are numbered from 0 to " + std::to_string(rank_ - 1));
    out.mode = mode.mode;
    switch (mode.kind) {
      case ast::LevelMode::Kind::plain:
        out.kind = LevelMode::Kind::plain;
        break;
      case ast::LevelMode::Kind::quotient:
        out.kind = LevelMode::Kind::quotient;
        break;
      case ast::LevelMode::Kind::remainder:
        out.kind = LevelMode::Kind::remainder;
        break;
      case ast::LevelMode::Kind::difference:
        out.kind = LevelMode::Kind::difference;
        out.other_mode = mode.other_mode;
        break;
    }
    if (mode.divisor) out.divisor = block_size(*mode.divisor);
    return true;
  }

  /// The number of this block size among those of the format.
  int block_size(const ast::FormatArgument& argument) {
    auto& sizes = result.parameters;
    for (std::size_t n = 0; n < sizes.size(); ++n)
      if (text_of(sizes[n]) == text_of(argument)) return static_cast<int>(n);
    sizes.push_back(argument);
    return result.format.block_sizes++;
  }

  bool read_arrays(const ast::LevelSpec& spec, bool is_root, Level& level) {
    level.implicit_pos = level.kind == LevelKind::compressed && is_root && spec.arrays.size() == 1;
    const std::vector<std::string> names = level.array_names();
    if (spec.arrays.size() != names.size()) {
      std::string list;
      for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
      return fail(spec.range,
                  "a " + spec.kind.text + " level has " + count_of(names.size(), "array") + ", but " +
                      count_is(spec.arrays.size(), "array") + " given",
                  names.empty() ? "leave the arrays out" : "give " + list);
    }
    result.arrays.insert(result.arrays.end(), spec.arrays.begin(), spec.arrays.end());
    const std::size_t numbers = level.kind == LevelKind::fixed ? 1 : 0;
    if (spec.numbers.size() != numbers)
      return fail(
          spec.range,
          numbers ? "a fixed level needs its width" : "a " + spec.kind.text + " level takes no number",
          numbers ? "write fixed(width, crd)" : "leave the number out");
    widths.insert(widths.end(), spec.numbers.begin(), spec.numbers.end());
    return true;
  }

  bool fits_its_place(const ast::LevelSpec& spec, bool is_root, const Level& level) {
    const bool differs = level.mode.kind == LevelMode::Kind::difference;
    if (differs != (level.kind == LevelKind::offset))
      return fail(spec.range,
                  differs ? "a difference of modes needs an offset level"
                          : "an offset level needs a difference of modes",
                  "write 1-0: offset(offsets)");
    if (level.kind == LevelKind::offset && !is_root)
      return fail(spec.range, "an offset level must be the outermost one", "move it to the front");
    const bool needs_parent = level.kind == LevelKind::singleton;
    const auto& above = result.format.levels;
    if (needs_parent && !is_root && above.empty()) return true;  // those above are wrong, and reported
    if (needs_parent && (is_root || (above.back().kind != LevelKind::compressed &&
                                     above.back().kind != LevelKind::singleton)))
      return fail(spec.range, "a singleton level needs a compressed or singleton level above it",
                  "use compressed(pos, crd) here");
    return true;
  }

  Context& context_;
  const std::string& tensor_;
  const int rank_;
};

}  // namespace

std::optional<LevelsForm> read_levels(Context& context, const ast::FormatUse& use, const std::string& tensor,
                                      int rank) {
  LevelsReader reader(context, tensor, rank);
  reader.result.format.name = "levels";
  reader.result.format.rank = rank;
  bool good = true;
  for (const ast::LevelSpec& spec : use.levels) good &= reader.read(spec, &spec == &use.levels.front());
  if (!good || !reader.check_modes(use.range)) return std::nullopt;
  if (use.values.size() != 1 || reader.widths.size() > 1) {
    const bool values = use.values.size() != 1;
    context.report(Diag::invalid_levels, use.range,
                   {values ? "levels(...) needs one array of values" : "there are two fixed levels",
                    values ? "give it after a semicolon: levels(...; vals)" : "make one of them compressed"});
    return std::nullopt;
  }
  LevelsForm& form = reader.result;
  if (!reader.widths.empty()) form.format.width = form.format.block_sizes;
  form.parameters.insert(form.parameters.end(), reader.widths.begin(), reader.widths.end());
  form.arrays.push_back(use.values.front());
  return std::move(form);
}

}  // namespace insum::resolver

// Storage formats as lists of levels. A named format is only a name for such a list; the compiler knows
// levels.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace insum {

/// How one level of storage enumerates its coordinates below a parent position p.
enum class LevelKind {
  dense,       // coordinates 0..size-1; position = p * size + coordinate
  compressed,  // positions pos[p] .. pos[p+1]-1; coordinate crd[position]
  singleton,   // one coordinate crd[p] at the parent's own position
  fixed,       // positions p*width .. (p+1)*width-1; coordinate crd[position]
  offset,      // positions 0..count-1; the coordinate is a difference of two modes: offsets[position]
  ragged,      // coordinates 0 .. pos[p+1]-pos[p]-1; position = pos[p] + coordinate
  pointers,    // counts[p] coordinates in crd[p][q]; values in vals[p][q]: an array of pointers to rows
};

/// The storage coordinate of a level in terms of the tensor's modes.
struct LevelMode {
  enum class Kind { plain, quotient, remainder, difference } kind = Kind::plain;
  int mode = 0;
  int other_mode = -1;  // difference: mode - other_mode
  int divisor = -1;     // quotient, remainder: which block size of the format
};

struct Level {
  LevelKind kind = LevelKind::dense;
  LevelMode mode;
  bool unique = true;         // below one parent position, a coordinate occurs at most once
  bool ordered = true;        // ... in ascending order
  bool padded = false;        // fixed: the coordinate -1 says that a slot is not used
  bool implicit_pos = false;  // a compressed root without pos array: positions 0 .. length of crd - 1
  /// Names of the level's arrays, in storage order: {"pos", "crd"}, {"crd"}, {"offsets"}, {"counts", "crd"}
  /// or none.
  std::vector<std::string> array_names() const;
};

struct Format {
  std::string name;
  int rank = 0;
  std::vector<Level> levels;  // outermost first
  int block_sizes = 0;        // template arguments that are block sizes: bcsr<bm,bn> has 2
  int width = -1;             // which template argument is the width of the fixed level: the first of ell<w>
  bool any_rank = false;      // of tensors of any rank, whose modes may stand in any order
  std::vector<std::string> arrays = {};  // what it calls its arrays, in storage order; none: as levels do

  int arguments() const { return block_sizes + (width >= 0 ? 1 : 0); }
  /// Which template argument is the block size that LevelMode::divisor calls `n`.
  int block_argument(int n) const { return width >= 0 && n >= width ? n + 1 : n; }
};

/// True for levels whose coordinates can be located without a search.
bool can_locate(const Level& level);
/// True for levels that enumerate every coordinate of their mode.
bool is_full(const Level& level);
bool is_dense(const Format& format);

/// The names of all formats of the language, those that are not built yet included.
const std::vector<std::string>& format_names();
/// True when the format is part of the language but the compiler cannot use it yet.
bool is_format_planned(const std::string& name);
/// True when a tensor of this format is a sum of several, each of which has loops of its own.
bool is_format_sum(const std::string& name);
/// The named format for a tensor of `rank` modes; nothing when the format does not exist at that rank.
std::optional<Format> make_format(const std::string& name, int rank);

const char* to_string(LevelKind kind);
/// "levels(0: dense, 1: compressed(pos, crd); vals)"
/// `values`: what stands for the array of values.
std::string to_string(const Format& format, const std::string& values = "vals");

}  // namespace insum

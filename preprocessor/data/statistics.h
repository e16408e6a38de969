// `insum stats`: what a tensor looks like, and what each format costs for it.
#pragma once
#include <array>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "data/entries.h"
#include "data/raster.h"
#include "data/requests.h"

namespace insum::data {

/// Entries in the rows, columns or slices of one mode.
struct Lengths {
  std::int64_t size = 0;
  std::int64_t least = 0, most = 0, empty = 0;
  double mean = 0;
  double variation = 0;  // the standard deviation divided by the mean
};

/// How the entries of a matrix lie.
struct Pattern {
  std::int64_t lower = 0, upper = 0;     // the farthest diagonals with entries
  std::int64_t diagonal = 0;             // entries on the main diagonal
  std::optional<std::int64_t> mirrored;  // square: entries beside it whose mirror image is stored
};

struct BlockFill {
  std::int64_t size = 0, blocks = 0;  // blocks of size x size with entries
};

struct GroupSizes {
  double estimate = 0;
  std::int64_t chosen = 0;
  std::vector<std::array<std::int64_t, 2>> tried;  // size, accesses
};

/// What a format costs; without accesses for other tensors than matrices.
struct FormatCost {
  std::string format;
  std::int64_t slots = 0, padding = 0, bytes = 0;
  std::optional<std::int64_t> accesses;
};

struct Statistics {
  std::vector<std::int64_t> shape;
  std::string value_type, index_type;
  std::int64_t read = 0;     // entries as the file has them
  std::int64_t entries = 0;  // each coordinate once
  std::int64_t zeros = 0;    // ... whose value is zero
  std::vector<Lengths> modes;
  std::optional<Pattern> pattern;
  std::vector<BlockFill> blocks;
  std::optional<GroupSizes> groups;
  std::vector<FormatCost> formats;
  std::string left_out;  // why blocks, groups and formats are not there
  std::optional<Raster> picture;
};

/// Defined in find_statistics.h, instantiated as read_entries is.
template <class V, class I>
Statistics find_statistics(Entries<V, I>&& entries, const TensorFile& file, bool with_picture);

void print_text(std::ostream& out, const std::string& input, const Statistics& statistics);
void print_json(std::ostream& out, const std::string& input, const Statistics& statistics);

}  // namespace insum::data

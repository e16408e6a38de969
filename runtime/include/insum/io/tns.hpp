// FROSTT tensor files: a line an entry, its 1-based coordinates and its value.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "../core/types.hpp"
#include "../formats/coo.hpp"
#include "input.hpp"
#include "numbers.hpp"
#include "scanner.hpp"

namespace insum {

namespace io {

/// `shape` has zeros where the file decides.
template <value_like T, int Rank, index_like Index>
coo<T, Rank, Index> read_tns_from(input& source,
                                  const std::array<std::int64_t, static_cast<std::size_t>(Rank)>& shape) {
  scanner in(source);
  coo<T, Rank, Index> result;
  const std::string expected = "expected " + std::to_string(Rank) + " coordinates and a value on the line";
  std::string_view line;
  while (in.next_line(line)) {
    line_reader words(in, line);
    if (words.at_end() || line.front() == '#') continue;
    for (std::size_t mode = 0; mode < shape.size(); ++mode) {
      if (words.at_end()) in.fail(expected);
      const std::int64_t x = words.integer("coordinate");
      if (x < 1)
        in.fail("coordinate " + std::to_string(x) + " of mode " + std::to_string(mode) + " is less than 1");
      if (shape[mode] != 0 && x > shape[mode])
        in.fail("coordinate " + std::to_string(x) + " of mode " + std::to_string(mode) +
                " exceeds the size " + std::to_string(shape[mode]));
      if (!std::in_range<Index>(x - 1))
        in.fail("coordinate " + std::to_string(x) + " does not fit the index type");
      if (x > result.shape[mode]) result.shape[mode] = x;
      result.crd[mode].push_back(static_cast<Index>(x - 1));
    }
    if (words.at_end()) in.fail(expected);
    result.vals.push_back(words.value<T>());
    if (!words.at_end()) in.fail(expected);
  }
  const bool sizes_known = shape[0] != 0;
  if (result.vals.empty() && !sizes_known) in.fail("the file has no entries");
  if (sizes_known) result.shape = shape;
  return result;
}

}  // namespace io

/// Reads a FROSTT tensor, plain or gzip. The sizes are the largest coordinates; entries come in the order of
/// the file. Throws parse_error, also for a file without entries.
template <value_like T, int Rank, index_like Index = std::int32_t>
coo<T, Rank, Index> read_tns(const std::string& path) {
  io::input source(path);
  return io::read_tns_from<T, Rank, Index>(source, {});
}

/// ... with the sizes given; a coordinate beyond them is a parse_error, a size less than 1 a storage_error.
template <value_like T, int Rank, index_like Index = std::int32_t>
coo<T, Rank, Index> read_tns(const std::string& path,
                             const std::array<std::int64_t, static_cast<std::size_t>(Rank)>& shape) {
  for (const std::int64_t size : shape) detail::check_positive({"shape"}, size);
  io::input source(path);
  return io::read_tns_from<T, Rank, Index>(source, shape);
}

/// As read_tns, from bytes in memory; `name` stands for the file in messages.
template <value_like T, int Rank, index_like Index = std::int32_t>
coo<T, Rank, Index> parse_tns(std::string_view bytes, const std::string& name = "memory") {
  io::input source(bytes, name);
  return io::read_tns_from<T, Rank, Index>(source, {});
}

}  // namespace insum

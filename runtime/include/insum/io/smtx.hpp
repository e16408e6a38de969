// Files of the Deep Learning Matrix Collection: the pattern of a matrix as compressed rows.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "../core/types.hpp"
#include "../formats/csr.hpp"
#include "input.hpp"
#include "numbers.hpp"
#include "scanner.hpp"

namespace insum {

namespace io {

inline std::int64_t next_integer(scanner& in, const char* what, std::int64_t from, std::int64_t to) {
  std::string_view word;
  if (!in.next_word(word)) in.fail(std::string("the file ends where a ") + what + " is expected");
  const char* p = word.data();
  const char* end = p + word.size();
  std::int64_t result = 0;
  if (parse_integer(p, end, result) != number_error::none || p != end)
    in.fail(std::string("expected a ") + what + ", found " + quoted(word));
  if (result < from || result > to)
    in.fail(std::string(what) + " " + std::to_string(result) + " is out of range [" + std::to_string(from) +
            ", " + std::to_string(to) + "]");
  return result;
}

template <class T, class Index>
void read_smtx_columns(scanner& in, csr<T, Index>& result) {
  for (std::int64_t i = 0; i < result.rows(); ++i) {
    std::int64_t last = -1;
    const std::int64_t end = static_cast<std::int64_t>(result.pos[static_cast<std::size_t>(i) + 1]);
    for (std::int64_t p = static_cast<std::int64_t>(result.pos[static_cast<std::size_t>(i)]); p < end; ++p) {
      const std::int64_t j = next_integer(in, "column", 0, result.cols() - 1);
      if (j <= last)
        in.fail("column " + std::to_string(j) + " of row " + std::to_string(i) + " does not increase");
      result.crd.push_back(static_cast<Index>(j));
      last = j;
    }
  }
}

template <value_like T, index_like Index>
csr<T, Index> read_smtx_from(input& source) {
  scanner in(source);
  in.start_words();
  constexpr std::int64_t most = INT64_MAX - 1;
  csr<T, Index> result;
  const std::int64_t rows = next_integer(in, "number of rows", 0, most);
  const std::int64_t cols = next_integer(in, "number of columns", 0, most);
  const std::int64_t entries = next_integer(in, "number of entries", 0, most);
  if (!std::in_range<Index>(entries) || (rows > 0 && !std::in_range<Index>(rows - 1)) ||
      (cols > 0 && !std::in_range<Index>(cols - 1)))
    in.fail("the sizes do not fit the index type");
  result.shape = {rows, cols};
  result.pos.clear();
  result.pos.reserve(in.plausible(rows, 2) + 1);
  std::int64_t last = 0;
  for (std::int64_t i = 0; i <= rows; ++i) {
    const std::int64_t p = next_integer(in, "row pointer", last, i == 0 ? 0 : entries);
    result.pos.push_back(static_cast<Index>(p));
    last = p;
  }
  if (last != entries)
    in.fail("the last row pointer is " + std::to_string(last) + ", expected the number of entries, " +
            std::to_string(entries));
  result.crd.reserve(in.plausible(entries, 2));
  read_smtx_columns(in, result);
  std::string_view word;
  if (in.next_word(word)) in.fail("expected the end of the file, found " + quoted(word));
  result.vals.assign(result.crd.size(), T(1));
  return result;
}

}  // namespace io

/// Reads a pruned matrix's pattern, plain or gzip; all values are 1. Throws parse_error.
template <value_like T, index_like Index = std::int32_t>
csr<T, Index> read_smtx(const std::string& path) {
  io::input source(path);
  return io::read_smtx_from<T, Index>(source);
}

/// As read_smtx, from bytes in memory; `name` stands for the file in messages.
template <value_like T, index_like Index = std::int32_t>
csr<T, Index> parse_smtx(std::string_view bytes, const std::string& name = "memory") {
  io::input source(bytes, name);
  return io::read_smtx_from<T, Index>(source);
}

}  // namespace insum

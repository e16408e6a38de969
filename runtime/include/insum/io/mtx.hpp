// Matrix Market files.
#pragma once
#include <cstdint>
#include <limits>
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

struct mtx_header {
  enum class field_kind { real, integer, complex, pattern };
  enum class symmetry_kind { general, symmetric, skew, hermitian };
  bool coordinate = true;
  field_kind field = field_kind::real;
  symmetry_kind symmetry = symmetry_kind::general;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t entries = 0;  // lines that follow
};

/// True when `text` is `word` in any case.
inline bool is_word(std::string_view text, std::string_view word) {
  if (text.size() != word.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
    if (c != word[i]) return false;
  }
  return true;
}

inline void parse_mtx_banner(line_reader& words, const scanner& in, mtx_header& header) {
  if (!is_word(words.word(), "%%matrixmarket"))
    in.fail("not a Matrix Market file: the first line must begin with %%MatrixMarket");
  const std::string_view object = words.word(), format = words.word(), field = words.word(),
                         symmetry = words.word();
  if (!is_word(object, "matrix")) in.fail("expected 'matrix' after %%MatrixMarket, found " + quoted(object));
  if (!is_word(format, "coordinate") && !is_word(format, "array"))
    in.fail("expected 'coordinate' or 'array', found " + quoted(format));
  header.coordinate = is_word(format, "coordinate");
  using field_kind = mtx_header::field_kind;
  if (is_word(field, "real") || is_word(field, "double"))
    header.field = field_kind::real;
  else if (is_word(field, "integer"))
    header.field = field_kind::integer;
  else if (is_word(field, "complex"))
    header.field = field_kind::complex;
  else if (is_word(field, "pattern"))
    header.field = field_kind::pattern;
  else
    in.fail("expected 'real', 'integer', 'complex' or 'pattern', found " + quoted(field));
  using symmetry_kind = mtx_header::symmetry_kind;
  if (is_word(symmetry, "general"))
    header.symmetry = symmetry_kind::general;
  else if (is_word(symmetry, "symmetric"))
    header.symmetry = symmetry_kind::symmetric;
  else if (is_word(symmetry, "skew-symmetric"))
    header.symmetry = symmetry_kind::skew;
  else if (is_word(symmetry, "hermitian"))
    header.symmetry = symmetry_kind::hermitian;
  else
    in.fail("expected 'general', 'symmetric', 'skew-symmetric' or 'hermitian', found " + quoted(symmetry));
  words.expect_end();
  if (header.field == field_kind::pattern && !header.coordinate)
    in.fail("an array file cannot have the field 'pattern'");
  if (header.field == field_kind::pattern && header.symmetry == symmetry_kind::skew)
    in.fail("the field 'pattern' cannot be skew-symmetric");
  if (header.field != field_kind::complex && header.symmetry == symmetry_kind::hermitian)
    in.fail("only the field 'complex' can be hermitian");
}

/// The values of an array file: all of them, or the (strictly) lower triangle.
inline std::int64_t array_entries(const mtx_header& header, const scanner& in) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(header.rows, header.cols, &product)) in.fail("the sizes are too large");
  switch (header.symmetry) {
    case mtx_header::symmetry_kind::general:
      return product;
    case mtx_header::symmetry_kind::skew:
      return (product - header.rows) / 2;
    default:
      return product / 2 + header.rows / 2 + (product % 2 + header.rows % 2) / 2;
  }
}

inline mtx_header parse_mtx_header(scanner& in) {
  mtx_header header;
  std::string_view line;
  if (!in.next_line(line)) in.fail("the file is empty");
  line_reader banner(in, line);
  parse_mtx_banner(banner, in, header);
  for (;;) {
    if (!in.next_line(line)) in.fail("the file ends before the line with the sizes");
    if (!line.empty() && line.front() == '%') continue;
    line_reader words(in, line);
    if (words.at_end()) continue;
    header.rows = words.integer("number of rows");
    header.cols = words.integer("number of columns");
    if (header.coordinate) header.entries = words.integer("number of entries");
    words.expect_end();
    break;
  }
  if (header.rows < 0 || header.cols < 0 || header.entries < 0) in.fail("a size cannot be negative");
  if (header.symmetry != mtx_header::symmetry_kind::general && header.rows != header.cols)
    in.fail("a symmetric matrix must be square, this one is " + std::to_string(header.rows) + " x " +
            std::to_string(header.cols));
  if (!header.coordinate) header.entries = array_entries(header, in);
  return header;
}

/// Reads the entries behind the header into a coo.
template <class T, class Index>
class mtx_reader {
 public:
  mtx_reader(scanner& in, const mtx_header& header) : in_(in), header_(header) {
    if constexpr (!is_complex<T>)
      if (header.field == mtx_header::field_kind::complex)
        in.fail("the values are complex: read it as a matrix of std::complex");
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
      if (header.field == mtx_header::field_kind::real)
        in.fail("the values are real numbers: read it as a matrix of a floating-point type");
    if ((header.rows > 0 && !std::in_range<Index>(header.rows - 1)) ||
        (header.cols > 0 && !std::in_range<Index>(header.cols - 1)))
      in.fail("the sizes " + std::to_string(header.rows) + " x " + std::to_string(header.cols) +
              " do not fit the index type");
  }

  coo<T, 2, Index> read() {
    result_.shape = {header_.rows, header_.cols};
    const bool general = header_.symmetry == mtx_header::symmetry_kind::general;
    const std::int64_t expected =
        general || header_.entries > INT64_MAX / 2 ? header_.entries : 2 * header_.entries;
    const std::size_t room = in_.plausible(expected, header_.coordinate ? (general ? 4 : 2) : 2);
    result_.crd[0].reserve(room);
    result_.crd[1].reserve(room);
    result_.vals.reserve(room);
    if (header_.coordinate)
      read_coordinates();
    else
      read_array();
    std::string_view line;
    while (in_.next_line(line))
      if (!line_reader(in_, line).at_end() && line.front() != '%')
        in_.fail("more entries than the " + std::to_string(header_.entries) + " that the header announces");
    return std::move(result_);
  }

 private:
  void read_coordinates() {
    for (std::int64_t n = 0; n < header_.entries; ++n) {
      line_reader words(in_, next_entry_line(n));
      const std::int64_t i = coordinate(words, "row", header_.rows);
      const std::int64_t j = coordinate(words, "column", header_.cols);
      const T v = header_.field == mtx_header::field_kind::pattern ? T(1) : value(words);
      words.expect_end();
      add(i, j, v);
    }
  }
  void read_array() {
    const bool general = header_.symmetry == mtx_header::symmetry_kind::general;
    const bool skew = header_.symmetry == mtx_header::symmetry_kind::skew;
    std::int64_t n = 0;
    for (std::int64_t j = 0; j < header_.cols && n < header_.entries; ++j)
      for (std::int64_t i = general ? 0 : skew ? j + 1 : j; i < header_.rows; ++i, ++n) {
        line_reader words(in_, next_entry_line(n));
        const T v = value(words);
        words.expect_end();
        add(i, j, v);
      }
  }
  std::string_view next_entry_line(std::int64_t read_so_far) {
    std::string_view line;
    while (in_.next_line(line)) {
      if (line.empty() || line.front() == '%') continue;
      if (line.front() > ' ' || !line_reader(in_, line).at_end()) return line;
    }
    in_.fail("expected " + std::to_string(header_.entries) + " entries, the file ends after " +
             std::to_string(read_so_far));
  }
  std::int64_t coordinate(line_reader& words, const char* what, std::int64_t size) {
    const std::int64_t x = words.integer(what);
    if (x < 1 || x > size)
      in_.fail(std::string(what) + " " + std::to_string(x) + " is out of range [1, " + std::to_string(size) +
               "]");
    return x - 1;
  }
  T value(line_reader& words) {
    if constexpr (is_complex<T>) {
      if (header_.field != mtx_header::field_kind::complex) return T(words.value<typename T::value_type>());
    }
    return words.value<T>();
  }
  void add(std::int64_t i, std::int64_t j, T v) {
    push(i, j, v);
    if (header_.symmetry == mtx_header::symmetry_kind::general) return;
    if (i < j)
      in_.fail("entry (" + std::to_string(i + 1) + ", " + std::to_string(j + 1) +
               ") is above the diagonal: a symmetric file has the lower triangle only");
    if (i == j) {
      if (header_.symmetry == mtx_header::symmetry_kind::skew)
        in_.fail("a skew-symmetric file has no diagonal entries");
      return;
    }
    if (header_.symmetry == mtx_header::symmetry_kind::skew) v = negated(v);
    if constexpr (is_complex<T>)
      if (header_.symmetry == mtx_header::symmetry_kind::hermitian) v = T(v.real(), -v.imag());
    push(j, i, v);
  }
  T negated(T v) const {
    if constexpr (std::is_unsigned_v<T>)
      in_.fail("the matrix is skew-symmetric: the value type must have a sign");
    else if constexpr (std::is_integral_v<T>)
      if (v == std::numeric_limits<T>::min())
        in_.fail("the opposite of the value " + std::to_string(v) + " does not fit the value type");
    return T(-v);
  }
  void push(std::int64_t i, std::int64_t j, T v) {
    result_.crd[0].push_back(static_cast<Index>(i));
    result_.crd[1].push_back(static_cast<Index>(j));
    result_.vals.push_back(v);
  }

  scanner& in_;
  const mtx_header& header_;
  coo<T, 2, Index> result_;
};

template <value_like T, index_like Index>
coo<T, 2, Index> read_mtx_from(input& source) {
  scanner in(source);
  const mtx_header header = parse_mtx_header(in);
  return mtx_reader<T, Index>(in, header).read();
}

}  // namespace io

/// Reads a Matrix Market file, plain or gzip: coordinate or array, any field and symmetry. Entries come in
/// the order of the file, mirrored ones right behind their origin; entries that the file has twice are kept
/// twice, zeros are kept; a pattern's values are 1. Throws parse_error.
template <value_like T, index_like Index = std::int32_t>
coo<T, 2, Index> read_mtx(const std::string& path) {
  io::input source(path);
  return io::read_mtx_from<T, Index>(source);
}

/// As read_mtx, from bytes in memory; `name` stands for the file in messages.
template <value_like T, index_like Index = std::int32_t>
coo<T, 2, Index> parse_mtx(std::string_view bytes, const std::string& name = "memory") {
  io::input source(bytes, name);
  return io::read_mtx_from<T, Index>(source);
}

}  // namespace insum

// NumPy array files.
#pragma once
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "../core/types.hpp"
#include "../formats/dense.hpp"
#include "input.hpp"
#include "numbers.hpp"
#include "output.hpp"
#include "scanner.hpp"

namespace insum {

namespace io {

struct npy_header {
  char kind = 'f';  // f, i, u, b (bool), c
  int bytes = 4;    // of an element
  bool swapped = false;
  bool fortran_order = false;
  std::array<std::int64_t, 32> sizes{};
  int rank = 0;
};

/// Parses the Python dictionary of a header: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }.
class npy_dictionary {
 public:
  npy_dictionary(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  npy_header parse() {
    npy_header header;
    bool descr = false, order = false, shape = false;
    expect('{');
    while (!take('}')) {
      const std::string_view key = string("a key");
      expect(':');
      if (key == "descr")
        parse_descr(string("the element type as a string; records are not supported"), header), descr = true;
      else if (key == "fortran_order")
        header.fortran_order = boolean(), order = true;
      else if (key == "shape")
        parse_shape(header), shape = true;
      else
        fail("unknown key " + quoted(key) + " in the header");
      if (!take(',')) {
        expect('}');
        break;
      }
    }
    skip_blanks();
    if (at_ != text_.size()) fail("bytes follow the header's dictionary");
    if (!descr || !order || !shape) fail("the header lacks one of 'descr', 'fortran_order' and 'shape'");
    return header;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const { throw parse_error(file_, 1, reason); }
  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
  }
  bool take(char c) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) fail(std::string("expected '") + c + "' in the header, found " + quoted(text_.substr(at_)));
  }
  std::string_view string(const char* what) {
    skip_blanks();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    const std::size_t end = quote == '\'' || quote == '"' ? text_.find(quote, at_ + 1) : text_.npos;
    if (end == text_.npos) fail(std::string("expected ") + what + ", found " + quoted(text_.substr(at_)));
    const std::string_view result = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return result;
  }
  bool boolean() {
    skip_blanks();
    for (const bool value : {false, true}) {
      const std::string_view word = value ? "True" : "False";
      if (text_.substr(at_, word.size()) != word) continue;
      at_ += word.size();
      return value;
    }
    fail("expected True or False, found " + quoted(text_.substr(at_)));
  }
  void parse_descr(std::string_view descr, npy_header& header) const {
    constexpr std::string_view known[] = {"f2", "f4", "f8", "i1", "i2", "i4", "i8",
                                          "u1", "u2", "u4", "u8", "b1", "c8", "c16"};
    const char order = descr.empty() ? '\0' : descr[0];
    const std::string_view type = descr.substr(descr.empty() ? 0 : 1);
    bool found = false;
    for (const std::string_view name : known) found = found || name == type;
    if (!found || (order != '<' && order != '>' && order != '|' && order != '='))
      fail("element type " + quoted(descr) + " is not supported");
    header.kind = type[0];
    header.bytes = type.size() == 3 ? 16 : type[1] - '0';
    header.swapped = order == (std::endian::native == std::endian::little ? '>' : '<');
  }
  void parse_shape(npy_header& header) {
    expect('(');
    while (!take(')')) {
      skip_blanks();
      const char* p = text_.data() + at_;
      std::int64_t size = 0;
      if (parse_integer(p, text_.data() + text_.size(), size) != number_error::none || size < 0)
        fail("expected a size, found " + quoted(text_.substr(at_)));
      at_ = static_cast<std::size_t>(p - text_.data());
      if (header.rank == static_cast<int>(header.sizes.size())) fail("more than 32 dimensions");
      header.sizes[static_cast<std::size_t>(header.rank++)] = size;
      if (!take(',')) {
        expect(')');
        break;
      }
    }
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
};

inline std::size_t read_fully(input& source, char* to, std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    const std::size_t count = source.read(to + done, size - done);
    if (count == 0) break;
    done += count;
  }
  if (!source.error().empty()) throw parse_error(source.name(), 1, source.error());
  return done;
}

inline npy_header parse_npy_header(input& source) {
  const auto fail = [&](const char* reason) { throw parse_error(source.name(), 1, reason); };
  unsigned char start[12] = {};
  if (read_fully(source, reinterpret_cast<char*>(start), 10) != 10 || std::memcmp(start, "\x93NUMPY", 6) != 0)
    fail("not a NumPy file: it must begin with \\x93NUMPY");
  if (start[6] < 1 || start[6] > 3) fail("unknown version of the NumPy format");
  std::size_t length = start[8] | std::size_t{start[9]} << 8;
  if (start[6] >= 2) {
    if (read_fully(source, reinterpret_cast<char*>(start) + 10, 2) != 2)
      fail("the file ends within the header");
    length |= std::size_t{start[10]} << 16 | std::size_t{start[11]} << 24;
  }
  if (length > (std::size_t{1} << 20)) fail("the header is longer than a megabyte");
  buffer<char> text(length);
  if (read_fully(source, text.data(), length) != length) fail("the file ends within the header");
  return npy_dictionary({text.data(), length}, source.name()).parse();
}

/// Bytes of a file to numbers of the type that the header names, then to T.
template <class T>
class npy_converter {
 public:
  npy_converter(const npy_header& header, const std::string& file) : header_(header), file_(file) {
    const bool from_complex = header.kind == 'c', from_real = header.kind == 'f';
    if (from_complex && !is_complex<T>) fail("the values are complex: read it as std::complex");
    if (from_real && std::is_integral_v<T>)
      fail("the values are floating-point numbers: read it as a floating-point type");
  }

  T operator()(const char* bytes) const {
    switch (header_.kind) {
      case 'c':
        if constexpr (is_complex<T>) {
          using Real = typename T::value_type;
          return header_.bytes == 8
                     ? T(rounded<Real>(load<float>(bytes)), rounded<Real>(load<float>(bytes + 4)))
                     : T(rounded<Real>(load<double>(bytes)), rounded<Real>(load<double>(bytes + 8)));
        }
        fail("the values are complex");
      case 'f':
        if (header_.bytes == 2) return to_real(half::decode(load<std::uint16_t>(bytes)));
        return header_.bytes == 4 ? to_real(load<float>(bytes)) : to_real(load<double>(bytes));
      case 'i':
        return load_integer<std::int8_t, std::int16_t, std::int32_t, std::int64_t>(bytes);
      case 'u':
        return load_integer<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>(bytes);
      default:
        return to_integer(std::uint8_t(*bytes != 0));
    }
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const { throw parse_error(file_, 1, reason); }
  template <class Number>
  Number load(const char* bytes) const {
    char copy[sizeof(Number)];
    for (std::size_t i = 0; i < sizeof(Number); ++i)
      copy[i] = bytes[header_.swapped ? sizeof(Number) - 1 - i : i];
    Number result;
    std::memcpy(&result, copy, sizeof result);
    return result;
  }
  template <class N1, class N2, class N4, class N8>
  T load_integer(const char* bytes) const {
    switch (header_.bytes) {
      case 1:
        return to_integer(load<N1>(bytes));
      case 2:
        return to_integer(load<N2>(bytes));
      case 4:
        return to_integer(load<N4>(bytes));
      default:
        return to_integer(load<N8>(bytes));
    }
  }
  /// As a floating-point type.
  template <class To, class Number>
  To rounded(Number value) const {
    if (is_beyond<To>(value)) fail_to_fit(value);
    return static_cast<To>(value);
  }
  template <class Number>
  T to_real(Number value) const {
    if constexpr (is_complex<T>)
      return T(rounded<typename T::value_type>(value));
    else if constexpr (std::is_integral_v<T>)
      fail("the values are floating-point numbers");
    else
      return rounded<T>(value);
  }
  template <class Integer>
  T to_integer(Integer value) const {
    if constexpr (std::is_same_v<T, bool>) {
      return value != 0;
    } else if constexpr (std::is_integral_v<T>) {
      if (!std::in_range<T>(value)) fail_to_fit(value);
      return static_cast<T>(value);
    } else {
      return to_real(value);
    }
  }
  template <class Number>
  [[noreturn]] void fail_to_fit(Number value) const {
    char digits[32];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
    fail("value " + std::string(digits, end) + " does not fit the value type");
  }

  const npy_header& header_;
  const std::string& file_;
};

/// The number of elements. Sizes whose product memory cannot address are refused, beside a 0 too: loops over
/// such modes would not end.
inline std::int64_t npy_count(const npy_header& header, const std::string& file) {
  std::int64_t count = 1;
  bool empty = false;
  for (int mode = 0; mode < header.rank; ++mode) {
    const std::int64_t size = header.sizes[static_cast<std::size_t>(mode)];
    empty = empty || size == 0;
    if (size != 0 && (__builtin_mul_overflow(count, size, &count) || count > INT64_MAX / 32))
      throw parse_error(file, 1, "the sizes are too large");
  }
  return empty ? 0 : count;
}

/// Elements in the order of the file.
template <class T>
buffer<T> read_npy_values(input& source, const npy_header& header, std::int64_t count) {
  const npy_converter<T> convert(header, source.name());
  const std::size_t width = static_cast<std::size_t>(header.bytes);
  buffer<T> values;
  values.reserve(source.plausible(count, header.bytes));
  buffer<char> piece(std::size_t{1} << 16);  // a multiple of all element sizes
  const std::size_t total = static_cast<std::size_t>(count);
  while (values.size() < total) {
    const std::size_t left = total - values.size();
    const std::size_t wanted = left < piece.size() / width ? left : piece.size() / width;
    const std::size_t got = read_fully(source, piece.data(), wanted * width) / width;
    for (std::size_t i = 0; i < got; ++i) values.push_back(convert(piece.data() + i * width));
    if (got < wanted)
      throw parse_error(source.name(), 1,
                        "expected " + std::to_string(count) + " values, the file ends after " +
                            std::to_string(values.size()));
  }
  if (read_fully(source, piece.data(), 1) != 0)
    throw parse_error(source.name(), 1, "bytes follow the " + std::to_string(count) + " values of the array");
  return values;
}

/// The last mode of the result is innermost; in `values` it is the first.
template <class T, int Rank>
void from_fortran_order(dense<T, Rank>& result, const buffer<T>& values) {
  std::array<std::int64_t, static_cast<std::size_t>(Rank)> at{};
  for (const T& value : values) {
    std::int64_t position = 0;
    for (std::size_t mode = 0; mode < at.size(); ++mode) position = position * result.shape[mode] + at[mode];
    result.vals[static_cast<std::size_t>(position)] = value;
    for (std::size_t mode = 0; mode < at.size() && ++at[mode] == result.shape[mode]; ++mode) at[mode] = 0;
  }
}

template <value_like T, int Rank>
dense<T, Rank> read_npy_from(input& source) {
  const npy_header header = parse_npy_header(source);
  if (header.rank != Rank)
    throw parse_error(
        source.name(), 1,
        "the array has " + std::to_string(header.rank) + " dimensions, expected " + std::to_string(Rank));
  const std::int64_t count = npy_count(header, source.name());
  dense<T, Rank> result;
  for (std::size_t mode = 0; mode < result.shape.size(); ++mode) result.shape[mode] = header.sizes[mode];
  buffer<T> values = read_npy_values<T>(source, header, count);
  if (header.fortran_order && Rank > 1) {
    result.vals.resize(values.size());
    from_fortran_order(result, values);
  } else {
    result.vals = std::move(values);
  }
  return result;
}

/// The name of a type in a header.
template <class T>
constexpr const char* npy_descr() {
  static_assert(!std::is_same_v<T, bfloat16>, "NumPy has no bfloat16: convert to float first");
  constexpr bool little = std::endian::native == std::endian::little;
  if constexpr (std::is_same_v<T, bool>) {
    return "|b1";
  } else if constexpr (is_complex<T>) {
    static_assert(sizeof(T) == 8 || sizeof(T) == 16);
    return sizeof(T) == 8 ? (little ? "<c8" : ">c8") : (little ? "<c16" : ">c16");
  } else if constexpr (std::is_integral_v<T>) {
    constexpr const char* names[2][2][4] = {{{">u1", ">u2", ">u4", ">u8"}, {">i1", ">i2", ">i4", ">i8"}},
                                            {{"<u1", "<u2", "<u4", "<u8"}, {"<i1", "<i2", "<i4", "<i8"}}};
    return names[little][std::is_signed_v<T>][std::countr_zero(sizeof(T))];
  } else {
    static_assert(sizeof(T) <= 8, "NumPy files have no such type");
    return sizeof(T) == 2   ? (little ? "<f2" : ">f2")
           : sizeof(T) == 4 ? (little ? "<f4" : ">f4")
                            : (little ? "<f8" : ">f8");
  }
}

/// Writes the elements of an array of these sizes, the last mode innermost.
template <class T, class Sizes>
void write_npy_array(const std::string& path, const buffer<T>& values, const Sizes& sizes) {
  std::string text = std::string("{'descr': '") + npy_descr<T>() + "', 'fortran_order': False, 'shape': (";
  for (const std::int64_t size : sizes) text += std::to_string(size) + (sizes.size() == 1 ? "," : ", ");
  text += "), }";
  while ((text.size() + 11) % 64 != 0) text += ' ';
  text += '\n';
  const std::uint16_t length = static_cast<std::uint16_t>(text.size());
  output out(path);
  out.write(std::string_view("\x93NUMPY\x01\x00", 8));
  const char bytes[2] = {static_cast<char>(length & 0xff), static_cast<char>(length >> 8)};
  out.write({bytes, 2});
  out.write(text);
  out.write({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)});
  out.close();
}

}  // namespace io

/// Reads a NumPy array, plain or gzip, in either order of the modes and of the bytes. Integers become any
/// type that can hold them, floating-point numbers any floating-point or complex type. Throws parse_error.
template <value_like T, int Rank>
dense<T, Rank> read_npy(const std::string& path) {
  io::input source(path);
  return io::read_npy_from<T, Rank>(source);
}

/// As read_npy, from bytes in memory; `name` stands for the file in messages.
template <value_like T, int Rank>
dense<T, Rank> parse_npy(std::string_view bytes, const std::string& name = "memory") {
  io::input source(bytes, name);
  return io::read_npy_from<T, Rank>(source);
}

/// Writes a NumPy array; compressed if the path ends in ".gz". Throws std::runtime_error when the file cannot
/// be written.
template <value_like T, int Rank>
void write_npy(const std::string& path, const dense<T, Rank>& tensor) {
  tensor.validate();
  io::write_npy_array(path, tensor.vals, tensor.shape);
}

}  // namespace insum

// Readers of .tns, .smtx and .npy files.
#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <functional>
#include <insum/io.hpp>
#include <string>

namespace {

std::string error_of(const std::function<void()>& read) {
  try {
    read();
  } catch (const insum::parse_error& e) {
    return e.what();
  }
  return "read";
}
std::string tns_error(const std::string& bytes) {
  return error_of([&] { static_cast<void>(insum::parse_tns<float, 3>(bytes, "a.tns")); });
}
std::string smtx_error(const std::string& bytes) {
  return error_of([&] { static_cast<void>(insum::parse_smtx<float>(bytes, "a.smtx")); });
}
template <class T, int Rank>
std::string npy_error(const std::string& bytes) {
  return error_of([&] { static_cast<void>(insum::parse_npy<T, Rank>(bytes, "a.npy")); });
}

std::string npy(const std::string& header, const std::string& data, int version = 1) {
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(version);
  bytes += '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
    bytes += static_cast<char>(header.size() >> (8 * i) & 0xff);
  return bytes + header + data;
}
template <class T>
std::string bytes_of(std::initializer_list<T> values) {
  return {reinterpret_cast<const char*>(values.begin()), values.size() * sizeof(T)};
}
std::string swapped(std::string bytes, std::size_t width) {
  for (std::size_t i = 0; i < bytes.size(); i += width)
    for (std::size_t b = 0; b < width / 2; ++b) std::swap(bytes[i + b], bytes[i + width - 1 - b]);
  return bytes;
}

}  // namespace

TEST_CASE("tns: sizes are the largest coordinates") {
  const auto t = insum::parse_tns<double, 3>("# a comment\n1 2 3 0.5\n\n4 1 1 -2\n");
  t.validate();
  CHECK(t.shape == std::array<std::int64_t, 3>{4, 2, 3});
  CHECK(t.crd[2] == insum::buffer<int>{2, 0});
  CHECK(t.vals == insum::buffer<double>{0.5, -2});
}

TEST_CASE("tns: what is wrong") {
  CHECK(tns_error("") == "a.tns:1: the file has no entries");
  CHECK(tns_error("# nothing\n") == "a.tns:2: the file has no entries");
  CHECK(tns_error("1 2 3\n") == "a.tns:1: expected 3 coordinates and a value on the line");
  CHECK(tns_error("1 2\n") == "a.tns:1: expected 3 coordinates and a value on the line");
  CHECK(tns_error("1 2 3 4 5\n") == "a.tns:1: expected 3 coordinates and a value on the line");
  CHECK(tns_error("1 1 1 1\n1 0 3 4\n") == "a.tns:2: coordinate 0 of mode 1 is less than 1");
  CHECK(tns_error("1 2147483649 3 4\n") == "a.tns:1: coordinate 2147483649 does not fit the index type");
  CHECK(tns_error("1 2 x 4\n") == "a.tns:1: expected an integer as coordinate, found 'x 4'");
  CHECK(tns_error("1 2 3 x\n") == "a.tns:1: expected a number as value, found 'x'");
}

TEST_CASE("smtx") {
  const auto a = insum::parse_smtx<float>("3, 4, 3\n0 2 2 3\n0 3 1\n");
  a.validate();
  CHECK(a.shape == std::array<std::int64_t, 2>{3, 4});
  CHECK(a.pos == insum::buffer<int>{0, 2, 2, 3});
  CHECK(a.crd == insum::buffer<int>{0, 3, 1});
  CHECK(a.vals == insum::buffer<float>{1, 1, 1});
  CHECK(insum::parse_smtx<float>("0, 0, 0\n0\n").nnz() == 0);
  std::string longest = "1, 1000000, 1000000\n0 1000000\n";  // a line beyond the scanner's window
  for (int j = 0; j < 1000000; ++j) longest += std::to_string(j) + " ";
  CHECK(insum::parse_smtx<float>(longest).crd[999999] == 999999);
}

TEST_CASE("smtx: what is wrong") {
  CHECK(smtx_error("") == "a.smtx:1: the file ends where a number of rows is expected");
  CHECK(smtx_error("3, 4\n") == "a.smtx:2: the file ends where a number of entries is expected");
  CHECK(smtx_error("3, x, 3\n") == "a.smtx:1: expected a number of columns, found 'x'");
  CHECK(smtx_error("-3, 4, 3\n") == "a.smtx:1: number of rows -3 is out of range [0, 9223372036854775806]");
  CHECK(smtx_error("3000000000, 4, 3\n") == "a.smtx:1: the sizes do not fit the index type");
  CHECK(smtx_error("3, 4, 3\n1 2 2 3\n") == "a.smtx:2: row pointer 1 is out of range [0, 0]");
  CHECK(smtx_error("3, 4, 3\n0 2 1 3\n") == "a.smtx:2: row pointer 1 is out of range [2, 3]");
  CHECK(smtx_error("3, 4, 3\n0 2 2 4\n") == "a.smtx:2: row pointer 4 is out of range [2, 3]");
  CHECK(smtx_error("3, 4, 3\n0 2 2 2\n0 1") ==
        "a.smtx:2: the last row pointer is 2, expected the number of entries, 3");
  CHECK(smtx_error("3, 4, 3\n0 2 2 3\n0 4 1\n") == "a.smtx:3: column 4 is out of range [0, 3]");
  CHECK(smtx_error("3, 4, 3\n0 2 2 3\n3 3 1\n") == "a.smtx:3: column 3 of row 0 does not increase");
  CHECK(smtx_error("3, 4, 3\n0 2 2 3\n0 3\n") == "a.smtx:4: the file ends where a column is expected");
  CHECK(smtx_error("3, 4, 3\n0 2 2 3\n0 3 1 2\n") == "a.smtx:3: expected the end of the file, found '2'");
  CHECK(smtx_error("1000000000, 1000000000, 1000000000\n0 1\n") ==
        "a.smtx:3: the file ends where a row pointer is expected");
}

TEST_CASE("npy: element types, orders and versions") {
  const auto a =
      insum::parse_npy<float, 2>(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }   \n",
                                     bytes_of<float>({1, 2, 3, 4, 5, 6})));
  CHECK(a.shape == std::array<std::int64_t, 2>{2, 3});
  CHECK((a(0, 2) == 3 && a(1, 0) == 4));
  const auto b = insum::parse_npy<double, 2>(npy("{'shape': (2,3), 'fortran_order': True, \"descr\": '<i2'}",
                                                 bytes_of<short>({1, 2, 3, 4, 5, 6}), 2));
  CHECK((b(0, 1) == 3 && b(1, 0) == 2 && b(1, 2) == 6));
  const auto c =
      insum::parse_npy<std::int64_t, 1>(npy("{'descr':'>u4','fortran_order':False,'shape':(2,)}",
                                            swapped(bytes_of<std::uint32_t>({7, 4000000000}), 4), 3));
  CHECK(c.vals == insum::buffer<std::int64_t>{7, 4000000000});
  using complex = std::complex<float>;
  const auto d = insum::parse_npy<complex, 1>(
      npy("{'descr':'>c16','fortran_order':False,'shape':(1,)}", swapped(bytes_of<double>({1, -2}), 8)));
  CHECK(d.vals[0] == complex(1, -2));
  const auto e = insum::parse_npy<float, 1>(
      npy("{'descr':'<f2','fortran_order':False,'shape':(1,)}", bytes_of<std::uint16_t>({0x3e00})));
  CHECK(e.vals[0] == 1.5f);
  const auto f = insum::parse_npy<bool, 0>(npy("{'descr':'|b1','fortran_order':False,'shape':()}", "\1"));
  CHECK(f.vals[0]);
  CHECK(insum::parse_npy<float, 2>(npy("{'descr':'<f8','fortran_order':False,'shape':(0, 5)}", ""))
            .vals.empty());
}

TEST_CASE("npy: finite numbers that a type holds as infinity only") {
  const auto one = [](const std::string& type, const std::string& bytes) {
    return npy("{'descr':'" + type + "','fortran_order':False,'shape':(1,)}", bytes);
  };
  const auto fits = [](const std::string& value) {
    return "a.npy:1: value " + value + " does not fit the value type";
  };
  CHECK(npy_error<float, 1>(one("<f8", bytes_of<double>({1e300}))) == fits("1e+300"));
  CHECK(npy_error<insum::half, 1>(one("<f4", bytes_of<float>({-1e6f}))) == fits("-1e+06"));
  CHECK(npy_error<insum::half, 1>(one("<i4", bytes_of<int>({100000}))) == fits("100000"));
  CHECK(npy_error<insum::bfloat16, 1>(one("<f8", bytes_of<double>({3.4e38}))) == fits("3.4e+38"));
  CHECK(npy_error<std::complex<float>, 1>(one("<c16", bytes_of<double>({1, 1e300}))) == fits("1e+300"));
  CHECK(npy_error<std::complex<float>, 1>(one("<f8", bytes_of<double>({1e300}))) == fits("1e+300"));
  CHECK(npy_error<float, 1>(one("<f8", bytes_of<double>({INFINITY}))) == "read");
  CHECK(npy_error<insum::half, 1>(one("<f4", bytes_of<float>({NAN}))) == "read");
  CHECK(npy_error<float, 1>(one("<u8", bytes_of<std::uint64_t>({UINT64_MAX}))) == "read");
}

TEST_CASE("npy: what is wrong") {
  const std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}";
  CHECK(npy_error<float, 1>(npy(good, "12345678")) == "read");
  CHECK(npy_error<float, 1>("") == "a.npy:1: not a NumPy file: it must begin with \\x93NUMPY");
  CHECK(npy_error<float, 1>(npy(good, "").substr(0, 9)) ==
        "a.npy:1: not a NumPy file: it must begin with \\x93NUMPY");
  CHECK(npy_error<float, 1>(npy(good, "").substr(0, 30)) == "a.npy:1: the file ends within the header");
  CHECK(npy_error<float, 1>(npy(good, "", 4)) == "a.npy:1: unknown version of the NumPy format");
  CHECK(npy_error<float, 1>(std::string("\x93NUMPY\2\0\xff\xff\xff\xff", 12)) ==
        "a.npy:1: the header is longer than a megabyte");
  CHECK(npy_error<float, 1>(npy(good, "1234567")) == "a.npy:1: expected 2 values, the file ends after 1");
  CHECK(npy_error<float, 1>(npy(good, "123456789")) == "a.npy:1: bytes follow the 2 values of the array");
  CHECK(npy_error<float, 2>(npy(good, "12345678")) == "a.npy:1: the array has 1 dimensions, expected 2");
  CHECK(npy_error<int, 1>(npy(good, "12345678")) ==
        "a.npy:1: the values are floating-point numbers: read it as a floating-point type");
  const auto header = [](const std::string& text) { return npy_error<float, 1>(npy(text, "")); };
  CHECK(header("") == "a.npy:1: expected '{' in the header, found ''");
  CHECK(header("{}") == "a.npy:1: the header lacks one of 'descr', 'fortran_order' and 'shape'");
  CHECK(header("{'a': 1}") == "a.npy:1: unknown key 'a' in the header");
  CHECK(header("{descr: 1}") == "a.npy:1: expected a key, found 'descr: 1}'");
  CHECK(header("{'descr' 1}") == "a.npy:1: expected ':' in the header, found '1}'");
  CHECK(header("{'descr': [('x', '<f4')]}") ==
        "a.npy:1: expected the element type as a string; records are not supported, found '[('x', '<f4')]}'");
  CHECK(header("{'descr': '<U8'}") == "a.npy:1: element type '<U8' is not supported");
  CHECK(header("{'descr': ''}") == "a.npy:1: element type '' is not supported");
  CHECK(header("{'fortran_order': 1}") == "a.npy:1: expected True or False, found '1}'");
  CHECK(header("{'shape': 3}") == "a.npy:1: expected '(' in the header, found '3}'");
  CHECK(header("{'shape': (-3,)}") == "a.npy:1: expected a size, found '-3,)}'");
  CHECK(header("{'shape': (99999999999999999999,)}") ==
        "a.npy:1: expected a size, found '99999999999999999999,)}'");
  CHECK(header("{'shape': (3") == "a.npy:1: expected ')' in the header, found ''");
  CHECK(header(good + "x") == "a.npy:1: bytes follow the header's dictionary");
  std::string deep = "{'shape': (";
  for (int i = 0; i < 40; ++i) deep += "1,";
  CHECK(header(deep + ")}") == "a.npy:1: more than 32 dimensions");
  CHECK(npy_error<float, 2>(npy("{'descr':'<f4','fortran_order':False,'shape':(4000000000,4000000000)}",
                                "")) == "a.npy:1: the sizes are too large");
  CHECK(
      npy_error<float, 1>(npy("{'descr':'<f4','fortran_order':False,'shape':(100000000000000,)}", "1234")) ==
      "a.npy:1: expected 100000000000000 values, the file ends after 1");
  CHECK(npy_error<std::int8_t, 1>(
            npy("{'descr':'<i2','fortran_order':False,'shape':(1,)}", bytes_of<short>({300}))) ==
        "a.npy:1: value 300 does not fit the value type");
  CHECK(npy_error<float, 1>(npy("{'descr':'<c8','fortran_order':False,'shape':(1,)}", "12345678")) ==
        "a.npy:1: the values are complex: read it as std::complex");
}

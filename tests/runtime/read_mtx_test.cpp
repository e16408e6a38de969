#include <doctest/doctest.h>

#include <complex>
#include <insum/io/mtx.hpp>
#include <string>

namespace {

using insum::parse_mtx;

std::string with_banner(const std::string& rest, const std::string& kind = "coordinate real general") {
  return "%%MatrixMarket matrix " + kind + "\n" + rest;
}

/// What parse_error says of the bytes.
template <class T, class Index = std::int32_t>
std::string error_of(const std::string& bytes) {
  try {
    static_cast<void>(parse_mtx<T, Index>(bytes, "a.mtx"));
  } catch (const insum::parse_error& e) {
    return e.what();
  }
  return "read";
}
std::string error_of(const std::string& rest, const std::string& kind) {
  return error_of<double>(with_banner(rest, kind));
}

}  // namespace

TEST_CASE("coordinate files") {
  const auto a = parse_mtx<double>(
      with_banner("% a comment\n\n3 4 3\n1 4 1.5\n\t3  1\t-2e3 \r\n% between\n\n2 2 +.25\n\n"));
  a.validate();
  CHECK(a.shape == std::array<std::int64_t, 2>{3, 4});
  CHECK(a.crd[0] == insum::buffer<int>{0, 2, 1});
  CHECK(a.crd[1] == insum::buffer<int>{3, 0, 1});
  CHECK(a.vals == insum::buffer<double>{1.5, -2000, 0.25});
  const auto b = parse_mtx<float>("%%matrixmarket MATRIX Coordinate Integer General\n2 2 2\n1 1 7\n1 1 0");
  CHECK(b.vals == insum::buffer<float>{7, 0});
  CHECK(parse_mtx<double>(with_banner("0 0 0\n")).nnz() == 0);
  CHECK(parse_mtx<bool>(with_banner("1 2 2\n1 1\n1 2\n", "coordinate pattern general")).vals[1]);
}

TEST_CASE("symmetries are expanded") {
  const auto a = parse_mtx<int>(with_banner("2 2 2\n1 1 5\n2 1 7\n", "coordinate integer symmetric"));
  CHECK(a.crd[0] == insum::buffer<int>{0, 1, 0});
  CHECK(a.crd[1] == insum::buffer<int>{0, 0, 1});
  CHECK(a.vals == insum::buffer<int>{5, 7, 7});
  const auto b = parse_mtx<float>(with_banner("2 2 1\n2 1 7\n", "coordinate real skew-symmetric"));
  CHECK(b.vals == insum::buffer<float>{7, -7});
  using complex = std::complex<float>;
  const auto c = parse_mtx<complex>(with_banner("2 2 2\n1 1 1 0\n2 1 3 4\n", "coordinate complex hermitian"));
  CHECK(c.vals == insum::buffer<complex>{{1, 0}, {3, 4}, {3, -4}});
  const auto d = parse_mtx<complex>(with_banner("2 2 1\n2 1 3\n", "coordinate real symmetric"));
  CHECK(d.vals == insum::buffer<complex>{{3, 0}, {3, 0}});
  const auto e = parse_mtx<insum::half>(with_banner("2 2 1\n2 1 3\n", "coordinate real skew-symmetric"));
  CHECK((e.vals[0] == 3 && e.vals[1] == -3));
}

TEST_CASE("finite numbers that a type holds as infinity only") {
  const auto error = [](auto type, const std::string& value, const std::string& field = "real") {
    return error_of<decltype(type)>(with_banner("1 1 1\n1 1 " + value, "coordinate " + field + " general"));
  };
  CHECK(error(insum::half(), "100000") == "a.mtx:3: value '100000' is out of range");
  CHECK(error(insum::half(), "-65520") == "a.mtx:3: value '-65520' is out of range");
  CHECK(error(insum::half(), "100000", "integer") == "a.mtx:3: value '100000' is out of range");
  CHECK(error(insum::bfloat16(), "3.4e38") == "a.mtx:3: value '3.4e38' is out of range");
  CHECK(error(std::complex<float>(), "1 1e300", "complex") == "a.mtx:3: value '1e300' is out of range");
  const auto half = parse_mtx<insum::half>(with_banner("1 2 2\n1 1 65519\n1 2 -inf\n"));
  CHECK(half.vals[0] == 65504);
  CHECK(half.vals[1] < -65504);
}

TEST_CASE("array files run down the columns") {
  const auto a = parse_mtx<double>(with_banner("2 3\n1\n2\n3\n4\n0\n6\n", "array real general"));
  CHECK(a.nnz() == 6);
  CHECK(a.crd[0] == insum::buffer<int>{0, 1, 0, 1, 0, 1});
  CHECK(a.crd[1] == insum::buffer<int>{0, 0, 1, 1, 2, 2});
  CHECK(a.vals == insum::buffer<double>{1, 2, 3, 4, 0, 6});
  const auto s = parse_mtx<double>(with_banner("2 2\n1\n2\n3\n", "array real symmetric"));
  CHECK(s.vals == insum::buffer<double>{1, 2, 2, 3});
  const auto k = parse_mtx<double>(with_banner("3 3\n1\n2\n3\n", "array real skew-symmetric"));
  CHECK(k.crd[0] == insum::buffer<int>{1, 0, 2, 0, 2, 1});
  CHECK(k.vals == insum::buffer<double>{1, -1, 2, -2, 3, -3});
}

TEST_CASE("numbers of all kinds") {
  const auto one = [](const std::string& text) {
    return parse_mtx<double>(with_banner("1 1 1\n1 1 " + text)).vals[0];
  };
  CHECK(one("1.0D+02") == 100);
  CHECK(one("-2.5d-1") == -0.25);
  CHECK(one("1e-400") == 0);
  CHECK(one("1e-99999") == 0);
  CHECK(one("1e-99999999999999999999") == 0);
  CHECK(one("0." + std::string(400, '0') + "1") == 0);
  CHECK(one("0." + std::string(5000, '0') + "1") == 0);
  CHECK(one("0." + std::string(130, '0') + "1d+131") == 1);
  CHECK(one("4.9406564584124654e-324") == 4.9406564584124654e-324);
  CHECK(one("0.1") == 0.1);
  CHECK(one("inf") > 1e308);
  CHECK(one("nan") != one("nan"));
  const auto narrow = [](const std::string& text) {
    return parse_mtx<float>(with_banner("1 1 1\n1 1 " + text)).vals[0];
  };
  CHECK(narrow("1e-50") == 0);
  CHECK(narrow("0." + std::string(130, '0') + "1") == 0);
  CHECK(narrow("0.1") == 0.1f);
  CHECK(narrow("1.00000017881393432617187499") ==
        1.00000011920928955078125f);  // rounded once, not by way of double
  CHECK(error_of<float>(with_banner("1 1 1\n1 1 1e39")) == "a.mtx:3: value '1e39' is out of range");
  CHECK(error_of<double>(with_banner("1 1 1\n1 1 1e400")) == "a.mtx:3: value '1e400' is out of range");
  CHECK(error_of<double>(with_banner("1 1 1\n1 1 1" + std::string(5000, '0') + "e-2")) ==
        "a.mtx:3: value '1" + std::string(39, '0') + "...' is out of range");
  CHECK(error_of<double>(with_banner("1 1 1\n1 1 --1")) ==
        "a.mtx:3: expected a number as value, found '--1'");
  CHECK(error_of<double>(with_banner("1 1 1\n1 1 +-1")) ==
        "a.mtx:3: expected a number as value, found '+-1'");
  CHECK(error_of<double>(with_banner("1 1 1\n1 1 1.5x")) == "a.mtx:3: expected a number as value, found 'x'");
  CHECK(error_of<double>(with_banner("1 1 1\n1 1 0x10")) ==
        "a.mtx:3: expected a number as value, found 'x10'");
}

TEST_CASE("what is wrong with a header") {
  CHECK(error_of<double>("") == "a.mtx:1: the file is empty");
  CHECK(error_of<double>("1 1 1\n") ==
        "a.mtx:1: not a Matrix Market file: the first line must begin with %%MatrixMarket");
  CHECK(error_of<double>(std::string("\0\1\2\xff", 4)) ==
        "a.mtx:1: not a Matrix Market file: the first line must begin with %%MatrixMarket");
  CHECK(error_of<double>("%%MatrixMarket vector coordinate real general") ==
        "a.mtx:1: expected 'matrix' after %%MatrixMarket, found 'vector'");
  CHECK(error_of("", "sparse real general") == "a.mtx:1: expected 'coordinate' or 'array', found 'sparse'");
  CHECK(error_of("", "coordinate quaternion general") ==
        "a.mtx:1: expected 'real', 'integer', 'complex' or 'pattern', found 'quaternion'");
  CHECK(error_of("", "coordinate real lower") ==
        "a.mtx:1: expected 'general', 'symmetric', 'skew-symmetric' or 'hermitian', found 'lower'");
  CHECK(error_of("", "coordinate real") ==
        "a.mtx:1: expected 'general', 'symmetric', 'skew-symmetric' or 'hermitian', found ''");
  CHECK(error_of("", "coordinate real general x") == "a.mtx:1: expected the end of the line, found 'x'");
  CHECK(error_of("", "array pattern general") == "a.mtx:1: an array file cannot have the field 'pattern'");
  CHECK(error_of("", "coordinate pattern skew-symmetric") ==
        "a.mtx:1: the field 'pattern' cannot be skew-symmetric");
  CHECK(error_of("", "coordinate real hermitian") == "a.mtx:1: only the field 'complex' can be hermitian");
  const std::string general = "coordinate real general";
  CHECK(error_of("% only comments\n", general) == "a.mtx:3: the file ends before the line with the sizes");
  CHECK(error_of("3 4\n", general) == "a.mtx:2: expected a number of entries, found the end of the line");
  CHECK(error_of("3 x 1\n", general) == "a.mtx:2: expected an integer as number of columns, found 'x 1'");
  CHECK(error_of("3 4 1 1\n", general) == "a.mtx:2: expected the end of the line, found '1'");
  CHECK(error_of("3 -4 1\n", general) == "a.mtx:2: a size cannot be negative");
  CHECK(error_of("3 99999999999999999999 1\n", general) ==
        "a.mtx:2: number of columns '99999999999999999999' is out of range");
  CHECK(error_of("3 4 1\n", "coordinate real symmetric") ==
        "a.mtx:2: a symmetric matrix must be square, this one is 3 x 4");
  CHECK(error_of("5000000000 5000000000\n", "array real general") == "a.mtx:2: the sizes are too large");
  CHECK(error_of("3000000000 4 1\n", general) ==
        "a.mtx:2: the sizes 3000000000 x 4 do not fit the index type");
  CHECK(error_of<double, std::int64_t>(with_banner("3000000000 4 1\n2999999999 1 1\n")) == "read");
  CHECK(error_of<float>(with_banner("1 1 1\n1 1 1 1\n", "coordinate complex general")) ==
        "a.mtx:2: the values are complex: read it as a matrix of std::complex");
  CHECK(error_of<std::uint64_t>(
            with_banner("1 1 1\n1 1 18446744073709551616\n", "coordinate integer general")) ==
        "a.mtx:3: value '18446744073709551616' is out of range");
  CHECK(error_of<std::uint64_t>(
            with_banner("1 1 1\n1 1 -9223372036854775809\n", "coordinate integer general")) ==
        "a.mtx:3: value '-9223372036854775809' is out of range");
  CHECK(error_of<std::uint64_t>(with_banner("1 1 1\n1 1 -1\n", "coordinate integer general")) ==
        "a.mtx:3: value -1 does not fit the value type");
  CHECK(error_of<int>(with_banner("1 1 1\n1 1 1.5\n")) ==
        "a.mtx:2: the values are real numbers: read it as a matrix of a floating-point type");
}

TEST_CASE("what is wrong with the entries") {
  const std::string general = "coordinate real general";
  CHECK(error_of("3 4 2\n1 1 1\n", general) == "a.mtx:4: expected 2 entries, the file ends after 1");
  CHECK(error_of("3 4 9000000000000000000\n1 1 1\n", general) ==
        "a.mtx:4: expected 9000000000000000000 entries, the file ends after 1");
  CHECK(error_of("1000000000 1000000000\n1\n", "array real general") ==
        "a.mtx:4: expected 1000000000000000000 entries, the file ends after 1");
  CHECK(error_of("3 4 1\n1 1 1\n2 2 2\n", general) ==
        "a.mtx:4: more entries than the 1 that the header announces");
  CHECK(error_of("3 4 1\n0 1 1\n", general) == "a.mtx:3: row 0 is out of range [1, 3]");
  CHECK(error_of("3 4 1\n1 5 1\n", general) == "a.mtx:3: column 5 is out of range [1, 4]");
  CHECK(error_of("3 4 1\n1 1\n", general) == "a.mtx:3: expected a value, found the end of the line");
  CHECK(error_of("3 4 1\n1\n", general) == "a.mtx:3: expected a column, found the end of the line");
  CHECK(error_of("3 4 1\n1 1 1 1\n", general) == "a.mtx:3: expected the end of the line, found '1'");
  CHECK(error_of("3 4 1\n1.5 1 1\n", general) == "a.mtx:3: expected an integer as row, found '.5 1 1'");
  CHECK(error_of("3 3 1\n1 2 1\n", "coordinate real symmetric") ==
        "a.mtx:3: entry (1, 2) is above the diagonal: a symmetric file has the lower triangle only");
  CHECK(error_of("3 3 1\n2 2 1\n", "coordinate real skew-symmetric") ==
        "a.mtx:3: a skew-symmetric file has no diagonal entries");
  CHECK(error_of<unsigned>(with_banner("3 3 1\n2 1 1\n", "coordinate integer skew-symmetric")) ==
        "a.mtx:3: the matrix is skew-symmetric: the value type must have a sign");
  CHECK(error_of<std::int8_t>(with_banner("2 2 1\n2 1 -128\n", "coordinate integer skew-symmetric")) ==
        "a.mtx:3: the opposite of the value -128 does not fit the value type");
  CHECK(error_of<std::int16_t>(with_banner("2 2 1\n2 1 -32768\n", "coordinate integer skew-symmetric")) ==
        "a.mtx:3: the opposite of the value -32768 does not fit the value type");
  CHECK(error_of<std::int64_t>(
            with_banner("2 2\n" + std::to_string(INT64_MIN) + "\n", "array integer skew-symmetric")) ==
        "a.mtx:3: the opposite of the value -9223372036854775808 does not fit the value type");
  CHECK(error_of<std::int8_t>(with_banner("1 1 1\n1 1 128\n", "coordinate integer general")) ==
        "a.mtx:3: value 128 does not fit the value type");
  CHECK(error_of<int>(with_banner("1 1 1\n1 1 1.5\n", "coordinate integer general")) ==
        "a.mtx:3: expected an integer as value, found '.5'");
  CHECK(error_of<std::complex<double>>(with_banner("1 1 1\n1 1 1\n", "coordinate complex general")) ==
        "a.mtx:3: expected a value, found the end of the line");
  const std::string endless(2 << 20, '1');
  CHECK(error_of("3 4 1\n" + endless, general) == "a.mtx:3: more than 1048576 bytes without an end");
  CHECK(error_of("3 4 1\n\x1b[31m\n", general) == "a.mtx:3: expected an integer as row, found '?[31m'");
}

TEST_CASE("a file that is not there, and a folder") {
  CHECK_THROWS_WITH_AS(static_cast<void>(insum::read_mtx<float>("/nonexistent/a.mtx")),
                       "/nonexistent/a.mtx:1: cannot be opened: No such file or directory",
                       insum::parse_error);
  CHECK_THROWS_AS(static_cast<void>(insum::read_mtx<float>("/")), insum::parse_error);
}

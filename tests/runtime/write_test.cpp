// What is written reads back as the same.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <insum/insum.hpp>
#include <sstream>
#include <string>

namespace {

/// A path that no other test uses, removed at the end.
struct temporary_file {
  explicit temporary_file(const std::string& suffix)
      : path((std::filesystem::temp_directory_path() /
              ("insum_write_test_" + std::to_string(getpid()) + suffix))
                 .string()) {}
  ~temporary_file() { std::filesystem::remove(path); }
  std::string text() const {
    std::ifstream in(path, std::ios::binary);
    std::stringstream out;
    out << in.rdbuf();
    return out.str();
  }
  std::string path;
};

insum::coo<double> example() { return {{3, 4}, {{{2, 0, 1}, {3, 1, 0}}}, {0.1, -1e-300, 0}}; }

}  // namespace

TEST_CASE("mtx: coordinates") {
  const temporary_file file(".mtx");
  insum::write_mtx(file.path, example());
  CHECK(file.text() == "%%MatrixMarket matrix coordinate real general\n3 4 3\n3 4 0.1\n1 2 -1e-300\n2 1 0\n");
  const auto back = insum::read_mtx<double>(file.path);
  CHECK(back.vals == example().vals);
  CHECK(back.crd[0] == example().crd[0]);
}

TEST_CASE("mtx: any format and value type") {
  const temporary_file file(".mtx");
  insum::write_mtx(file.path, insum::convert<insum::bcsr<float>>(example()));
  CHECK(file.text() == "%%MatrixMarket matrix coordinate real general\n3 4 1\n3 4 0.1\n");
  insum::write_mtx(file.path, insum::convert<insum::csr<std::int64_t>>(example()));
  CHECK(file.text() == "%%MatrixMarket matrix coordinate integer general\n3 4 3\n1 2 0\n2 1 0\n3 4 0\n");
  insum::write_mtx(file.path, insum::convert<insum::csc<std::complex<double>>>(example()));
  CHECK(insum::read_mtx<std::complex<double>>(file.path).vals[2] == std::complex<double>(0.1));
  insum::dense<float, 2> d({2, 3}, 1.5f);
  d(1, 0) = 0;
  insum::write_mtx(file.path, d);
  CHECK(file.text() == "%%MatrixMarket matrix array real general\n2 3\n1.5\n0\n1.5\n1.5\n1.5\n1.5\n");
  CHECK(insum::convert<insum::dense<float, 2>>(insum::read_mtx<float>(file.path)).vals == d.vals);
}

TEST_CASE("mtx and tns: the largest integers, and the sign of zeros") {
  const temporary_file mtx(".mtx"), tns(".tns");
  const insum::coo<std::uint64_t> a{{1, 2}, {{{0, 0}, {0, 1}}}, {UINT64_MAX, 1}};
  insum::write_mtx(mtx.path, a);
  CHECK(insum::read_mtx<std::uint64_t>(mtx.path).vals == a.vals);
  insum::write_tns(tns.path, a);
  CHECK(insum::read_tns<std::uint64_t, 2>(tns.path).vals == a.vals);
  CHECK_THROWS_AS(insum::read_mtx<std::int64_t>(mtx.path), insum::parse_error);
  const insum::coo<std::int64_t> least{{1, 1}, {{{0}, {0}}}, {INT64_MIN}};
  insum::write_mtx(mtx.path, least);
  CHECK(insum::read_mtx<std::int64_t>(mtx.path).vals == least.vals);
  insum::dense<double, 2> d({1, 3});
  d.vals = {-0.0, 0.0, 1};
  insum::write_mtx(mtx.path, d);
  CHECK(mtx.text() == "%%MatrixMarket matrix array real general\n1 3\n-0\n0\n1\n");
  CHECK(std::signbit(insum::read_mtx<double>(mtx.path).vals[0]));
  CHECK(std::signbit(insum::convert<insum::dense<float, 2>>(d)(0, 0)));
}

TEST_CASE("tns") {
  const temporary_file file(".tns");
  const insum::coo<float, 3> t{{3, 4, 5}, {{{0, 2}, {3, 0}, {4, 1}}}, {1.5f, 2}};
  insum::write_tns(file.path, insum::convert<insum::csf<float, 3>>(t));
  CHECK(file.text() == "1 4 5 1.5\n3 1 2 2\n");
  CHECK(insum::read_tns<float, 3>(file.path).crd[1] == t.crd[1]);
  CHECK(insum::read_tns<float, 3>(file.path, {9, 9, 9}).shape == std::array<std::int64_t, 3>{9, 9, 9});
  CHECK_THROWS_WITH_AS(static_cast<void>(insum::read_tns<float, 3>(file.path, {3, 3, 5})),
                       (file.path + ":1: coordinate 4 of mode 1 exceeds the size 3").c_str(),
                       insum::parse_error);
}

TEST_CASE("tns: a size that is not positive") {
  CHECK_THROWS_AS(static_cast<void>(insum::read_tns<float, 2>("a.tns", {3, 0})), insum::storage_error);
}

TEST_CASE("npy") {
  const temporary_file file(".npy");
  insum::dense<insum::half, 3> t({2, 1, 3}, insum::half(0.5f));
  t(1, 0, 2) = 7;
  insum::write_npy(file.path, t);
  CHECK(file.text().substr(0, 70) ==
        std::string("\x93NUMPY\x01\x00\x76\x00{'descr': '<f2', 'fortran_order': False, 'shape': (2, 1, 3, ",
                    70));
  CHECK(std::filesystem::file_size(file.path) == 128 + 12);
  const auto back = insum::read_npy<float, 3>(file.path);
  CHECK(back.shape == t.shape);
  CHECK((back.vals[0] == 0.5f && back.vals[5] == 7));
  insum::write_npy(file.path, insum::dense<std::int64_t, 1>({3}, -5));
  CHECK(insum::read_npy<short, 1>(file.path).vals == insum::buffer<short>{-5, -5, -5});
}

#ifdef INSUM_HAS_ZLIB
TEST_CASE("compressed when the name says so") {
  const temporary_file file(".mtx.gz");
  insum::write_mtx(file.path, example());
  CHECK(file.text().substr(0, 2) == "\x1f\x8b");
  CHECK(insum::read_mtx<double>(file.path).vals == example().vals);
}
#endif

TEST_CASE("a file that cannot be written") {
  CHECK_THROWS_WITH_AS(insum::write_mtx("/nonexistent/a.mtx", example()),
                       "/nonexistent/a.mtx: cannot be written: No such file or directory",
                       std::runtime_error);
  if (std::filesystem::exists("/dev/full"))
    CHECK_THROWS_AS(insum::write_mtx("/dev/full", example()), std::runtime_error);
}

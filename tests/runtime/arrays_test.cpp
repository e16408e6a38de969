// Folders of NumPy arrays: what is written reads back as the same, and what is wrong has a place.
#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <insum/insum.hpp>
#include <insum/io/arrays.hpp>
#include <sstream>
#include <string>

namespace fs = std::filesystem;

namespace {

/// A folder that no other test uses, removed at the end.
struct temporary_folder {
  temporary_folder() : path(fs::temp_directory_path() / ("insum_arrays_test_" + std::to_string(getpid()))) {}
  ~temporary_folder() { fs::remove_all(path); }
  std::string text(const std::string& name) const {
    std::ifstream in(path / name, std::ios::binary);
    std::stringstream out;
    out << in.rdbuf();
    return out.str();
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path / name, std::ios::binary) << text;
  }
  fs::path path;
};

insum::csr<double> example() {
  insum::coo<double> t;
  t.shape = {7, 9};
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 9; ++j)
      if ((i * 5 + j * 3) % 4 == 0 && i != 2) {
        t.crd[0].push_back(i);
        t.crd[1].push_back(j);
        t.vals.push_back(i - j + 0.5);
      }
  return insum::convert<insum::csr<double>>(t);
}

template <class Tensor>
void check_round_trip(const insum::convert_options& options = {}) {
  const temporary_folder folder;
  const auto written = insum::convert<Tensor>(example(), options);
  insum::write_arrays(folder.path, written);
  const auto back = insum::read_arrays<Tensor>(folder.path);
  CAPTURE(insum::storage<Tensor>::format);
  CHECK(back.shape == written.shape);
  CHECK(back.bytes() == written.bytes());
  CHECK(insum::convert<insum::csr<double>>(back).vals == example().vals);
  CHECK(insum::convert<insum::csr<double>>(back).crd == example().crd);
}

std::string error_of(const std::function<void()>& read) {
  try {
    read();
  } catch (const insum::parse_error& e) {
    return e.what();
  }
  return "read";
}

}  // namespace

TEST_CASE("every format") {
  check_round_trip<insum::dense<double, 2>>();
  check_round_trip<insum::coo<double>>();
  check_round_trip<insum::csr<double>>();
  check_round_trip<insum::csr<double, std::int64_t>>();
  check_round_trip<insum::csc<double>>();
  check_round_trip<insum::dcsr<double>>();
  check_round_trip<insum::dcsc<double>>();
  check_round_trip<insum::csf<double, 2>>();
  check_round_trip<insum::bcsr<double>>({.bm = 2, .bn = 3});
  check_round_trip<insum::bcsr<double, int, 2, 3>>();
  check_round_trip<insum::dbcsr<double>>();
  check_round_trip<insum::ell<double>>();
  check_round_trip<insum::dia<double>>();
  check_round_trip<insum::ragged<double>>();
  check_round_trip<insum::group_coo<double>>({.group = 2});
  check_round_trip<insum::block_coo<double>>({.bm = 3, .bn = 2});
  check_round_trip<insum::block_group_coo<double>>({.bm = 2, .bn = 4, .group = 3});
  check_round_trip<insum::sr_bcrs<double>>({.group = 2, .tile = 4});
  check_round_trip<insum::hyb<double>>({.partitions = 2, .max_bucket = 1});
}

TEST_CASE("padding with another value than 0") {
  const insum::coo<double> t{{5, 7}, {{{0, 0, 0, 3, 4}, {0, 3, 6, 2, 3}}}, {1, 5, 2, 3, 0}};
  const auto check = [&](auto* type) {
    using Format = std::remove_pointer_t<decltype(type)>;
    const Format a = insum::convert<Format>(t, {.group = 3, .max_bucket = 2, .fill = INFINITY});
    CAPTURE(insum::storage<Format>::format);
    a.validate(INFINITY);
    CHECK_THROWS_AS(a.validate(), insum::storage_error);
    const temporary_folder folder;
    insum::write_arrays(folder.path, a, INFINITY);
    CHECK(insum::convert<insum::coo<double>>(insum::read_arrays<Format>(folder.path, INFINITY),
                                             {.fill = INFINITY})
              .vals == t.vals);
    CHECK_THROWS_AS(insum::read_arrays<Format>(folder.path), insum::parse_error);
  };
  check(static_cast<insum::bcsr<double>*>(nullptr));
  check(static_cast<insum::dbcsr<double>*>(nullptr));
  check(static_cast<insum::ell<double>*>(nullptr));
  check(static_cast<insum::dia<double>*>(nullptr));
  check(static_cast<insum::group_coo<double>*>(nullptr));
  check(static_cast<insum::block_coo<double>*>(nullptr));
  check(static_cast<insum::block_group_coo<double>*>(nullptr));
  check(static_cast<insum::sr_bcrs<double>*>(nullptr));
  check(static_cast<insum::hyb<double>*>(nullptr));
}

TEST_CASE("what is in the files") {
  const temporary_folder folder;
  const insum::coo<float> t{{2, 5}, {{{0, 0, 0, 1}, {0, 2, 4, 1}}}, {1, 2, 3, 4}};
  insum::write_arrays(folder.path, insum::convert<insum::group_coo<float>>(t, {.group = 2}));
  CHECK(folder.text("tensor.json") ==
        "{\n  \"format\": \"group_coo\",\n  \"shape\": [2, 5],\n  \"parameters\": {\"g\": 2},\n"
        "  \"arrays\": [\"AM\", \"AK\", \"AV\"]\n}\n");
  CHECK(insum::read_npy<int, 1>(folder.path / "AM.npy").vals == insum::buffer<int>{0, 0, 1});
  const auto columns = insum::read_npy<int, 2>(folder.path / "AK.npy");
  CHECK(columns.shape == std::array<std::int64_t, 2>{3, 2});
  CHECK(columns.vals == insum::buffer<int>{0, 2, 4, 4, 1, 1});
  CHECK(insum::read_npy<float, 2>(folder.path / "AV.npy").vals == insum::buffer<float>{1, 2, 3, 0, 4, 0});
  CHECK(insum::read_description(folder.path).format == "group_coo");
}

TEST_CASE("tensors of other ranks, and without elements") {
  const temporary_folder folder;
  const insum::coo<float, 3> t{{3, 4, 5}, {{{0, 2}, {3, 0}, {4, 1}}}, {1.5f, 2}};
  insum::write_arrays(folder.path, insum::convert<insum::csf<float, 3>>(t));
  CHECK(insum::convert<insum::coo<float, 3>>(insum::read_arrays<insum::csf<float, 3>>(folder.path)).vals ==
        t.vals);
  using groups = insum::group_coo<float, std::int32_t, insum::dynamic, 3>;
  insum::write_arrays(folder.path, insum::convert<groups>(t, {.group = 2}));
  CHECK(insum::read_description(folder.path).arrays ==
        std::vector<std::string>{"crd0", "crd1", "crd2", "vals"});
  CHECK(insum::convert<insum::coo<float, 3>>(insum::read_arrays<groups>(folder.path)).crd == t.crd);
  insum::write_arrays(folder.path, insum::dense<float, 2>({3, 0}));
  CHECK(insum::read_arrays<insum::dense<float, 2>>(folder.path).shape == std::array<std::int64_t, 2>{3, 0});
  insum::ell<float> none;
  none.shape = {4, 4};
  none.width = 0;
  insum::write_arrays(folder.path, none);
  CHECK(insum::read_arrays<insum::ell<float>>(folder.path).nnz() == 0);
}

TEST_CASE("what is wrong with the description") {
  const temporary_folder folder;
  insum::write_arrays(folder.path, example());
  const auto error = [&](const std::string& text) {
    folder.write("tensor.json", text);
    std::string what =
        error_of([&] { static_cast<void>(insum::read_arrays<insum::csr<double>>(folder.path)); });
    if (const std::size_t at = what.find("tensor.json"); at != what.npos) what = what.substr(at);
    return what;
  };
  const std::string start = "{\"format\": \"csr\", \"shape\": [7, 9],\n",
                    arrays = "\"arrays\": [\"pos\", \"crd\", \"vals\"]}";
  CHECK(error(start + arrays) == "read");
  CHECK(error("") == "tensor.json:1: expected '{', found the end of the file");
  CHECK(error(start) == "tensor.json:2: expected '\"', found the end of the file");
  CHECK(error("{\"format\": \"csr\"}") == "tensor.json:1: 'shape' is missing");
  CHECK(error(start + "\"size\": 3}") == "tensor.json:2: unknown key 'size'");
  CHECK(error(start + "\"shape\": [7, 9]," + arrays) == "tensor.json:2: 'shape' occurs twice");
  CHECK(error("{\"format\": \"csc\", \"shape\": [7, 9], " + arrays) ==
        "tensor.json:1: the format is 'csc', expected 'csr'");
  CHECK(error("{\"format\": \"csr\", \"shape\": [7], " + arrays) ==
        "tensor.json:1: the shape has 1 sizes, expected 2");
  CHECK(error("{\"format\": \"csr\", \"shape\": [-7, 9], " + arrays) ==
        "tensor.json:1: the number -7 is out of range [0, 2305843009213693951]");
  CHECK(error("{\"format\": \"csr\", \"shape\": [7.5, 9], " + arrays) ==
        "tensor.json:1: expected ']', found '.5, 9], \"arrays\": [\"pos\", \"crd\", \"vals\"]...'");
  CHECK(error(start + "\"parameters\": {\"g\": 4}, " + arrays) ==
        "tensor.json:1: 'parameters' has names that the format does not know");
  CHECK(error(start + "\"arrays\": [\"pos\", \"vals\"]}") ==
        "tensor.json:1: the arrays are not those of the format: pos, crd, vals");
  CHECK(error(start + arrays + "x") == "tensor.json:2: bytes follow the description");
  CHECK(error("{\"format\": \"csr\", \"shape\": [2305843009213693951, 9], " + arrays).find("wrong length") !=
        std::string::npos);
}

TEST_CASE("what is wrong with the arrays") {
  const temporary_folder folder;
  const auto A = insum::convert<insum::group_coo<double>>(example(), {.group = 2});
  insum::write_arrays(folder.path, A);
  const auto error = [&] {
    const std::string what =
        error_of([&] { static_cast<void>(insum::read_arrays<insum::group_coo<double>>(folder.path)); });
    return what.starts_with(folder.path.string()) ? what.substr(folder.path.string().size() + 1) : what;
  };
  CHECK(error() == "read");
  insum::write_npy(folder.path / "AK.npy", insum::dense<int, 1>({4}));
  CHECK(error() == "AK.npy:1: the array has 1 dimensions, expected 2");
  insum::write_npy(folder.path / "AK.npy", insum::dense<int, 2>({4, 3}));
  CHECK(error() == "AK.npy:1: the array's size 1 is 3, expected 2");
  insum::write_npy(folder.path / "AK.npy", insum::dense<double, 2>({4, 2}));
  CHECK(error() == "AK.npy:1: the values are floating-point numbers: read it as a floating-point type");
  insum::write_npy(folder.path / "AK.npy", insum::dense<int, 2>({4, 2}));
  CHECK(error() == "AK.npy:1: group_coo.AK = 8: wrong length, expected " + std::to_string(A.AK.size()));
  insum::write_npy(folder.path / "AK.npy", insum::dense<int, 2>({A.groups(), 2}, 9));
  CHECK(error() == "AK.npy:1: group_coo.AK[0] = 9: out of range [0, 9)");
  fs::remove(folder.path / "AK.npy");
  CHECK(error() == "AK.npy:1: cannot be opened: No such file or directory");
}

TEST_CASE("arrays in files are named by level") {
  const temporary_folder folder;
  insum::write_arrays(folder.path, insum::convert<insum::csf<double, 2>>(example()));
  insum::write_npy(folder.path / "pos0.npy", insum::dense<int, 1>({2}, 1));
  const std::string what =
      error_of([&] { static_cast<void>(insum::read_arrays<insum::csf<double, 2>>(folder.path)); });
  CHECK(what.find("pos0.npy:1: csf.pos[0]") != std::string::npos);
}

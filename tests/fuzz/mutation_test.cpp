// A short, repeatable fuzz: files that are right, damaged at random. Every read must end in a valid tensor or
// a parse_error.
#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "reader_inputs.hpp"

namespace {

using reader = bool (*)(std::string_view);

/// One random change: a byte, a bit, a piece left out, doubled or taken from another seed, a number that is
/// too large.
void damage(std::string& bytes, const std::vector<std::string>& seeds, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : random() % n; };
  const std::size_t at = below(bytes.size() + 1);
  const std::size_t length = below(bytes.size() - at + 1) % 20;
  static const char* const pieces[] = {"-1",
                                       "0",
                                       "99999999999999999999",
                                       "2147483648",
                                       "9223372036854775807",
                                       "1e999",
                                       "nan",
                                       "\n",
                                       " ",
                                       "%",
                                       "#",
                                       "1 1 1\n",
                                       "\x1f\x8b",
                                       "3000000000 ",
                                       "}",
                                       "(1,)"};
  switch (random() % 7) {
    case 0:
      if (at < bytes.size()) bytes[at] = static_cast<char>(random());
      break;
    case 1:
      if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ 1 << random() % 8);
      break;
    case 2:
      bytes.erase(at, length);
      break;
    case 3:
      bytes.insert(at, bytes.substr(below(bytes.size()), length));
      break;
    case 4:
      bytes.insert(at, pieces[random() % (sizeof pieces / sizeof *pieces)]);
      break;
    case 5:
      bytes.replace(at, length, pieces[random() % (sizeof pieces / sizeof *pieces)]);
      break;
    default: {
      const std::string& other = seeds[random() % seeds.size()];
      bytes = bytes.substr(0, at) + other.substr(below(other.size()));
    }
  }
}

/// Returns how many damaged files could still be read.
int run(reader read, const std::vector<std::string>& seeds, int tries) {
  std::mt19937 random(20240229);
  for (const std::string& seed : seeds) CHECK(read(seed));
  int readable = 0;
  for (int n = 0; n < tries; ++n) {
    std::string bytes = seeds[random() % seeds.size()];
    for (unsigned changes = random() % 4 + 1; changes > 0; --changes) damage(bytes, seeds, random);
    INFO("bytes: ", insum::io::quoted(bytes));
    bool result = false;
    CHECK_NOTHROW(result = read(bytes));
    readable += result ? 1 : 0;
  }
  return readable;
}

std::string npy(const std::string& header, const std::string& data) {
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header + data;
}

template <class Element>
std::string array(const std::string& name, const std::string& type, const std::string& shape,
                  const std::vector<Element>& values) {
  return "==>" + name + ".npy\n" +
         npy("{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + ")}",
             {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Element)});
}

constexpr int tries = 10000;  // of each reader; about one in fifty is still readable

}  // namespace

TEST_CASE("mtx") {
  const std::vector<std::string> seeds{
      "%%MatrixMarket matrix coordinate real general\n% c\n3 4 3\n1 1 1.5\n3 4 -2e3\n2 1 0\n",
      "%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n1 1 1\n3 2 -7\n",
      "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n",
      "%%MatrixMarket matrix coordinate complex hermitian\n2 2 1\n2 1 1 -2\n",
      "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n",
      "%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n"};
  CHECK(run(fuzzing::read_mtx, seeds, tries) > tries / 200);
}

TEST_CASE("tns") {
  const std::vector<std::string> seeds{"1 2 3 0.5\n4 1 1 -2\n", "# c\n1 1 1 1\n\n2 2 2 3e4\n", "7 8\n9 1\n"};
  CHECK(run(fuzzing::read_tns, seeds, tries) > tries / 200);
}

TEST_CASE("smtx") {
  const std::vector<std::string> seeds{"3, 4, 3\n0 2 2 3\n0 3 1\n", "0, 0, 0\n0\n",
                                       "2, 2, 4\n0 2 4\n0 1 0 1"};
  CHECK(run(fuzzing::read_smtx, seeds, tries) > tries / 200);
}

TEST_CASE("npy") {
  const std::vector<std::string> seeds{
      npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1), }\n", "12345678"),
      npy("{'descr': '>i2', 'fortran_order': True, 'shape': (3,), }\n", "123456"),
      npy("{'descr': '<c16', 'fortran_order': True, 'shape': (1, 1, 1)}", "1234567890123456"),
      npy("{'descr': '|b1', 'fortran_order': False, 'shape': ()}", "1")};
  CHECK(run(fuzzing::read_npy, seeds, tries) > tries / 200);
}

TEST_CASE("folders of arrays") {
  using ints = std::vector<std::int32_t>;
  using floats = std::vector<float>;
  const auto about = [](const std::string& text) { return "==>tensor.json\n{" + text + "}\n"; };
  const std::string shape = "\"shape\": [4, 6], ";
  const std::vector<std::string> seeds{
      about("\"format\": \"csr\", " + shape +
            "\"parameters\": {}, \"arrays\": [\"pos\", \"crd\", \"vals\"]") +
          array("pos", "<i4", "5,", ints{0, 2, 2, 3, 3}) + array("crd", "<i4", "3,", ints{0, 5, 1}) +
          array("vals", "<f4", "3,", floats{1, 2, 3}),
      about("\"format\": \"group_coo\", " + shape +
            "\"parameters\": {\"g\": 2}, \"arrays\": [\"AM\", \"AK\", \"AV\"]") +
          array("AM", "<i4", "2,", ints{0, 3}) + array("AK", "<i4", "2, 2", ints{0, 5, 1, 1}) +
          array("AV", "<f4", "2, 2", floats{1, 2, 3, 0}),
      about("\"format\": \"ell\", " + shape +
            "\"parameters\": {\"width\": 2}, \"arrays\": [\"crd\", \"vals\"]") +
          array("crd", "<i4", "4, 2", ints{0, 1, 2, -1, 0, 5, -1, -1}) +
          array("vals", "<f4", "4, 2", floats{1, 2, 3, 0, 4, 5, 0, 0}),
      about("\"format\": \"dia\", " + shape + "\"parameters\": {}, \"arrays\": [\"offsets\", \"vals\"]") +
          array("offsets", "<i4", "2,", ints{-1, 2}) +
          array("vals", "<f4", "2, 4", floats{0, 1, 2, 3, 4, 5, 6, 7}),
      about("\"format\": \"hyb\", " + shape +
            "\"parameters\": {\"c\": 1, \"k\": 1}, \"buckets\": [{\"partition\": 0, \"width\": 2}], "
            "\"arrays\": [\"rows0\", \"crd0\", \"vals0\"]") +
          array("rows0", "<i4", "1,", ints{2}) + array("crd0", "<i4", "1, 2", ints{3, 4}) +
          array("vals0", "<f4", "1, 2", floats{1, 2}),
      about("\"format\": \"dense\", \"shape\": [1, 2, 1], \"parameters\": {}, \"arrays\": [\"vals\"]") +
          array("vals", "<f4", "1, 2, 1", floats{1, 2})};
  CHECK(run(fuzzing::read_arrays, seeds, tries) > tries / 200);
}

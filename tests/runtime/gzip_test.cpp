// Compressed input, told by content. Needs zlib, as the library then does.
#include <doctest/doctest.h>
#include <zlib.h>

#include <insum/io/mtx.hpp>
#include <string>

namespace {

std::string compressed(const std::string& text) {
  z_stream stream = {};
  deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string matrix(int entries) {
  std::string text =
      "%%MatrixMarket matrix coordinate real general\n1000 1000 " + std::to_string(entries) + "\n";
  for (int n = 0; n < entries; ++n)
    text += std::to_string(n % 1000 + 1) + " " + std::to_string(n * 7 % 1000 + 1) + " " + std::to_string(n) +
            ".5\n";
  return text;
}

std::string error_of(const std::string& bytes) {
  try {
    static_cast<void>(insum::parse_mtx<double>(bytes, "a.mtx.gz"));
  } catch (const insum::parse_error& e) {
    return e.what();
  }
  return "read";
}

}  // namespace

TEST_CASE("gzip is unpacked, also in several members") {
  const std::string text = matrix(200000);
  const auto plain = insum::parse_mtx<double>(text);
  const auto packed = insum::parse_mtx<double>(compressed(text));
  CHECK(packed.vals == plain.vals);
  CHECK(packed.crd[1] == plain.crd[1]);
  const auto members =
      insum::parse_mtx<double>(compressed(text.substr(0, 12345)) + compressed(text.substr(12345)));
  CHECK(members.vals == plain.vals);
}

TEST_CASE("damaged gzip is refused") {
  const std::string good = compressed(matrix(5));
  CHECK(error_of(good) == "read");
  CHECK(error_of(good.substr(0, good.size() - 1)).find(": the compressed data end early") !=
        std::string::npos);
  CHECK(error_of(good.substr(0, 20)).find(": the compressed data end early") != std::string::npos);
  CHECK(error_of(good.substr(0, 2)) == "a.mtx.gz:1: the compressed data end early");
  CHECK(error_of(good + "xyz").find(": bytes follow the end of the compressed data") != std::string::npos);
  std::string wrong_sum = good;
  wrong_sum[wrong_sum.size() - 6] ^= 1;
  CHECK(error_of(wrong_sum).find(": the compressed data are damaged: incorrect data check") !=
        std::string::npos);
  std::string wrong_method = good;
  wrong_method[2] = 7;
  CHECK(error_of(wrong_method) == "a.mtx.gz:1: the compressed data are damaged: unknown compression method");
}

TEST_CASE("a small file that unpacks to endless blanks is read in pieces") {
  const std::string blanks(std::size_t{50} << 20, '\n');
  CHECK(error_of(compressed("%%MatrixMarket matrix coordinate real general\n1 1 1\n" + blanks)) ==
        "a.mtx.gz:" + std::to_string((50 << 20) + 3) + ": expected 1 entries, the file ends after 0");
}

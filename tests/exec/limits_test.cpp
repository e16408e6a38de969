// Sparse results that do not fit: an exception that names the kernel and the result, which is as before.
#include <doctest/doctest.h>

#include <insum/insum.hpp>
#include <string>
#include <utility>

#include "limit_kernels.hpp"

namespace {

/// "kernel 'f' (limit_kernels.cpp:9): no memory" without the place of the block.
std::string without_place(std::string text) {
  const std::size_t begin = text.find(" ("), end = text.find(')', begin);
  REQUIRE(text.substr(begin, end - begin).find("limit_kernels.cpp:") != std::string::npos);
  return text.erase(begin, end + 1 - begin);
}

/// What the E that f() throws says; "" where there is none.
template <class E, class F>
std::string said(F&& f) {
  try {
    std::forward<F>(f)();
  } catch (const E& error) {
    return without_place(error.what());
  }
  return "";
}

/// A matrix of this many rows and columns with `entries` in its first row.
insum::csr<double> full_row(int rows, int entries) {
  insum::csr<double> a;
  a.shape = {rows, entries};
  a.pos = insum::buffer<int>(static_cast<std::size_t>(rows) + 1);
  for (std::size_t i = 0; i < a.pos.size(); ++i) a.pos[i] = i > 0 ? entries : 0;
  for (int j = 0; j < entries; ++j) {
    a.crd.push_back(j);
    a.vals.push_back(j + 1);
  }
  return a;
}

}  // namespace

TEST_CASE("where there is no memory for a result, memory_error names it") {
  constexpr std::int64_t many = std::int64_t{1} << 59;  // more rows than a machine has bytes
  insum::coo<double, 2, std::int64_t> entries;
  entries.shape = {many, many};
  entries.crd[0] = {3, many - 1};
  entries.crd[1] = {many - 2, 5};
  entries.vals = {2, 4};
  const auto a = insum::convert<WideRows>(entries);
  WideMatrix c;
  c.shape = {many, many};
  const std::string none = "': there is no memory for ";
  const auto refused = [](auto&& f) { return said<insum::memory_error>(f); };
  CHECK(refused([&] { wide_sum(a, a, c); }) == "kernel 'limit_kernels_wide_sum_0" + none + "an array of " +
                                                   std::to_string(many + 1) + " elements of C");
  CHECK(refused([&] { wide_transpose(a, c); }) == "kernel 'limit_kernels_wide_transpose_1" + none + "C");
  CHECK(refused([&] { wide_update(a, c); }) == "kernel 'limit_kernels_wide_update_2" + none + "an array of " +
                                                   std::to_string(many + 1) + " elements of C");
  CHECK(c.nnz() == 0);
  const double half = 0.5;
  std::vector<std::int64_t> pos0, crd0, pos1, crd1;
  std::vector<double> vals;
  CHECK(refused([&] { wide_squares(a, many, &half, pos0, crd0, pos1, crd1, vals); }) ==
        "kernel 'limit_kernels_wide_squares_3" + none + "an array of " + std::to_string(2 * many) +
            " elements of C");
  wide_squares(a, 3, &half, pos0, crd0, pos1, crd1, vals);
  CHECK(vals == std::vector<double>{2, 2, 2, 8, 8, 8});
}

TEST_CASE("where positions cannot count the entries of a result, size_error names it") {
  const auto a = full_row(3, 256), b = full_row(3, 255);
  const auto refused = [](auto&& f) { return said<insum::size_error>(f); };
  const std::string most =
      "': C has at least 256 entries in a level; its positions hold no more than 255: give it a wider index "
      "type";
  ByteMatrix c;
  CHECK(refused([&] { byte_sum(a, a, c); }) == "kernel 'limit_kernels_byte_sum_4" + most);
  CHECK(refused([&] { byte_copy(a, c); }) == "kernel 'limit_kernels_byte_copy_5" + most);
  CHECK(refused([&] { byte_transpose(a, c); }) == "kernel 'limit_kernels_byte_transpose_6" + most);
  CHECK((c.pos.empty() && c.crd.empty() && c.vals.empty()));
  byte_sum(b, b, c);
  CHECK(c.vals.back() == 510);
  byte_transpose(b, c);
  CHECK(c.pos.back() == 255);
  byte_copy(b, c);
  CHECK(c.pos == std::vector<std::uint8_t>{0, 255, 255, 255});
}

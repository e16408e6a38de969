// clang-format off: the pragmas' columns
#include "objects.hpp"

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "../support/kernel_name.hpp"
#include "insum/core/errors.hpp"
#include "insum/formats.hpp"
#include "insum/required.hpp"

namespace {

using Vector = std::vector<double>;
constexpr std::int64_t most = INT64_MAX;

void multiply(const insum::csr<double>& A, const Vector& x, Vector& y) {
#pragma insum y[i] = A[i,j] * x[j]
  INSUM_REQUIRED;
}
void multiply(const insum::bcsr<double>& A, const Vector& x, Vector& y) {
#pragma insum y[i] = A[i,j] * x[j]
  INSUM_REQUIRED;
}
void multiply(const insum::dbcsr<double>& A, const Vector& x, Vector& y) {
#pragma insum y[i] = A[i,j] * x[j]
  INSUM_REQUIRED;
}
void multiply(const insum::ell<double>& A, const Vector& x, Vector& y) {
#pragma insum y[i] = A[i,j] * x[j]
  INSUM_REQUIRED;
}
void multiply(const insum::dia<double>& A, const Vector& x, Vector& y) {
#pragma insum y[i] = A[i,j] * x[j]
  INSUM_REQUIRED;
}
void multiply(const insum::group_coo<double>& A, const Vector& x, Vector& y) {
#pragma insum y[i] = A[i,j] * x[j]
  INSUM_REQUIRED;
}
void multiply(const insum::block_coo<double>& A, const Vector& x, Vector& y) {
#pragma insum y[i] = A[i,j] * x[j]
  INSUM_REQUIRED;
}
void multiply(const insum::block_group_coo<double>& A, const Vector& x, Vector& y) {
#pragma insum y[i] = A[i,j] * x[j]
  INSUM_REQUIRED;
}
/// Rows of `width` entries, whose arrays do not tell their lengths.
void multiply_rows(int rows, std::int64_t width, const int* columns, const double* values, const Vector& x, Vector& y) {
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[rows,4] : ell<width>(columns, values)
  INSUM_REQUIRED;
}

/// A result over the arrays of an operand, whose values grow.
void scale(std::int64_t height, const std::vector<int>& pos, const std::vector<int>& crd, const Vector& values, Vector& result) {
#pragma insum O[i,j] = 2 * A[i,j]
#pragma insum tensor A[4,4] : bcsr<height,2>(pos, crd, values)
#pragma insum tensor O[4,4] : bcsr<height,2>(pos, crd, result)
  INSUM_REQUIRED;
}

/// What the call says, without the kernel that it names first; "" where nothing is wrong.
template <class F>
std::string said(const F& call) {
  return refusal_of<insum::error>("objects.cpp", call);
}

template <class Matrix>
std::string said_of(const Matrix& matrix) {
  const auto size = [&](int mode) { return static_cast<std::size_t>(matrix.size(mode) < 100 ? matrix.size(mode) : 0); };
  const Vector x(size(1), 1.0);
  Vector y(size(0));
  return said([&] { multiply(matrix, x, y); });
}

int failures_of(const char* object, const std::string& said, const std::string& expected) {
  if (said == expected) return 0;
  std::printf("%s: '%s' instead of '%s'\n", object, said.c_str(), expected.c_str());
  return 1;
}

/// A 4 x 4 matrix with other sizes of its blocks or groups, or another width.
template <class Matrix, class F>
std::string changed(const F& change) {
  Matrix matrix;
  matrix.shape = {4, 4};
  change(matrix);
  return said_of(matrix);
}

int failures_of_parameters() {
  const std::string count = std::to_string(most);
  const std::string no_block = "the size of a block of A is 0, which is less than 1";
  const std::string long_block = "the size of a block of A is " + count + ", which is too large for a mode of size 4";
  int failures = 0;
  const auto check = [&](const char* object, const std::string& said, const std::string& expected) { failures += failures_of(object, said, expected); };
  check("bcsr, bm = 0", changed<insum::bcsr<double>>([](auto& a) { a.bm = 0; }), no_block);
  check("bcsr, bn = 0", changed<insum::bcsr<double>>([](auto& a) { a.bn = 0; }), no_block);
  check("bcsr, bm = 2^63-1", changed<insum::bcsr<double>>([](auto& a) { a.bm = most; }), long_block);
  check("dbcsr, bm = 0", changed<insum::dbcsr<double>>([](auto& a) { a.bm = 0; }), no_block);
  check("block_coo, bk = 0", changed<insum::block_coo<double>>([](auto& a) { a.bk = 0; }), no_block);
  check("block_group_coo, bm = 0", changed<insum::block_group_coo<double>>([](auto& a) { a.bm = 0; }), no_block);
  check("block_group_coo, g = 2^63-1", changed<insum::block_group_coo<double>>([](auto& a) {
          a.g = most, a.AM = std::vector<int>{0, 1}, a.AK = std::vector<int>{0, 1};
        }), "A: 2 * " + count + " is too large");
  check("group_coo, g = 0", changed<insum::group_coo<double>>([](auto& a) { a.g = 0; }), "the size of a group of A is 0, which is less than 1");
  check("group_coo, g = 2^63-1", changed<insum::group_coo<double>>([](auto& a) { a.g = most, a.AM = std::vector<int>{0, 1}; }), "A: 2 * " + count + " is too large");
  check("ell, width = 2^63-1", changed<insum::ell<double>>([](auto& a) { a.width = most; }), "A: 4 * " + count + " is too large");
  check("ell, width = -1", changed<insum::ell<double>>([](auto& a) { a.width = -1; }), "the width of A is -1, which is less than 0");
  check("csr, 2^63-1 rows", changed<insum::csr<double>>([](auto& a) { a.shape[0] = most; }), "A.pos: the array has 1 elements, but 9223372036854775808 are needed");
  check("dia, 2^63-1 rows", changed<insum::dia<double>>([](auto& a) { a.shape[0] = most, a.offsets = std::vector<int>{0, 1}; }), "A: 2 * " + count + " is too large");
  Vector y(4);
  check("result over blocks, height 0", said([&] { scale(0, {0, 0, 0}, {}, {}, y); }), no_block);
  check("result over blocks, no positions", said([&] { scale(2, {}, {}, {}, y); }), "A.pos: the array has 0 elements, but 3 are needed");
  check("result over blocks, too many", said([&] { scale(2, {0, 0, 1 << 30}, {}, {}, y); }), "A.pos[2] = 1073741824: the last position is beyond the 0 elements of A.crd");
  check("result over blocks", said([&] { scale(2, {0, 0, 1}, {1}, Vector(4, 1.0), y); }), "");
  check("pointers, width = 2^63-1", said([&] { multiply_rows(4, most, nullptr, nullptr, Vector(4), y); }), "A: 4 * " + count + " is too large");
  return failures;
}

/// What validate() says, with the tensor's name for the format's, up to the reason; "" where nothing is wrong.
template <class Matrix>
std::string refused_by_validate(const Matrix& matrix) {
  try {
    matrix.validate();
  } catch (const insum::storage_error& error) {
    const std::string text = error.what(), format = insum::storage<Matrix>::format;
    return "A" + text.substr(format.size(), text.find(':') + 1 - format.size());
  }
  return "";
}

/// validate() and kernels that check refuse the same element, or nothing.
template <class Matrix>
int failures_of_both(const char* object, const Matrix& matrix, const std::string& expected) {
  const std::string kernel = said_of(matrix);
  return failures_of(object, refused_by_validate(matrix), expected) + failures_of(object, kernel.substr(0, kernel.find(':') + 1), expected);
}

int failures_of_order() {
  int failures = 0;
  const auto groups = [&](const char* object, const std::vector<int>& columns, const Vector& values, const std::string& expected) {
    insum::group_coo<double> a{{1, 5}, 3, {0}, columns, values};
    failures += failures_of_both(object, a, expected);
  };
  groups("group_coo", {1, 3, 4}, {1, 1, 1}, "");
  groups("group_coo, column twice", {1, 3, 3}, {1, 1, 1}, "A.AK[2] = 3:");
  groups("group_coo, unused slot", {1, 3, 3}, {1, 1, 0}, "");
  groups("group_coo, unused slots", {3, 3, 3}, {1, 0, 0}, "");
  groups("group_coo, columns fall", {3, 1, 4}, {1, 1, 1}, "A.AK[1] = 1:");
  groups("group_coo, columns fall behind a zero", {3, 4, 1}, {1, 0, 1}, "A.AK[2] = 1:");
  const auto blocks = [&](const char* object, const std::vector<int>& rows, const std::vector<int>& columns, const std::string& expected) {
    insum::block_coo<double> a{{4, 8}, 2, 2, rows, columns, Vector(8, 1.0)};
    failures += failures_of_both(object, a, expected);
  };
  blocks("block_coo", {0, 1}, {3, 1}, "");
  blocks("block_coo, columns fall", {0, 0}, {3, 1}, "A.AK[1] = 1:");
  blocks("block_coo, a block twice", {1, 1}, {3, 3}, "A.AK[1] = 3:");
  const auto block_groups = [&](const char* object, const std::vector<int>& columns, double second, const std::string& expected) {
    insum::block_group_coo<double> a{{2, 8}, 2, 2, 2, {0}, columns, {1, 1, 1, 1, 0, 0, second, 0}};
    failures += failures_of_both(object, a, expected);
  };
  block_groups("block_group_coo", {1, 3}, 1, "");
  block_groups("block_group_coo, unused block", {1, 1}, 0, "");
  block_groups("block_group_coo, columns fall", {3, 1}, 1, "A.AK[1] = 1:");
  block_groups("block_group_coo, a block twice", {3, 3}, 1, "A.AK[1] = 3:");
  return failures;
}

}  // namespace

int failures_of_objects() { return failures_of_parameters() + failures_of_order(); }

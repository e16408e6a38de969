// Sparse operands, results in a pattern, and results that grow.
// clang-format off: it would write "min =" in pragmas
#include <insum/insum.hpp>
#include <utility>

#include "cases.hpp"

using cases::counted;
using cases::Csr;

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// C = A with its rows, every value times `factor`; without the zeros of `skip`.
void copy_rows(const Csr& A, double factor, std::vector<int>& pos, std::vector<int>& crd,
               std::vector<double>& val, int skip = -1) {
  pos.assign(1, 0), crd.clear(), val.clear();
  for (int i = 0; i < A.rows; ++i) {
    for (int p = A.pos[at(i)]; p < A.pos[at(i + 1)]; ++p)
      if (p != skip) crd.push_back(A.crd[at(p)]), val.push_back(factor * A.val[at(p)]);
    pos.push_back(static_cast<int>(crd.size()));
  }
}

}  // namespace

CASE(right_spmv, "") {
  const Csr A;
  std::vector<double> x = counted(4), y(3);
#pragma insum y[i] = A[i, k] * x[k]
#pragma insum tensor A[A.rows, A.cols] : csr(A.pos, A.crd, A.val)
  for (int i = 0; i < A.rows; ++i) {
    y[at(i)] = 0;
    for (int p = A.pos[at(i)]; p < A.pos[at(i + 1)]; ++p) y[at(i)] += A.val[at(p)] * x[at(A.crd[at(p)])];
  }
}

CASE(right_blocks_stored_twice, "") {
  const int rows = 4, cols = 4;
  std::vector<int> pos{0, 2, 3}, crd{1, 1, 0};
  std::vector<double> val = counted(12), y(4);
#pragma insum y[i] = A[i, k] * A[i, k]
#pragma insum tensor A[rows, cols] : bcsr<2, 2>(pos, crd, val) duplicates
  for (int i = 0; i < rows; ++i) {
    std::vector<double> row(static_cast<std::size_t>(cols));
    for (int b = pos[at(i / 2)]; b < pos[at(i / 2 + 1)]; ++b)
      for (int k = 0; k < 2; ++k) row[at(crd[at(b)] * 2 + k)] += val[at(b * 4 + i % 2 * 2 + k)];
    y[at(i)] = 0;
    for (const double value : row) y[at(i)] += value * value;
  }
}

CASE(wrong_csr_for_csc, "y[0] is") {
  const Csr A;
  std::vector<double> x = counted(3), y(4);
#pragma insum y[i] = A[i, k] * x[k]
#pragma insum tensor A[A.cols, A.rows] : csc(A.pos, A.crd, A.val)
  for (int i = 0; i < A.rows; ++i)
    for (int p = A.pos[at(i)]; p < A.pos[at(i + 1)]; ++p) y[at(i)] += A.val[at(p)] * x[at(i)];
}

CASE(wrong_empty_rows_skipped, "y[1] is 0 by the kernel and 7 by the statement") {
  const Csr A;
  std::vector<double> x = counted(4), y(3, 7.0);
#pragma insum y[i] = A[i, k] * x[k]
#pragma insum tensor A[A.rows, A.cols] : csr(A.pos, A.crd, A.val)
  for (int i = 0; i < A.rows; ++i) {
    if (A.pos[at(i)] == A.pos[at(i + 1)]) continue;
    y[at(i)] = 0;
    for (int p = A.pos[at(i)]; p < A.pos[at(i + 1)]; ++p) y[at(i)] += A.val[at(p)] * x[at(A.crd[at(p)])];
  }
}

CASE(wrong_values_ignored, "y[0] is") {
  const Csr A;
  std::vector<double> x = counted(4), y(3);
#pragma insum y[i] += A[i, k] * x[k]
#pragma insum tensor A[A.rows, A.cols] : csr(A.pos, A.crd, A.val)
  for (int i = 0; i < A.rows; ++i)
    for (int p = A.pos[at(i)]; p < A.pos[at(i + 1)]; ++p) y[at(i)] += x[at(A.crd[at(p)])];
}

CASE(wrong_base, "y[0] is 0 by the kernel and 1 by the statement") {
  const Csr A;
  std::vector<int> crd = A.crd;
  for (int& c : crd) ++c;
  std::vector<double> y(5);
#pragma insum y[k] += A[i, k]
#pragma insum tensor A[A.rows, 5] : csr(A.pos, crd, A.val)
  for (std::size_t p = 0; p < crd.size(); ++p) y[at(crd[p] - 1)] += A.val[p];
}

CASE(right_in_pattern, "") {
  const Csr A;
  std::vector<double> out(5);
#pragma insum O[i, j] = 2 * A[i, j]
#pragma insum tensor A[A.rows, A.cols] : csr(A.pos, A.crd, A.val)
#pragma insum tensor O[A.rows, A.cols] : csr(A.pos, A.crd, out)
  for (std::size_t p = 0; p < out.size(); ++p) out[p] = 2 * A.val[p];
}

CASE(wrong_in_pattern, "O[2, 1] is 6 by the kernel and 9 by the statement") {
  const Csr A;
  std::vector<double> out(5);
  double* o = out.data();
#pragma insum O[i, j] = 2 * A[i, j]
#pragma insum tensor A[A.rows, A.cols] : csr(A.pos, A.crd, A.val)
#pragma insum tensor O[A.rows, A.cols] : csr(A.pos, A.crd, o)
  for (std::size_t p = 0; p < out.size(); ++p) o[p] = (p == 2 ? 3 : 2) * A.val[p];
}

CASE(wrong_in_pattern_sum, "O[0, 0] is 1 by the kernel and 11 by the statement") {
  const Csr A;
  std::vector<double> out(5, 10.0);
  double* o = out.data();
#pragma insum O[i, j] = A[i, j]
#pragma insum tensor A[A.rows, A.cols] : csr(A.pos, A.crd, A.val)
#pragma insum tensor O[A.rows, A.cols] : csr(A.pos, A.crd, o)
  for (std::size_t p = 0; p < out.size(); ++p) o[p] += A.val[p];
}

CASE(right_blocks, "") {
  std::vector<int> pos{0, 1, 2}, crd{1, 0};
  std::vector<double> val = counted(8), out(8);
  double* o = out.data();
#pragma insum O[i, j] = 3 * A[i, j]
#pragma insum tensor A[4, 4] : bcsr < 2, 2>(pos, crd, val)
#pragma insum tensor O[4, 4] : bcsr < 2, 2>(pos, crd, o)
  for (std::size_t p = 0; p < out.size(); ++p) o[p] = 3 * val[p];
}

CASE(wrong_block_transposed, "O[0, 3] is 2 by the kernel and 3 by the statement") {
  std::vector<int> pos{0, 1, 2}, crd{1, 0};
  std::vector<double> val = counted(8), out(8);
  double* o = out.data();
#pragma insum O[i, j] = A[i, j]
#pragma insum tensor A[4, 4] : bcsr < 2, 2>(pos, crd, val)
#pragma insum tensor O[4, 4] : bcsr < 2, 2>(pos, crd, o)
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t r = 0; r < 2; ++r)
      for (std::size_t c = 0; c < 2; ++c) o[4 * b + 2 * r + c] = val[4 * b + 2 * c + r];
}

CASE(right_diagonals, "") {
  const int n = 3;
  int offsets[2] = {-1, 1};
  double v[6] = {0, 1, 2, 3, 4, 0}, o[6] = {};
#pragma insum O[i, j] = 2 * A[i, j]
#pragma insum tensor A[n, n] : dia(offsets, v)
#pragma insum tensor O[n, n] : dia(offsets, o)
  for (int p = 0; p < 6; ++p) o[p] = 2 * v[p];
}

CASE(wrong_diagonal, "O[0, 1] is 6 by the kernel and 3 by the statement") {
  const int n = 3;
  int offsets[2] = {-1, 1};
  double v[6] = {0, 1, 2, 3, 4, 0}, o[6] = {};
#pragma insum O[i, j] = 2 * A[i, j]
#pragma insum tensor A[n, n] : dia(offsets, v)
#pragma insum tensor O[n, n] : dia(offsets, o)
  for (int p = 0; p < 6; ++p) o[p] = (p < 3 ? 2 : 1) * v[p];
}

CASE(right_row_pointers, "") {
  const int n = 2;
  int counts[2] = {2, 1}, first[2] = {0, 2}, second[1] = {1}, *crd[2] = {first, second};
  double a[2] = {1, 2}, b[1] = {3}, c[2], d[1], *val[2] = {a, b}, *out[2] = {c, d};
#pragma insum O[i, j] = 2 * A[i, j]
#pragma insum tensor A[n, 3] : rows(counts, crd, val)
#pragma insum tensor O[n, 3] : rows(counts, crd, out)
  for (int i = 0; i < n; ++i)
    for (int q = 0; q < counts[i]; ++q) out[i][q] = 2 * val[i][q];
}

CASE(wrong_row_pointers, "O[1, 1] is 6 by the kernel and 3 by the statement") {
  const int n = 2;
  int counts[2] = {2, 1}, first[2] = {0, 2}, second[1] = {1}, *crd[2] = {first, second};
  double a[2] = {1, 2}, b[1] = {3}, c[2], d[1], *val[2] = {a, b}, *out[2] = {c, d};
#pragma insum O[i, j] = 2 * A[i, j]
#pragma insum tensor A[n, 3] : rows(counts, crd, val)
#pragma insum tensor O[n, 3] : rows(counts, crd, out)
  for (int i = 0; i < n; ++i)
    for (int q = 0; q < counts[i]; ++q) out[i][q] = (2 - i) * val[i][q];
}

namespace {

/// C = 2 A by the kernel, and by the statement what copy_rows makes of it, `times` times.
void grow(double factor, int skip, int times) {
  const Csr A;
  std::vector<int> pos, crd;
  std::vector<double> val;
  for (int time = 0; time < times; ++time) {
#pragma insum C[i, j] = 2 * A[i, j]
#pragma insum tensor A[A.rows, A.cols] : csr(A.pos, A.crd, A.val)
#pragma insum tensor C[A.rows, A.cols] : csr(pos, crd, val)
    copy_rows(A, factor, pos, crd, val, skip);
  }
}

}  // namespace

CASE(right_growing, "") { grow(2, -1, 1); }
CASE(right_growing_twice, "") { grow(2, -1, 2); }
CASE(wrong_growing_value, "C[0, 0] is 2 by the kernel and 3 by the statement") { grow(3, -1, 1); }
CASE(wrong_growing_missing, "C[2, 1] is 6 by the kernel and 0 by the statement") { grow(2, 2, 1); }

CASE(right_growing_object, "") {
  const insum::csr<double> A{{3, 4}, {0, 2, 2, 5}, {0, 2, 1, 2, 3}, {1, 2, 3, 4, 5}};
  insum::csr<double> C;
  C.shape = {3, 4};
#pragma insum C[i, j] = 2 * A[i, j]
  {
    C = A;
    for (double& v : C.vals) v *= 2;
  }
}

CASE(wrong_growing_object, "C[0, 2] is 4 by the kernel and 5 by the statement") {
  const insum::csr<double> A{{3, 4}, {0, 2, 2, 5}, {0, 2, 1, 2, 3}, {1, 2, 3, 4, 5}};
  insum::csr<double> C;
  C.shape = {3, 4};
#pragma insum C[i, j] = 2 * A[i, j]
  {
    C = A;
    for (double& v : C.vals) v *= 2;
    C.vals[1] += 1;
  }
}

CASE(wrong_growing_transposed, "C[0, 2] is") {
  const Csr A;
  std::vector<int> pos, crd;
  std::vector<double> val;
#pragma insum C[j, i] = A[i, j]
#pragma insum tensor A[A.rows, A.cols] : csr(A.pos, A.crd, A.val)
#pragma insum tensor C[A.cols, A.rows] : csr(pos, crd, val)
  {
    pos = {0, 1, 2, 4, 5}, crd = {0, 2, 0, 2, 1}, val = {1, 3, 2, 4, 5};
    crd[0] = 2;
  }
}

CASE(wrong_pattern_sorted, "the statement writes an operand: ") {
  cases::Csr A;
  double o[5];
#pragma insum O[i, j] = 2 * A[i, j]
#pragma insum tensor A[A.rows, A.cols] : csr(A.pos, A.crd, A.val)
#pragma insum tensor O[A.rows, A.cols] : csr(A.pos, A.crd, o)
  {
    std::swap(A.crd[0], A.crd[1]);
    std::swap(A.val[0], A.val[1]);
    for (int p = 0; p < 5; ++p) o[p] = 2 * A.val[static_cast<std::size_t>(p)];
  }
}

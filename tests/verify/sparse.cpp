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

namespace {

/// What a statement has left in the containers of C = A, before `breaks` has made it no storage.
struct Built {
  std::vector<int> pos0, crd0, pos1, crd1;
  std::vector<double> val;
};

/// A is [1 2; 0 3].
template <class Break>
void build_csr(Break breaks) {
  const std::vector<int> pos{0, 2, 3}, crd{0, 1, 1};
  const std::vector<double> val{1, 2, 3};
  const int n = 2;
  Built C;
#pragma insum C[i, j] = A[i, j]
#pragma insum tensor A[n, n] : csr(pos, crd, val)
#pragma insum tensor C[n, n] : csr(C.pos1, C.crd1, C.val)
  {
    C.pos1 = pos, C.crd1 = crd, C.val = val;
    breaks(C);
  }
}

template <class Break>
void build_coo(Break breaks) {
  const std::vector<int> pos{0, 2, 3}, crd{0, 1, 1};
  const std::vector<double> val{1, 2, 3};
  const int n = 2;
  Built C;
#pragma insum C[i, j] = A[i, j]
#pragma insum tensor A[n, n] : csr(pos, crd, val)
#pragma insum tensor C[n, n] : coo(C.crd0, C.crd1, C.val)
  {
    C.crd0 = {0, 0, 1}, C.crd1 = crd, C.val = val;
    breaks(C);
  }
}

template <class Break>
void build_dcsr(Break breaks) {
  const std::vector<int> pos{0, 2, 3}, crd{0, 1, 1};
  const std::vector<double> val{1, 2, 3};
  const int n = 2;
  Built C;
#pragma insum C[i, j] = A[i, j]
#pragma insum tensor A[n, n] : csr(pos, crd, val)
#pragma insum tensor C[n, n] : dcsr(C.pos0, C.crd0, C.pos1, C.crd1, C.val)
  {
    C.pos0 = {0, 2}, C.crd0 = {0, 1}, C.pos1 = pos, C.crd1 = crd, C.val = val;
    breaks(C);
  }
}

/// A 3 x 3 matrix, the identity, in blocks of which the last ones are padded.
template <class Break>
void build_bcsr(Break breaks) {
  const std::vector<int> pos{0, 1, 2, 3}, crd{0, 1, 2};
  const std::vector<double> val{1, 1, 1};
  const int n = 3;
  Built C;
#pragma insum C[i, j] = A[i, j]
#pragma insum tensor A[n, n] : csr(pos, crd, val)
#pragma insum tensor C[n, n] : bcsr<2, 2>(C.pos1, C.crd1, C.val)
  {
    C.pos1 = {0, 1, 2}, C.crd1 = {0, 1}, C.val = {1, 0, 0, 1, 1, 0, 0, 0};
    breaks(C);
  }
}

template <class Break>
void build_csf(Break breaks) {
  const std::vector<int> i{0, 1}, j{1, 0}, k{0, 1};
  const std::vector<double> val{1, 2};
  const int n = 2;
  std::vector<int> pos2, crd2;
  Built C;
#pragma insum C[i, j, k] = A[i, j, k]
#pragma insum tensor A[n, n, n] : coo(i, j, k, val)
#pragma insum tensor C[n, n, n] : csf(C.pos0, C.crd0, C.pos1, C.crd1, pos2, crd2, C.val)
  {
    C.pos0 = {0, 2}, C.crd0 = i, C.pos1 = {0, 1, 2}, C.crd1 = j, pos2 = {0, 1, 2}, crd2 = k, C.val = val;
    breaks(C);
  }
}

}  // namespace

CASE(right_csr_built, "") { build_csr([](Built&) {}); }
CASE(right_coo_built, "") { build_coo([](Built&) {}); }
CASE(right_dcsr_built, "") { build_dcsr([](Built&) {}); }
CASE(right_bcsr_built, "") { build_bcsr([](Built&) {}); }
CASE(right_csf_built, "") { build_csf([](Built&) {}); }
CASE(wrong_csr_far_position, "C.pos[1] is -500000000 by the statement, less than the position before it, 0") {
  build_csr([](Built& C) { C.pos1[1] = -500000000; });
}
CASE(wrong_csr_first_position, "C.pos[0] is 1 by the statement, and must be 0") {
  build_csr([](Built& C) { C.pos1[0] = 1; });
}
CASE(wrong_csr_last_position, "C.pos[2] is 1073741824 by the statement, and C.crd ends at 3") {
  build_csr([](Built& C) { C.pos1[2] = 1 << 30; });
}
CASE(wrong_csr_positions_missing, "C.pos has 2 elements by the statement instead of at least 3") {
  build_csr([](Built& C) { C.pos1.pop_back(); });
}
CASE(wrong_csr_values_missing, "C.vals has 0 elements by the statement instead of at least 3") {
  build_csr([](Built& C) { C.val.clear(); });
}
CASE(wrong_csr_coordinate, "C.crd[0] is 77 by the statement, which is none of the 2 coordinates from 0 on") {
  build_csr([](Built& C) { C.crd1[0] = 77; });
}
CASE(wrong_coo_coordinate, "C.crd1[3] is 2 by the statement, which is none of the 2 coordinates from 0 on") {
  build_coo([](Built& C) { C.crd0.push_back(0), C.crd1.push_back(2), C.val.push_back(7); });
}
CASE(wrong_coo_lengths, "C.vals has 3 elements by the statement instead of 4") {
  build_coo([](Built& C) { C.crd0.push_back(0), C.crd1.push_back(0); });
}
CASE(wrong_dcsr_position, "C.pos0[1] is 3 by the statement, and C.crd0 ends at 2") {
  build_dcsr([](Built& C) { C.pos0[1] = 3; });
}
CASE(wrong_bcsr_coordinate, "C.crd[1] is 2 by the statement, which is none of the 2 coordinates from 0 on") {
  build_bcsr([](Built& C) { C.crd1[1] = 2; });
}
CASE(wrong_bcsr_position, "C.pos[1] is -5 by the statement, less than the position before it, 0") {
  build_bcsr([](Built& C) { C.pos1[1] = -5; });
}
CASE(wrong_csf_position, "C.pos1[2] is 9 by the statement, and C.crd1 ends at 2") {
  build_csf([](Built& C) { C.pos1[2] = 9; });
}

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

CASE(wrong_pattern_positions, "the statement writes an operand: A.pos[1] is ") {
  cases::Csr A;
  double o[5];
#pragma insum O[i, j] = 2 * A[i, j]
#pragma insum tensor A[A.rows, A.cols] : csr(A.pos, A.crd, A.val)
#pragma insum tensor O[A.rows, A.cols] : csr(A.pos, A.crd, o)
  {
    for (int p = 0; p < 5; ++p) o[p] = 3 * A.val[static_cast<std::size_t>(p)];
    A.pos[1] = -500000000, A.pos[2] = 1 << 30;
  }
}

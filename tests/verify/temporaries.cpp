// Several Einsums with sparse temporaries between them, and operands read through sorted copies.
#include <insum/insum.hpp>

#include "cases.hpp"

using cases::counted;
using cases::Csr;

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// The matrix as a dense one.
std::vector<double> dense(const Csr& A) {
  std::vector<double> D(at(A.rows * A.cols));
  for (int i = 0; i < A.rows; ++i)
    for (int p = A.pos[at(i)]; p < A.pos[at(i + 1)]; ++p) D[at(i * A.cols + A.crd[at(p)])] += A.val[at(p)];
  return D;
}

}  // namespace

CASE(right_sparse_temporary, "") {
  const Csr A;
  const std::vector<double> D = dense(A), x = counted(3);
  std::vector<double> y(3);
#pragma insum T[i, j] = A[i, k] * A[j, k]
#pragma insum y[i] = T[i, j] * x[j]
#pragma insum tensor T[A.rows, A.rows] : csr
#pragma insum tensor A[A.rows, A.cols] : csr(A.pos, A.crd, A.val)
  for (int i = 0; i < 3; ++i) {
    y[at(i)] = 0;
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k) y[at(i)] += D[at(i * 4 + k)] * D[at(j * 4 + k)] * x[at(j)];
  }
}

CASE(right_temporary_written_twice, "") {
  const Csr A;
  const std::vector<double> D = dense(A);
  std::vector<double> y(4);
#pragma insum x[k] = A[i, k]
#pragma insum T[k, i] = A[i, k]
#pragma insum T[k, i] += 2 * A[i, k] * x[k]
#pragma insum y[k] = T[k, i]
#pragma insum tensor T[A.cols, A.rows] : coo
#pragma insum tensor x[A.cols] : dense
#pragma insum tensor A[A.rows, A.cols] : csr(A.pos, A.crd, A.val)
  for (int k = 0; k < 4; ++k) {
    double sum = 0;
    for (int i = 0; i < 3; ++i) sum += D[at(i * 4 + k)];
    y[at(k)] = sum + 2 * sum * sum;
  }
}

CASE(right_temporaries_of_other_formats, "") {
  const Csr A;
  const std::vector<double> D = dense(A);
  double s = 0;
#pragma insum T[i, k] = 2 * A[i, k]
#pragma insum U[i, k] = T[i, k] + A[i, k]
#pragma insum V[i, k] = U[i, k] * T[i, k]
#pragma insum s += V[i, k]
#pragma insum tensor T[A.rows, A.cols] : csc
#pragma insum tensor U[A.rows, A.cols] : bcsr<2, 2>
#pragma insum tensor V[A.rows, A.cols] : dcsr
#pragma insum tensor A[A.rows, A.cols] : csr(A.pos, A.crd, A.val)
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 4; ++k) s += 6 * D[at(i * 4 + k)] * D[at(i * 4 + k)];
}

CASE(right_formats_clash, "") {
  const Csr A;
  const std::vector<double> D = dense(A);
  const std::vector<int> rows{1, 0, 1}, columns{2, 2, 2};  // in no order, and one entry in two parts
  const std::vector<double> val{4, 7, 5};
  std::vector<double> C(12);
#pragma insum C[i, k] = max(A[i, k], B[k, i])
#pragma insum tensor A[A.rows, A.cols] : csr(A.pos, A.crd, A.val)
#pragma insum tensor B[A.cols, A.rows] : coo(rows, columns, val)
#pragma insum tensor C[A.rows, A.cols] : dense(C)
  {
    C = D;
    C[8] = 7;  // instead of 0
    C[9] = 9;  // instead of 3
  }
}

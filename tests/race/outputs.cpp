// All kinds of outputs are put back between both, so that results are those of one.
#include <insum/insum.hpp>

#include "../verify/cases.hpp"
#include "clock.hpp"

using cases::counted;

namespace {

template <class T>
void scale(std::vector<T>& y) {
#pragma insum y[i] *= 2
  {
    spend(90);
    for (T& each : y) each *= 2;
  }
}

insum::csr<double> diagonal(int n) {
  insum::csr<double> A;
  A.shape = {n, n};
  A.pos.assign(1, 0);
  A.crd.clear(), A.vals.clear();
  for (int i = 0; i < n; ++i) A.crd.push_back(i), A.vals.push_back(i + 1), A.pos.push_back(i + 1);
  return A;
}

}  // namespace

CASE(scalar_result, "statement 3") {
  const std::vector<double> x = counted(4);
  for (int call = 0; call < 5; ++call) {
    double s;
#pragma insum s = x[i] * x[i]
    {
      spend(-5);
      s = 0;
      for (const double each : x) s += each * each;
    }
    EXPECT(s == 30);
  }
}

CASE(templates, "kernel 3, kernel 3") {
  std::vector<double> y(3, 1);
  std::vector<int> z(3, 1);
  for (int call = 0; call < 6; ++call) scale(y), scale(z);
  EXPECT(y[1] == 64 && z[2] == 64);
}

CASE(two_outputs_in_one_array, "kernel 3") {
  double xy[6] = {1, 2, 3, 1, 1, 1};
  double *x = xy, *y = xy + 3;
  const int n = 3;
  for (int call = 0; call < 4; ++call)
#pragma insum x[i] += 1
#pragma insum y[i] += x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  {
    spend(90);
    for (int i = 0; i < n; ++i) x[i] += 1, y[i] += x[i];
  }
  EXPECT(x[0] == 5 && y[0] == 1 + 2 + 3 + 4 + 5);
}

CASE(values_in_a_pattern, "statement 3") {
  cases::Csr A;
  for (int call = 0; call < 4; ++call)
#pragma insum B[i, j] *= 3
#pragma insum tensor B[A.rows, A.cols] : csr(A.pos, A.crd, std::span(A.val))
  {
    spend(-5);
    for (double& each : A.val) each *= 3;
  }
  EXPECT(A.val[4] == 5 * 81);
}

CASE(result_that_grows, "kernel 3") {
  const insum::csr<double> A = diagonal(3);
  insum::csr<double> C;
  C.shape = A.shape;
  for (int call = 0; call < 4; ++call) {
#pragma insum C[i, k] = A[i, j] * A[j, k]
    {
      spend(90);
      C = A;
      for (double& each : C.vals) each *= each;
    }
    EXPECT(C.nnz() == 3 && C.vals[2] == 9);
  }
}

CASE(converted_operand, "kernel 3") {
  const insum::csr<double> A = diagonal(3);
  std::vector<double> x = counted(3), y(3);
  for (int call = 0; call < 4; ++call)
#pragma insum y[i] = A[i, j] * x[j]
#pragma insum format A->csc
  {
    spend(90);
    for (std::size_t i = 0; i < 3; ++i) y[i] = A.vals[i] * x[i];
  }
  EXPECT(y[2] == 9);
}

CASE(statement_that_resizes, "the statement changes the length of Y from 2 to 1000, which the kernel does not") {
  const int n = 2;
  const std::vector<double> x = counted(2);
  for (int call = 0; call < 2; ++call) {
    std::vector<double> y(2);
#pragma insum Y[i] = x[i]
#pragma insum tensor Y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
    {
      spend(90);
      y.resize(1000);
      for (std::size_t i = 0; i < 2; ++i) y[i] = x[i];
    }
    EXPECT(y.size() == 1000 && y[1] == 2);
  }
}

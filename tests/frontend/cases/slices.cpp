// `=` on a fixed coordinate defines a slice; what is not named by the left side stays.
#include <array>
#include <cstdio>

namespace {

void print(const char* what, const double* y, int n) {
  std::printf("%s:", what);
  for (int i = 0; i < n; ++i) std::printf(" %g", y[i]);
  std::printf("\n");
}

}  // namespace

int main() {
  const double A[] = {1, 2, 3, 4};
  const double X[] = {1, 0, 0, 1, 1, 1};
  double Y[] = {9, 9, 9, 9, 9, 9};
  for (int batch = 0; batch < 2; ++batch) {
#pragma insum Y[{batch},i] = A[i,k] * X[{batch},k]
#pragma insum tensor A[2,2] : dense(A)
#pragma insum tensor X[3,2] : dense(X)
#pragma insum tensor Y[3,2] : dense(Y)
    for (int i = 0; i < 2; ++i) {
      Y[batch * 2 + i] = 0;
      for (int k = 0; k < 2; ++k) Y[batch * 2 + i] += A[i * 2 + k] * X[batch * 2 + k];
    }
  }
  print("batches", Y, 6);

#pragma insum Y[i,1] = max(k: A[i,k] * Y[i,1])
#pragma insum tensor A[2,2] : dense(A)
#pragma insum tensor Y[2,2] : dense(Y)
  for (int i = 0; i < 2; ++i) {
    const double old = Y[i * 2 + 1];
    Y[i * 2 + 1] = A[i * 2] * old < A[i * 2 + 1] * old ? A[i * 2 + 1] * old : A[i * 2] * old;
  }
  print("a column, reads itself", Y, 6);

  const int to[] = {1, 1, 0};
  const double v[] = {1, 2, 3};
#pragma insum Y[1,to[i]] = v[i]
#pragma insum tensor Y[2,3] : dense(Y)
  {
    for (int j = 0; j < 3; ++j) Y[3 + j] = 0;
    for (int i = 0; i < 3; ++i) Y[3 + to[i]] += v[i];
  }
  print("scattered into a row", Y, 6);

  // A result in the operand's pattern: only what is stored of this row changes.
  const int pos[] = {0, 2, 3}, crd[] = {0, 2, 1};
  const double vals[] = {5, 6, 7};
  double c[] = {-1, -2, -3};
  const int row = 0;
#pragma insum C[{row},j] = B[{row},j] * v[j]
#pragma insum tensor B[2,3] : csr(pos, crd, vals)
#pragma insum tensor C[2,3] : csr(pos, crd, c)
  for (int p = pos[row]; p < pos[row + 1]; ++p) c[p] = vals[p] * v[crd[p]];
  print("a row of a sparse result", c, 3);

  [[maybe_unused]] const int rows[] = {0, 2, 3, 3};
  [[maybe_unused]] const std::array<double, 3> d = {1, 2, 3};
  double e[] = {7, 8, 9};
#pragma insum C[i,i] = B[i,i] * d[i]
#pragma insum tensor B[3,3] : csr(rows, crd, vals)
#pragma insum tensor C[3,3] : csr(rows, crd, e)
  {
    e[0] = 5, e[1] = 0, e[2] = 14;
  }
  print("the diagonal of a sparse result", e, 3);
}

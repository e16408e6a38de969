// Bounds that leave elements out, or come to some twice: seen where sizes are more than a constant in them.
#include <algorithm>
#include <vector>

void lower_triangle(int n, const double* X, double* C) {
// expect-warning@+2:15: the statement does not compute what its block says: it leaves 'C[1]', which is C[0,1], as it was [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum C[i,j] += X[i,j]
#pragma insum tensor X[n,n] : dense(X)
#pragma insum tensor C[n,n] : dense(C)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) C[i * n + j] += X[i * n + j];
}
void counted_from_one(int n, int m, int lda, const double* A, double* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[1]' 42, and the Einsum 37 [insum-statement-disagrees]
// expect-note@+2:15: seen with lda = 2, m = 5, n = 4; correct the one that is wrong
// expect-note@+1:15: the statement uses 'lda', which the block does not name
#pragma insum y[i] += A[i,j]
#pragma insum tensor A[n,m] : dense(A)
#pragma insum tensor y[n] : dense(y)
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= m; ++j) y[i - 1] += A[(i - 1) * lda + j - 1];
}
void tiles_that_overlap(int n, const double* A, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[2]' 25, and the Einsum 16 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 5; correct the one that is wrong
#pragma insum y[i] += A[i]
#pragma insum tensor A[n] : dense(A)
#pragma insum tensor y[n] : dense(y)
  for (int b = 0; b < n; b += 2)
    for (int i = b; i < std::min(n, b + 3); ++i) y[i] += A[i];
}
void tiles_with_gaps(int n, const double* A, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it leaves 'y[7]' as it was [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 17; correct the one that is wrong
#pragma insum y[i] += A[i]
#pragma insum tensor A[n] : dense(A)
#pragma insum tensor y[n] : dense(y)
  for (int b = 0; b < n; b += 8)
    for (int i = b; i < std::min(n, b + 7); ++i) y[i] += A[i];
}
void whole_tiles_only(int n, const double* A, double* y) {
#pragma insum y[i] += A[i]
#pragma insum tensor A[n] : dense(A)
#pragma insum tensor y[n] : dense(y)
  for (int b = 0; b < n; b += 8)
    for (int i = b; i < b + 8; ++i) y[i] += A[i];
}
void right_tiles(int n, const double* A, double* y) {
#pragma insum y[i] += A[i]
#pragma insum tensor A[n] : dense(A)
#pragma insum tensor y[n] : dense(y)
  for (int b = 0; b < n; b += 8)
    for (int i = b; i < std::min(n, b + 8); ++i) y[i] += A[i];
}
// Constants above the statement are what they are set to, unless the block names them.
void padded_rows(int n, int m, const double* x, double* y) {
  const int pitch = (m + 7) / 8 * 8;
// expect-warning@+3:15: the statement does not compute what its block says: it reads 'x[20]', which is no element of 'x' [insum-statement-disagrees]
// expect-note@+2:15: seen with m = 5, n = 4; correct the one that is wrong
// expect-note@+1:15: the statement reads x[8 * ((m + 7) / 8) * i + j]; x[i,j] is x[i * m + j]
#pragma insum y[i] += x[i,j]
#pragma insum tensor x[n,m] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) y[i] += x[i * pitch + j];
#pragma insum y[i] += x[i,j]
#pragma insum tensor x[n,m] : dense(x) strides(pitch,1)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) y[i] += x[i * pitch + j];
}
void halves(int n, const double* x, double* y) {
  const int half = n / 2;
// expect-warning@+2:15: the statement does not compute what its block says: it leaves 'y[2]' as it was [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < half; ++i) y[i] = x[i];
// expect-remark@+2:15: the statement computes what its block says where 'n' has a certain value, and not otherwise [insum-statement-agrees-where]
// expect-note@+1:15: nothing in the block says so: see that it is always so, or correct the block; verify mode compares them when the program runs
#pragma insum y[i] = x[i]
#pragma insum tensor x[half] : dense(x)
#pragma insum tensor y[half] : dense(y)
  for (int i = 0; i < n / 2; ++i) y[i] = x[i];
}
void all_elements(int n, int m, const double* x, double* y) {
  const int size = n * m;
#pragma insum y[i,j] = x[i,j]
#pragma insum tensor x[n,m] : dense(x)
#pragma insum tensor y[n,m] : dense(y)
  for (int i = 0; i < size; ++i) y[i] = x[i];
}
double all_but_the_last(const std::vector<double>& d) {
  double s = 0;
// expect-warning@+2:15: the statement does not compute what its block says: it reads 'd[1]', which is no element of 'd' [insum-statement-disagrees]
// expect-note@+1:15: seen with d.size() = 2; correct the one that is wrong
#pragma insum s += d[i]
#pragma insum tensor d[d.size() - 1] : dense(d)
  for (std::size_t i = 0; i < d.size(); ++i) s += d[i];
#pragma insum s += d[i]
#pragma insum tensor d[d.size() - 1] : dense(d)
  for (std::size_t i = 0; i + 1 < d.size(); ++i) s += d[i];
  return s;
}

// Loops that compute something else than their blocks say: read by `insum check`, and run with the Einsum on made-up data.
#include <cmath>
#include <vector>

struct Csr {
  int rows, cols;
  std::vector<int> pos, crd;
  std::vector<double> val;
};

void layout(int n, int m, const double* a, double* c) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'c[2]', which is C[0,2], 9, and the Einsum 1 [insum-statement-disagrees]
// expect-note@+2:15: seen with m = 5, n = 4; correct the one that is wrong
// expect-note@+1:15: the statement writes c[j * n + i]; C[i,j] is c[i * m + j]
#pragma insum C[i,j] = A[i,j]
#pragma insum tensor A[n,m] : dense(a)
#pragma insum tensor C[n,m] : dense(c)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) c[j * n + i] = a[i * m + j];
}

void bound(int n, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it reads 'x[4]', which is no element of 'x' [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i <= n; ++i) y[i] = x[i];
}

void left_out(int n, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it leaves 'y[0]' as it was [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 1; i < n; ++i) y[i] = 2 * x[i];
}

void missing(std::vector<double>& y, const std::vector<double>& x, const std::vector<double>& b) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' -2, and the Einsum 4 [insum-statement-disagrees]
// expect-note@+2:15: seen with x.size() = 5, y.size() = 5; correct the one that is wrong
// expect-note@+1:15: the statement reads 'b', which the block does not name
#pragma insum y[i] = x[i]
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = x[i] - b[i];
}

void operation(int n, const double* x, double& s) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 's' 24, and the Einsum 9 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement combines by '+=', the block by 'max='
#pragma insum s max= x[i]
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i) s += x[i];
}

void columns(const Csr& A, const std::vector<double>& x, std::vector<double>& y) {
// expect-warning@+2:15: the statement does not compute what its block says: it reads 'x[2]', which is no element of 'x' [insum-statement-disagrees]
// expect-note@+1:15: seen with A.cols = 2, A.rows = 5, x.size() = 2, y.size() = 5; correct the one that is wrong
#pragma insum y[i] += A[i,j] * x[j]
#pragma insum tensor A[A.rows,A.cols] : csc(A.pos, A.crd, A.val)
  for (int i = 0; i < A.rows; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) y[i] += A.val[p] * x[A.crd[p]];
}

void gathered(int n, int m, const int* to, const double* v, double* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it writes 'y[5]', which is no element of 'y' [insum-statement-disagrees]
// expect-note@+2:15: seen with m = 5, n = 4; correct the one that is wrong
// expect-note@+1:15: both agree where 'to' is declared without base(1)
#pragma insum y[to[f]] += v[f]
#pragma insum tensor to[n] : dense(to) base(1)
#pragma insum tensor v[n] : dense(v)
#pragma insum tensor y[m] : dense(y)
  for (int f = 0; f < n; ++f) y[to[f]] += v[f];
}

// The same by other names, in another order, with sums in variables and guards.
void same(int rows, int columns, const double* a, const std::vector<double>& x, double* y, const Csr& B) {
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[rows,columns] : dense(a) order(1,0)
#pragma insum tensor y[rows] : dense(y)
  for (int r = 0; r < rows; ++r) {
    double sum = 0;
    for (std::size_t c = 0; c < x.size(); ++c) sum = x[c] * a[r + rows * static_cast<int>(c)] + sum;
    y[r] = sum;
  }
  const int n = B.rows;
#pragma insum y[i] += B[i,j] * x[j]
#pragma insum tensor B[n,B.cols] : csr(B.pos, B.crd, B.val)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i)
    for (int p = B.pos[i]; p < B.pos[i + 1]; ++p)
      if (B.val[p] != 0) y[i] += B.val[p] * x[B.crd[p]];
  const double w[3] = {1, 2, 1};
#pragma insum y[i] = x[i + k - 1] * w[k]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    for (int k = 0; k < 3; ++k)
      if (i + k >= 1 && i + k - 1 < n) y[i] += x[i + k - 1] * w[k];
  }
  double norm = 0;
#pragma insum norm = x[i] * x[i]
  for (double each : x) norm += each * each;
#pragma insum norm = sqrt(norm)
  norm = std::sqrt(norm);
}

// What cannot be told is not warned of: numbers and sizes computed above, unsigned guards, what the block assumes, results that were
// zero, conditions of a loop that are no comparison.
void untold(std::size_t n, int m, double h, const double* x, double* y, const int* to) {
  const double scale = 1 / h;
  const std::size_t last = n - 1;
// expect-remark@+2:15: the statement is not compared with its block: the block uses 'h', and the statement does not [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum y[i] = x[i] / h
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (std::size_t i = 0; i < n; ++i) y[i] = x[i] * scale;
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (std::size_t i = 0; i <= last; ++i) y[i] = x[i];
// expect-remark@+2:15: the statement is not compared with its block: it reads or compares what only sizes that are unknown here keep in bounds [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum y[i] += x[i - 1]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (std::size_t i = 0; i < n; ++i)
    if (i - 1 < n) y[i] += x[i - 1];
#pragma insum assume(m == 3)
// expect-remark@+2:15: the statement is not compared with its block: made-up sizes may not be what 'assume' says of them [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[m] : dense(x)
#pragma insum tensor y[m] : dense(y)
  for (int i = 0; i < 3; ++i) y[i] = 2 * x[i];
// expect-remark@+2:15: the statement computes what its block says where 'y' is 0 before it, and not otherwise [insum-statement-agrees-where]
// expect-note@+1:15: nothing in the block says so: see that it is always so, or correct the block; verify mode compares them when the program runs
#pragma insum Y[i,i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor Y[n,n] : dense(y)
  for (std::size_t i = 0; i < n; ++i) y[i * n + i] = x[i];
#pragma insum y[to[i]] = x[i]
#pragma insum tensor x[m] : dense(x)
#pragma insum tensor to[m] : dense(to)
#pragma insum tensor y[m] : dense(y)
  for (int i = 0; i < m; ++i) y[to[i]] = x[i];
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  // expect-remark@+2:3: the statement is not compared with its block: the loop's condition is no comparison with its variable [insum-statement-not-compared]
  // expect-note@+1:3: verify mode compares them when the program runs
  for (std::size_t i = 0; i < n && x[i] >= 0; ++i) y[i] = x[i];
}

void absolute(int n, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 2, and the Einsum -2 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 3; correct the one that is wrong
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = std::abs(x[i]);
}

// An index of the block has the name of a size; the loop's indices have other names.
void named_as_a_size(int n, int k, const double* A, const double* B, double* C) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'C[0]', which is C[0,0], 45, and the Einsum 43 [insum-statement-disagrees]
// expect-note@+2:15: seen with k = 2, n = 4; correct the one that is wrong
// expect-note@+1:15: the statement reads B[k * q + l]; B[k,j] is B[k * n + j]
#pragma insum C[i,j] = A[i,k] * B[k,j]
#pragma insum tensor A[n,k] : dense(A)
#pragma insum tensor B[k,n] : dense(B)
#pragma insum tensor C[n,n] : dense(C)
  for (int p = 0; p < n; ++p)
    for (int q = 0; q < n; ++q) {
      C[p * n + q] = 0;
      for (int l = 0; l < k; ++l) C[p * n + q] += A[p * k + l] * B[q * k + l];
    }
}

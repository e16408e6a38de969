// Loops that are one off where the block has a base, a diagonal or a shifted subscript, and right pairs.
#include <span>

struct Entry {
  int col;
  double val;
};

void blocks_from_one(int n, int m, const int* pos, const int* crd, const double* val, const double* x,
                     double* y) {
#pragma insum y[i] += A[i,j] * x[j]
#pragma insum tensor A[2 * n, 2 * m] : bcsr<2,2>(pos, crd, val) base(1)
#pragma insum tensor x[2 * m] : dense(x)
#pragma insum tensor y[2 * n] : dense(y)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i] - 1; p < pos[i + 1] - 1; ++p)
      for (int a = 0; a < 2; ++a)
        for (int b = 0; b < 2; ++b) y[2 * i + a] += val[4 * p + 2 * a + b] * x[2 * (crd[p] - 1) + b];
}

void blocks_from_zero(int n, int m, const int* pos, const int* crd, const double* val, const double* x,
                      double* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it reads 'x[10]', which is no element of 'x' [insum-statement-disagrees]
// expect-note@+2:15: seen with m = 5, n = 4; correct the one that is wrong
// expect-note@+1:15: both agree where 'A' is declared without base(1)
#pragma insum y[i] += A[i,j] * x[j]
#pragma insum tensor A[2 * n, 2 * m] : bcsr<2,2>(pos, crd, val) base(1)
#pragma insum tensor x[2 * m] : dense(x)
#pragma insum tensor y[2 * n] : dense(y)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int a = 0; a < 2; ++a)
        for (int b = 0; b < 2; ++b) y[2 * i + a] += val[4 * p + 2 * a + b] * x[2 * crd[p] + b];
}

void diagonals(int n, int nd, const int* off, const double* val, const double* x, double* y) {
#pragma insum y[i] += A[i,j] * x[j]
#pragma insum tensor A[n,n] : dia(std::span(off, nd), val) base(1)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int d = 0; d < nd; ++d)
    for (int i = 0; i < n; ++i)
      if (i + off[d] >= 0 && i + off[d] < n) y[i] += val[d * n + i] * x[i + off[d]];
}

void diagonals_from_one(int n, int nd, const int* off, const double* val, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 79, and the Einsum 44 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4, nd = 3; correct the one that is wrong
#pragma insum y[i] += A[i,j] * x[j]
#pragma insum tensor A[n,n] : dia(std::span(off, nd), val)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int d = 0; d < nd; ++d)
    for (int i = 0; i < n; ++i)
      if (i + off[d] - 1 >= 0 && i + off[d] - 1 < n) y[i] += val[d * n + i] * x[i + off[d] - 1];
}

void ragged_rows(int n, int m, const int* pos, const double* val, const double* x, double* y) {
#pragma insum y[i] += A[i,j] * x[j]
#pragma insum tensor A[n,m] : ragged(pos, val)
#pragma insum tensor x[m] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) y[i] += val[p] * x[p - pos[i]];
}

void ragged_from_one(int n, int m, const int* pos, const double* val, const double* x, double* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 169, and the Einsum 152 [insum-statement-disagrees]
// expect-note@+2:15: seen with m = 5, n = 4; correct the one that is wrong
// expect-note@+1:15: both agree where 'A' is declared without base(1)
#pragma insum y[i] += A[i,j] * x[j]
#pragma insum tensor A[n,m] : ragged(pos, val) base(1)
#pragma insum tensor x[m] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) y[i] += val[p] * x[p - pos[i]];
}

void entries_from_one(int n, int nnz, const Entry* e, const double* x, double& s) {
#pragma insum s += v[i] * x[i]
#pragma insum tensor v[n] : levels(0: compressed(field(std::span(e, nnz), col)); field(e, val)) base(1)
#pragma insum tensor x[n] : dense(x)
  for (int k = 0; k < nnz; ++k) s += e[k].val * x[e[k].col - 1];
}

void entries_from_zero(int n, int nnz, const Entry* e, const double* x, double& s) {
// expect-warning@+3:15: the statement does not compute what its block says: it reads 'x[4]', which is no element of 'x' [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4, nnz = 3; correct the one that is wrong
// expect-note@+1:15: both agree where 'v' is declared without base(1)
#pragma insum s += v[i] * x[i]
#pragma insum tensor v[n] : levels(0: compressed(field(std::span(e, nnz), col)); field(e, val)) base(1)
#pragma insum tensor x[n] : dense(x)
  for (int k = 0; k < nnz; ++k) s += e[k].val * x[e[k].col];
}

void scattered_from_one(int n, int m, const int* to, const double* x, double* y) {
// expect-remark@+2:15: the statement computes what its block says where 'y' is 0 before it, and not otherwise [insum-statement-agrees-where]
// expect-note@+1:15: nothing in the block says so: see that it is always so, or correct the block; verify mode compares them when the program runs
#pragma insum y[k[i]] = x[i]
#pragma insum tensor k[n] : dense(to) base(1)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[m] : dense(y)
  for (int i = 0; i < n; ++i) y[to[i] - 1] = x[i];
}

void scattered_from_zero(int n, int m, const int* to, const double* x, double* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it writes 'y[5]', which is no element of 'y' [insum-statement-disagrees]
// expect-note@+2:15: seen with m = 5, n = 4; correct the one that is wrong
// expect-note@+1:15: both agree where 'k' is declared without base(1)
#pragma insum y[k[i]] = x[i]
#pragma insum tensor k[n] : dense(to) base(1)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[m] : dense(y)
  for (int i = 0; i < n; ++i) y[to[i]] = x[i];
}

void window(int n, int m, int k, const double* w, const double* x, double* y) {
// expect-remark@+2:15: the statement is not compared with its block: it reads or compares what only sizes that are unknown here keep in bounds [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum y[i] += w[j] * x[i + j]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[m] : dense(y)
#pragma insum tensor w[k] : dense(w)
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < k; ++j) y[i] += w[j] * x[i + j];
}

void window_too_far(int n, int m, int k, const double* w, const double* x, double* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 82, and the Einsum 54 [insum-statement-disagrees]
// expect-note@+2:15: seen with k = 2, m = 3, n = 5; correct the one that is wrong
// expect-note@+1:15: the statement reads x[i + j + 1]; the block has x[i + j]
#pragma insum y[i] += w[j] * x[i + j]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[m] : dense(y)
#pragma insum tensor w[k] : dense(w)
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < k; ++j) y[i] += w[j] * x[i + j + 1];
}

void before_the_first(int n, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it reads 'x[-1]', which is no element of 'x' [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = x[i] - x[i - 1]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] - x[i - 1];
}

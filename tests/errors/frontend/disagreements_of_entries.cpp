// Lists and rows of entries, and right pairs with guards.
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

struct Csr {
  int n, m;
  std::vector<int> pos, crd;
  std::vector<double> val;
};

void list_in_spans(int n, std::span<const int> row, std::span<const int> col, std::span<const double> v, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[1]' 21, and the Einsum 3 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4, row.size() = 2; correct the one that is wrong
#pragma insum y[i] += A[i,j] * x[j]
#pragma insum tensor A[n,n] : coo(row, col, v)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (std::size_t e = 0; e < v.size(); ++e) y[col[e]] += v[e] * x[row[e]];
}

void list_of_a_length(int n, const int* row, const int* col, const double* v, int nnz, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it leaves 'y[0]' as it was [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4, nnz = 3; correct the one that is wrong
#pragma insum y[i] += A[i,j] * x[j]
#pragma insum tensor A[n,n] : coo(std::span(row, nnz), col, v)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int e = 0; e < nnz; ++e) y[col[e]] += v[e] * x[row[e]];
}

void other_order_of_entries(int n, const int* crd, const double* val, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 87, and the Einsum 142 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = A[i,k] * x[k]
#pragma insum tensor A[n,n] : ell<4>(crd, val)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int q = 0; q < 4; ++q) {
      int col = crd[i * 4 + q];
      if (col >= 0) s += val[q * n + i] * x[col];
    }
    y[i] = s;
  }
}

void other_guard(int n, const int* crd, const double* val, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 138, and the Einsum 150 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] += A[i,k] * x[k]
#pragma insum tensor A[n,n] : ell<4>(crd, val)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i)
    for (int q = 0; q < 4; ++q)
      if (crd[i * 4 + q] > 0) y[i] += val[i * 4 + q] * x[crd[i * 4 + q]];
}

// Right: guards against division by 0, data that neither loop nor block is meant for.

void guarded_by_both(int n, const double* a, const double* d, double* z) {
#pragma insum z[i] = a[i] / select(d[i] == 0, 1e-300, d[i])
#pragma insum tensor a[n] : dense(a)
#pragma insum tensor d[n] : dense(d)
#pragma insum tensor z[n] : dense(z)
  for (int i = 0; i < n; ++i) z[i] = a[i] / (d[i] == 0 ? 1e-300 : d[i]);
}

void clamped_by_both(int n, const double* a, const double* d, double* z) {
#pragma insum z[i] = a[i] / max(d[i], 1e-300)
#pragma insum tensor a[n] : dense(a)
#pragma insum tensor d[n] : dense(d)
#pragma insum tensor z[n] : dense(z)
  for (int i = 0; i < n; ++i) {
    double dd = d[i];
    if (dd < 1e-300) dd = 1e-300;
    z[i] = a[i] / dd;
  }
}

void guarded_before(int n, const double* a, const double* d, double* z) {
#pragma insum z[i] = a[i] / d[i]
#pragma insum tensor a[n] : dense(a)
#pragma insum tensor d[n] : dense(d)
#pragma insum tensor z[n] : dense(z)
  for (int i = 0; i < n; ++i) {
    double dd = d[i];
    if (dd == 0) dd = 1e-300;
    z[i] = a[i] / dd;
  }
}

void guarded_in_branches(int n, const double* a, const double* d, double* z) {
#pragma insum z[i] = a[i] / d[i]
#pragma insum tensor a[n] : dense(a)
#pragma insum tensor d[n] : dense(d)
#pragma insum tensor z[n] : dense(z)
  for (int i = 0; i < n; ++i) {
    if (d[i] == 0.0) z[i] = a[i] / 1e-300;
    // expect-remark@+2:10: the statement is not compared with its block: 'z' is written at two places [insum-statement-not-compared]
    // expect-note@+1:10: verify mode compares them when the program runs
    else z[i] = a[i] / d[i];
  }
}

void zero_where_undefined(int n, const double* a, const double* d, double* z) {
#pragma insum z[i] = select(d[i] != 0, a[i] / d[i], 0)
#pragma insum tensor a[n] : dense(a)
#pragma insum tensor d[n] : dense(d)
#pragma insum tensor z[n] : dense(z)
  for (int i = 0; i < n; ++i) {
    z[i] = 0;
    // expect-remark@+2:20: the statement is not compared with its block: 'z' is written at two places [insum-statement-not-compared]
    // expect-note@+1:20: verify mode compares them when the program runs
    if (d[i] != 0) z[i] = a[i] / d[i];
  }
}

void zero_difference(int n, const double* a, const double* b, const double* c, double* z) {
#pragma insum z[i] = a[i] / (b[i] - c[i])
#pragma insum tensor a[n] : dense(a)
#pragma insum tensor b[n] : dense(b)
#pragma insum tensor c[n] : dense(c)
#pragma insum tensor z[n] : dense(z)
  for (int i = 0; i < n; ++i) {
    double d = b[i] - c[i];
    if (d == 0) d = 1e-300;
    z[i] = a[i] / d;
  }
}

void empty_rows(int n, const int* pos, const int* crd, const double* val, const double* b, double* z) {
#pragma insum z[i] = b[i] / sum(k: A[i,k])
#pragma insum tensor A[n,n] : csr(pos, crd, val)
#pragma insum tensor b[n] : dense(b)
#pragma insum tensor z[n] : dense(z)
  for (int i = 0; i < n; ++i) {
    double d = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) d += val[p];
    if (d == 0) d = 1e-300;
    z[i] = b[i] / d;
  }
}

void guarded_below(int n, const double* a, const double* d, double* z) {
#pragma insum z[i] = a[i] / d[i]
#pragma insum tensor a[n] : dense(a)
#pragma insum tensor d[n] : dense(d)
#pragma insum tensor z[n] : dense(z)
  for (int i = 0; i < n; ++i) z[i] = a[i] / (d[i] < 1e-300 ? 1e-300 : d[i]);
}

void at_least_tiny(int n, const double* a, const double* d, double* z) {
#pragma insum z[i] = a[i] / d[i]
#pragma insum tensor a[n] : dense(a)
#pragma insum tensor d[n] : dense(d)
#pragma insum tensor z[n] : dense(z)
  for (int i = 0; i < n; ++i) z[i] = a[i] / std::max(d[i], 1e-12);
}

void tiny_is_added(int n, const double* a, const double* d, double* z) {
#pragma insum z[i] = a[i] / d[i]
#pragma insum tensor a[n] : dense(a)
#pragma insum tensor d[n] : dense(d)
#pragma insum tensor z[n] : dense(z)
  for (int i = 0; i < n; ++i) z[i] = a[i] / (d[i] + 1e-300);
}

void guarded_row_sums(int n, int m, const double* a, double* z) {
#pragma insum s[i] = a[i,j]
#pragma insum z[i,j] = a[i,j] / s[i]
#pragma insum tensor a[n,m] : dense(a)
#pragma insum tensor z[n,m] : dense(z)
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int j = 0; j < m; ++j) s += a[i * m + j];
    if (s == 0) s = 1e-300;
    for (int j = 0; j < m; ++j) z[i * m + j] = a[i * m + j] / s;
  }
}

void guarded_projection(int n, const double* a, const double* b, double& z) {
#pragma insum z = sum(i: a[i] * b[i]) / sum(i: b[i] * b[i])
#pragma insum tensor a[n] : dense(a)
#pragma insum tensor b[n] : dense(b)
  {
    double ab = 0, bb = 0;
    for (int i = 0; i < n; ++i) ab += a[i] * b[i], bb += b[i] * b[i];
    z = bb == 0 ? 0 : ab / bb;
  }
}

void zero_diagonal(const Csr& A, const double* r, double* z) {
#pragma insum z[i] = r[i] / D[i]
#pragma insum tensor D[A.n] : dense(A.val)
#pragma insum tensor r[A.n] : dense(r)
#pragma insum tensor z[A.n] : dense(z)
  for (int i = 0; i < A.n; ++i) {
    if (A.val[i] == 0) z[i] = 0;
    // expect-remark@+2:10: the statement is not compared with its block: 'z' is written at two places [insum-statement-not-compared]
    // expect-note@+1:10: verify mode compares them when the program runs
    else z[i] = r[i] / A.val[i];
  }
}

void sums_that_cancel(int n, const double* x, const double* w, double* z) {
#pragma insum z[i] = 0.1 * x[i] + 0.2 * x[i] - 0.3 * w[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor w[n] : dense(w)
#pragma insum tensor z[n] : dense(z)
  for (int i = 0; i < n; ++i) z[i] = (0.1 + 0.2) * x[i] - 0.3 * w[i];
}

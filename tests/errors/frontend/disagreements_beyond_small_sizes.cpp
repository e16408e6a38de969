// Conditions on indices and sizes come to both where their constants are not too large to be tried, and it is
// said where they did not.
#include <algorithm>
#include <cstddef>
#include <vector>

void one_index(int n, const double* x, double* y) {
  // expect-warning@+2:17: the statement does not compute what its block says: it makes 'y[17]' 0, and the Einsum 2 [insum-statement-disagrees]
  // expect-note@+1:17: seen with n = 21; correct the one that is wrong
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = i == 17 ? 0 : x[i];
}
void first_ones(int n, const double* x, double* y) {
  // expect-warning@+2:17: the statement does not compute what its block says: it makes 'y[64]' 3, and the Einsum 4 [insum-statement-disagrees]
  // expect-note@+1:17: seen with n = 68; correct the one that is wrong
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i)
    if (i < 64) y[i] = x[i];
}
void one_in_ten(int n, const double* x, double* y) {
  // expect-warning@+2:17: the statement does not compute what its block says: it makes 'y[9]' 6, and the Einsum 12 [insum-statement-disagrees]
  // expect-note@+1:17: seen with n = 14; correct the one that is wrong
  #pragma insum y[i] = 2 * x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = i % 10 == 9 ? x[i] : 2 * x[i];
}
void largest_size(int n, const double* x, double* y) {
  // expect-warning@+2:17: the statement does not compute what its block says: it leaves 'y[1000]' as it was [insum-statement-disagrees]
  // expect-note@+1:17: seen with n = 1004; correct the one that is wrong
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  {
    const int m = n > 1000 ? 1000 : n;
    for (int i = 0; i < m; ++i) y[i] = x[i];
  }
}
void no_iteration(int n, const double* x, double* y) {
  // expect-warning@+2:17: the statement does not compute what its block says: it makes 'y[0]' 24, and the Einsum 4 [insum-statement-disagrees]
  // expect-note@+1:17: seen with n = 94; correct the one that is wrong
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    double s = x[i];
    for (int j = 90; j < n; ++j) s += x[j];
    y[i] = s;
  }
}
void no_iteration_ever(int n, const double* x, double* y) {
  // expect-remark@+2:17: the statement is not compared with its block: the loop over 'j' has no iteration in all that was tried [insum-statement-not-compared]
  // expect-note@+1:17: verify mode compares them when the program runs
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    double s = x[i];
    for (int j = 90000; j < n; ++j) s += x[j];
    y[i] = s;
  }
}
void remainder(int n, const double* x, double* y) {
  // expect-warning@+3:17: the statement does not compute what its block says: it makes 'y[66]' 9, and the Einsum 7 [insum-statement-disagrees]
  // expect-note@+2:17: seen with n = 68; correct the one that is wrong
  // expect-note@+1:17: the statement reads x[i % 64]; the block has x[i]
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i % 64];
}
void mask(int n, const double* x, double* y) {
  // expect-warning@+3:17: the statement does not compute what its block says: it makes 'y[66]' 9, and the Einsum 7 [insum-statement-disagrees]
  // expect-note@+2:17: seen with n = 67; correct the one that is wrong
  // expect-note@+1:17: the statement reads x[i & 63]; the block has x[i]
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i & 63];
}
void shift(int n, const double* x, double* y) {
  // expect-warning@+2:17: the statement does not compute what its block says: it makes 'y[32]' 6, and the Einsum 5 [insum-statement-disagrees]
  // expect-note@+1:17: seen with n = 36; correct the one that is wrong
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] + (i >> 5);
}
void smaller_bound(int n, const double* x, double* y) {
  // expect-remark@+2:17: the statement is not compared with its block: 'min(n, 5000)' is 'n' in all that was tried [insum-statement-not-compared]
  // expect-note@+1:17: verify mode compares them when the program runs
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < std::min(n, 5000); ++i) y[i] = x[i];
}
void condition_of_the_block(int n, const double* x, double* y) {
  // expect-warning@+2:17: the statement does not compute what its block says: it makes 'y[40]' 8, and the Einsum 0 [insum-statement-disagrees]
  // expect-note@+1:17: seen with n = 44; correct the one that is wrong
  #pragma insum y[i] = x[i] * (i < 40)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i];
}
void two_conditions(int n, int m, const double* x, double* y) {
  // expect-warning@+2:17: the statement does not compute what its block says: it makes 'y[428]', which is y[17,20], 3, and the Einsum 8 [insum-statement-disagrees]
  // expect-note@+1:17: seen with m = 24, n = 24; correct the one that is wrong
  #pragma insum y[i,j] = x[i,j]
  #pragma insum tensor x[n,m] : dense(x)
  #pragma insum tensor y[n,m] : dense(y)
  for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) if (!(i == 17 && j == 20)) y[i * m + j] = x[i * m + j];
}
void size_of_one(int n, const double* x, double* y) {
  // expect-warning@+2:17: the statement does not compute what its block says: it makes 'y[0]' 8, and the Einsum 4 [insum-statement-disagrees]
  // expect-note@+1:17: seen with n = 1; correct the one that is wrong
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  { if (n != 1) for (int i = 0; i < n; ++i) y[i] = x[i]; }
}
void coordinates(int n, int m, const int* p, const int* c, const double* v, const double* x, double* y) {
  // expect-warning@+2:17: the statement does not compute what its block says: it makes 'y[0]' 1173, and the Einsum 1236 [insum-statement-disagrees]
  // expect-note@+1:17: seen with m = 54, n = 4; correct the one that is wrong
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[n,m] : csr(p, c, v)
  #pragma insum tensor x[m] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) { double s = 0; for (int k = p[i]; k < p[i + 1]; ++k) if (c[k] < 50) s += v[k] * x[c[k]]; y[i] = s; }
}
void long_rows(int n, int m, const int* p, const int* c, const double* v, const double* x, double* y) {
  // expect-warning@+2:17: the statement does not compute what its block says: it makes 'y[10]' 386, and the Einsum 389 [insum-statement-disagrees]
  // expect-note@+1:17: seen with m = 20, n = 20; correct the one that is wrong
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[n,m] : csr(p, c, v)
  #pragma insum tensor x[m] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) { double s = 0; for (int k = p[i]; k < std::min(p[i + 1], p[i] + 16); ++k) s += v[k] * x[c[k]]; y[i] = s; }
}
void large_size(int n, const double* x, double* y) {
  // expect-remark@+2:17: the statement is not compared with its block: 'n < 100000' is true in all that was tried [insum-statement-not-compared]
  // expect-note@+1:17: verify mode compares them when the program runs
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) if (n < 100000) y[i] = x[i];
}
void length(const std::vector<double>& x, std::vector<double>& y) {
  // expect-warning@+2:17: the statement does not compute what its block says: it makes 'y[0]' 8, and the Einsum 4 [insum-statement-disagrees]
  // expect-note@+1:17: seen with x.size() = 84, y.size() = 84; correct the one that is wrong
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[x.size()] : dense(x)
  #pragma insum tensor y[y.size()] : dense(y)
  for (std::size_t i = 0; i < x.size(); ++i) if (x.size() < 80 || i > 3) y[i] = x[i];
}
void many_points(int n, const double* a, const double* b, double* c) {
  // expect-remark@+2:17: the statement is not compared with its block: 'k < 100' is true in all that was tried [insum-statement-not-compared]
  // expect-note@+1:17: verify mode compares them when the program runs
  #pragma insum c[i,j] += a[i,k] * b[k,j]
  #pragma insum tensor a[n,n] : dense(a)
  #pragma insum tensor b[n,n] : dense(b)
  #pragma insum tensor c[n,n] : dense(c)
  for (int i = 0; i < n; ++i) for (int j = 0; j < n; ++j) for (int k = 0; k < n; ++k) if (k < 100) c[i * n + j] += a[i * n + k] * b[k * n + j];
}
template <class T> void in_a_template(int n, const T* x, T* y) {
  // expect-warning@+2:17: the statement does not compute what its block says: it makes 'y[64]' 3, and the Einsum 4 [insum-statement-disagrees]
  // expect-note@+1:17: seen with n = 68; correct the one that is wrong
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) if (i < 64) y[i] = x[i];
}
template void in_a_template(int, const float*, float*);

// Nothing is said of these.
void always(int n, const double* x, double* y) {
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) if (i < n && i >= 0) y[i] = x[i];
}
void not_empty(int n, const double* x, double* y) {
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  { if (n > 0) for (int i = 0; i < n; ++i) y[i] = x[i]; }
}
void of_both(int n, const double* x, double* y) {
  #pragma insum y[i] = x[i] * (i < 2000)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = i < 2000 ? x[i] : 0;
}
void constant_size(const double* x, double* y) {
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[32] : dense(x)
  #pragma insum tensor y[32] : dense(y)
  for (int i = 0; i < 32; ++i) if (i < 100) y[i] = x[i];
}
void coordinates_inside(int n, int m, const int* p, const int* c, const double* v, const double* x, double* y) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[n,m] : csr(p, c, v)
  #pragma insum tensor x[m] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) { double s = 0; for (int k = p[i]; k < p[i + 1]; ++k) if (c[k] < m) s += v[k] * x[c[k]]; y[i] = s; }
}
void in_parts(int n, const double* x, double* y) {
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i / 8 * 8 + i % 8] = x[i];
}
void steps(int n, const double* x, double* y) {
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  {
  int i = 0;
  for (; i + 8 <= n; i += 8) for (int j = 0; j < 8; ++j) y[i + j] = x[i + j];
  for (; i < n; ++i) y[i] = x[i];
  }
}
void tiles(int n, const double* x, double* y) {
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int b = 0; b < (n + 127) / 128; ++b) for (int t = 0; t < 128; ++t) { int i = b * 128 + t; if (i < n) y[i] = x[i]; }
}
void large_tiles(int n, const double* x, double* y) {
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int b = 0; b < (n + 1023) / 1024; ++b) for (int t = 0; t < 1024; ++t) if (b * 1024 + t < n) y[b * 1024 + t] = x[b * 1024 + t];
}
void edges(int n, const double* x, double* y) {
  #pragma insum y[i] = x[i-1] + x[i+1]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = (i > 0 ? x[i-1] : 0) + (i + 1 < n ? x[i+1] : 0);
}
void shares(int n, const double* x, double* y) {
  #pragma insum y[i] = x[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  for (int t = 0; t < 4; ++t) { const int lo = t * ((n + 3) / 4), hi = std::min(n, lo + (n + 3) / 4); for (int i = lo; i < hi; ++i) y[i] = x[i]; }
}

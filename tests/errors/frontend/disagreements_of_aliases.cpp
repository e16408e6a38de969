// Loops that name arrays otherwise than their blocks, and elements that blocks have in braces.
#include <vector>
void another_name(int n, const double* x, double* y) {
  double* p = y;
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 12, and the Einsum 8 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i) p[i] = 3 * x[i];
}
void behind_the_beginning(int n, const double* x, double* y) {
  double* const p = y + 1;
  const double* q = &x[1];
  const double* r = q;
// expect-warning@+4:15: the statement does not compute what its block says: it leaves 'y[0]' as it was [insum-statement-disagrees]
// expect-note@+3:15: seen with n = 4; correct the one that is wrong
// expect-note@+2:15: the statement writes y[1 + i]; the block has y[i]
// expect-note@+1:15: the statement reads x[1 + i]; the block has x[i]
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n - 1; ++i) p[i] = 2 * r[i];
}
void of_vectors(const std::vector<double>& x, std::vector<double>& y) {
  const int n = static_cast<int>(x.size());
  const double* p = x.data();
  double* q = y.data();
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 12, and the Einsum 8 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) q[i] = 3 * p[i];
}
void element_in_braces(int n, const int* m, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 18, and the Einsum 9 [insum-statement-disagrees]
// expect-note@+1:15: seen with m[0] = 2, n = 4; correct the one that is wrong
#pragma insum y[i] = x[i + {m[0]}]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n + m[0]] : dense(x)
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i + m[0]];
}
void factor_in_braces(int n, const double* a, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 6, and the Einsum 8 [insum-statement-disagrees]
// expect-note@+1:15: seen with a[1] = 2, n = 4; correct the one that is wrong
#pragma insum y[i] = {a[1]} * x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i) y[i] = a[1] + x[i];
}

// Right ones.
void rightly(int n, int k, const int* m, const double* a, const double* x, double* y) {
  double* p = y;
  const double* q = x + k;
#pragma insum y[i] = x[i + {k}]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n + k] : dense(x)
  for (int i = 0; i < n; ++i) p[i] = q[i];
#pragma insum y[i] = {a[k]} * x[i + {m[0]}]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n + m[0]] : dense(x)
  for (int i = 0; i < n; ++i) y[i] = a[k] * x[i + m[0]];
#pragma insum y[i] = {x[0]} * x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i) y[i] = x[0] * x[i];
}

// Pointers that are set again, or whose beginning is not known any more: nothing is said.
void set_again(int n, bool other, const double* x, double* y, double* z) {
  double* p = y;
  if (other) p = z;
// expect-remark@+2:15: the statement is not compared with its block: it uses 'p', and the block 'y' [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i) p[i] = 3 * x[i];
}
void begins_elsewhere(int n, int k, const double* x, double* y) {
  double* p = y + k;
  k = 0;
  double* q = y;
  ++y;
// expect-remark@+2:15: the statement is not compared with its block: it uses 'p', and the block 'y' [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum y[i] = 2 * x[i + {k}]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i) p[i] = 2 * x[i];
// expect-remark@+2:15: the statement is not compared with its block: it uses 'q', and the block 'y' [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum y[i] = 2 * x[i + {k}]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i) q[i] = 2 * x[i];
}
void in_steps(int n, const double* x, double* y) {
  const double* p = x;
// expect-remark@+2:15: the statement is not compared with its block: it uses 'p', and the block 'x' [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i) y[i] = 2 * *p++;
}

// Pointers to the rows of one array.
void rows_of_one_array(int n, int m, double** a, const double* x, double* y) {
// expect-remark@+2:15: the statement is not compared with its block: 'a' is an array of pointers [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[n, m] : dense(a[0])
#pragma insum tensor x[m] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    for (int j = 0; j < m; ++j) y[i] += a[i][j] * x[j];
  }
}

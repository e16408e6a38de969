// Tensors that are parts of one array, and numbers that blocks compute in braces.
#include <vector>
void two_parts(int n, const double* x, double* y) {
#pragma insum y[i] = P[i] - Q[i]
#pragma insum tensor P[n] : dense(x + n)
#pragma insum tensor Q[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[n + i] - x[i];
}
void two_parts_of_a_vector(int n, const std::vector<double>& x, double* y) {
#pragma insum y[i] = P[i] - Q[i]
#pragma insum tensor P[n] : dense(x.data() + 1)
#pragma insum tensor Q[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i + 1] - x[i];
}
void parts_from_elements(int n, const double* x, double* y) {
#pragma insum y[i] = P[i] - Q[i]
#pragma insum tensor P[n] : dense(&x[n])
#pragma insum tensor Q[n] : dense(&x[0])
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i + n] - x[i];
}
void result_behind_operands(int n, int m, double* w) {
#pragma insum Z[i,j] = X[i,j] + Y[i,j]
#pragma insum tensor X[n,m] : dense(w)
#pragma insum tensor Y[n,m] : dense(w + n * m)
#pragma insum tensor Z[n,m] : dense(w + 2 * (n * m))
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) w[2 * n * m + i * m + j] = w[i * m + j] + w[n * m + i * m + j];
}
void every_second(int n, double* y) {
#pragma insum L[i] += O[i]
#pragma insum tensor L[n] : dense(y) strides(2)
#pragma insum tensor O[n] : dense(y + 1) strides(2)
  for (int i = 0; i < n; ++i) y[2 * i] += y[2 * i + 1];
}
// Not told: a result that other elements are read of.
void overlapping(int n, const double* x, double* y) {
// expect-remark@+2:15: the statement is not compared with its block: an output and 'Z' are parts of one array and share elements [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum Y[i] = Z[i] * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor Z[n] : dense(y)
#pragma insum tensor Y[n] : dense(y + 1)
  for (int i = 0; i < n; ++i) y[i + 1] = y[i] + x[i];
}
// Nor where a part begins by a function.
int first(int n);
void from_a_function(int n, const double* x, double* y) {
#pragma insum y[i] = P[i] - Q[i]
#pragma insum tensor P[n] : dense(x + first(n))
#pragma insum tensor Q[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  // expect-remark@+2:40: the statement is not compared with its block: what 'first' computes is not known here [insum-statement-not-compared]
  // expect-note@+1:40: verify mode compares them when the program runs
  for (int i = 0; i < n; ++i) y[i] = x[first(n) + i] - x[i];
}
void wrong_part(int n, const double* x, double* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 0, and the Einsum -2 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement reads x[n + i]; P[i] is x[n + i], Q[i] is x[i]
#pragma insum y[i] = P[i] - Q[i]
#pragma insum tensor P[n] : dense(x + n)
#pragma insum tensor Q[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[n + i] - x[n + i];
}
void outside_of_both(int n, const double* x, double* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it reads 'x[5]', which is no element of 'P' or 'Q' [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement reads x[i + 2], x[i]; P[i] is x[1 + i], Q[i] is x[i]
#pragma insum y[i] = P[i] - Q[i]
#pragma insum tensor P[n] : dense(&x[1])
#pragma insum tensor Q[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i + 2] - x[i];
}
void wrong_result(int n, double* w) {
// expect-warning@+3:15: the statement does not compute what its block says: it writes 'w[8]', which is no element of 'Z' [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement writes w[n + i + 1]; X[i] is w[i], Z[i] is w[n + i]
#pragma insum Z[i] = 2 * X[i]
#pragma insum tensor X[n] : dense(w)
#pragma insum tensor Z[n] : dense(w + n)
  for (int i = 0; i < n; ++i) w[n + i + 1] = 2 * w[i];
}
void backwards(int n, const double* x, double* y) {
#pragma insum y[i] = x[{n - 1} - i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[n - 1 - i];
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 2, and the Einsum 4 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = 2 * x[{n - 1} - i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[n - 1 - i];
}
void backwards_in_rows(int n, int m, const double* x, double* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[2]', which is y[0,2], 2, and the Einsum 9 [insum-statement-disagrees]
// expect-note@+2:15: seen with m = 5, n = 4; correct the one that is wrong
// expect-note@+1:15: the statement reads x[m * n - m - i * m + j]; x[i,m - 1 - j] is x[i * m + m - 1 - j]
#pragma insum y[i,j] = x[i,{m - 1} - j]
#pragma insum tensor x[n,m] : dense(x)
#pragma insum tensor y[n,m] : dense(y)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) y[i * m + j] = x[(n - 1 - i) * m + j];
}
void a_number_in_braces(int n, int k, const double* x, double* y) {
#pragma insum y[i] = 3 * x[i] + {2 * (n - k)}
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = 3 * x[i] + 2 * n - 2 * k;
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 16, and the Einsum 15 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = 3 * x[i] + {n - 1}
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = 3 * x[i] + n;
}
// The loop has another name for it.
void a_number_named_otherwise(int n, const double* x, double* y) {
  const int last = 2 * n - 1;
#pragma insum y[i] = 3 * x[i] + {2 * n - 1}
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = 3 * x[i] + last;
}
// Sums of more terms, brackets or digits than a subscript has are not compared.
void large_sums(int n, int k, int m, const double* x, double* y) {
// expect-remark@+2:15: the statement is not compared with its block: the block computes with '(n+k)*(n+m)*(n+k)*(n+m)*(n+k)*(n+m)*(n+k)*(n+m)*(n+k)*(n+m)*(n+k)*(n+m)*(n+k)*(n+m)*(n+k)*(n+m)*(n+k)*(n+m)*(n+k)*(n+m)*(n+k)*(n+m)*(n+k)*(n+m)*(n+k)*(n+m)*(n+k)*(n+m)*(n+k)*(n+m)*(n+k)*(n+m)*(n+k)*(n+m)*(n+k)*(n+m)*(n+k)*(n+m)*(n+k)*(n+m)' [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum y[i] = 3 * x[i] + {(n + k)*(n + m)*(n + k)*(n + m)*(n + k)*(n + m)*(n + k)*(n + m)*(n + k)*(n + m)*(n + k)*(n + m)*(n + k)*(n + m)*(n + k)*(n + m)*(n + k)*(n + m)*(n + k)*(n + m)*(n + k)*(n + m)*(n + k)*(n + m)*(n + k)*(n + m)*(n + k)*(n + m)*(n + k)*(n + m)*(n + k)*(n + m)*(n + k)*(n + m)*(n + k)*(n + m)*(n + k)*(n + m)*(n + k)*(n + m)}
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
// expect-remark@+2:15: the statement is not compared with its block: the block computes with '((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((n+1))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))' [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum y[i] = 3 * x[i] + {((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((n + 1))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))}
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i] + n + k + m;
// expect-remark@+2:15: the statement is not compared with its block: the block computes with '999999999LL*n*999999999*999999999' [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum y[i] = 3 * x[i] + {999999999LL * n * 999999999 * 999999999}
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i] + n;
// expect-remark@+2:15: the statement is not compared with its block: the block computes with '999999999*n*999999999*999999999' [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum y[i] = 3 * x[i] + {999999999 * n * 999999999 * 999999999}
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i] + n;
}

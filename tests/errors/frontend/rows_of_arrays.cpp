// Elements and rows at constant subscripts are parts of the array that the block names.
#include <algorithm>

struct Fields {
  double f[2][8];
};

void first_element(const double (&m)[2][3], double& t) {
#pragma insum t = max(i: max(j: m[i,j]))
#pragma insum tensor m[2,3] : dense(m)
  {
    t = m[0][0];
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j) t = std::max(t, m[i][j]);
  }
}
void by_address(const double (&m)[2][3], double& t) {
#pragma insum t = max(i: max(j: m[i,j]))
#pragma insum tensor m[2,3] : dense(&m[0][0])
  {
    t = m[0][0];
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j) t = std::max(t, m[i][j]);
  }
}
void first_row(const double (*m)[3], int n, double* y) {
#pragma insum y[i] = m[i,0] - m[0,0]
#pragma insum tensor m[n,3] : dense(m)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = m[i][0] - m[0][0];
}
void two_rows(const double (*m)[8], int n, double* y) {
#pragma insum y[j] = m[0,j] + m[1,j]
#pragma insum tensor m[n,8] : dense(m)
#pragma insum tensor y[8] : dense(y)
  for (int j = 0; j < 8; ++j) y[j] = m[0][j] + m[1][j];
}
void other_row(const double (*m)[3], int n, double* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' -5, and the Einsum 0 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement reads m[1], m[3 * i]; m[0,0] is m[0], m[i,0] is m[3 * i]
#pragma insum y[i] = m[i,0] - m[0,0]
#pragma insum tensor m[n,3] : dense(m)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = m[i][0] - m[0][1];
}
void named_rows(Fields& s) {
#pragma insum a[i] += b[i]
#pragma insum tensor a[8] : dense(s.f[0])
#pragma insum tensor b[8] : dense(s.f[1])
  for (int i = 0; i < 8; ++i) s.f[0][i] += s.f[1][i];
}
void later_rows(double (*m)[3], int n) {
// expect-remark@+2:15: the statement is not compared with its block: a tensor begins at a row of 'm' [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum d[i,j] += s[j]
#pragma insum tensor d[n,3] : dense(&m[1][0])
#pragma insum tensor s[3] : dense(m[0])
  for (int i = 1; i <= n; ++i)
    for (int j = 0; j < 3; ++j) m[i][j] += m[0][j];
// expect-remark@+2:15: the statement is not compared with its block: a tensor begins at a row of 'm' [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum d[i,j] += s[j]
#pragma insum tensor d[n,3] : dense(m + 1)
#pragma insum tensor s[3] : dense(m[0])
  for (int i = 1; i <= n; ++i)
    for (int j = 0; j < 3; ++j) m[i][j] += m[0][j];
}

// Constants that no number of 64 bits with a sign can be.
#include <algorithm>
#include <vector>

using Counts = std::vector<unsigned long long>;

void least(const Counts& a, Counts& y, int n, int m) {
  std::fill(y.begin(), y.end(), 18446744073709551615ul);
#pragma insum y[i] min= a[i,j]
#pragma insum tensor a[n,m] : dense(a)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) y[i] = std::min(y[i], a[i * m + j]);
}

void smallest(const unsigned long long* a, unsigned long long& s, int n) {
  s = 18446744073709551615ul;
#pragma insum s min= a[i]
#pragma insum tensor a[n] : dense(a)
  for (int i = 0; i < n; ++i) s = std::min(s, a[i]);
}

void behind(const double* a, double* y, int n) {
  const double* b = a + 18446744073709551615ul;
#pragma insum y[i] = b[i]
#pragma insum tensor b[n] : dense(b)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = b[i];
}

void least_of_some(const Counts& a, Counts& y, int n, int m) {
  std::fill(y.begin(), y.end(), 5ul);
// expect-remark@+2:15: the statement computes what its block says where 'y' is infinity before it, and not otherwise [insum-statement-agrees-where]
// expect-note@+1:15: nothing in the block says so: see that it is always so, or correct the block; verify mode compares them when the program runs
#pragma insum y[i] = min(j: a[i,j])
#pragma insum tensor a[n,m] : dense(a)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) y[i] = std::min(y[i], a[i * m + j]);
}

void least_of_all(const Counts& a, Counts& y, int n, int m) {
  std::fill(y.begin(), y.end(), 18446744073709551615ul);
#pragma insum y[i] = min(j: a[i,j])
#pragma insum tensor a[n,m] : dense(a)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) y[i] = std::min(y[i], a[i * m + j]);
}

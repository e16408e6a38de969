// Loops that count down.
#include <cstddef>
void shifted(int n, const double* x, double* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 2, and the Einsum 4 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement reads x[n - 1 - i]; the block has x[i]
#pragma insum y[i] = x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  for (int i = n - 1; i >= 0; --i) y[i] = x[n - 1 - i];
}
void stops_early(int n, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it leaves 'y[0]' as it was [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  for (int i = n - 1; i > 0; --i) y[i] = x[i];
}
void of_sizes(std::size_t n, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 12, and the Einsum 8 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  for (std::size_t i = n; i-- > 0;) y[i] = 3 * x[i];
}
void of_sizes_but_one(std::size_t n, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it leaves 'y[0]' as it was [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  for (std::size_t i = n; i-- > 1;) y[i] = 2 * x[i];
}
void suffix_sums(int n, const double* x, double* y) {
// expect-warning@+4:15: the statement does not compute what its block says: it makes 'y[0]' 20, and the Einsum 16 [insum-statement-disagrees]
// expect-note@+3:15: seen with n = 4; correct the one that is wrong
// expect-note@+2:15: the statement reads y[i + 1], which other iterations may write; an Einsum reads of its result no element but the one that it writes
// expect-note@+1:15: the statement reads x[i]; the block has x[j]
#pragma insum y[i] = sum(j: x[j] * (j > i))
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  for (int i = n - 1; i >= 0; --i) y[i] = (i < n - 1 ? y[i + 1] : 0) + x[i];
}
void moved_pointer(int n, const double* x, double* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 2, and the Einsum 4 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement reads x[n - 1 - i]; the block has x[i]
#pragma insum y[i] = x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  {
    const double* p = x;
    for (int i = n - 1; i >= 0; --i) y[i] = *p++;
  }
}
void endless(unsigned n, const double* x, double* y) {  // or none: the reader says nothing
#pragma insum y[i] = x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  // expect-remark@+2:28: the statement is not compared with its block: the loop's condition is no comparison with its variable [insum-statement-not-compared]
  // expect-note@+1:28: verify mode compares them when the program runs
  for (unsigned i = n - 1; i >= 0u; --i) y[i] = 2 * x[i];
}

// Right ones.
void backwards(int n, int m, const double* A, const double* x, double* y) {
#pragma insum y[i] += A[i,j] * x[j]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[m] : dense(x)
#pragma insum tensor A[n,m] : dense(A)
  for (int i = n - 1; i >= 0; --i)
    for (int j = m; j-- > 0;) y[i] += A[i * m + j] * x[j];
#pragma insum y[i] += A[i,j] * x[j]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[m] : dense(x)
#pragma insum tensor A[n,m] : dense(A)
  for (int i = n - 1; i != -1; i -= 1)
    for (int j = m; j--;) y[i] += A[i * m + j] * x[j];
}
void backwards_with_pointers(int n, const double* x, double* y) {
#pragma insum y[i] = x[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  {
    const double* p = x + n;
    double* q = y + n - 1;
    for (int i = n; i > 0; --i, --q) *q = *--p;
  }
}
void suffix_sums_rightly(int n, const double* x, double* y) {
#pragma insum y[i] = sum(j: x[j] * (j >= i))
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  for (int i = n - 1; i >= 0; --i) y[i] = (i < n - 1 ? y[i + 1] : 0) + x[i];
}
void backwards_entries(int n, const int* pos, const int* crd, const double* val, const double* x, double* y) {
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor A[n,n] : csr(pos, crd, val)
  for (int i = n - 1; i >= 0; --i) {
    y[i] = 0;
    for (int p = pos[i + 1] - 1; p >= pos[i]; --p) y[i] += val[p] * x[crd[p]];
  }
}

// Parameters of the function that the loop uses and the block does not name.

void scaled(int n, double alpha, const double* x, double* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 20, and the Einsum 4 [insum-statement-disagrees]
// expect-note@+2:15: seen with alpha = 5, n = 4; correct the one that is wrong
// expect-note@+1:15: the statement uses 'alpha', which the block does not name
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = alpha * x[i];
}

void added(int n, double beta, const double* x, double* y) {
// expect-remark@+2:15: the statement computes what its block says where 'y' is 0 before it, and not otherwise [insum-statement-agrees-where]
// expect-note@+1:15: nothing in the block says so: see that it is always so, or correct the block; verify mode compares them when the program runs
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] + beta * y[i];
}

void leading_dimension(int n, int m, int ld, const double* A, double* B) {
// expect-warning@+4:15: the statement does not compute what its block says: it makes 'B[6]', which is B[1,1], 16, and the Einsum 12 [insum-statement-disagrees]
// expect-note@+3:15: seen with ld = 2, m = 5, n = 4; correct the one that is wrong
// expect-note@+2:15: the statement reads A[i * ld + j]; A[i,j] is A[i * m + j]
// expect-note@+1:15: the statement uses 'ld', which the block does not name
#pragma insum B[i,j] = 2 * A[i,j]
#pragma insum tensor A[n,m] : dense(A)
#pragma insum tensor B[n,m] : dense(B)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) B[i * m + j] = 2 * A[i * ld + j];
}

void with_its_leading_dimension(int n, int m, int ld, const double* A, double* B) {
#pragma insum B[i,j] = 2 * A[i,j]
#pragma insum tensor A[n,m] : dense(A) strides(ld, 1)
#pragma insum tensor B[n,m] : dense(B)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) B[i * m + j] = 2 * A[i * ld + j];
}

// It may be n * n, or 0, or stand for what is computed from others.
void of_a_bound(int n, int all, const double* A, double* B) {
// expect-remark@+2:15: the statement computes what its block says where 'all' is 'n' * 'n', and not otherwise [insum-statement-agrees-where]
// expect-note@+1:15: nothing in the block says so: see that it is always so, or correct the block; verify mode compares them when the program runs
#pragma insum B[i,j] = 2 * A[i,j]
#pragma insum tensor A[n,n] : dense(A)
#pragma insum tensor B[n,n] : dense(B)
  for (int i = 0; i < all; ++i) B[i] = 2 * A[i];
}

void of_a_condition(int n, bool adds, const double* x, double* y) {
// expect-remark@+2:15: the statement is not compared with its block: it uses 'adds', which the block does not name [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum y[i] += x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = adds ? y[i] + x[i] : x[i];
}

void computed(int n, double half, const double* x, double* y) {
  const double twice = 4 * half;
  half *= 2;
// expect-remark@+2:15: the statement is not compared with its block: the block uses 'twice', and the statement does not [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum y[i] = twice * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = 2 * half * x[i];
}

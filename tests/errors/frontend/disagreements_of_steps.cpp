// Loops that move pointers and count up offsets.
void moved_pointers(int n, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 12, and the Einsum 8 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  {
    const double* p = x;
    double* q = y;
    for (int i = 0; i < n; ++i) *q++ = 3 * *p++;
  }
}
void moved_through_a_matrix(int n, int m, const double* A, double* B) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'B[1]', which is B[0,1], 1, and the Einsum 9 [insum-statement-disagrees]
// expect-note@+2:15: seen with m = 5, n = 4; correct the one that is wrong
// expect-note@+1:15: the statement writes B[i * m + j]; B[j,i] is B[j * n + i]
#pragma insum B[j,i] = A[i,j]
#pragma insum tensor A[n,m] : dense(A)
#pragma insum tensor B[m,n] : dense(B)
  {
    const double* a = A;
    double* b = B;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j) *b++ = *a++;
  }
}
void moved_result(int n, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 12, and the Einsum 8 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  // expect-warning@+2:32: the statement moves the pointer 'y', by which the block names an output [insum-moved-output]
  // expect-note@+1:32: a kernel in its place leaves it alone: let the statement move a copy of it
  for (int i = 0; i < n; ++i) *y++ = 3 * x[i];
}
void counted_up(int n, int m, const double* A, const double* x, double* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it reads 'x[5]', which is no element of 'x' [insum-statement-disagrees]
// expect-note@+2:15: seen with m = 5, n = 5; correct the one that is wrong
// expect-note@+1:15: the statement reads x[j + 1]; the block has x[j]
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[n,m] : dense(A)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  {
    int k = 0;
    for (int i = 0; i < n; ++i) {
      double s = 0;
      for (int j = 0; j < m; ++j) s += A[k++] * x[j + 1];
      y[i] = s;
    }
  }
}
void moved_rightly(int n, int m, const double* A, double* B, const double* x, double* y) {
#pragma insum B[j,i] = A[i,j]
#pragma insum tensor A[n,m] : dense(A)
#pragma insum tensor B[m,n] : dense(B)
  {
    const double* a = A;
    for (int i = 0; i < n; ++i) {
      double* b = B + i;
      for (int j = 0; j < m; ++j, b += n) *b = *a++;
    }
  }
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  // expect-warning@+2:32: the statement moves the pointer 'y', by which the block names an output [insum-moved-output]
  // expect-note@+1:32: a kernel in its place leaves it alone: let the statement move a copy of it
  for (int i = 0; i < n; ++i) *y++ = 2 * x[i];
}

// Arrays with two names, one of them written.
void transposed_in_place(int n, double* a) {
  double* b = a;
// expect-warning@+2:15: the statement reads 'a' and writes 'b' in the same memory, that of 'a' [insum-shared-memory]
// expect-note@+1:15: a kernel takes what it writes to share no memory with other tensors: give the output memory of its own, or name the same array for both
#pragma insum b[j,i] = a[i,j]
#pragma insum tensor a[n,n] : dense(a)
#pragma insum tensor b[n,n] : dense(b)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) b[j * n + i] = a[i * n + j];
}
void parts(int n, double* work) {
  double *x = work, *y = work + 100;
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
}
// Row 1 begins ten elements on, and not where row 0 has its second element.
void rows(double (*A)[10]) {
  double *x = A[0] + 1, *y = (A + 1)[0];
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[9] : dense(x)
#pragma insum tensor y[9] : dense(y)
  for (int i = 0; i < 9; ++i) y[i] = 2 * x[i];
}
void one_row(double (*A)[10]) {
  double *x = A[1], *y = (A + 1)[0];
// expect-warning@+2:15: the statement reads 'x' and writes 'y' in the same memory, that of 'A' [insum-shared-memory]
// expect-note@+1:15: a kernel takes what it writes to share no memory with other tensors: give the output memory of its own, or name the same array for both
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[9] : dense(x)
#pragma insum tensor y[9] : dense(y)
  for (int i = 0; i < 9; ++i) y[i] = 2 * x[i];
}
void one_name(int n, double* x) {
#pragma insum x[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i) x[i] = 2 * x[i];
}
struct Fields {
  int n;
  double *a, *b;
};
void members(Fields& s) {
  s.b = s.a;
// expect-warning@+2:15: the statement reads 's.a' and writes 's.b' in the same memory, that of 's.a' [insum-shared-memory]
// expect-note@+1:15: a kernel takes what it writes to share no memory with other tensors: give the output memory of its own, or name the same array for both
#pragma insum b[i] = 2 * a[i]
#pragma insum tensor a[s.n] : dense(s.a)
#pragma insum tensor b[s.n] : dense(s.b)
  for (int i = 0; i < s.n; ++i) s.b[i] = 2 * s.a[i];
}
// Less than all that the loop writes apart.
void from_one_before(int n, double* y) {
  double* x = y - 1;
// expect-warning@+2:15: the statement reads 'x' and writes 'y' in the same memory, that of 'y' [insum-shared-memory]
// expect-note@+1:15: a kernel takes what it writes to share no memory with other tensors: give the output memory of its own, or name the same array for both
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
}
void pairs(int n, double* z) {
  double* w = z + 1;
#pragma insum z[2*i] += 2 * w[2*i]
#pragma insum tensor z[2*n] : dense(z)
#pragma insum tensor w[2*n-1] : dense(w)
  for (int i = 0; i < n; ++i) z[2 * i] += 2 * w[2 * i];
}
void thirds(double* z) {
  double* w = z + 3;
#pragma insum z[i] = 2 * w[i]
#pragma insum tensor z[3] : dense(z)
#pragma insum tensor w[3] : dense(w)
  for (int i = 0; i < 3; ++i) z[i] = 2 * w[i];
}

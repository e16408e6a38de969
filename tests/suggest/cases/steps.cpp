// Pointers and offsets that each iteration moves by the same distance.
void columns(int n, int m, const double* A, double* B) {
  for (int i = 0; i < n; ++i) {
    double* b = B + i;
    const double* a = A + i * m;
    for (int j = 0; j < m; ++j, b += n) *b = 2 * *a++;
  }
}
void strided(int n, const double* x, double* y) {
  for (int i = 0, k = 0; i < n; ++i, k += 2) y[i] += 3 * x[k] + x[k + 1];
}
void dot(int n, const double* a, const double* b, double& s) {
  for (int i = 0; i < n; ++i) s += *(a + i) * *(b + i);
}
void moves_the_result(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) *y++ = 2 * *x++;
}
void used_later(int n, int m, const double* x, double* y) {
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i) *y++ = 2 * x[i];
}
double* returned(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) *y++ = 2 * x[i];
  return y;
}
void moves_from_above(int n, int m, const double* A, double* B) {
  const double* a = A;
  for (int i = 0; i < n; ++i) {
    double* b = B + i;
    for (int j = 0; j < m; ++j, b += n) *b = *a++;
  }
}
void counts_from_above(int n, int m, const double* A, const double* x, double* y) {
  int k = 0;
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int j = 0; j < m; ++j) s += A[k++] * x[j];
    y[i] = s;
  }
}
void packed(int n, const double* x, double* y) {
  int k = 0;
  for (int i = 0; i < n; ++i)
    if (x[i] > 0) y[k++] = x[i];
}
void strides_from_above(int n, const double* x, double* y) {
  int ix = 0, iy = 0;
  for (int i = 0; i < n; ++i) {
    y[iy] += 3 * x[ix];
    ix += 2;
    iy += 1;
  }
}

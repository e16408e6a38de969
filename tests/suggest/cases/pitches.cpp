// Rows that are a sum of sizes apart, as those of grids with a halo are.
void sums(int n, int m, const double* u, double* v) {
  for (int i = 0; i < n - 1; ++i)
    for (int j = 0; j < m - 1; ++j) v[i * (m - 1) + j] = 2 * u[i * (m - 1) + j];
}

void inside_of_a_halo(int n, int m, const double* u, double* v) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) v[i * m + j] = 2 * u[(i + 1) * (m + 2) + j + 1];
}

void halo(int nx, int ny, const double* u, double* v) {
  for (int i = 0; i < nx; ++i)
    for (int j = 0; j < ny; ++j)
      v[i * ny + j] = u[i * (ny + 2) + j + 1] + u[(i + 1) * (ny + 2) + j] + u[(i + 1) * (ny + 2) + j + 2] +
                      u[(i + 2) * (ny + 2) + j + 1];
}

void volume(int n, int m, int l, const float* u, float* v) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < l; ++k)
        v[(i * m + j) * l + k] =
            u[((i + 1) * (m + 2) + j + 1) * (l + 2) + k] - u[((i + 1) * (m + 2) + j) * (l + 2) + k + 1];
}

void staggered(int nx, int ny, const double* u, const double* v, double* p) {
  for (int i = 0; i < nx; ++i)
    for (int j = 0; j < ny; ++j)
      p[i * ny + j] = u[(i + 1) * ny + j] - u[i * ny + j] + v[i * (ny + 1) + j + 1] - v[i * (ny + 1) + j];
}

void ghosts(int n, int m, int g, const double* u, double* v) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      v[i * m + j] = u[(i + g) * (m + 2 * g) + j + g] - u[(i + g) * (m + 2 * g) + j + g - 1];
}

void product(int n, int m, int l, const double* a, const double* b, double* c) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < l; ++k) c[i * (m + 1) + j] += a[i * (l + 3) + k] * b[k * (m + 1) + j];
}

void valid_convolution(int n, int m, int r, const float* x, const float* w, float* y) {
  for (int i = 0; i < n - r + 1; ++i)
    for (int j = 0; j < m - r + 1; ++j)
      for (int p = 0; p < r; ++p)
        for (int q = 0; q < r; ++q) y[i * (m - r + 1) + j] += x[(i + p) * m + j + q] * w[p * r + q];
}

// The diagonal.
void trace(int n, const double* a, double* s) {
  for (int i = 0; i < n; ++i) *s += a[i * (n + 1)];
}

// Rows that overlap.
void overlapping(int n, int m, const double* u, double* v) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) v[i * (m - 2) + j] += 2 * u[i * m + j];
}

// Arrays that are read from several elements on: a tensor for each.
#include <array>
#include <cstddef>
#include <vector>

void differences(int n, const double* x, double* y) {
  for (int i = 0; i < n - 1; ++i) y[i] = x[i + 1] - x[i];
}

void second_differences(int n, double h, const std::vector<double>& x, std::vector<double>& y) {
  for (int i = 1; i < n - 1; ++i) y[i] = (x[i - 1] - 2 * x[i] + x[i + 1]) / (h * h);
}

void laplacian(int n, int m, const double* u, double* v) {
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      v[i * m + j] = 0.25 * (u[(i - 1) * m + j] + u[(i + 1) * m + j] + u[i * m + j - 1] + u[i * m + j + 1]);
}

double grid[40][50], next_grid[40][50];
void arrays_of_arrays() {
  for (int i = 1; i < 39; ++i)
    for (int j = 1; j < 49; ++j)
      next_grid[i][j] =
          grid[i][j] + 0.1 * (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]);
}

void volume(int n, const float* u, float* v, float c) {
  for (int k = 1; k < n - 1; ++k)
    for (int j = 1; j < n - 1; ++j)
      for (int i = 1; i < n - 1; ++i) {
        const int at = (k * n + j) * n + i;
        v[at] = c * u[at] + u[at - 1] + u[at + 1] + u[at - n] + u[at + n] + u[at - n * n] + u[at + n * n];
      }
}

struct particle {
  double x, v;
};
double stretches(int n, const particle* p) {
  double energy = 0;
  for (int i = 0; i < n - 1; ++i) energy += (p[i + 1].x - p[i].x) * (p[i + 1].x - p[i].x);
  return energy;
}

// The difference of an operand of two modes with what is in its first row.
void from_first_row(int n, int m, const double* a, double* b) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) b[i * m + j] = a[i * m + j] - a[j];
}

// Elements of one array with other distances.
void coarse(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = x[i] - x[2 * i];
}

void residual(int n, const int* pos, const int* crd, const double* val, const double* x, double* y) {
  for (int i = 0; i < n; ++i) {
    double sum = x[i + 1] - x[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p) sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

// Iterations write what others read.
void gauss_seidel(int n, double* x) {
  for (int i = 1; i < n - 1; ++i) x[i] = 0.5 * (x[i - 1] + x[i + 1]);
}

void in_place(int n, int m, double* u) {
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j) u[i * m + j] = u[(i - 1) * m + j] + u[(i + 1) * m + j];
}

// Elements in front of the array.
void backward(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = x[i] - x[i - 1];
}

void two_lists(int n, const int* list, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = x[list[i + 1]] - x[list[i]];
}

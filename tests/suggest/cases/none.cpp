// Loops that are near an Einsum, and none.
#include <cstdio>
#include <vector>
void before_the_end(int n, const int* pos, const int* crd, const double* v, const double* x, double* y) {
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p <= pos[i + 1]; ++p) y[i] += v[p] * x[crd[p]];
}
void into_the_next_row(int m, int n, const double* A, double* y) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j <= n; ++j) y[i] += A[i * n + j];
}
void begins_anywhere(int m, int n, const double* x, double* y) {
  for (int i = m; i < n; ++i) y[i] += 2 * x[i];
}
void reads_its_neighbour(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i + 1] = y[i] + x[i];
}
void in_place(int n, double* A) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) A[i * n + j] += A[j * n + i];
}
void a_count_too(int n, const double* x, double* y, int& count) {
  for (int i = 0; i < n; ++i) {
    y[i] = 2 * x[i];
    ++count;
  }
}
void prefix_sums(int n, const double* x, double* y) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += x[i];
    y[i] = sum;
  }
}
void differences(int n, const double* x, double* y) {
  double last = 0;
  for (int i = 0; i < n; ++i) {
    y[i] = x[i] - last;
    last = x[i];
  }
}
void until(int n, const double* x, double* s) {
  for (int i = 0; i < n; ++i) {
    if (x[i] < 0) break;
    *s += x[i];
  }
}
void prints(int n, const double* x, double* s) {
  for (int i = 0; i < n; ++i) {
    *s += x[i];
    std::printf("%g\n", *s);
  }
}
void triangle(int n, const double* A, const double* x, double* y) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) y[i] += A[i * n + j] * x[j];
}
void iteration_number(int n, double* y) {
  for (int i = 0; i < n; ++i) y[i] = 0.5 * i;
}
void every_other(int n, const double* x, double* y) {
  for (int i = 0; i < n; i += 2) y[i] += x[i];
}
void in_steps_downwards(int n, const double* x, double* y) {
  for (int i = n - 1; i >= 0; i -= 2) y[i] += x[i];
}
void changes_its_loop(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) {
    y[i] += x[i];
    if (x[i] > 1) ++i;
  }
}
void last_wins(int n, int m, const double* A, double* y) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) y[i] = A[i * m + j];
}
void used_later(int n, const double* x, double* y, double* z) {
  double t;
  for (int i = 0; i < n; ++i) {
    t = 2 * x[i];
    y[i] = t;
  }
  *z = t;
}
void scatter_keeps_the_rest(int n, int m, const int* idx, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[idx[i]] = x[i];
}
int cut(int n, const double* x) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i];
  return sum;
}
void guarded_gather(int n, int m, const int* idx, const double* x, double* y) {
  for (int i = 0; i < n; ++i)
    if (idx[i] >= 0) y[i] += x[idx[i]];
}
template <class T>
void generic(int n, const T* x, T* y) {
  for (int i = 0; i < n; ++i) y[i] += 2 * x[i];
}
void rows_of_pointers(int n, double** a, double* y) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) y[i] += a[i][j];
}
void fill(int n, double* y) {
  for (int i = 0; i < n; ++i) y[i] = 0;
}
void integer_division(int n, const int* x, float* y) {
  for (int i = 0; i < n; ++i) y[i] += x[i] / 2;
}
void wraps(int n, const unsigned char* x, const unsigned char* w, int* y) {
  for (int i = 0; i < n; ++i) y[i] += (unsigned char)(x[i] * w[i] * 40);
}
void two_conditions(int n, int m, const double* x, double* y) {
  for (int i = 0; i < n && i < m; ++i) y[i] += 2 * x[i];
  for (int i = 0; i < n || i < m; ++i) y[i] += 2 * x[i];
}

void doubles_values(int n, double* v) {
  for (int i = 0; i < n; ++i) v[i] *= 2;
}

// A kernel multiplies integers as they are.
void wide_squares(int n, const int* x, long* y) {
  for (int i = 0; i < n; ++i) y[i] = (long)x[i] * x[i];
}
void wide_local(int n, const int* x, double* y) {
  for (int i = 0; i < n; ++i) {
    const double v = x[i];
    y[i] = v * v;
  }
}

// It would divide what is added up.
void divided_sums(int n, int m, const int* x, int* y) {
  for (int i = 0; i < n; ++i) {
    int s = 0;
    for (int j = 0; j < m; ++j) s += x[i * m + j];
    y[i] = 3 * s / 1000;
  }
}

// A loop whose head does not count.
double sum_of_all(const std::vector<double>& values) {
  double sum = 0;
  for (double value : values) sum += value;
  return sum;
}
void doubled(int n, double* y) {
  int i = 0;
  while (i < n) y[i++] *= 2;
}
void once_at_least(int n, double* y) {
  int i = 0;
  do y[i] *= 2;
  while (++i < n);
}

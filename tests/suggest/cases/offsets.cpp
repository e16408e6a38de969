// Arrays that are read from an element in their middle on, and columns with a number.
#include <cmath>
#include <vector>
void block_of_rows(int first, int n, const double* x, double* y) {
  const int offset = 2 * first;
  for (int i = 0; i < n; ++i) y[i] = 2 * x[offset + i];
}
void row_of_a_matrix(int row, int m, int n, const double* A, const double* x, double* s) {
  for (int j = 0; j < n; ++j) *s += A[row * n + j] * x[j];
}
void column_of_a_matrix(int k, int m, int n, const double* A, double* y) {
  for (int i = 0; i < m; ++i) y[i] = A[i * n + k];
}
void part_of_a_result(int offset, int n, const std::vector<double>& x, std::vector<double>& y) {
  for (int i = 0; i < n; ++i) y[offset + i] += 3 * x[i];
}
void sub_matrix(int i0, int j0, int m, int n, int ld, const double* A, const double* x, double* y) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) y[i] += A[(i0 + i) * ld + j0 + j] * x[j];
}
void batches(int count, int n, const double* x, double* y) {
  for (int b = 0; b < count; ++b) {
    const int base = b * n * 2;
    for (int i = 0; i < n; ++i) y[base + i] = x[base + i] * x[base + i];
  }
}
void entries_of_a_part(int offset, int rows, int cols, const int* pos, const int* crd, const double* vals,
                       const double* x, double* y) {
  for (int i = 0; i < rows; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) y[offset + i] += vals[p] * x[crd[p] + offset];
}
void one_component(int n, const double* p, double* h) {
  for (int i = 0; i < n; ++i) h[i] = 2 * p[3 * i + 1];
}
void lengths(int n, const double* p, double* r) {
  for (int i = 0; i < n; ++i)
    r[i] = std::sqrt(p[3 * i] * p[3 * i] + p[3 * i + 1] * p[3 * i + 1] + p[3 * i + 2] * p[3 * i + 2]);
}
void of_arrays(int n, const double (*p)[3], double (*q)[2]) {
  for (int i = 0; i < n; ++i) q[i][1] = p[i][0] * p[i][2];
}
void neighbours(int n, const float* p, float* d) {
  for (int i = 0; i < n; ++i) d[i] = p[2 * i + 3] - p[2 * i];
}
void one_component_of_the_result(int n, const double* x, double* p) {
  for (int i = 0; i < n; ++i) p[4 * i + 3] += x[i];
}
void in_one_array(int n, double* p) {
  for (int i = 0; i < n; ++i) p[2 * i + 1] = 2 * p[2 * i];
}
void from_two_elements(int a, int b, int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = x[a + i] * x[b + i];
}
void from_the_end(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = 2 * x[n - 1 - i];
}
void rows_from_their_ends(int n, int m, const double* A, double* B) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) B[i * m + j] = A[i * m + (m - 1 - j)];
}
void rows_of_some_from_their_ends(int n, int m, const double* A, double* B) {
  for (int i = 0; i < n; ++i) {
    if (i == 2) continue;
    for (int j = 0; j < m; ++j) B[i * m + j] = A[i * m + (m - 1 - j)];
  }
}
void in_front_of_a_pointer(int n, const double* x, double* y) {
  const double* p = x + n - 1;
  for (int i = 0; i < n; ++i) y[i] = p[-i];
}
void in_front(int offset, int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i - offset];
}
void of_a_vector_from_the_end(int n, const std::vector<double>& x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = x[x.size() - i - 2] * x[0];
}
void from_two_elements_of_a_vector(int a, int n, const std::vector<double>& x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = x[i] - x[a + i];
}
void mirrored_entries(int n, int m, const int* pos, const int* crd, const double* val, const double* x,
                      double* y) {
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) s += val[p] * x[m - 1 - crd[p]];
    y[i] = s;
  }
}
void mirrored_rows(int n, int m, const double* A, double* B) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) B[i * m + j] = 2 * A[(n - 1 - i) * m + j];
}
void mirrored_matrix(int n, int m, const double* A, double* B) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) B[i * m + j] = 2 * A[(n - 1 - i) * m + m - 1 - j];
}
void mirrored_steps(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = 3 * x[2 * n - 1 - 2 * i];
}
void parts_apart(int n, int m, double* w, double* v) {
  for (int i = 0; i < n; ++i) w[n + i] = 2 * w[i];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) v[i * m + j] += v[n * m + i * m + j] * w[j];
}
void parts_that_overlap(int n, double* w) {
  for (int i = 0; i < n; ++i) w[n - 1 + i] = 2 * w[i];
}

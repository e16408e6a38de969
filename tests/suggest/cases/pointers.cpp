// Rows behind arrays of pointers.
#include <vector>
void spmv(int m, int n, const int* counts, const int* const* columns, const double* const* values,
          const double* x, double* y) {
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int q = 0; q < counts[i]; ++q) sum += values[i][q] * x[columns[i][q]];
    y[i] = sum;
  }
}
struct Matrix {
  int rows, columns;
  std::vector<int> in_row;
  std::vector<const int*> index;
  std::vector<double*> value;
};
void symmetric_gauss(const Matrix& A, const std::vector<double>& r, const std::vector<double>& x,
                     std::vector<double>& z) {
  for (int i = 0; i < A.rows; i++) {
    const double* const values = A.value[i];
    const int* const columns = A.index[i];
    const int entries = A.in_row[i];
    double sum = r[i];
    for (int j = 0; j < entries; j++) sum -= values[j] * x[columns[j]];
    z[i] = sum;
  }
}
void transposed(int m, int n, const long* counts, int** columns, float** values, const float* x, float* y) {
  for (int i = 0; i < m; ++i)
    for (int q = 0; q < counts[i]; ++q) y[columns[i][q]] += values[i][q] * x[i];
}
void product(int m, int n, int width, const int* counts, int** columns, double** values, const double* B,
             double* C) {
  for (int i = 0; i < m; ++i)
    for (int q = 0; q < counts[i]; ++q)
      for (int j = 0; j < width; ++j) C[i * width + j] += values[i][q] * B[columns[i][q] * width + j];
}
// None of these: rows of other lengths, rows without coordinates, another row's entries, rows of a fixed
// length.
void other_row(int m, int n, const int* counts, int** columns, double** values, const double* x, double* y) {
  for (int i = 0; i < m; ++i)
    for (int q = 0; q < counts[i]; ++q) y[i] += values[i + 1][q] * x[columns[i][q]];
}
void dense_rows(int m, int n, double** a, const double* x, double* y) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) y[i] += a[i][j] * x[j];
}
void no_coordinates(int m, const int* counts, double** values, double* y) {
  for (int i = 0; i < m; ++i)
    for (int q = 0; q < counts[i]; ++q) y[i] += values[i][q];
}
void one_too_many(int m, int n, const int* counts, int** columns, double** values, const double* x,
                  double* y) {
  for (int i = 0; i < m; ++i)
    for (int q = 0; q <= counts[i]; ++q) y[i] += values[i][q] * x[columns[i][q]];
}
void rows_are_vectors(int n, std::vector<std::vector<double>>& a, double* y) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) y[i] += a[i][j];
}

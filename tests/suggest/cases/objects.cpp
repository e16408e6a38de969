// Elements that an object gives by an operator or a function of its own.
#include <vector>
class Matrix {
 public:
  Matrix(int rows, int cols) : cols_(cols), data_(static_cast<std::size_t>(rows * cols)) {}
  double& operator()(int i, int j) { return data_[static_cast<std::size_t>(i * cols_ + j)]; }
  double operator()(int i, int j) const { return data_[static_cast<std::size_t>(i * cols_ + j)]; }
  double get(int i, int j) const { return (*this)(i, j); }

 private:
  int cols_;
  std::vector<double> data_;
};
struct Vector {
  double* data;
  double& operator[](int i) { return data[i]; }
};
void read_by_calls(int m, int n, const Matrix& A, const double* x, double* y) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) y[i] += A(i, j) * x[j];
}
void written_by_calls(int m, int n, const double* x, Matrix& A) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) A(i, j) = x[j];
}
void by_name(int m, int n, const Matrix& A, double* y) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) y[i] += A.get(i, j);
}
void by_subscripts(int n, const double* x, Vector y) {
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
}
void one_number(int n, const Matrix& A, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = A(0, 1) * x[i];
}
void a_lambda(int n, const double* x, double* y) {
  const auto twice = [](double a) { return 2 * a; };
  for (int i = 0; i < n; ++i) y[i] = twice(x[i]);
}

// A size that a method computes from the arrays.
struct Compressed {
  std::vector<int> first, column;
  std::vector<double> value;
  int rows() const { return static_cast<int>(first.size()) - 1; }
};

double energy(const Compressed& a, const std::vector<double>& x) {
  double sum = 0;
  for (int i = 0; i < a.rows(); ++i)
    for (int p = a.first[i]; p < a.first[i + 1]; ++p) sum += x[i] * a.value[p] * x[a.column[p]];
  return sum;
}

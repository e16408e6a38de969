// Loops in templates, whose types their instantiations have.
#include <array>
#include <cstddef>
#include <vector>

template <class T>
void scale(int n, const T* x, T* y) {
  for (int i = 0; i < n; ++i) y[i] += T(2) * x[i];
}
template void scale<double>(int, const double*, double*);
template void scale<float>(int, const float*, float*);

template <class T, class I>
void multiply(I rows, I cols, const I* pos, const I* crd, const T* a, const T* x, T* y) {
  for (I i = 0; i < rows; ++i) {
    T sum = T();
    for (I p = pos[i]; p < pos[i + 1]; ++p) sum += a[p] * x[crd[p]];
    y[i] = sum;
  }
}

template <int N>
void transform(int points, const double* m, const double* in, double* out) {
  for (int p = 0; p < points; ++p)
    for (int r = 0; r < N; ++r)
      for (int c = 0; c < N; ++c) out[p * N + r] += m[r * N + c] * in[p * N + c];
}

template <class T>
struct Matrix {
  int rows = 0, cols = 0;
  std::vector<T> values;

  void apply(const std::vector<T>& x, std::vector<T>& y) const {
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < cols; ++j) y[i] += values[i * cols + j] * x[j];
  }
};

template <class T>
T trace_of_squares(const Matrix<T>& m) {
  T sum = 0;
  for (int i = 0; i < m.rows; ++i)
    for (int j = 0; j < m.cols; ++j) sum += m.values[i * m.cols + j] * m.values[i * m.cols + j];
  return sum;
}

template <class T>
void nobody_calls(int n, const T* x, T* y) {
  for (int i = 0; i < n; ++i) y[i] += 2 * x[i];
}

template <class T>
void half_of(int n, const T* x, T* y) {
  for (int i = 0; i < n; ++i) y[i] += x[i] / 2;
}

template <std::size_t N>
double dot_of_few(const std::array<double, N>& a, const std::array<double, N>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < N; ++i) sum += a[i] * b[i];
  return sum;
}

template <class T, class U>
struct Point {
  T x;
  U y;
};

template <class T, class U>
void add_scaled(int n, Point<T, U>* p) {
  for (int i = 0; i < n; ++i) p[i].x += 2 * p[i].y;
}
template void add_scaled(int, Point<double, float>*);
template void add_scaled(int, Point<float, float>*);

template <class E>
double sum_as(const std::vector<double>& v) {
  double sum = 0;
  for (E each : v) sum += each;
  return sum;
}
template double sum_as<double>(const std::vector<double>&);
template double sum_as<int>(const std::vector<double>&);

double use(std::vector<float>& x, std::vector<float>& y, const int* pos, const int* crd, const long* wide) {
  multiply<float>(3, 4, pos, crd, x.data(), x.data(), y.data());
  multiply<double, long>(3, 4, wide, wide, nullptr, nullptr, nullptr);
  transform<3>(1, nullptr, nullptr, nullptr);
  transform<4>(1, nullptr, nullptr, nullptr);
  Matrix<float> m;
  m.apply(x, y);
  int n[2] = {1, 2}, k[2] = {};
  half_of(2, n, k);
  half_of(2, x.data(), y.data());
  return trace_of_squares(m) + dot_of_few<30>({}, {});
}

// Constants of the function around the loop.
void scaled(const double* x, double* y) {
  const int n = 100;
  constexpr double factor = 2.5;
  for (int i = 0; i < n; ++i) y[i] += factor * x[i];
}
template <int N>
void of_width(int rows, const float* x, float* y) {
  constexpr int width = 2 * N + 1;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < width; ++j) y[i * width + j] += x[i * width + j];
}
template void of_width<3>(int, const float*, float*);
template void of_width<5>(int, const float*, float*);
template <int N>
void halves(int rows, const float* x, float* y) {
  const int width = N + 20;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < width; ++j) y[i * width + j] = 0.5f * x[i * width + j];
}
template void halves<3>(int, const float*, float*);
void sums(const double* x, double* y) {
  static constexpr unsigned long count = 64;
  for (unsigned long i = 0; i < count; ++i) {
    constexpr int m = 3;
    double sum = 0;
    for (int j = 0; j < m; ++j) sum += x[i * m + j];
    y[i] = sum;
  }
}

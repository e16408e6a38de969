// Views and rows that begin one element on.
#include <cstddef>
#include <span>

void part(std::span<double> x, std::span<const double> y) {
  auto t = x.subspan(1);
  for (std::size_t i = 0; i < t.size(); ++i) t[i] = x[i] + y[i];
}

void made(int n, double* x, const double* y) {
  std::span<double> t(x + 1, n - 1);
  for (std::size_t i = 0; i < t.size(); ++i) t[i] = x[i] + y[i];
}

void row(int n, double (*A)[10], const double* y) {
  double* t = A[0] + 1;
  double* s = A[0];
  for (int i = 0; i < n; ++i) t[i] = s[i] + y[i];
}

void beginning(std::span<double> x, const double* y) {
  auto t = x.first(28);
  for (int i = 0; i < 27; ++i) t[i + 1] = x[i] + y[i];
}

// Not known to overlap.
void anywhere(std::span<double> x, std::span<const double> y, std::size_t from) {
  auto t = x.subspan(from);
  for (std::size_t i = 0; i < t.size(); ++i) t[i] = x[i] + y[i];
}

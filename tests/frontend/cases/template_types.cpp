// In a template, expressions have the types that they would have outside of it.
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

template <class T>
struct Row {
  T* p;
  int n;
  template <class U>
  void scale(U s) {
#pragma insum X[i] = X[i] * s + n
#pragma insum tensor X[n] : dense(p)
    for (int q = 0; q < n; ++q) p[q] = static_cast<T>(p[q] * s + static_cast<U>(n));
  }
};

template <class T>
void halve(T* p, int n) {
#pragma insum X[i] = X[i] * 0.5f
#pragma insum tensor X[n] : dense(p)
  for (int q = 0; q < n; ++q) p[q] = static_cast<T>(p[q] * 0.5f);
}

template <class T, class U>
void quotient(const T* p, U* y, int n) {
#pragma insum Y[i] = X[i] * 3 / 2
#pragma insum tensor X[n] : dense(p)
#pragma insum tensor Y[n] : dense(y)
  for (int q = 0; q < n; ++q) y[q] = static_cast<U>(p[q] * 3 / 2);
}

template <class T>
double roots(const T* p, int n) {
  double s = 0;
#pragma insum s = sqrt(X[i]) / 2
#pragma insum tensor X[n] : dense(p)
  for (int q = 0; q < n; ++q) s += static_cast<double>(std::sqrt(p[q])) / 2;
  return s;
}

template <class T>
T sum(const T* p, int n) {
  T s = 0;
#pragma insum s = X[i] / 2
#pragma insum tensor X[n] : dense(p)
  for (int q = 0; q < n; ++q) s = static_cast<T>(s + p[q] / 2);
  return s;
}

template <class T>
T largest(const T* p, int n) {
  T s = p[0];
#pragma insum s = max(i: X[i])
#pragma insum tensor X[n] : dense(p)
  for (int q = 0; q < n; ++q) s = s < p[q] ? p[q] : s;
  return s;
}

template <class T, class U>
U dot(const T* p, const U* q, int n) {
  U s{};
#pragma insum s = X[i] * Y[i]
#pragma insum tensor X[n] : dense(p)
#pragma insum tensor Y[n] : dense(q)
  for (int i = 0; i < n; ++i) s += p[i] * q[i];
  return s;
}

template <class T>
T twice(T x) {
  return x + x;
}
double half_of(int x) { return x / 2.0; }
float half_of(float x) { return x / 2; }

template <class T>
void call(const T* p, double* y, int n) {
#pragma insum y[i] = half_of(X[i])
#pragma insum tensor X[n] : dense(p)
#pragma insum tensor y[n] : dense(y)
#pragma insum function half_of
  for (int q = 0; q < n; ++q) y[q] = static_cast<double>(half_of(p[q]));
}

// The elements of a result that is built have a type that no operand need have.
template <class T>
void squares(int n, const std::vector<int>& p, const std::vector<int>& c, const std::vector<T>& v, std::vector<int>& q,
             std::vector<int>& d, std::vector<T>& w) {
#pragma insum W[i,j] = V[i,j] * V[i,j]
#pragma insum tensor V[n,n] : csr(p, c, v)
#pragma insum tensor W[n,n] : csr(q, d, w)
  {
    q.assign(p.begin(), p.begin() + n + 1), d = c, w.clear();
    for (const T x : v) w.push_back(x * x);
  }
}

}  // namespace

int main() {
  int k[] = {3, 6};
  double d[] = {3, 6};
  Row<int>{k, 2}.scale(2.5f);
  Row<double>{d, 2}.scale(2.5);
  std::printf("%d %d %g %g\n", k[0], k[1], d[0], d[1]);
  float f[] = {3, 6};
  halve(k, 2), halve(f, 2);
  std::printf("%d %d %g\n", k[0], k[1], static_cast<double>(f[0]));
  quotient(k, d, 2);
  std::printf("%g %g\n", d[0], d[1]);
  quotient(d, k, 2);
  std::printf("%d %d\n", k[0], k[1]);
  const std::int8_t small[] = {100, 100, 27};
  std::printf("%d %d %g\n", sum(small, 3), largest(small, 3), roots(small, 3));
  const int a[] = {3, -7, 5};
  const float b[] = {1.5f, -2, 1};
  std::printf("%g %d %g\n", static_cast<double>(dot(a, b, 3)), largest(a, 3), static_cast<double>(largest(b, 3)));
  const std::complex<double> z[] = {{1, 2}, {0, 1}, {2, 0}};
  const double x[] = {1, 2, 3};
  const std::complex<double> w = dot(x, z, 3);
  std::printf("%g %g\n", w.real(), w.imag());
  double y[3];
  call(a, y, 3);
  std::printf("%g %g\n", y[0], y[1]);
  call(b, y, 3);
  std::printf("%g %g\n", y[0], y[1]);

  std::vector<int> q, r;
  std::vector<float> v;
  std::vector<double> u;
  squares(2, {0, 1, 2}, {1, 0}, std::vector<float>{3, 1.5f}, q, r, v);
  squares(2, {0, 1, 2}, {1, 0}, std::vector<double>{4, 0.5}, q, r, u);
  std::printf("%d %d %g %g %g %g\n", q[2], r[0], static_cast<double>(v[0]), static_cast<double>(v[1]), u[0], u[1]);

  // Outside of templates: overloads and templates of the user's by the argument's type.
#pragma insum y[i] = half_of(a[i]) + twice(b[i])
#pragma insum function half_of
#pragma insum function twice
  for (int i = 0; i < 3; ++i) y[i] = half_of(a[i]) + static_cast<double>(twice(b[i]));
  std::printf("%g %g %g\n", y[0], y[1], y[2]);
}

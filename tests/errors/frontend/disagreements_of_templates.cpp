// Statements in templates: as the first instantiation has them, or as they stand.
#include <array>
#include <vector>
template <class T>
void of_pointers(int n, const T* x, T* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 12, and the Einsum 8 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = 3 * x[i];
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = T(2) * x[i];
}
template void of_pointers(int, const double*, double*);
template <class T>
T not_instantiated(int n, const T* x, const T* y) {
  T sum = 0;
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'sum' 127, and the Einsum 129 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement does not access 'y', which the block names
#pragma insum sum += x[i] * y[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) sum += x[i] * x[i];
#pragma insum sum += 2 * x[i] * y[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) sum += static_cast<T>(2) * T(x[i] * y[i]);
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'sum' 97, and the Einsum 129 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum sum += x[i] * y[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  {
    T part{};
    for (int i = 1; i < n; ++i) part += x[i] * y[i];
    sum += part;
  }
  return sum;
}
template <class T, class F>
void not_known(int n, F f, const T* x, T* y) {
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  // expect-remark@+2:38: the statement is not compared with its block: the function that is called here is not known [insum-statement-not-compared]
  // expect-note@+1:38: verify mode compares them when the program runs
  for (int i = 0; i < n; ++i) y[i] = f(x[i]);
}
template <class T, int N>
void of_constants(int n, const T* a, T* y) {
  constexpr int twice = 2 * N;
#pragma insum y[i] = N * a[i,j]
#pragma insum tensor a[n,N] : dense(a)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    T s = 0;
    for (int j = 0; j < N; ++j) s += a[i * N + j];
    y[i] = N * s;
  }
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 36, and the Einsum 24 [insum-statement-disagrees]
// expect-note@+2:15: seen with N = 3, n = 4; correct the one that is wrong
// expect-note@+1:15: the statement reads a[j * n + i]; a[i,j] is a[3 * i + j]
#pragma insum y[i] = N * a[i,j]
#pragma insum tensor a[n,N] : dense(a)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    T s = 0;
    for (int j = 0; j < N; ++j) s += a[j * n + i];
    y[i] = N * s;
  }
#pragma insum y[i] = twice * a[i]
#pragma insum tensor a[n] : dense(a)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = twice * a[i];
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 72, and the Einsum 36 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4, twice = 6; correct the one that is wrong
#pragma insum y[i] = twice * a[i]
#pragma insum tensor a[n] : dense(a)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = 2 * twice * a[i];
}
template void of_constants<double, 3>(int, const double*, double*);
template void of_constants<double, 5>(int, const double*, double*);
template <class T>
struct Csr {
  int n;
  std::vector<int> pos, crd;
  std::vector<T> vals;
  void apply(const std::vector<T>& x, std::vector<T>& y) const {
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[n,n] : csr(pos, crd, vals)
    for (int i = 0; i < n; ++i) {
      T s{};
      for (int p = pos[i]; p < pos[i + 1]; ++p) s += vals[p] * x[crd[p]];
      y[i] = s;
    }
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 20, and the Einsum 10 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 5, x.size() = 5, y.size() = 5; correct the one that is wrong
// expect-note@+1:15: the statement reads x[i]; the block has x[j]
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[n,n] : csr(pos, crd, vals)
    for (int i = 0; i < n; ++i) {
      y[i] = T();
      for (int p = pos[i]; p < pos[i + 1]; ++p) y[i] += vals[p] * x[i];
    }
  }
};
template struct Csr<float>;
template <class T>
void of_object(const Csr<T>& A, const T* x, T* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 81, and the Einsum 4 [insum-statement-disagrees]
// expect-note@+1:15: seen with A.n = 4; correct the one that is wrong
#pragma insum y[i] = A[j,i] * x[j]
#pragma insum tensor A[A.n,A.n] : csr(A.pos, A.crd, A.vals)
#pragma insum tensor x[A.n] : dense(x)
#pragma insum tensor y[A.n] : dense(y)
  for (int i = 0; i < A.n; ++i) {
    T s = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) s += A.vals[p] * x[A.crd[p]];
    y[i] = s;
  }
}
void uses(const Csr<float>& A, const float* x, float* y) { of_object(A, x, y); }
void lambda(int n, const double* x, double* y) {
  const auto run = [&](auto factor) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 6, and the Einsum 8 [insum-statement-disagrees]
// expect-note@+1:15: seen with factor = 2, n = 4; correct the one that is wrong
#pragma insum y[i] = factor * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
    for (int i = 0; i < n; ++i) y[i] = factor + x[i];
  };
  run(2.0);
}
// The first instantiations, not the first alone.
template <class T, int N>
void second_differs(int n, const T* x, T* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 20, and the Einsum 12 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: so it is in 'second_differs<double, 5>'
#pragma insum y[i] = 3 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = N * x[i];
#pragma insum y[i] = N * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = N * x[i];
  if constexpr (N > 3) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 40, and the Einsum 20 [insum-statement-disagrees]
// expect-note@+1:15: seen with N = 5, n = 4; correct the one that is wrong
#pragma insum y[i] = N * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
    for (int i = 0; i < n; ++i) y[i] = 2 * N * x[i];
  }
}
template void second_differs<double, 3>(int, const double*, double*);
template void second_differs<double, 5>(int, const double*, double*);
template void second_differs<float, 5>(int, const float*, float*);
template <class T>
void quotient(int n, const T* x, T* y) {
// expect-remark@+3:15: the statement is not compared with its block: it divides whole numbers in an instantiation, where others may not [insum-statement-not-compared]
// expect-note@+2:15: verify mode compares them when the program runs
// expect-note@+1:15: so it is in 'quotient<int>'
#pragma insum y[i] = x[i] / 2
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] / 2;
}
template void quotient(int, const double*, double*);
template void quotient(int, const int*, int*);
template <class T>
struct Point {
  T x, y;
  int group;
};
template <class T>
void grouped(const std::vector<Point<T>>& p, std::vector<T>& h) {
#pragma insum h[group[k]] += x[k]
#pragma insum tensor group[p.size()] : dense(field(p, group))
#pragma insum tensor x[p.size()] : dense(field(p, x))
#pragma insum tensor h[h.size()] : dense(h)
  for (const auto& q : p) h[q.group] += q.x;
}
template void grouped(const std::vector<Point<double>>&, std::vector<double>&);
template <class E>
double of_converted(const std::vector<double>& v) {
  double s = 0;
#pragma insum s += v[k]
  // expect-remark@+3:17: the statement is not compared with its block: each element is converted to 'float' [insum-statement-not-compared]
  // expect-note@+2:17: verify mode compares them when the program runs
  // expect-note@+1:17: so it is in 'of_converted<float>'
  for (E each : v) s += each;
  return s;
}
template double of_converted<double>(const std::vector<double>&);
template double of_converted<float>(const std::vector<double>&);
template <int N>
void squares_but_two(const float* x, float* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it leaves 'y[7]' as it was [insum-statement-disagrees]
// expect-note@+1:15: seen with N = 9; correct the one that is wrong
#pragma insum y[i] = x[i] * x[i]
#pragma insum tensor x[N] : dense(x)
#pragma insum tensor y[N] : dense(y)
  for (int i = 0; i < N - 2; ++i) y[i] = x[i] * x[i];
}
template void squares_but_two<9>(const float*, float*);
template <int N>
void sums_but_one(const float* x, float* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 30, and the Einsum 38 [insum-statement-disagrees]
// expect-note@+1:15: seen with N = 9; correct the one that is wrong
#pragma insum y[i] = A[i,j]
#pragma insum tensor A[N,N] : dense(x)
#pragma insum tensor y[N] : dense(y)
  for (int i = 0; i < N; ++i) {
    y[i] = 0;
    for (int j = 0; j < N - 1; ++j) y[i] += x[i * N + j];
  }
}
template void sums_but_one<9>(const float*, float*);
template <std::size_t N>
void array_but_two(const std::array<float, N>& x, std::array<float, N>& y) {
// expect-warning@+2:15: the statement does not compute what its block says: it leaves 'y[7]' as it was [insum-statement-disagrees]
// expect-note@+1:15: seen with x.size() = 9, y.size() = 9; correct the one that is wrong
#pragma insum y[i] = x[i] * x[i]
  for (std::size_t i = 0; i < N - 2; ++i) y[i] = x[i] * x[i];
}
template void array_but_two<9>(const std::array<float, 9>&, std::array<float, 9>&);
template <std::size_t N>
void c_array_but_two(const float (&x)[N], float (&y)[N]) {
// expect-warning@+2:15: the statement does not compute what its block says: it leaves 'y[7]' as it was [insum-statement-disagrees]
// expect-note@+1:15: seen with x.size() = 9, y.size() = 9; correct the one that is wrong
#pragma insum y[i] = x[i] * x[i]
  for (std::size_t i = 0; i < N - 2; ++i) y[i] = x[i] * x[i];
}
template void c_array_but_two<9>(const float (&)[9], float (&)[9]);

// tiles N CALLS: kernels whose tiles have lengths of their own choice, against loops; exit status 1 where they differ.
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using vector = std::vector<double>;

int number(int i) { return (i * 7919 + 13) % 11 - 5; }

vector numbers(int count) {
  vector list;
  for (int i = 0; i < count; ++i) list.push_back(number(i));
  return list;
}

void product(int m, int n, int k, const vector& a, const vector& b, vector& c) {
  #pragma insum C[i,j] = A[i,p] * B[p,j]
  #pragma insum tensor A[m,k] : dense(a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tile(auto)
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      c[static_cast<std::size_t>(i * n + j)] = 0;
      for (int p = 0; p < k; ++p)
        c[static_cast<std::size_t>(i * n + j)] +=
            a[static_cast<std::size_t>(i * k + p)] * b[static_cast<std::size_t>(p * n + j)];
    }
}

vector expected_product(int m, int n, int k, const vector& a, const vector& b) {
  vector c(static_cast<std::size_t>(m * n));
  for (int i = 0; i < m; ++i)
    for (int p = 0; p < k; ++p)
      for (int j = 0; j < n; ++j)
        c[static_cast<std::size_t>(i * n + j)] +=
            a[static_cast<std::size_t>(i * k + p)] * b[static_cast<std::size_t>(p * n + j)];
  return c;
}

void turned(int m, int n, const vector& a, vector& c) {
  #pragma insum C[j,i] += A[i,j]
  #pragma insum tensor A[m,n] : dense(a)
  #pragma insum tensor C[n,m] : dense(c)
  #pragma insum deterministic
  #pragma insum schedule tile(j=auto, i=16)
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      c[static_cast<std::size_t>(j * m + i)] += a[static_cast<std::size_t>(i * n + j)];
}

void rows(int m, int n, int k, const std::vector<int>& pos, const std::vector<int>& crd, const vector& a,
          const vector& b, vector& c) {
  #pragma insum C[i,j] += A[i,p] * B[p,j]
  #pragma insum tensor A[m,k] : csr(pos, crd, a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tile(auto), parallelize(i0)
  for (int i = 0; i < m; ++i)
    for (int q = pos[static_cast<std::size_t>(i)]; q < pos[static_cast<std::size_t>(i) + 1]; ++q)
      for (int j = 0; j < n; ++j)
        c[static_cast<std::size_t>(i * n + j)] +=
            a[static_cast<std::size_t>(q)] *
            b[static_cast<std::size_t>(crd[static_cast<std::size_t>(q)] * n + j)];
}

bool check(const char* what, const vector& found, const vector& wanted) {
  if (found == wanted) return true;
  std::printf("%s differs\n", what);
  return false;
}

/// A matrix with entries (i, p) where i + p is a multiple of three.
struct Csr {
  std::vector<int> pos = {0}, crd = {};
  vector vals = {}, dense = {};
};
Csr every_third(int m, int k) {
  Csr a;
  a.dense.resize(static_cast<std::size_t>(m * k));
  for (int i = 0; i < m; ++i) {
    for (int p = 0; p < k; ++p)
      if ((i + p) % 3 == 0) {
        a.crd.push_back(p), a.vals.push_back(number(i * k + p));
        a.dense[static_cast<std::size_t>(i * k + p)] = a.vals.back();
      }
    a.pos.push_back(static_cast<int>(a.crd.size()));
  }
  return a;
}

}  // namespace

int main(int count, char** arguments) {
  const int size = count > 1 ? std::atoi(arguments[1]) : 100, calls = count > 2 ? std::atoi(arguments[2]) : 1;
  const int m = size, n = size + size / 7, k = size + size / 3;
  const vector a = numbers(m * k), b = numbers(k * n), square = numbers(m * n);
  vector c(static_cast<std::size_t>(m * n), 9);
  for (int call = 0; call < calls; ++call) product(m, n, k, a, b, c);
  bool good = check("the product", c, expected_product(m, n, k, a, b));

  vector t(static_cast<std::size_t>(m * n)), wanted_t(t.size());
  for (int call = 0; call < calls; ++call) turned(m, n, square, t);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      wanted_t[static_cast<std::size_t>(j * m + i)] = calls * square[static_cast<std::size_t>(i * n + j)];
  good &= check("the transpose", t, wanted_t);

  const Csr s = every_third(m, k);
  vector r(static_cast<std::size_t>(m * n)), wanted = expected_product(m, n, k, s.dense, b);
  for (int call = 0; call < calls; ++call) rows(m, n, k, s.pos, s.crd, s.vals, b, r);
  for (double& x : wanted) x *= calls;
  good &= check("the product of rows", r, wanted);
  return good ? 0 : 1;
}

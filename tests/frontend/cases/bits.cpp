// |= and &= mean what they mean in C++ for integers, with or without a reduction; any and all give truth values.
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

template <class T>
void print(const char* what, const std::vector<T>& y) {
  std::printf("%s:", what);
  for (const T x : y) std::printf(" %g", static_cast<double>(x));
  std::printf("\n");
}

template <class T>
void join(std::vector<T>& y, const std::vector<T>& a) {
  const int m = static_cast<int>(y.size()), n = static_cast<int>(a.size()) / m;
#pragma insum y[i] |= A[i,j]
#pragma insum tensor A[m,n] : dense(a)
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) y[i] |= a[i * n + j];
}

}  // namespace

int main() {
  const std::vector<int> a = {6, 12, 10, 0, 2, 2};
  std::vector<int> y = {32, 64};
#pragma insum y[i] |= A[i,j]
#pragma insum tensor A[2,3] : dense(a)
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) y[i] |= a[i * 3 + j];
  print("or", y);

  std::vector<unsigned> mask = {0xff, 0x0f};
#pragma insum mask[i] &= A[i,j]
#pragma insum tensor A[2,3] : dense(a)
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) mask[i] &= static_cast<unsigned>(a[i * 3 + j]);
  print("and", mask);

  std::uint8_t flags = 0;
#pragma insum flags |= a[i]
  for (const int x : a) flags = static_cast<std::uint8_t>(flags | x);
  print("scalar", std::vector<int>{flags});

  // Stored by columns: the reduction runs outside.
  const std::vector<int> pos = {0, 1, 2}, crd = {0, 0}, vals = {4, 3};
  std::vector<int> rows = {8, 16};
#pragma insum rows[i] |= S[i,j]
#pragma insum tensor S[2,2] : csc(pos, crd, vals)
  for (int j = 0; j < 2; ++j)
    for (int p = pos[j]; p < pos[j + 1]; ++p) rows[crd[p]] |= vals[p];
  print("sparse", rows);

#pragma insum rows[i] = any(j: S[i,j])
#pragma insum tensor S[2,2] : csc(pos, crd, vals)
  for (int i = 0; i < 2; ++i) {
    rows[i] = 0;
    for (int j = 0; j < 2; ++j)
      for (int p = pos[j]; p < pos[j + 1]; ++p)
        if (crd[p] == i && vals[p] != 0) rows[i] = 1;
  }
  print("any", rows);

#pragma insum y[j] = all(i: S[i,j])
#pragma insum tensor S[2,2] : dense(a)
  for (int j = 0; j < 2; ++j) y[j] = a[j] != 0 && a[2 + j] != 0;
  print("all", y);

  std::vector<double> real = {0, 1};
#pragma insum real[i] |= any(j: S[i,j])
#pragma insum tensor S[2,2] : csc(pos, crd, vals)
  real = {1, 1};
  print("truth of numbers", real);

  join(y, a);
  print("in a template", y);
}

// Kinds of storage expressions: macros, members, fields, arrays of arrays, ranges.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <vector>

#define COUNT 3
#define ALPHA alpha
#define FIRST(v) (&(v)[0])

namespace {

struct Point {
  double re;
  int im;
};
struct Matrix {
  std::vector<int> pos, crd;
  std::vector<float> vals;
};

void print(const char* what, const double* y, int n) {
  std::printf("%s:", what);
  for (int i = 0; i < n; ++i) std::printf(" %g", y[i]);
  std::printf("\n");
}

double global[COUNT];

}  // namespace

int main() {
  double y[COUNT] = {};
  const double alpha = 0.5;
  std::vector<double> v = {1, 2, 3};
#pragma insum y[i] = ALPHA * v[i]
#pragma insum tensor y[COUNT] : dense(FIRST(y))
#pragma insum tensor v[COUNT] : dense(v)
  for (int i = 0; i < COUNT; ++i) y[i] = ALPHA * v[i];
  print("macros", y, COUNT);

#pragma insum y[i] = INT64_MIN * v[i] + UINT32_MAX
#pragma insum tensor y[COUNT] : dense(FIRST(y))
#pragma insum tensor v[COUNT] : dense(v)
  for (int i = 0; i < COUNT; ++i) y[i] = static_cast<double>(INT64_MIN) * v[static_cast<std::size_t>(i)] + UINT32_MAX;
  print("macros of a header", y, COUNT);

#pragma insum y[i] = min(HUGE_VAL, v[i])
#pragma insum tensor y[COUNT] : dense(FIRST(y))
#pragma insum tensor v[COUNT] : dense(v)
  for (int i = 0; i < COUNT; ++i) y[i] = std::min(HUGE_VAL, v[static_cast<std::size_t>(i)]);
  print("infinity", y, COUNT);

  std::vector<Point> points = {{1, 2}, {3, 4}, {5, 6}};
  Point* first = points.data();
#pragma insum y[i] = a[i] * b[i]
#pragma insum tensor y[3] : dense(y)
#pragma insum tensor a[3] : dense(field(points, re))
#pragma insum tensor b[3] : dense(field(first, im))
  for (int i = 0; i < 3; ++i) y[i] = points[i].re * first[i].im;
  print("fields", y, 3);

  Matrix levels[2] = {{{0, 1, 2, 3}, {2, 1, 0}, {1, 2, 3}}, {{0, 1, 1, 1}, {0}, {7}}};
  for (int l = 0; l < 2; ++l) {
#pragma insum y[i] = A[i,j] * v[j]
#pragma insum tensor A[3,3] : csr(levels[l].pos, levels[l].crd, levels[l].vals)
#pragma insum tensor y[3] : dense(y)
    for (int i = 0; i < 3; ++i) {
      y[i] = 0;
      for (int p = levels[l].pos[i]; p < levels[l].pos[i + 1]; ++p)
        y[i] += levels[l].vals[p] * v[levels[l].crd[p]];
    }
    print("members", y, 3);
  }

  std::array<double, 3> a = {1, 2, 3};
  std::span<const double> s(v);
  const int offset = 1;
#pragma insum global[i] = a[i] + s[i] * {offset + 1}
  for (int i = 0; i < 3; ++i) global[i] = a[i] + s[i] * (offset + 1);
  print("ranges by name", global, 3);

#pragma insum y[i] = w[i]
#pragma insum tensor y[2] : dense(y + offset)
#pragma insum tensor w[2] : dense(v.data() + offset)
  for (int i = 0; i < 2; ++i) (y + offset)[i] = v[i + offset];
  print("pointer arithmetic", y, 3);
}

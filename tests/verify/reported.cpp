// A statement that differs behind a kernel that is not compared: the report is printed all the same.
#include <vector>

int main() {
  const int n = 100;
  std::vector<double> x(n, 1), y(n), z(n);
#pragma insum z[i] = 5 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor z[n] : dense(z)
  for (int i = 0; i < n; ++i) z[i] = 5 * x[i];
  const double factor = z[0] > 4 ? 3 : 2;
#pragma insum verify
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = factor * x[i];
}

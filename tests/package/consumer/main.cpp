#include <cstdio>
#include <vector>

void spmv(int n, const std::vector<int>& pos, const std::vector<int>& crd, const std::vector<double>& vals,
          const std::vector<double>& x, std::vector<double>& y);

int main() {
  const std::vector<int> pos{0, 2, 2, 3}, crd{0, 2, 1};
  const std::vector<double> vals{1, 2, 3}, x{1, 10, 100};
  std::vector<double> y(3, -1);
  spmv(3, pos, crd, vals, x, y);
  std::printf("%g %g %g\n", y[0], y[1], y[2]);
}

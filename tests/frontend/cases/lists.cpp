// Long lists of entries whose threads' parts would end in the middle of a fibre of the result.
#include <cstdio>
#include <vector>

namespace {

using Index = std::vector<int>;

void three_modes() {
  const int m = 3, n = 60000;
  Index row, column, tube;
  std::vector<double> values;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < n; ++k) {
        row.push_back(i), column.push_back(j), tube.push_back(k);
        values.push_back(k % 7);
      }
  Index pos0, crd0, pos1, crd1, pos2, crd2;
  std::vector<double> twice;
#pragma insum C[i,j,k] = 2 * B[i,j,k]
#pragma insum tensor B[m,m,n] : coo(row, column, tube, values) sorted unique
#pragma insum tensor C[m,m,n] : csf(pos0, crd0, pos1, crd1, pos2, crd2, twice)
  {
    pos0 = {0, m}, pos1 = {0}, pos2 = {0};
    crd0.clear(), crd1.clear(), crd2 = tube, twice = values;
    for (double& value : twice) value *= 2;
    for (int i = 0; i < m; ++i) {
      crd0.push_back(i), pos1.push_back((i + 1) * m);
      for (int j = 0; j < m; ++j) crd1.push_back(j), pos2.push_back((i * m + j + 1) * n);
    }
  }
  double sum = 0;
  for (const double value : twice) sum += value;
  std::printf("%zu %zu %zu entries, the sum of which is %g\n", crd0.size(), crd1.size(), crd2.size(), sum);
  for (const int p : pos2) std::printf(" %d", p);
  std::printf("\n");
}

}  // namespace

int main() { three_modes(); }

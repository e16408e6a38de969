#include "scale.h"
#include <vector>

void spmv(int n, const std::vector<int>& pos, const std::vector<int>& crd, const std::vector<double>& vals,
          const std::vector<double>& x, std::vector<double>& y) {
  const double s = scale();
#pragma insum y[i] = s * A[i,j] * x[j]
#pragma insum tensor A[n,n] : csr(pos, crd, vals)
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int p = pos[static_cast<std::size_t>(i)]; p < pos[static_cast<std::size_t>(i) + 1]; ++p)
      sum += vals[static_cast<std::size_t>(p)] * x[static_cast<std::size_t>(crd[static_cast<std::size_t>(p)])];
    y[static_cast<std::size_t>(i)] = s * sum;
  }
}

// j is the row plus the diagonal's offset; the rows that a diagonal has are a range.
#include <vector>
void spmv(int m, int n, const std::vector<int>& offsets, const double* vals, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[m,n] : dia(offsets, vals)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  {}
}

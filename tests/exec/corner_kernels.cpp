#include "corner_kernels.hpp"

#include <insum/required.hpp>

namespace corners {

void row_of_list(const insum::coo<double>& a, int r, const std::vector<double>& x, std::vector<double>& c) {
  #pragma insum c[{r}] = a[{r},k] * x[k]
  #pragma insum assume(sorted(a), unique(a))
  INSUM_REQUIRED;
}

void rows_of_list(const insum::coo<double>& a, const std::vector<int>& z, const std::vector<double>& x,
                  std::vector<double>& c) {
  #pragma insum c[i] = a[z[i],k] * x[k]
  #pragma insum assume(sorted(a), unique(a))
  INSUM_REQUIRED;
}

void add_with_workspace(const insum::csr<double>& a, const insum::csr<double>& b, insum::csr<double>& c) {
  #pragma insum c[k,i] += a[k,i] * b[i,j]
  #pragma insum schedule precompute(b[i,j], {i}, {iw}, W, dense)
  INSUM_REQUIRED;
}

void through_temporary(const std::vector<long>& row, const std::vector<long>& column,
                       const std::vector<double>& vals, double& s) {
  #pragma insum T[i,j] = A[i,k] * A[k,j]
  #pragma insum s = T[i,j] * A[i,j]
  #pragma insum tensor A[4294967296,4294967296] : coo(row, column, vals)
  INSUM_REQUIRED;
}

void chosen(const std::vector<double>& m, const std::vector<double>& x, std::vector<double>& y) {
  #pragma insum y[i] = select(m[i], x[i], 2)
  INSUM_REQUIRED;
}

void where_all(const std::vector<int>& b, const std::vector<int>& x, std::vector<int>& y) {
  #pragma insum y[i] = all(j: B[i,j] > 1) * x[i]
  #pragma insum tensor B[3,3] : dense(b)
  INSUM_REQUIRED;
}

void zeros(const std::vector<float>& b, std::vector<float>& y) {
  #pragma insum y[i] = sum(j: !B[i,j])
  #pragma insum tensor B[3,3] : dense(b)
  INSUM_REQUIRED;
}

void fixed_width(int n, int w, const std::vector<int>& crd, const std::vector<double>& vals,
                 const std::vector<double>& x, std::vector<double>& y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[n,n] : ell<w>(crd, vals)
  INSUM_REQUIRED;
}

}  // namespace corners

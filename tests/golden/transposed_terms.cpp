// A term and its transpose: threads that share the rows of one loop would meet in the columns.
#include <vector>

#include "insum/required.hpp"

void with_its_transpose(int n, const std::vector<int>& pos, const std::vector<int>& crd,
                        const std::vector<double>& vals, double* c) {
#pragma insum C[i,j] += A[i,j] + A[j,i]
#pragma insum tensor A[n,n] : csr(pos, crd, vals) unsorted duplicates
#pragma insum tensor C[n,n] : dense(c)
  INSUM_REQUIRED;
}

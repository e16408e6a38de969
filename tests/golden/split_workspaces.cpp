// Loops that a split made of one over the result: they give back its order, or a part of the result is collected at a time.
#include <insum/insum.hpp>

void builds(const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C, insum::coo<double>& D,
            insum::csr<double>& E, const double* x) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule split(i, i0, i1, 32)
  INSUM_REQUIRED;
  #pragma insum D[i,j] = X[i,k] * B[k,j]
  #pragma insum tensor X[100,B.rows()] : dense(x)
  #pragma insum schedule split(i, i0, i1, 32), reorder(i0, k, i1, j)
  INSUM_REQUIRED;
  #pragma insum E[j,i] = A[i,j]
  #pragma insum schedule split(i, i0, i1, 64), split(i0, ia, ib, 4)
  INSUM_REQUIRED;
}

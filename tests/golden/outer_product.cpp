// A sum of outer products, whose entries are collected in a hash workspace.
#include <insum/insum.hpp>

void outer_product(const insum::dcsc<double>& A, const insum::dcsr<double>& B, insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule reorder(k, i, j), precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, hash, capacity(65536))
  INSUM_REQUIRED;
}

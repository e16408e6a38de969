// Which workspace of which kind and with which options each result gets; copies suit the orders that are asked for.
#include <insum/insum.hpp>
#include <insum/workspace.hpp>

using policy = insum::coord_workspace<double, insum::op_add, 2>;

void builds(const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C, insum::csr<double>& D) {
  #pragma insum C[i,j] = A[i,k] * A[k,j]
  #pragma insum C[i,j] += B[i,k] * A[k,j]
  #pragma insum D[i,j] = A[i,k] * B[j,k]
  #pragma insum schedule precompute(B[i,k] * A[k,j], {i,j}, {i,j}, W, bucket, capacity(100), pipeline, double_buffer)
  INSUM_REQUIRED;
}

void types(const insum::csc<double>& A, const insum::csr<double>& B, insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum workspace C : user(policy)
  #pragma insum assume(memory <= 1e6)
  INSUM_REQUIRED;
}

void in_order(const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C) {
  #pragma insum C[i,j] = max(A[i,j], B[i,j]) * B[i,j]
  #pragma insum schedule precompute(max(A[i,j], B[i,j]), {i,j}, {i,j}, P, hash, capacity(7))
  INSUM_REQUIRED;
}

void places(const insum::csc<double>& A, const insum::csr<double>& B, insum::dcsr<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum workspace C : dense
  #pragma insum schedule no_convert
  INSUM_REQUIRED;
}

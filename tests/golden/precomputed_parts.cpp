// Parts of right sides in sparse workspaces: read in the iteration that fills them, in the place of the result's, as temporaries.
#include <insum/insum.hpp>

// A row of the product at a time.
void masked(const insum::csr<double>& A, const insum::csr<double>& B, const insum::csr<double>& D, insum::csr<double>& C) {
  #pragma insum C[i,j] = D[i,j] * A[i,k] * B[k,j]
  #pragma insum schedule precompute(A[i,k] * B[k,j], {j}, {j}, W, hash)
  INSUM_REQUIRED;
}

// One term of a sum, in loops of another order.
void added(const insum::dcsc<double>& A, const insum::dcsr<double>& B, const insum::csr<double>& D, insum::dense<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j] + D[i,j]
  #pragma insum schedule precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, bucket, capacity(100))
  INSUM_REQUIRED;
}

// All of the result, with indices of its own.
void renamed(const insum::csc<double>& A, const insum::csr<double>& B, insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule precompute(A[i,k] * B[k,j], {i,j}, {iw,jw}, W, coord), reorder(k, iw, jw)
  INSUM_REQUIRED;
}

// k is reduced inside of W, j after it.
void chain(const insum::csf<double, 3>& A, const insum::csr<double>& B, const insum::csr<double>& D, insum::csf<double, 3>& C) {
  #pragma insum C[i,l,m] = A[i,j,k] * B[j,l] * D[k,m]
  #pragma insum schedule precompute(A[i,j,k] * B[j,l], {k,l}, {k,l}, W, hash)
  INSUM_REQUIRED;
}

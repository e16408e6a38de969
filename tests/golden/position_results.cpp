// Loops over positions, over pairs and over parts of these: entries that come in the order of a result need no workspace.
#include <insum/insum.hpp>

void builds(const insum::csr<double>& A, const insum::csr<double>& B, const double* x, const double* y, insum::csr<double>& C,
            insum::csr<double>& D, insum::csr<double>& E, insum::csr<double>& F, insum::csr<double>& G, insum::dcsr<double>& H,
            const insum::csf<double, 3>& T, insum::csf<double, 3>& U) {
  #pragma insum C[i,j] = A[i,j] * B[i,j]
  #pragma insum schedule pos(j, jp, A[i,j]), split(jp, jo, ji, 8)
  INSUM_REQUIRED;
  #pragma insum D[i,j] = A[i,j] * B[i,j]
  #pragma insum schedule fuse(i, j, f)
  INSUM_REQUIRED;
  #pragma insum E[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule pos(k, kp, A[i,k])
  INSUM_REQUIRED;
  #pragma insum F[i,j] = X[i] * Y[j]
  #pragma insum tensor X[100] : dense(x)
  #pragma insum tensor Y[80] : dense(y)
  #pragma insum schedule fuse(i, j, f), split(f, fo, fi, 32)
  INSUM_REQUIRED;
  #pragma insum G[j,i] = A[i,j]
  #pragma insum schedule pos(j, jp, A[i,j])
  INSUM_REQUIRED;
  #pragma insum H[i,j] = A[i,j] * B[i,j]
  #pragma insum schedule fuse(i, j, f), pos(f, fp, A), split(fp, fo, fi, 64), parallelize(fo)
  INSUM_REQUIRED;
  #pragma insum U[i,j,l] = T[i,j,k] * B[k,l]
  INSUM_REQUIRED;
}

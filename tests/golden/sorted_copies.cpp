// Operands that no order of loops suits, read through sorted copies, and a sparse temporary of the user's.
#include <vector>

using Indices = std::vector<int>;
using Values = std::vector<double>;

void clash(int n, const Indices& ap, const Indices& ac, const Values& av, const Indices& bp, const Indices& bc, const Values& bv,
           double* c) {
#pragma insum C[i,j] = max(A[i,j], B[i,j])
#pragma insum tensor A[n,n] : csr(ap, ac, av)
#pragma insum tensor B[n,n] : csc(bp, bc, bv)
#pragma insum tensor C[n,n] : dense(c)
  {}
}

void all_pairs(int m, int k, const Indices& ap, const Indices& ac, const Values& av, Indices& cp, Indices& cc, Values& cv) {
#pragma insum C[i,j] = A[i,k] * A[j,k]
#pragma insum tensor A[m,k] : csr(ap, ac, av)
#pragma insum tensor C[m,m] : csr(cp, cc, cv)
  {}
}

void unsorted(int n, const Indices& ai, const Indices& aj, const Values& av, const Indices& bp, const Indices& bc, const Values& bv,
              Indices& cp, Indices& cc, Values& cv) {
#pragma insum C[i,j] = A[i,j] + B[i,j]
#pragma insum tensor A[n,n] : coo(ai, aj, av)
#pragma insum tensor B[n,n] : csr(bp, bc, bv)
#pragma insum tensor C[n,n] : csr(cp, cc, cv)
  {}
}

void temporary(int n, const Indices& ap, const Indices& ac, const Values& av, double* y) {
#pragma insum T[i,j] = A[i,k] * A[k,j]
#pragma insum y[i] = T[i,j] * A[j,i]
#pragma insum tensor T[n,n] : csr
#pragma insum tensor A[n,n] : csr(ap, ac, av)
#pragma insum tensor y[n] : dense(y)
  {}
}

// B may be missing where A is stored: A leads the loops, and B is brought into its order.
void without(int m, int n, const int* ap, const int* ac, const double* av, const int* bp, const int* bc, const double* bv, Indices& rp,
             Indices& rc, Values& rv) {
#pragma insum R[i,j] = A[i,j] * !B[i,j]
#pragma insum tensor A[m,n] : csr(ap, ac, av)
#pragma insum tensor B[m,n] : csc(bp, bc, bv)
#pragma insum tensor R[m,n] : csr(rp, rc, rv)
  {}
}

void sorted_or_scattered(int m, int n, int k, const Indices& ai, const Indices& ak, const Values& av, const Indices& bp,
                         const Indices& bc, const Values& bv, Indices& cp, Indices& cc, Values& cv) {
#pragma insum C[i,j] = A[i,k] * B[k,j]
#pragma insum tensor A[m,k] : coo(ai, ak, av)
#pragma insum tensor B[k,n] : csr(bp, bc, bv)
#pragma insum tensor C[m,n] : csr(cp, cc, cv)
  {}
}

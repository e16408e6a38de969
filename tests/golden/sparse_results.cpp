// Sparse results that are built: appended in order, row by row from a workspace, or sorted.
#include <vector>

using Indices = std::vector<int>;
using Values = std::vector<double>;

void sum(int n, const Indices& ap, const Indices& ac, const Values& av, const Indices& bp, const Indices& bc, const Values& bv,
         Indices& cp, Indices& cc, Values& cv) {
#pragma insum C[i,j] = A[i,j] + B[i,j]
#pragma insum tensor A[n,n] : csr(ap, ac, av)
#pragma insum tensor B[n,n] : csr(bp, bc, bv)
#pragma insum tensor C[n,n] : csr(cp, cc, cv)
  {}
}

void product(int n, const Indices& ap, const Indices& ac, const Values& av, Indices& cp, Indices& cc, Values& cv) {
#pragma insum C[i,j] = A[i,k] * A[k,j]
#pragma insum tensor A[n,n] : csr(ap, ac, av)
#pragma insum tensor C[n,n] : csr(cp, cc, cv)
  {}
}

void transposed(int n, const Indices& ap, const Indices& ac, const Values& av, Indices& cp, Indices& cc, Values& cv) {
#pragma insum C[i,j] = A[i,j] + A[j,i]
#pragma insum tensor A[n,n] : csr(ap, ac, av)
#pragma insum tensor C[n,n] : csr(cp, cc, cv)
  {}
}

void vector(int n, const Indices& p0, const Indices& c0, const Indices& p1, const Indices& c1, const Indices& p2,
            const Indices& c2, const Values& v, const Values& x, Indices& y0, Indices& y1, Values& yv) {
#pragma insum Y[i,j] = T[i,j,k] * X[k]
#pragma insum tensor T[n,n,n] : csf(p0, c0, p1, c1, p2, c2, v)
#pragma insum tensor X[n] : dense(x)
#pragma insum tensor Y[n,n] : coo(y0, y1, yv)
  {}
}

void blocks(int n, const Indices& ap, const Indices& ac, const Values& av, Indices& cp, Indices& cc, Values& cv) {
#pragma insum C[i,j] = A[j,i]
#pragma insum tensor A[n,n] : csr(ap, ac, av)
#pragma insum tensor C[n,n] : bcsr<2,2>(cp, cc, cv)
  {}
}

void update(int n, const Indices& ap, const Indices& ac, const Values& av, Indices& cp, Indices& cc, Values& cv, Values& y) {
#pragma insum C[i,j] += 2 * A[i,j]
#pragma insum Y[i] = C[i,j]
#pragma insum tensor A[n,n] : csr(ap, ac, av)
#pragma insum tensor C[n,n] : csr(cp, cc, cv)
#pragma insum tensor Y[n] : dense(y)
  {}
}

void fibres(int n, int m, const Indices& p0, const Indices& c0, const Indices& p1, const Indices& c1, const Indices& p2,
            const Indices& c2, const Values& v, const Values& u, Indices& q0, Indices& d0, Indices& q1, Indices& d1, Values& y) {
#pragma insum Y[i,j,r] = X[i,j,k] * U[k,r]
#pragma insum tensor X[n,n,n] : csf(p0, c0, p1, c1, p2, c2, v)
#pragma insum tensor U[n,m] : dense(u)
#pragma insum tensor Y[n,n,m] : levels(0: compressed(q0, d0), 1: compressed(q1, d1), 2: dense; y)
  {}
}

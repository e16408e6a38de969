#include <span>
#include <vector>

// Several sparse operands in one term: intersections, unions, their mixtures, operands that are searched.

void multiply(int n, int m, const int* ap, const int* ac, const double* av, const int* bp, const int* bc, const double* bv,
              double* c) {
#pragma insum C[i,j] = A[i,j] * B[i,j]
#pragma insum tensor A[n,m] : csr(ap, ac, av)
#pragma insum tensor B[n,m] : csr(bp, bc, bv)
#pragma insum tensor C[n,m] : dense(c)
  {}
}

void maximum(int n, int m, const int* ap, const int* ac, const double* av, const int* bp, const int* bc, const double* bv,
             double* c) {
#pragma insum C[i,j] = max(A[i,j], B[i,j])
#pragma insum tensor A[n,m] : csr(ap, ac, av)
#pragma insum tensor B[n,m] : csr(bp, bc, bv)
#pragma insum tensor C[n,m] : dense(c)
  {}
}

void mixture(int n, int m, const int* ap, const int* ac, const double* av, const int* bp, const int* bc, const double* bv,
             const int* dp0, const int* dc0, const int* dp, const int* dc, const double* dv, double* c) {
#pragma insum C[i] = (A[i,j] + D[i,j]) * (A[i,j] + B[i,j] + D[i,j])
#pragma insum tensor A[n,m] : csr(ap, ac, av)
#pragma insum tensor B[n,m] : csr(bp, bc, bv)
#pragma insum tensor D[n,m] : dcsr(dp0, dc0, dp, dc, dv)
#pragma insum tensor C[n] : dense(c)
  {}
}

void product(int n, const int* ap, const int* ac, const double* av, const int* br, const int* bc, const double* bv, int entries,
             double* c) {
#pragma insum C[i,j] += A[i,k] * B[k,j]
#pragma insum tensor A[n,n] : csr(ap, ac, av)
#pragma insum tensor B[n,n] : csc(ap, ac, bv)
#pragma insum tensor C[n,n] : dense(c)
  {}
}

void sorted_coo(int n, const int* ar, const int* ac, const double* av, const int* br, const int* bc, const double* bv, int na,
                int nb, double* c) {
#pragma insum C[i] += max(A[i,j], B[i,j])
#pragma insum tensor A[n,n] : levels(0: compressed_nonunique(std::span(ar, na)), 1: singleton(ac); av) sorted unique
#pragma insum tensor B[n,n] : levels(0: compressed_nonunique(std::span(br, nb)), 1: singleton(bc); bv) sorted unique
#pragma insum tensor C[n] : dense(c)
  {}
}

void searched(int n, const int* ap, const int* ac, const double* av, const int* bp, const int* bc, const double* bv, double* c) {
#pragma insum C[i] += A[i,j] * B[j+1,i]
#pragma insum tensor A[n,n] : csr(ap, ac, av)
#pragma insum tensor B[n,n] : csr(bp, bc, bv)
#pragma insum tensor C[n] : dense(c)
  {}
}

// Where A stores nothing, 0 > B is false for unsigned values, and is not asked.
void larger(int m, int n, const int* pos, const int* crd, const unsigned* a, const int* pos2, const int* crd2, const unsigned* b,
            unsigned* c) {
  #pragma insum C[i,j] = select(A[i,j] > B[i,j], A[i,j], B[i,j])
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor B[m,n] : csr(pos2, crd2, b)
  #pragma insum tensor C[m,n] : dense(c)
  {}
}

// What A does not store is 0, and counts once a row, where the row is not full.
void largest(int m, int n, const int* pos, const int* crd, const double* a, double* y) {
  #pragma insum y[i] = max(k: abs(A[i,k]))
  #pragma insum tensor A[m,n] : csr(pos, crd, a)
  #pragma insum tensor y[m] : dense(y)
  {}
}

// Sums outside of the mask could overflow: they are unsigned.
void masked(int n, const int* pos, const int* crd, const int* a, const int* pos2, const int* crd2, const int* b, const int* pos3,
            const int* crd3, const int* m, int* c) {
  #pragma insum C[i,j] = M[i,j] * A[i,k] * B[k,j]
  #pragma insum tensor A[n,n] : csr(pos, crd, a)
  #pragma insum tensor B[n,n] : csr(pos2, crd2, b)
  #pragma insum tensor M[n,n] : csr(pos3, crd3, m)
  #pragma insum tensor C[n,n] : csr(pos3, crd3, c)
  {}
}

// ... of floating-point numbers no type wraps: rows are merged, and a note says why.
void masked_products(int n, const int* pos, const int* crd, const int* a, const int* pos2, const int* crd2, const int* b, const int* pos3,
            const int* crd3, const int* m, double* c) {
  #pragma insum C[i,j] = M[i,j] * A[i,k] * B[k,j]
  #pragma insum tensor A[n,n] : csr(pos, crd, a)
  #pragma insum tensor B[n,n] : csr(pos2, crd2, b)
  #pragma insum tensor M[n,n] : csr(pos3, crd3, m)
  #pragma insum tensor C[n,n] : csr(pos3, crd3, c)
  {}
}

// A row is found once, before the loop over it; A may have no such row.
void row_and_vector(int m, int n, const int* pos0, const int* crd0, const int* pos, const int* crd, const double* a, const int* vpos,
                    const int* vcrd, const double* v, std::vector<int>& cpos, std::vector<int>& ccrd, std::vector<double>& c) {
#pragma insum C[j] = max(A[3,j], V[j])
#pragma insum tensor A[m,n] : dcsr(pos0, crd0, pos, crd, a)
#pragma insum tensor V[n] : levels(0: compressed(vpos, vcrd); v)
#pragma insum tensor C[n] : levels(0: compressed(cpos, ccrd); c)
  {}
}

// Both store all points unless one lacks an element.
void largest_product(int n, const int* apos, const int* acrd, const double* a, const int* bpos, const int* bcrd, const double* b,
                     double& s) {
#pragma insum s max= A[i] * B[i]
#pragma insum tensor A[n] : levels(0: compressed(apos, acrd); a)
#pragma insum tensor B[n] : levels(0: compressed(bpos, bcrd); b)
  {}
}

// Whether some point is stored by neither is told by counting the others.
void least_sum(int m, int n, const int* apos, const int* acrd, const double* a, const int* bpos, const int* bcrd, const double* b,
               double* y) {
#pragma insum y[i] = min(j: A[i,j] + B[i,j])
#pragma insum tensor A[m,n] : csr(apos, acrd, a)
#pragma insum tensor B[m,n] : csr(bpos, bcrd, b)
#pragma insum tensor y[m] : dense(y)
  {}
}

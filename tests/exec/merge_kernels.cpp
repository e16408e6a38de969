#include "merge_kernels.hpp"

#include <cstdint>
#include <insum/insum.hpp>

template <class Csr>
void intersection(const Csr& A, const Csr& B, Csr& C) {
  #pragma insum C[i,j] = A[i,j] * B[i,j]
  INSUM_REQUIRED;
}

template <class Csr>
void union_of(const Csr& A, const Csr& B, Csr& C) {
  #pragma insum C[i,j] = A[i,j] + B[i,j]
  INSUM_REQUIRED;
}

template <class Csr>
void intersection_of_three(const Csr& A, const Csr& B, const Csr& D, Csr& C) {
  #pragma insum C[i,j] = A[i,j] * B[i,j] * D[i,j]
  INSUM_REQUIRED;
}

template <class Csr>
void sum_where_stored(const Csr& A, const Csr& B, const Csr& D, Csr& C) {
  #pragma insum C[i,j] = (A[i,j] + B[i,j]) * D[i,j]
  INSUM_REQUIRED;
}

template <class Csr>
void products_of_rows(const Csr& A, const Csr& B, std::vector<double>& y) {
  #pragma insum y[i] = A[i,j] * B[i,j]
  INSUM_REQUIRED;
}

#define INSTANTIATE(Csr)                                                             \
  template void intersection(const Csr&, const Csr&, Csr&);                          \
  template void union_of(const Csr&, const Csr&, Csr&);                                   \
  template void intersection_of_three(const Csr&, const Csr&, const Csr&, Csr&);     \
  template void sum_where_stored(const Csr&, const Csr&, const Csr&, Csr&);          \
  template void products_of_rows(const Csr&, const Csr&, std::vector<double>&);
using Csr32 = insum::csr<double>;
using Csr64 = insum::csr<double, std::int64_t>;
INSTANTIATE(Csr32)
INSTANTIATE(Csr64)

double product_of_vectors(int n, const SparseVector& a, const SparseVector& b) {
  double s = 0;
  #pragma insum s = A[i] * B[i]
  #pragma insum tensor A[n] : levels(0: compressed(a.pos, a.crd); a.vals)
  #pragma insum tensor B[n] : levels(0: compressed(b.pos, b.crd); b.vals)
  INSUM_REQUIRED;
  return s;
}

void sum_of_vectors(int n, const SparseVector& a, const SparseVector& b, std::vector<double>& c) {
  #pragma insum c[i] = A[i] + B[i]
  #pragma insum tensor A[n] : levels(0: compressed(a.pos, a.crd); a.vals)
  #pragma insum tensor B[n] : levels(0: compressed(b.pos, b.crd); b.vals)
  INSUM_REQUIRED;
}

void meet_in_rows(const insum::dcsr<double>& A, std::vector<double>& y) {
  #pragma insum y[i] = meet(A[i,j])
  #pragma insum function meet(zero(x) = 0)
  INSUM_REQUIRED;
}

void meet_in_list(int n, const std::vector<int>& row, const std::vector<int>& column, const std::vector<double>& vals,
                  std::vector<double>& y) {
  #pragma insum y[i] = meet(A[i,j])
  #pragma insum tensor A[n,n] : coo(row, column, vals) sorted unique
  #pragma insum function meet(zero(x) = 0)
  INSUM_REQUIRED;
}

void meet_in_result(const insum::csr<double>& A, insum::csr<double>& C) {
  #pragma insum C[i,j] = meet(A[i,j])
  #pragma insum function meet(zero(x) = 0)
  INSUM_REQUIRED;
}

void meet_in_stored_rows(const insum::dcsr<double>& A, insum::dcsr<double>& C) {
  #pragma insum C[i,j] = meet(A[i,j])
  #pragma insum function meet(zero(x) = 0)
  INSUM_REQUIRED;
}

void meet_in_transposed(const insum::csr<double>& A, insum::csr<double>& C) {
  #pragma insum C[i,j] = meet(A[j,i])
  #pragma insum function meet(zero(x) = 0)
  INSUM_REQUIRED;
}

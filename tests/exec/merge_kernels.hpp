// Kernels with several sparse operands, sparse results and functions; each is what the Einsum above it says.
#pragma once
#include <insum/formats/csr.hpp>
#include <insum/formats/dcsr.hpp>
#include <vector>

/// A vector of which some elements are stored.
struct SparseVector {
  std::vector<int> pos, crd;
  std::vector<double> vals;
};

// C[i,j] = A[i,j] * B[i,j]; A[i,j] + B[i,j]; A[i,j] * B[i,j] * D[i,j]; (A[i,j] + B[i,j]) * D[i,j]
template <class Csr>
void intersection(const Csr& A, const Csr& B, Csr& C);
template <class Csr>
void union_of(const Csr& A, const Csr& B, Csr& C);
template <class Csr>
void intersection_of_three(const Csr& A, const Csr& B, const Csr& D, Csr& C);
template <class Csr>
void sum_where_stored(const Csr& A, const Csr& B, const Csr& D, Csr& C);
// y[i] = A[i,j] * B[i,j]
template <class Csr>
void products_of_rows(const Csr& A, const Csr& B, std::vector<double>& y);
// s = a[i] * b[i]; c[i] = a[i] + b[i]
double product_of_vectors(int n, const SparseVector& a, const SparseVector& b);
void sum_of_vectors(int n, const SparseVector& a, const SparseVector& b, std::vector<double>& c);

/// x; returns when a second thread calls it too, or after some seconds.
double meet(double x);
// y[i] = meet(A[i,j]); C[i,j] = meet(A[i,j]); the rows of A, or its columns, are the outer loop
void meet_in_rows(const insum::dcsr<double>& A, std::vector<double>& y);
void meet_in_list(int n, const std::vector<int>& row, const std::vector<int>& column,
                  const std::vector<double>& vals, std::vector<double>& y);
void meet_in_result(const insum::csr<double>& A, insum::csr<double>& C);
void meet_in_stored_rows(const insum::dcsr<double>& A, insum::dcsr<double>& C);
void meet_in_transposed(const insum::csr<double>& A, insum::csr<double>& C);

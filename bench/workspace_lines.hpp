// Products of sparse tensors with sparse matrices into sparse results, as one line each.
#pragma once
#include <insum/formats.hpp>

namespace bench::lines {

/// A[i,j] = B[k,l,i] * C[k,j] * D[l,j]
void mttkrp(const insum::csf<double, 3>& B, const insum::csr<double>& C, const insum::csr<double>& D,
            insum::csr<double>& A);
/// A[i,j,l] = B[k,i,j] * C[k,l]
void ttm(const insum::csf<double, 3>& B, const insum::csr<double>& C, insum::csf<double, 3>& A);
/// A[k,j,l] = B[k,i,j] * D[i,l]
void ttmi(const insum::csf<double, 3>& B, const insum::csr<double>& D, insum::csf<double, 3>& A);

}  // namespace bench::lines

#include <insum/formats.hpp>
#include <insum/required.hpp>
#include <insum/workspace.hpp>

#include "workspace_lines.hpp"

namespace bench::lines {

void mttkrp(const insum::csf<double, 3>& B, const insum::csr<double>& C, const insum::csr<double>& D,
            insum::csr<double>& A) {
#pragma insum A[i,j] = B[k,l,i] * C[k,j] * D[l,j]
  INSUM_REQUIRED;
}

void ttm(const insum::csf<double, 3>& B, const insum::csr<double>& C, insum::csf<double, 3>& A) {
#pragma insum A[i,j,l] = B[k,i,j] * C[k,l]
  INSUM_REQUIRED;
}

void ttmi(const insum::csf<double, 3>& B, const insum::csr<double>& D, insum::csf<double, 3>& A) {
#pragma insum A[k,j,l] = B[k,i,j] * D[i,l]
  INSUM_REQUIRED;
}

}  // namespace bench::lines

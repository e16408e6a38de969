#pragma once
#include "insum/insum.hpp"

using Csr = insum::csr<float>;
using Ell = insum::ell<float>;
using GroupCoo = insum::group_coo<float>;
using Bcsr = insum::bcsr<float>;
using BlockGroupCoo = insum::block_group_coo<float>;
using Dense = insum::dense<float, 2>;

// C = A B, for A in each of the formats; C is overwritten.
namespace generated {
void multiply(const Csr& A, const Dense& B, Dense& C);
void multiply(const Ell& A, const Dense& B, Dense& C);
void multiply(const GroupCoo& A, const Dense& B, Dense& C);
void multiply(const Bcsr& A, const Dense& B, Dense& C);
void multiply(const BlockGroupCoo& A, const Dense& B, Dense& C);
}  // namespace generated
namespace handwritten {
void multiply(const Csr& A, const Dense& B, Dense& C);
void multiply(const Ell& A, const Dense& B, Dense& C);
void multiply(const GroupCoo& A, const Dense& B, Dense& C);
void multiply(const Bcsr& A, const Dense& B, Dense& C);
void multiply(const BlockGroupCoo& A, const Dense& B, Dense& C);
}  // namespace handwritten

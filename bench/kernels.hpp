// The kernels that are measured, in four forms: annotated, hand-written, tuned by hand, and a peer's.
#pragma once
#include <insum/insum.hpp>

namespace bench {

template <class T>
using matrix = insum::dense<T, 2>;
template <class T>
using vector = insum::dense<T, 1>;
template <class T>
using csr = insum::csr<T>;
template <class T>
using csf = insum::csf<T, 3>;

/// annotated.cpp: one Einsum each.
namespace einsum {
template <class T>
void spmv(const csr<T>& A, const vector<T>& x, vector<T>& y);
template <class T>
void spmm(const csr<T>& A, const matrix<T>& B, matrix<T>& C);
template <class T>
void sddmm(const csr<T>& A, const matrix<T>& X, const matrix<T>& Y, csr<T>& O);
template <class T>
void mttkrp(const csf<T>& B, const matrix<T>& C, const matrix<T>& D, matrix<T>& A);
}  // namespace einsum

/// hand_written.cpp: the loops that an engineer writes, with OpenMP on the rows.
namespace loops {
template <class T>
void spmv(const csr<T>& A, const vector<T>& x, vector<T>& y);
template <class T>
void spmm(const csr<T>& A, const matrix<T>& B, matrix<T>& C);
template <class T>
void sddmm(const csr<T>& A, const matrix<T>& X, const matrix<T>& Y, csr<T>& O);
template <class T>
void mttkrp(const csf<T>& B, const matrix<T>& C, const matrix<T>& D, matrix<T>& A);
}  // namespace loops

/// reference.cpp: the same tuned by hand for the widths that are measured.
namespace reference {
template <class T>
void spmv(const csr<T>& A, const vector<T>& x, vector<T>& y);
template <class T>
void spmm(const csr<T>& A, const matrix<T>& B, matrix<T>& C);
template <class T>
void sddmm(const csr<T>& A, const matrix<T>& X, const matrix<T>& Y, csr<T>& O);
template <class T>
void mttkrp(const csf<T>& B, const matrix<T>& C, const matrix<T>& D, matrix<T>& A);
}  // namespace reference

}  // namespace bench

// The kernels with dense results and SDDMM, in four forms: annotated, hand-written, tuned by hand, and a
// peer's.
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

/// Declares the kernels for `template <class T>`, or instantiates them for `template`.
#define BENCH_DENSE_KERNELS(TEMPLATE, T)                                                   \
  TEMPLATE void spmv(const csr<T>& A, const vector<T>& x, vector<T>& y);                   \
  TEMPLATE void spmm(const csr<T>& A, const matrix<T>& B, matrix<T>& C);                   \
  TEMPLATE void sddmm(const csr<T>& A, const matrix<T>& X, const matrix<T>& Y, csr<T>& O); \
  TEMPLATE void mttkrp(const csf<T>& B, const matrix<T>& C, const matrix<T>& D, matrix<T>& A);

/// annotated.cpp: one Einsum each.
namespace einsum {
BENCH_DENSE_KERNELS(template <class T>, T)
}
/// hand_written.cpp: the loops that an engineer writes, with OpenMP on the rows.
namespace loops {
BENCH_DENSE_KERNELS(template <class T>, T)
}
/// reference.cpp: the same tuned by hand for the widths that are measured.
namespace reference {
BENCH_DENSE_KERNELS(template <class T>, T)
}

}  // namespace bench

// Kernels whose results are of 16 bits; narrow_test.cpp has what they are.
#pragma once
#include <insum/insum.hpp>
#include <vector>

namespace narrow {

using T = insum::bfloat16;
using Groups = insum::group_coo<T, std::int32_t, 4>;
using Values = std::vector<T>;

// C[i,j] = A[i,k] * B[k,j] of m rows, n columns of A, p columns of B
void list(const insum::coo<T>& A, const Values& B, Values& C, int m, int n, int p);
void list_added(const insum::coo<T>& A, const Values& B, Values& C, int m, int n, int p);
void list_repeatable(const insum::coo<T>& A, const Values& B, Values& C, int m, int n, int p);
void list_bounded(const insum::coo<T>& A, const Values& B, Values& C, int m, int n, int p,
                  std::int64_t bytes);
void columns(const insum::csc<T>& A, const Values& B, Values& C, int m, int n, int p);
void columns_by_k(const insum::csc<T>& A, const Values& B, Values& C, int m, int n, int p);
void rows(const insum::csr<T>& A, const Values& B, Values& C, int m, int n, int p);
void rows_in_turn(const insum::csr<T>& A, const Values& B, Values& C, int m, int n, int p);
void rows_in_tiles(const insum::csr<T>& A, const Values& B, Values& C, int m, int n, int p);
void groups(const Groups& A, const Values& B, Values& C, int m, int n, int p);
void by_column(const insum::coo<T>& A, const Values& B, Values& C, int m, int n, int p);

void to_places(const std::vector<int>& place, const std::vector<insum::half>& x, std::vector<insum::half>& y);
void slice(const Values& A, Values& C, int r, int rows, int m, int n);
void two_terms(const insum::csr<T>& A, const Values& D, Values& y, int m, int n);
void converted_between(const insum::coo<T>& A, const Values& x, Values& y, int n);
void read_again(const insum::coo<T>& A, const Values& x, Values& y, int m, int n);
void total(const insum::csr<T>& A, const Values& D, T& s, int m, int n);
void through_temporary(const insum::coo<T>& A, const Values& x, Values& y, int m, int n);
void products(const Values& A, Values& y, int m, int n);
void largest(const Values& A, Values& y, int m, int n);

template <class V>
void columns_in_template(const insum::csc<V>& A, const std::vector<V>& x, std::vector<V>& y, int m, int n);
extern template void columns_in_template(const insum::csc<T>&, const Values&, Values&, int, int);
extern template void columns_in_template(const insum::csc<double>&, const std::vector<double>&,
                                         std::vector<double>&, int, int);

template <class V>
void columns_bounded(const insum::csc<V>& A, const std::vector<V>& x, std::vector<V>& y, int m, int n,
                     std::int64_t bytes);
extern template void columns_bounded(const insum::csc<T>&, const Values&, Values&, int, int, std::int64_t);
extern template void columns_bounded(const insum::csc<double>&, const std::vector<double>&,
                                     std::vector<double>&, int, int, std::int64_t);

}  // namespace narrow

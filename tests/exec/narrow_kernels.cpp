#include "narrow_kernels.hpp"

namespace narrow {

void list(const insum::coo<T>& A, const Values& B, Values& C, int m, int n, int p) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor B[n,p] : dense(B)
  #pragma insum tensor C[m,p] : dense(C)
  INSUM_REQUIRED;
}

void list_added(const insum::coo<T>& A, const Values& B, Values& C, int m, int n, int p) {
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum tensor B[n,p] : dense(B)
  #pragma insum tensor C[m,p] : dense(C)
  INSUM_REQUIRED;
}

void list_repeatable(const insum::coo<T>& A, const Values& B, Values& C, int m, int n, int p) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor B[n,p] : dense(B)
  #pragma insum tensor C[m,p] : dense(C)
  #pragma insum deterministic
  INSUM_REQUIRED;
}

void list_bounded(const insum::coo<T>& A, const Values& B, Values& C, int m, int n, int p, std::int64_t bytes) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor B[n,p] : dense(B)
  #pragma insum tensor C[m,p] : dense(C)
  #pragma insum assume(memory <= bytes)
  INSUM_REQUIRED;
}

void columns(const insum::csc<T>& A, const Values& B, Values& C, int m, int n, int p) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor B[n,p] : dense(B)
  #pragma insum tensor C[m,p] : dense(C)
  INSUM_REQUIRED;
}

void columns_by_k(const insum::csc<T>& A, const Values& B, Values& C, int m, int n, int p) {
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum tensor B[n,p] : dense(B)
  #pragma insum tensor C[m,p] : dense(C)
  #pragma insum schedule parallelize(k)
  INSUM_REQUIRED;
}

void rows(const insum::csr<T>& A, const Values& B, Values& C, int m, int n, int p) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor B[n,p] : dense(B)
  #pragma insum tensor C[m,p] : dense(C)
  INSUM_REQUIRED;
}

void rows_in_turn(const insum::csr<T>& A, const Values& B, Values& C, int m, int n, int p) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor B[n,p] : dense(B)
  #pragma insum tensor C[m,p] : dense(C)
  #pragma insum schedule reorder(i, k, j)
  INSUM_REQUIRED;
}

void rows_in_tiles(const insum::csr<T>& A, const Values& B, Values& C, int m, int n, int p) {
  #pragma insum C[i,j] += A[i,k] * B[k,j]
  #pragma insum tensor B[n,p] : dense(B)
  #pragma insum tensor C[m,p] : dense(C)
  #pragma insum schedule split(j, j0, j1, 4), reorder(j0, i, k, j1), parallelize(i)
  INSUM_REQUIRED;
}

void groups(const Groups& A, const Values& B, Values& C, int m, int n, int p) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor B[n,p] : dense(B)
  #pragma insum tensor C[m,p] : dense(C)
  INSUM_REQUIRED;
}

void by_column(const insum::coo<T>& A, const Values& B, Values& C, int m, int n, int p) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor B[n,p] : dense(B)
  #pragma insum tensor C[m,p] : dense(C) order(1, 0)
  INSUM_REQUIRED;
}

void to_places(const std::vector<int>& place, const std::vector<insum::half>& x, std::vector<insum::half>& y) {
  #pragma insum y[place[p]] += x[p]
  INSUM_REQUIRED;
}

void slice(const Values& A, Values& C, int r, int rows, int m, int n) {
  #pragma insum C[{r},j] = A[i,j]
  #pragma insum tensor A[m,n] : dense(A)
  #pragma insum tensor C[rows,n] : dense(C)
  #pragma insum schedule reorder(i, j)
  INSUM_REQUIRED;
}

void two_terms(const insum::csr<T>& A, const Values& D, Values& y, int m, int n) {
  #pragma insum y[i] = A[i,k] - D[i,k]
  #pragma insum tensor D[m,n] : dense(D)
  INSUM_REQUIRED;
}

void converted_between(const insum::coo<T>& A, const Values& x, Values& y, int n) {
  #pragma insum y[i] = x[i] * x[i] + max(A[k,i], -1)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  INSUM_REQUIRED;
}

void read_again(const insum::coo<T>& A, const Values& x, Values& y, int m, int n) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum y[i] += y[i] * y[i]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  INSUM_REQUIRED;
}

void total(const insum::csr<T>& A, const Values& D, T& s, int m, int n) {
  #pragma insum s += A[i,k] + D[i,k]
  #pragma insum tensor D[m,n] : dense(D)
  INSUM_REQUIRED;
}

void through_temporary(const insum::coo<T>& A, const Values& x, Values& y, int m, int n) {
  #pragma insum t[i] = A[i,k] * x[k]
  #pragma insum y[i] = t[i] - 3000
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  INSUM_REQUIRED;
}

void products(const Values& A, Values& y, int m, int n) {
  #pragma insum y[j] *= A[i,j]
  #pragma insum tensor A[m,n] : dense(A)
  #pragma insum schedule reorder(i, j)
  INSUM_REQUIRED;
}

void largest(const Values& A, Values& y, int m, int n) {
  #pragma insum y[j] max= A[i,j]
  #pragma insum tensor A[m,n] : dense(A)
  #pragma insum schedule reorder(i, j)
  INSUM_REQUIRED;
}

template <class V>
void columns_in_template(const insum::csc<V>& A, const std::vector<V>& x, std::vector<V>& y, int m, int n) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  INSUM_REQUIRED;
}
template void columns_in_template(const insum::csc<T>&, const Values&, Values&, int, int);
template void columns_in_template(const insum::csc<double>&, const std::vector<double>&, std::vector<double>&,
                                  int, int);

template <class V>
void columns_bounded(const insum::csc<V>& A, const std::vector<V>& x, std::vector<V>& y, int m, int n, std::int64_t bytes) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[m] : dense(y)
  #pragma insum assume(memory <= bytes)
  INSUM_REQUIRED;
}
template void columns_bounded(const insum::csc<T>&, const Values&, Values&, int, int, std::int64_t);
template void columns_bounded(const insum::csc<double>&, const std::vector<double>&, std::vector<double>&,
                              int, int, std::int64_t);

}  // namespace narrow

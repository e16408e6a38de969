#include "in_place_kernels.hpp"

namespace in_place {

void scaled(const Pattern& p, const Numbers& a, Numbers& b) {
  #pragma insum B[i,j] = A[i,j] + 2 * B[i,j]
  #pragma insum tensor A[p.n,p.m] : csr(p.pos, p.crd, a)
  #pragma insum tensor B[p.n,p.m] : csr(p.pos, p.crd, b)
  INSUM_REQUIRED;
}

void doubled(const Pattern& p, const Numbers& a, Numbers& b) {
  #pragma insum B[i,j] += B[i,j] + A[i,j]
  #pragma insum tensor A[p.n,p.m] : csr(p.pos, p.crd, a)
  #pragma insum tensor B[p.n,p.m] : csr(p.pos, p.crd, b)
  INSUM_REQUIRED;
}

void several_readers(const Pattern& p, const Numbers& a, const Numbers& x, Numbers& b) {
  #pragma insum B[i,j] = A[i,j] * B[i,j] + A[i,j] + B[i,j] * x[i]
  #pragma insum tensor A[p.n,p.m] : csr(p.pos, p.crd, a)
  #pragma insum tensor B[p.n,p.m] : csr(p.pos, p.crd, b)
  #pragma insum tensor x[p.n] : dense(x)
  INSUM_REQUIRED;
}

void reduced(const Pattern& p, const Numbers& a, const Numbers& x, const Numbers& y, Numbers& b) {
  #pragma insum B[i,j] = A[i,j] + B[i,j] * x[j] * y[k]
  #pragma insum tensor A[p.n,p.m] : csr(p.pos, p.crd, a)
  #pragma insum tensor B[p.n,p.m] : csr(p.pos, p.crd, b)
  #pragma insum tensor x[p.m] : dense(x)
  #pragma insum tensor y[y.size()] : dense(y)
  INSUM_REQUIRED;
}

void sum_within(const Pattern& p, const Pattern& q, const Numbers& a, const Numbers& d, Numbers& b) {
  #pragma insum B[i,j] = A[i,j] + D[i,j]
  #pragma insum tensor A[p.n,p.m] : csr(p.pos, p.crd, a)
  #pragma insum tensor B[p.n,p.m] : csr(p.pos, p.crd, b)
  #pragma insum tensor D[q.n,q.m] : csr(q.pos, q.crd, d)
  #pragma insum schedule same_pattern
  INSUM_REQUIRED;
}

void sum_by_first(const Pattern& p, const Pattern& q, const Numbers& a, const Numbers& d, Numbers& b) {
  #pragma insum B[i,j] = A[i,j] + D[i,j]
  #pragma insum tensor A[p.n,p.m] : csr(p.pos, p.crd, a)
  #pragma insum tensor B[p.n,p.m] : csr(p.pos, p.crd, b)
  #pragma insum tensor D[q.n,q.m] : csr(q.pos, q.crd, d)
  #pragma insum assume(same_pattern(A, D))
  INSUM_REQUIRED;
}

void sum_by_second(const Pattern& p, const Pattern& q, const Numbers& a, const Numbers& d, Numbers& b) {
  #pragma insum B[i,j] = A[i,j] + D[i,j]
  #pragma insum tensor A[p.n,p.m] : csr(p.pos, p.crd, a)
  #pragma insum tensor B[p.n,p.m] : csr(q.pos, q.crd, b)
  #pragma insum tensor D[q.n,q.m] : csr(q.pos, q.crd, d)
  #pragma insum assume(same_pattern(A, D))
  INSUM_REQUIRED;
}

void other_pattern(const Pattern& p, const Pattern& q, const Numbers& d, Numbers& b) {
  #pragma insum B[i,j] = D[i,j] + 2 * B[i,j]
  #pragma insum tensor D[q.n,q.m] : csr(q.pos, q.crd, d)
  #pragma insum tensor B[p.n,p.m] : csr(p.pos, p.crd, b)
  #pragma insum schedule same_pattern
  INSUM_REQUIRED;
}

void masked_by_list(const Pattern& p, const Numbers& a, const insum::coo<double>& L, const Numbers& X, Numbers& b) {
  #pragma insum B[i,j] = A[i,j] * L[i,k] * X[k,j]
  #pragma insum tensor A[p.n,p.m] : csr(p.pos, p.crd, a)
  #pragma insum tensor B[p.n,p.m] : csr(p.pos, p.crd, b)
  #pragma insum tensor X[L.shape[1],p.m] : dense(X)
  INSUM_REQUIRED;
}

void masked_by_groups(const Pattern& p, const Numbers& a, const insum::group_coo<double, std::int32_t, 2>& L, const Numbers& X, Numbers& b) {
  #pragma insum B[i,j] = A[i,j] * L[i,k] * X[k,j]
  #pragma insum tensor A[p.n,p.m] : csr(p.pos, p.crd, a)
  #pragma insum tensor B[p.n,p.m] : csr(p.pos, p.crd, b)
  #pragma insum tensor X[L.shape[1],p.m] : dense(X)
  INSUM_REQUIRED;
}

void times_list_by_columns(const Pattern& p, const Numbers& a, const insum::coo<double>& L, Numbers& b) {
  #pragma insum B[j,i] = A[j,i] * L[i,j]
  #pragma insum tensor A[p.m,p.n] : csc(p.pos, p.crd, a)
  #pragma insum tensor B[p.m,p.n] : csc(p.pos, p.crd, b)
  INSUM_REQUIRED;
}

void times_list(const Pattern& p, const Numbers& a, const insum::coo<double>& L, Numbers& b) {
  #pragma insum B[i,j] = A[i,j] * L[i,j]
  #pragma insum tensor A[p.n,p.m] : csr(p.pos, p.crd, a)
  #pragma insum tensor B[p.n,p.m] : csr(p.pos, p.crd, b)
  INSUM_REQUIRED;
}

void masked_by_blocks(const Pattern& p, const Numbers& a, const insum::block_coo<double, std::int32_t, 2, 3>& L, const Numbers& X, Numbers& b) {
  #pragma insum B[i,j] = A[i,j] * L[i,k] * X[k,j]
  #pragma insum tensor A[p.n,p.m] : csr(p.pos, p.crd, a)
  #pragma insum tensor B[p.n,p.m] : csr(p.pos, p.crd, b)
  #pragma insum tensor X[L.shape[1],p.m] : dense(X)
  INSUM_REQUIRED;
}

void masked_by_any_list(const Pattern& p, const Numbers& a, const insum::coo<double>& L, const Numbers& X, Numbers& b) {
  #pragma insum B[i,j] += A[i,j] * L[i,k] * X[k,j]
  #pragma insum tensor A[p.n,p.m] : csr(p.pos, p.crd, a)
  #pragma insum tensor B[p.n,p.m] : csr(p.pos, p.crd, b)
  #pragma insum tensor L[p.n,L.shape[1]] : coo(L.crd[0], L.crd[1], L.vals) unsorted duplicates
  #pragma insum tensor X[L.shape[1],p.m] : dense(X)
  INSUM_REQUIRED;
}

void masked_by_list_in_order(const Pattern& p, const Numbers& a, const insum::coo<double>& L, const Numbers& X, Numbers& b) {
  #pragma insum B[i,j] = A[i,j] * L[i,k] * X[k,j]
  #pragma insum tensor A[p.n,p.m] : csr(p.pos, p.crd, a)
  #pragma insum tensor B[p.n,p.m] : csr(p.pos, p.crd, b)
  #pragma insum tensor L[p.n,L.shape[1]] : coo(L.crd[0], L.crd[1], L.vals) unsorted duplicates
  #pragma insum tensor X[L.shape[1],p.m] : dense(X)
  #pragma insum schedule parallelize(i)
  #pragma insum deterministic
  INSUM_REQUIRED;
}

void columns_in_blocks(const Pattern& p, const Numbers& a, const insum::bcsr<double, std::int32_t, 2, 3>& L, const Numbers& Y, Numbers& b) {
  #pragma insum B[i,j] = A[i,j] * L[j,k] * Y[i,j,k]
  #pragma insum tensor A[p.n,p.m] : csr(p.pos, p.crd, a)
  #pragma insum tensor B[p.n,p.m] : csr(p.pos, p.crd, b)
  #pragma insum tensor Y[p.n,p.m,L.shape[1]] : dense(Y)
  INSUM_REQUIRED;
}

void columns_in_groups(const Pattern& p, const Numbers& a, const insum::block_group_coo<double, std::int32_t, 4, 2, 3>& L, const Numbers& Y, Numbers& b) {
  #pragma insum B[i,j] = A[i,j] * L[j,k] * Y[i,j,k]
  #pragma insum tensor A[p.n,p.m] : csr(p.pos, p.crd, a)
  #pragma insum tensor B[p.n,p.m] : csr(p.pos, p.crd, b)
  #pragma insum tensor Y[p.n,p.m,L.shape[1]] : dense(Y)
  INSUM_REQUIRED;
}

}  // namespace in_place

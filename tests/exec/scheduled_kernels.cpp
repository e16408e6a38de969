#include "scheduled_kernels.hpp"

#include <insum/insum.hpp>

void spmv_by_entries(const Csr& a, const double* x, double* y) {
  // Parts of 1024 entries, whatever rows they are in.
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[a.rows, a.cols] : csr(a.pos, a.crd, a.vals)
  #pragma insum tensor x[a.cols] : dense(x)
  #pragma insum tensor y[a.rows] : dense(y)
  #pragma insum schedule fuse(i, k, f), pos(f, fp, A[i,k]), split(fp, fo, fi, 1024), parallelize(fo)
  INSUM_REQUIRED;
}

void spmv_by_entries_in_order(const Csr& a, const double* x, double* y) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[a.rows, a.cols] : csr(a.pos, a.crd, a.vals)
  #pragma insum tensor x[a.cols] : dense(x)
  #pragma insum tensor y[a.rows] : dense(y)
  #pragma insum schedule fuse(i, k, f), pos(f, fp, A[i,k]), parallelize(fp, dynamic), deterministic
  INSUM_REQUIRED;
}

void spmv_by_positions(const Csr& a, const double* x, double* y) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[a.rows, a.cols] : csr(a.pos, a.crd, a.vals)
  #pragma insum tensor x[a.cols] : dense(x)
  #pragma insum tensor y[a.rows] : dense(y)
  #pragma insum schedule pos(k, kp, A[i,k]), split(kp, ko, ki, 4), unroll(ki, 4), parallelize(i, nonzeros)
  INSUM_REQUIRED;
}

void spmv_in_parts(const Csr& a, const double* x, double* y) {
  // The ranges of ko and ki depend on i.
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[a.rows, a.cols] : csr(a.pos, a.crd, a.vals)
  #pragma insum tensor x[a.cols] : dense(x)
  #pragma insum tensor y[a.rows] : dense(y)
  #pragma insum schedule pos(k, kp, A[i,k]), split(kp, ko, ki, 4), split(i, i0, i1, 16), split(i0, i00, i01, 2), parallelize(i00, dynamic)
  INSUM_REQUIRED;
}

void spmv_parts_of_rows(const Csr& a, const double* x, double* y) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[a.rows, a.cols] : csr(a.pos, a.crd, a.vals)
  #pragma insum tensor x[a.cols] : dense(x)
  #pragma insum tensor y[a.rows] : dense(y)
  #pragma insum schedule split(i, i0, i1, 16), pos(k, kp, A[i,k]), split(kp, ko, ki, 4), unroll(ki, 4), parallelize(i0)
  INSUM_REQUIRED;
}

void spmv_by_nonzeros(const Csr& a, const double* x, double* y) {
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[a.rows, a.cols] : csr(a.pos, a.crd, a.vals)
  #pragma insum tensor x[a.cols] : dense(x)
  #pragma insum tensor y[a.rows] : dense(y)
  #pragma insum schedule parallelize(i, nonzeros), deterministic
  INSUM_REQUIRED;
}

void spmv_factored(const Csr& a, const double* x, double* y) {
  // Eight partial sums a row.
  #pragma insum y[i] = A[i,k] * x[k]
  #pragma insum tensor A[a.rows, a.cols] : csr(a.pos, a.crd, a.vals)
  #pragma insum tensor x[a.cols] : dense(x)
  #pragma insum tensor y[a.rows] : dense(y)
  #pragma insum schedule pos(k, kp, A[i,k]), split(kp, ko, ki, 8), rfactor(ki)
  INSUM_REQUIRED;
}

void spmv_transposed_in_order(const Csr& a, const double* x, double* y) {
  #pragma insum y[k] = A[i,k] * x[i]
  #pragma insum tensor A[a.rows, a.cols] : csr(a.pos, a.crd, a.vals)
  #pragma insum tensor x[a.rows] : dense(x)
  #pragma insum tensor y[a.cols] : dense(y)
  #pragma insum deterministic
  INSUM_REQUIRED;
}

double dot_in_order(int n, const double* x, const double* y) {
  double s = 0;
  #pragma insum s = x[k] * y[k]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum schedule deterministic
  INSUM_REQUIRED;
  return s;
}

double dot_factored(int n, const double* x, const double* y) {
  double s = 0;
  #pragma insum s = x[k] * y[k]
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum schedule split(k, ko, ki, 4096), rfactor(ko), deterministic
  INSUM_REQUIRED;
  return s;
}

void spmm_by_entries(const Csr& a, int n, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[a.rows, a.cols] : csr(a.pos, a.crd, a.vals)
  #pragma insum tensor B[a.cols, n] : dense(b)
  #pragma insum tensor C[a.rows, n] : dense(c)
  #pragma insum schedule reorder(i, k, j), fuse(i, k, f), pos(f, fp, A[i,k]), split(fp, fo, fi, 256)
  #pragma insum schedule reorder(fo, j, fi), parallelize(fo), vectorize(j)
  INSUM_REQUIRED;
}

void product_tiled(int m, int n, int k, const double* a, const double* b, double* c) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[m,k] : dense(a)
  #pragma insum tensor B[k,n] : dense(b)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule tile(i=16, j=32, k=64)
  INSUM_REQUIRED;
}

void spgemm_by_rows(const Csr& a, const Csr& b, double* c) {
  // The dense row of Gustavson's algorithm, by hand.
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum tensor A[a.rows, a.cols] : csr(a.pos, a.crd, a.vals)
  #pragma insum tensor B[b.rows, b.cols] : csr(b.pos, b.crd, b.vals)
  #pragma insum tensor C[a.rows, b.cols] : dense(c)
  #pragma insum schedule precompute(A[i,k] * B[k,j], {j}, {jw}, W, dense), parallelize(i)
  INSUM_REQUIRED;
}

void sddmm_by_entries(const Csr& a, int n, const double* b, const double* c, double* o) {
  #pragma insum O[i,j] = A[i,j] * B[i,k] * C[j,k]
  #pragma insum tensor A[a.rows, a.cols] : csr(a.pos, a.crd, a.vals)
  #pragma insum tensor B[a.rows, n] : dense(b)
  #pragma insum tensor C[a.cols, n] : dense(c)
  #pragma insum tensor O[a.rows, a.cols] : csr(a.pos, a.crd, o)
  #pragma insum schedule fuse(i, j, f), pos(f, fp, A[i,j]), split(fp, fo, fi, 128), parallelize(fo), vectorize(k)
  INSUM_REQUIRED;
}

void scale_fused(int m, int n, const double* a, double* c) {
  #pragma insum C[i,j] = 2 * A[i,j]
  #pragma insum tensor A[m,n] : dense(a)
  #pragma insum tensor C[m,n] : dense(c)
  #pragma insum schedule fuse(i, j, f), split(f, fo, fi, 1024), parallelize(fo)
  INSUM_REQUIRED;
}

double products_fused(std::int64_t m, std::int64_t n, const double* x, const double* y) {
  double s = 0;
  #pragma insum s = X[i,j] * Y[i,j]
  #pragma insum tensor X[m,n] : dense(x) strides(0, 0)
  #pragma insum tensor Y[m,n] : dense(y) strides(0, 0)
  #pragma insum schedule fuse(i, j, f)
  INSUM_REQUIRED;
  return s;
}

void spgemm_in_order(const insum::csr<double>& A, const insum::csr<double>& B, insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule deterministic
  INSUM_REQUIRED;
}

void scaled_columns(const Csr& a, int scales, const double* x, double* y) {
  #pragma insum y[k,j] += A[i,j] * x[k]
  #pragma insum tensor A[a.rows,a.cols] : csr(a.pos, a.crd, a.vals)
  #pragma insum tensor x[scales] : dense(x)
  #pragma insum tensor y[scales,a.cols] : dense(y)
  #pragma insum schedule reorder(k, i, j), parallelize(k)
  INSUM_REQUIRED;
}

void mttkrp_by_fibres(const Csf& t, int n, const double* b, const double* d, double* c) {
  #pragma insum C[i,r] = T[i,j,k] * B[j,r] * D[k,r]
  #pragma insum tensor T[t.sizes[0],t.sizes[1],t.sizes[2]] : csf(t.pos0, t.crd0, t.pos1, t.crd1, t.pos2, t.crd2, t.vals)
  #pragma insum tensor B[t.sizes[1],n] : dense(b)
  #pragma insum tensor D[t.sizes[2],n] : dense(d)
  #pragma insum tensor C[t.sizes[0],n] : dense(c)
  #pragma insum schedule precompute(T[i,j,k] * D[k,r], {r}, {r}, W, dense), parallelize(i, dynamic)
  INSUM_REQUIRED;
}

void spgemm_of_few_rows(int n, const Csf& a, const Csr& b, std::vector<int>& pos, std::vector<int>& crd, std::vector<double>& vals) {
  #pragma insum C[i,j] = A[i,k] * B[k,j] * 2
  #pragma insum tensor A[n,b.rows] : dcsr(a.pos0, a.crd0, a.pos1, a.crd1, a.vals)
  #pragma insum tensor B[b.rows,b.cols] : csr(b.pos, b.crd, b.vals)
  #pragma insum tensor C[n,b.cols] : csr(pos, crd, vals)
  #pragma insum schedule precompute(A[i,k] * B[k,j], {j}, {j}, W, dense)
  INSUM_REQUIRED;
}

// Lists of entries, rows of a fixed length, and index arrays.
#include <span>
#include <vector>
constexpr int W = 4;
void coo(int nrows, int ncols, std::vector<int>& row, std::vector<int>& col, std::vector<double>& v,
         const double* x, double* y) {
  for (std::size_t e = 0; e < v.size(); ++e) y[row[e]] += v[e] * x[col[e]];
}
void ell(int n, int m, int w, const int* crd, const double* vals, const double* x, double* y) {
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int q = 0; q < w; ++q) s += vals[i * w + q] * x[crd[i * w + q]];
    y[i] = s;
  }
}
void ell_padded(int n, int m, const int* crd, const double* vals, const double* x, double* y) {
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int q = 0; q < W; ++q) {
      const int c = crd[i * W + q];
      if (c >= 0) s += vals[i * W + q] * x[c];
    }
    y[i] = s;
  }
}
void ell_padded_by_a_variable(int n, int m, int w, const int* crd, const double* vals, const double* x,
                              double* y) {
  for (int i = 0; i < n; ++i)
    for (int q = 0; q < w; ++q)
      if (crd[i * w + q] >= 0) y[i] += vals[i * w + q] * x[crd[i * w + q]];
}
void mttkrp(int nnz, int I, int J, int K, int R, const int* ii, const int* jj, const int* kk, const double* v,
            const double* B, const double* C, double* A) {
  for (int e = 0; e < nnz; ++e)
    for (int r = 0; r < R; ++r) A[ii[e] * R + r] += v[e] * B[jj[e] * R + r] * C[kk[e] * R + r];
}
void gather(int n, int m, const int* idx, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = 2 * x[idx[i]];
}
void without_span(int rows, int cols, int nnz, const long* row, const long* col, const float* v,
                  const float* x, float* y) {
  for (int e = 0; e < nnz; ++e) y[row[e]] += v[e] * x[col[e]];
}

// Loops and blocks that only some numbers tell apart, and right pairs that none may.
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

struct Csr {
  int n, m;
  std::vector<int> pos, crd;
  std::vector<double> val;
};

void at_least(int n, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[3]' 1, and the Einsum 0 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = select(x[i] > 2, 1, 0)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] >= 2 ? 1 : 0;
}

void at_least_a_scalar(int n, double t, const double* x, double& s) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 's' 24, and the Einsum 22 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4, t = 2; correct the one that is wrong
#pragma insum s += select(x[i] > t, x[i], 0)
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i)
    if (x[i] >= t) s += x[i];
}

void at_least_an_element(int n, const double* x, const double* z, double& s) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 's' -6, and the Einsum -7 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 3; correct the one that is wrong
#pragma insum s += select(x[i] > z[i], 1, 0)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor z[n] : dense(z)
  for (int i = 0; i < n; ++i)
    if (x[i] >= z[i]) s += 1;
}

void at_least_a_half(int n, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 0.5, and the Einsum 0 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = select(x[i] > 0.5, x[i], 0)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] >= 0.5 ? x[i] : 0;
}

void at_least_of_bytes(int n, const unsigned char* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 1, and the Einsum 0 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = select(x[i] > 128, 1, 0)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] >= 128 ? 1 : 0;
}

void rows_from_zero(int n, int m, const double* A, double* mx) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'mx[1]', which is M[1], 0, and the Einsum -1 [insum-statement-disagrees]
// expect-note@+1:15: seen with m = 2, n = 4; correct the one that is wrong
#pragma insum M[i] = max(j: A[i,j])
#pragma insum tensor A[n,m] : dense(A)
#pragma insum tensor M[n] : dense(mx)
  for (int i = 0; i < n; ++i) {
    double t = 0;
    for (int j = 0; j < m; ++j) t = std::max(t, A[i * m + j]);
    mx[i] = t;
  }
}

void maximum_from_zero(int n, const double* x, double& mx) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'mx' 0, and the Einsum -2 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 3; correct the one that is wrong
// expect-note@+1:15: the statement combines by '=', the block by 'max='
#pragma insum mx max= x[i]
#pragma insum tensor x[n] : dense(x)
  {
    mx = 0;
    for (int i = 0; i < n; ++i) mx = std::max(mx, x[i]);
  }
}

void minimum_from_zero(int n, const double* x, double& mn) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'mn' 0, and the Einsum 2 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum mn = min(i: x[i])
#pragma insum tensor x[n] : dense(x)
  {
    mn = 0;
    for (int i = 0; i < n; ++i) mn = std::min(mn, x[i]);
  }
}

// Right: other forms of the same, rounding.

void residual(const Csr& A, const double* b, const double* x, double* r) {
#pragma insum r[i] = b[i] - A[i,k] * x[k]
#pragma insum tensor A[A.n,A.m] : csr(A.pos, A.crd, A.val)
#pragma insum tensor b[A.n] : dense(b)
#pragma insum tensor x[A.m] : dense(x)
#pragma insum tensor r[A.n] : dense(r)
  for (int i = 0; i < A.n; ++i) {
    double t = b[i];
    for (int p = A.pos[i], end = A.pos[i + 1]; p < end; ++p) t -= A.val[p] * x[A.crd[p]];
    r[i] = t;
  }
}

void kept_if_larger(int n, const double* x, double& m) {
#pragma insum m max= x[i]
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i)
    if (x[i] > m) m = x[i];
}

void largest_magnitude(int n, const double* x, double& mx) {
#pragma insum mx = max(i: abs(x[i]))
#pragma insum tensor x[n] : dense(x)
  {
    mx = 0;
    for (int i = 0; i < n; ++i) mx = std::max(mx, std::fabs(x[i]));
  }
}

void row_maxima(int n, int m, const float* A, float* mx) {
#pragma insum M[i] max= A[i,j]
#pragma insum tensor A[n,m] : dense(A)
#pragma insum tensor M[n] : dense(mx)
  for (int i = 0; i < n; ++i) {
    float t = mx[i];
    for (int j = 0; j < m; ++j) t = A[i * m + j] > t ? A[i * m + j] : t;
    mx[i] = t;
  }
}

void padded(int n, int w, const int* crd, const double* val, const double* x, double* y) {
#pragma insum y[i] += val[i,q] * x[crd[i,q]]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor val[n,w] : dense(val)
#pragma insum tensor crd[n,w] : dense(crd)
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i)
    for (int q = 0; q < w; ++q) {
      int c = crd[i * w + q];
      if (c < 0) continue;
      y[i] += val[i * w + q] * x[c];
    }
}

void triples(int n, const int* row, const int* col, const double* v, int nnz, const double* x, double* y) {
#pragma insum y[i] += A[i,j] * x[j]
#pragma insum tensor A[n,n] : coo(std::span(row, nnz), col, v)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int e = 0; e < nnz; ++e) y[row[e]] += v[e] * x[col[e]];
}

void differences_in_space(int n, double h, const double* u, double* f) {
#pragma insum f[i] = (u[i - 1] - 2 * u[i] + u[i + 1]) / (h * h)
#pragma insum tensor u[n] : dense(u)
#pragma insum tensor f[n] : dense(f)
  for (int i = 0; i < n; ++i) {
    double l = i > 0 ? u[i - 1] : 0, r = i < n - 1 ? u[i + 1] : 0;
    f[i] = (l - 2 * u[i] + r) / (h * h);
  }
}

void bytes(int n, const unsigned char* x, float* y) {
#pragma insum y[i] = x[i] / 255.0
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] * (1.0f / 255.0f);
}

void normalised(int n, const double* x, double* y, double eps) {
#pragma insum y[i] = x[i] / sqrt(x[i] * x[i] + eps)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] / std::sqrt(x[i] * x[i] + eps);
}

void downwards(int n, const double* x, double& s) {
#pragma insum s += x[i] * x[i]
#pragma insum tensor x[n] : dense(x)
  for (int i = n - 1; i >= 0; --i) s += x[i] * x[i];
}

void masked(int n, const double* x, const bool* mask, double& s) {
#pragma insum s += select(mask[i], x[i], 0)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor mask[n] : dense(mask)
  for (int i = 0; i < n; ++i)
    if (mask[i]) s += x[i];
}

void positive_part(int n, const double* x, double* y) {
#pragma insum y[i] = max(x[i], 0)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] > 0 ? x[i] : 0;
}

void leaky(int n, const double* x, double* y) {
#pragma insum y[i] = select(x[i] > 0, x[i], 0.01 * x[i])
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] >= 0 ? x[i] : 0.01 * x[i];
}

void clamped(int n, const double* x, double* y) {
#pragma insum y[i] = min(max(x[i], 0), 1)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    double v = x[i];
    if (v < 0) v = 0;
    else if (v > 1) v = 1;
    y[i] = v;
  }
}

void larger_of_two(int n, const double* a, const double* b, double* c) {
#pragma insum c[i] = max(a[i], b[i])
#pragma insum tensor a[n] : dense(a)
#pragma insum tensor b[n] : dense(b)
#pragma insum tensor c[n] : dense(c)
  for (int i = 0; i < n; ++i) c[i] = a[i] < b[i] ? b[i] : a[i];
}

void distances(int n, int k, const double* X, const double* C, double* D) {
#pragma insum D[i,c] = (X[i,d] - C[c,d]) * (X[i,d] - C[c,d])
#pragma insum tensor X[n,3] : dense(X)
#pragma insum tensor C[k,3] : dense(C)
#pragma insum tensor D[n,k] : dense(D)
  for (int i = 0; i < n; ++i)
    for (int c = 0; c < k; ++c) {
      double s = 0;
      for (int d = 0; d < 3; ++d) {
        double t = X[3 * i + d] - C[3 * c + d];
        s += t * t;
      }
      D[i * k + c] = s;
    }
}

void diagonal(int n, const int* pos, const int* crd, const double* val, double* diag) {
#pragma insum diag[i] = A[i,i]
#pragma insum tensor A[n,n] : csr(pos, crd, val)
#pragma insum tensor diag[n] : dense(diag)
  for (int i = 0; i < n; ++i) {
    diag[i] = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      // expect-remark@+2:24: the statement is not compared with its block: 'diag' is written at two places [insum-statement-not-compared]
      // expect-note@+1:24: verify mode compares them when the program runs
      if (crd[p] == i) diag[i] = val[p];
  }
}

void row_norms(int n, const int* pos, const int* crd, const double* val, double* d) {
#pragma insum d[i] = A[i,k] * A[i,k]
#pragma insum tensor A[n,n] : csr(pos, crd, val)
#pragma insum tensor d[n] : dense(d)
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) s += val[p] * val[p];
    d[i] = s;
  }
}

void skips_zeros(int n, int m, const double* A, const double* x, double* y) {
#pragma insum y[j] += A[i,j] * x[i]
#pragma insum tensor A[n,m] : dense(A)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[m] : dense(y)
  for (int i = 0; i < n; ++i) {
    if (x[i] == 0.0) continue;
    for (int j = 0; j < m; ++j) y[j] += A[i * m + j] * x[i];
  }
}

void float_literals(int n, const float* w, const float* x, float* y, float lr) {
#pragma insum y[i] = w[i] - lr * (x[i] + 0.01f * w[i])
#pragma insum tensor w[n] : dense(w)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; i++) {
    const float g = x[i] + w[i] * 0.01f;
    y[i] = w[i] - lr * g;
  }
}

void smallest(int n, const double* x, double& lo) {
// expect-remark@+2:15: the statement is not compared with its block: it uses 'std::numeric_limits<double>::max()', which the block does not name [insum-statement-not-compared]
// expect-note@+1:15: verify mode compares them when the program runs
#pragma insum lo = min(i: x[i])
#pragma insum tensor x[n] : dense(x)
  {
    lo = std::numeric_limits<double>::max();
    for (int i = 0; i < n; ++i) lo = std::min(lo, x[i]);
  }
}

void powers(int n, const double* x, const double* y, double* z) {
#pragma insum z[i] = pow(x[i], 2) + y[i] / (1 + abs(y[i]))
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor z[n] : dense(z)
  for (int i = 0; i < n; ++i) z[i] = x[i] * x[i] + y[i] / (1 + fabs(y[i]));
}

void entropy(int n, const double* p, const double* q, double* kl) {
#pragma insum kl[0] = select(p[i] > 0, p[i] * log(p[i] / q[i]), 0)
#pragma insum tensor p[n] : dense(p)
#pragma insum tensor q[n] : dense(q)
#pragma insum tensor kl[1] : dense(kl)
  {
    double s = 0;
    for (int i = 0; i < n; ++i)
      if (p[i] > 0) s += p[i] * std::log(p[i] / q[i]);
    kl[0] = s;
  }
}

void thresholds(int n, int m, const unsigned char* img, float* out) {
#pragma insum out[i,j] = select(img[i,j] > 127, 1, 0)
#pragma insum tensor img[n,m] : dense(img)
#pragma insum tensor out[n,m] : dense(out)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) out[i * m + j] = img[i * m + j] >= 128;
}

void counts(int n, const double* x, int& count) {
#pragma insum count += select(x[i] > 0.5, 1, 0)
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i)
    if (x[i] > 0.5) ++count;
}

void sigmoid(int n, const float* x, float* y) {
#pragma insum y[i] = 1 / (1 + exp(-x[i]))
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = 1.0f / (1.0f + std::exp(-x[i]));
}

void magnitude_in_place(int n, const double* x, double* y) {
#pragma insum y[i] = abs(x[i])
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    y[i] = x[i];
    // expect-remark@+2:19: the statement is not compared with its block: 'y' is written at two places [insum-statement-not-compared]
    // expect-note@+1:19: verify mode compares them when the program runs
    if (y[i] < 0) y[i] = -y[i];
  }
}

void scaled_by_magnitude(int n, const double* x, double* y) {
#pragma insum y[i] = x[i] / max(abs(x[i]), 1e-12)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    double a = std::abs(x[i]);
    a = a > 1e-12 ? a : 1e-12;
    y[i] = x[i] / a;
  }
}

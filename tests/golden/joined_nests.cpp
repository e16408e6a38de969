// Einsums over the same indices: one nest of loops where their iterations may take turns.
void faces(int m, int n, const int* left, const int* right, const double* flux, const double* t, double* c) {
#pragma insum c[r[f]] += max(flux[f], 0) * (t[l[f]] - t[r[f]])
#pragma insum c[l[f]] += min(flux[f], 0) * (t[l[f]] - t[r[f]])
#pragma insum tensor flux[m] : dense(flux)
#pragma insum tensor l[m] : dense(left)
#pragma insum tensor r[m] : dense(right)
#pragma insum tensor t[n] : dense(t)
#pragma insum tensor c[n] : dense(c)
  {}
// The second one stores where the first one adds.
#pragma insum c[r[f]] += flux[f] * t[l[f]]
#pragma insum c[l[f]] = flux[f]
#pragma insum tensor flux[m] : dense(flux)
#pragma insum tensor l[m] : dense(left)
#pragma insum tensor r[m] : dense(right)
#pragma insum tensor t[n] : dense(t)
#pragma insum tensor c[n] : dense(c)
  {}
}
void vectors(int n, const double* x, double* y, double* z) {
#pragma insum y[i] = 2 * x[i]
#pragma insum z[i] = y[i] + x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor z[n] : dense(z)
  {}
}
void entries(int m, int n, const int* pos, const int* crd, const double* vals, const double* x, double* y) {
#pragma insum y[j] += A[i,j] * x[i]
#pragma insum y[j] += A[i,j] * A[i,j]
#pragma insum tensor A[m,n] : csr(pos, crd, vals)
#pragma insum tensor x[m] : dense(x)
#pragma insum tensor y[n] : dense(y)
  {}
}

// Loops below a block that write several results, or one at several places.
#include <cmath>
#include <vector>
void swap2(int n, double* x, double* y) {
#pragma insum T[i] = x[i]
#pragma insum x[i] = y[i]
#pragma insum y[i] = T[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    double t = x[i];
    x[i] = y[i];
    // expect-remark@+2:12: the statement is not compared with its block: 't' has no value here that every iteration knows [insum-statement-not-compared]
    // expect-note@+1:12: verify mode compares them when the program runs
    y[i] = t;
  }
}
void chain(int n, const double* x, double* y, double* z) {
#pragma insum y[i] = 2 * x[i]
#pragma insum z[i] = y[i] + x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor z[n] : dense(z)
  for (int i = 0; i < n; ++i) {
    y[i] = 2 * x[i];
    z[i] = y[i] + x[i];
  }
}
void chain_t(int n, const double* x, double* y, double* z) {
#pragma insum y[i] = 2 * x[i]
#pragma insum z[i] = y[i] + x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor z[n] : dense(z)
  for (int i = 0; i < n; ++i) {
    double t = 2 * x[i];
    y[i] = t;
    z[i] = t + x[i];
  }
}
void chain_wrong(int n, const double* x, double* y, double* z) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'z[0]' 4, and the Einsum 12 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = 2 * x[i]
#pragma insum z[i] = y[i] + x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor z[n] : dense(z)
  for (int i = 0; i < n; ++i) {
    y[i] = 2 * x[i];
    z[i] = y[i] - x[i];
  }
}
void second_missing(int n, const double* x, double* y, double* z) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 12, and the Einsum 8 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    y[i] = 3 * x[i];
    // expect-warning@+2:5: the statement also writes 'z', which is no output of the block [insum-other-write]
    // expect-note@+1:5: a kernel in its place leaves it alone: move that out of the statement, or write an Einsum for it
    z[i] = y[i] - x[i];
  }
}
void dots(int n, const double* r, const double* s, double& rr, double& rs) {
#pragma insum rr = r[i] * r[i]
#pragma insum rs = r[i] * s[i]
#pragma insum tensor r[n] : dense(r)
#pragma insum tensor s[n] : dense(s)
  {
    rr = 0;
    rs = 0;
    for (int i = 0; i < n; ++i) {
      rr += r[i] * r[i];
      rs += r[i] * s[i];
    }
  }
}
void dots_wrong(int n, const double* r, const double* s, double& rr, double& rs) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'rs' 114, and the Einsum 151 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum rr = r[i] * r[i]
#pragma insum rs = r[i] * s[i]
#pragma insum tensor r[n] : dense(r)
#pragma insum tensor s[n] : dense(s)
  {
    rr = 0;
    rs = 0;
    for (int i = 0; i < n; ++i) {
      rr += r[i] * r[i];
      rs += s[i] * s[i];
    }
  }
}
void cg_update(int n, double alpha, double* x, double* r, const double* p, const double* q) {
#pragma insum x[i] += alpha * p[i]
#pragma insum r[i] += -alpha * q[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor r[n] : dense(r)
#pragma insum tensor p[n] : dense(p)
#pragma insum tensor q[n] : dense(q)
  for (int i = 0; i < n; ++i) {
    x[i] += alpha * p[i];
    r[i] -= alpha * q[i];
  }
}
void spmv_dot(int n, const int* pos, const int* crd, const double* val, const double* p, double* q,
              double& pq) {
#pragma insum q[i] = A[i, j] * p[j]
#pragma insum pq = p[i] * q[i]
#pragma insum tensor A[n, n] : csr(pos, crd, val)
#pragma insum tensor p[n] : dense(p)
#pragma insum tensor q[n] : dense(q)
  {
    pq = 0;
    for (int i = 0; i < n; ++i) {
      double s = 0;
      for (int k = pos[i]; k < pos[i + 1]; ++k) s += val[k] * p[crd[k]];
      q[i] = s;
      pq += p[i] * s;
    }
  }
}
void spmv_dot2(int n, const int* pos, const int* crd, const double* val, const double* p, double* q,
               double& pq) {
#pragma insum q[i] = A[i, j] * p[j]
#pragma insum pq = p[i] * q[i]
#pragma insum tensor A[n, n] : csr(pos, crd, val)
#pragma insum tensor p[n] : dense(p)
#pragma insum tensor q[n] : dense(q)
  {
    pq = 0;
    for (int i = 0; i < n; ++i) {
      q[i] = 0;
      for (int k = pos[i]; k < pos[i + 1]; ++k) q[i] += val[k] * p[crd[k]];
      pq += p[i] * q[i];
    }
  }
}
void spmv_dot3(int n, const int* pos, const int* crd, const double* val, const double* p, double* q,
               double& pq) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'pq' 1210, and the Einsum 633 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement reads p[i]; the block has p[i], p[j]
#pragma insum q[i] = A[i, j] * p[j]
#pragma insum pq = p[i] * q[i]
#pragma insum tensor A[n, n] : csr(pos, crd, val)
#pragma insum tensor p[n] : dense(p)
#pragma insum tensor q[n] : dense(q)
  {
    pq = 0;
    for (int i = 0; i < n; ++i) {
      q[i] = 0;
      for (int k = pos[i]; k < pos[i + 1]; ++k) q[i] += val[k] * p[i];
      pq += p[i] * q[i];
    }
  }
}
void twoloops(int n, const double* x, double* y, double* z) {
#pragma insum y[i] = 2 * x[i]
#pragma insum z[i] = y[i] + y[i + 1]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor z[n] : dense(z)
  {
    for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
    for (int i = 0; i < n; ++i) z[i] = y[i] + (i + 1 < n ? y[i + 1] : 0);
  }
}
void xyz(int n, double dt, const double* v, double* p) {
#pragma insum P[i, 0] += dt * V[i, 0]
#pragma insum P[i, 1] += dt * V[i, 1]
#pragma insum tensor V[n, 2] : dense(v)
#pragma insum tensor P[n, 2] : dense(p)
  for (int i = 0; i < n; ++i) {
    p[2 * i] += dt * v[2 * i];
    p[2 * i + 1] += dt * v[2 * i + 1];
  }
}
void xyz_wrong(int n, double dt, const double* v, double* p) {
// expect-warning@+4:15: the statement does not compute what its block says: it makes 'p[1]', which is P[0,1], 7, and the Einsum 22 [insum-statement-disagrees]
// expect-note@+3:15: seen with dt = 3, n = 4; correct the one that is wrong
// expect-note@+2:15: the statement writes p[2 * i + 1], p[2 * i]; P[i,c] is p[2 * i + c]
// expect-note@+1:15: the statement reads v[2 * i]; V[i,c] is v[2 * i + c]
#pragma insum P[i, c] += dt * V[i, c]
#pragma insum tensor V[n, 2] : dense(v)
#pragma insum tensor P[n, 2] : dense(p)
  for (int i = 0; i < n; ++i) {
    p[2 * i] += dt * v[2 * i];
    p[2 * i + 1] += dt * v[2 * i];
  }
}
void xyz_right(int n, double dt, const double* v, double* p) {
#pragma insum P[i, c] += dt * V[i, c]
#pragma insum tensor V[n, 2] : dense(v)
#pragma insum tensor P[n, 2] : dense(p)
  for (int i = 0; i < n; ++i) {
    p[2 * i] += dt * v[2 * i];
    p[2 * i + 1] += dt * v[2 * i + 1];
  }
}
void guards(int n, double* y, double* z) {
#pragma insum z[i] = select(y[i] > 0, 1, z[i])
#pragma insum y[i] = max(y[i], 0)
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor z[n] : dense(z)
  for (int i = 0; i < n; ++i)
    if (y[i] > 0) {
      z[i] = 1;
    } else {
      y[i] = 0;
    }
}
void lengths(std::vector<double>& x, std::vector<double>& r, const std::vector<double>& p,
             const std::vector<double>& q, double a) {
#pragma insum x[i] += a * p[i]
#pragma insum r[i] += -a * q[i]
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] += a * p[i];
    r[i] -= a * q[i];
  }
}
void shiftold(int n, const double* x, double* y, double* z) {
#pragma insum z[i] = y[i]
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor z[n] : dense(z)
  for (int i = 0; i < n; ++i) {
    z[i] = y[i];
    y[i] = x[i];
  }
}
void prefix(int n, const double* x, double* y, double& s) {
#pragma insum s += x[i]
#pragma insum y[i] = sum(j : x[j] * (j <= i))
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  // expect-remark@+2:3: the statement is not compared with its block: it writes 's' and 'y', and an iteration needs for 'y' what others have made of 's' [insum-statement-not-compared]
  // expect-note@+1:3: verify mode compares them when the program runs
  for (int i = 0; i < n; ++i) {
    s += x[i];
    y[i] = s;
  }
}
void behind(int n, double* y, const double* x) {
// expect-warning@+3:15: the statement does not compute what its block says: it writes 'y[4]', which is no element of 'Y' [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement writes y[i], y[n]; Y[i] is y[i]
#pragma insum Y[i] = 2 * x[i]
#pragma insum tensor Y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  {
    for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
    y[n] = 0;
  }
}
void behind3(int n, double* y, const double* x) {
// expect-warning@+3:15: the statement does not compute what its block says: it writes 'y[4]', which is no element of 'Y' [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: the statement writes y[i], y[n + i]; Y[i] is y[i]
#pragma insum Y[i] = 2 * x[i]
#pragma insum tensor Y[n] : dense(y)
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i) {
    y[i] = 2 * x[i];
    y[n + i] = x[i];
  }
}
void minmax(int n, const double* x, double& lo, double& hi) {
#pragma insum lo min= x[i]
#pragma insum hi max= x[i]
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i) {
    lo = std::fmin(lo, x[i]);
    hi = std::fmax(hi, x[i]);
  }
}
void minmax_wrong(int n, const double* x, double& lo, double& hi) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'hi' 2, and the Einsum 9 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum lo min= x[i]
#pragma insum hi max= x[i]
#pragma insum tensor x[n] : dense(x)
  for (int i = 0; i < n; ++i) {
    if (x[i] < lo) lo = x[i];
    if (x[i] < hi) hi = x[i];
  }
}
void edges(int m, int n, const int* a, const int* b, const double* flow, double* change) {
#pragma insum change[b[e]] += flow[e]
#pragma insum change[a[e]] += -flow[e]
#pragma insum tensor a[m] : dense(a)
#pragma insum tensor b[m] : dense(b)
#pragma insum tensor flow[m] : dense(flow)
#pragma insum tensor change[n] : dense(change)
  for (int e = 0; e < m; ++e) {
    change[b[e]] += flow[e];
    change[a[e]] -= flow[e];
  }
}
void edges_wrong(int m, int n, const int* a, const int* b, const double* flow, double* change) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'change[0]' -4, and the Einsum 38 [insum-statement-disagrees]
// expect-note@+1:15: seen with m = 5, n = 4; correct the one that is wrong
#pragma insum change[b[e]] += flow[e]
#pragma insum change[a[e]] += flow[e]
#pragma insum tensor a[m] : dense(a)
#pragma insum tensor b[m] : dense(b)
#pragma insum tensor flow[m] : dense(flow)
#pragma insum tensor change[n] : dense(change)
  for (int e = 0; e < m; ++e) {
    change[b[e]] += flow[e];
    change[a[e]] -= flow[e];
  }
}

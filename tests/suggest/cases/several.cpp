// Loops with several results: a block with an Einsum for each.
#include <cmath>
#include <vector>
void gradient_and_curvature(int rows, int cols, const int* pos, const int* crd, const double* vals,
                            const double* x, const double* w, double* y, double* z) {
  for (int i = 0; i < rows; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      y[i] += vals[p] * x[crd[p]];
      z[i] += vals[p] * w[crd[p]];
    }
}
void logistic(int n, int d, const double* X, const double* residual, const double* weight, double* gradient,
              double* hessian) {
  for (int j = 0; j < d; ++j) gradient[j] = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < d; ++j) {
      gradient[j] += residual[i] * X[i * d + j];
      for (int k = 0; k < d; ++k) hessian[j * d + k] += weight[i] * X[i * d + j] * X[i * d + k];
    }
}
void two_loops_in_one(int rows, int cols, const int* pos, const int* crd, const double* vals, const double* x,
                      double* y, double* norm) {
  for (int i = 0; i < rows; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) sum += vals[p] * x[crd[p]];
    y[i] = sum;
    norm[i] = 0;
    for (int q = pos[i]; q < pos[i + 1]; ++q) norm[i] += vals[q] * vals[q];
  }
}
void and_transposed(int rows, int cols, const int* pos, const int* crd, const double* vals, const double* x,
                    const double* w, double* y, double* z) {
  for (int i = 0; i < rows; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      y[i] += vals[p] * x[crd[p]];
      z[crd[p]] += vals[p] * w[i];
    }
}
void moments(int n, const std::vector<double>& x, double& mean, double& square) {
  for (int i = 0; i < n; ++i) {
    mean += x[i];
    square += x[i] * x[i];
  }
}
double both_sums(int n, const double* x, const double* y) {
  double xy = 0, yy = 0;
  for (int i = 0; i < n; ++i) {
    xy += x[i] * y[i];
    yy += y[i] * y[i];
  }
  return xy / yy;
}
void uses_the_first(int n, const double* x, double* y, double* z) {
  for (int i = 0; i < n; ++i) {
    y[i] = std::exp(x[i]);
    z[i] = y[i] / (1 + y[i]);
  }
}
void from_one(int n, const int* ia, const int* ja, const double* a, const double* x, double* y, double* z) {
  for (int i = 1; i <= n; ++i)
    for (int k = ia[i]; k < ia[i + 1]; ++k) {
      y[i] += a[k] * x[ja[k]];
      z[i] += a[k];
    }
}
void also_clears(int n, const double* x, double* y, double* z) {
  for (int i = 0; i < n; ++i) {
    y[i] += 2 * x[i];
    z[i] = 0;
  }
}
void edges(int m, int n, const int* from, const int* to, const double* flow, double* gain, double* loss) {
  for (int e = 0; e < m; ++e) {
    gain[to[e]] += flow[e];
    loss[from[e]] += flow[e];
  }
}
void both_ways(int m, int n, const int* from, const int* to, const double* flow, double* change) {
  for (int e = 0; e < m; ++e) {
    change[to[e]] += flow[e];
    change[from[e]] -= flow[e];
  }
}
// None.
void counts_too(int n, const double* x, double* y, int& count) {
  for (int i = 0; i < n; ++i) {
    y[i] = 2 * x[i];
    ++count;
  }
}
void carried(int n, const double* x, double* y, double* z) {
  for (int i = 0; i < n; ++i) {
    *z += x[i];
    y[i] = *z;
  }
}
void two_fills(int n, double* y, double* z) {
  for (int i = 0; i < n; ++i) y[i] = 0, z[i] = 1;
}
void one_array(double* work, int n) {
  double *a = work, *b = work + n, *c = work + 2 * n;
  for (int i = 0; i < n; ++i) {
    b[i] += 2 * a[i];
    c[i] += 3 * a[i];
  }
}
void moves_its_bounds(int n, int* pos, double* y) {
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      y[i] += 1;
      pos[i] += 1;
    }
}

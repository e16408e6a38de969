// Loops over ranges, while loops, steps of more than one, casts, complex numbers, rows of pointers, parameters in
// bounds and conditions, and statements that are empty: wrong ones and right ones.
#include <complex>
#include <ranges>
#include <vector>
#include <array>
using Complex = std::complex<double>;

void range_for(std::vector<double>& x) {
#pragma insum x[i] *= 2
  for (double& v : x) v *= 2;
}
void range_wrong(std::vector<double>& x) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'x[0]' 8, and the Einsum 12 [insum-statement-disagrees]
// expect-note@+1:15: seen with x.size() = 2; correct the one that is wrong
#pragma insum x[i] *= 3
  for (double& v : x) v *= 2;
}
double range_sum(const std::vector<double>& x) {
  double s = 0;
#pragma insum s += x[i]
  for (const double v : x) s += v;
  return s;
}
double range_sum_wrong(const std::vector<double>& x) {
  double s = 0;
// expect-warning@+2:15: the statement does not compute what its block says: it makes 's' 13, and the Einsum 45 [insum-statement-disagrees]
// expect-note@+1:15: seen with x.size() = 2; correct the one that is wrong
#pragma insum s += x[i] * x[i]
  for (const auto& v : x) s += v;
  return s;
}
void iota(int n, const double* x, double* y) {
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i : std::views::iota(0, n)) y[i] = 2 * x[i];
}
void iota_wrong(int n, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it leaves 'y[0]' as it was [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i : std::views::iota(1, n)) y[i] = 2 * x[i];
}
void while_inside(int n, const int* pos, const int* crd, const double* val, const double* x, double* y) {
#pragma insum y[i] += A[i,j] * x[j]
#pragma insum tensor A[n,n] : csr(pos, crd, val)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    int p = pos[i];
    while (p < pos[i + 1]) {
      y[i] += val[p] * x[crd[p]];
      ++p;
    }
  }
}
void while_wrong(int n, const double* x, double* y) {
  int i = 0;
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 12, and the Einsum 8 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  while (i < n) {
    y[i] = 3 * x[i];
    i++;
  }
}
void while_right(int n, const double* x, double* y) {
  int i = 0;
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  while (i < n) {
    y[i] = 2 * x[i];
    i++;
  }
}
void steps(int n, const double* x, double* y) {
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; i += 2) {
    y[i] = 2 * x[i];
    y[i + 1] = 2 * x[i + 1];
  }
}
void steps_wrong(int n, const double* x, double* y) {
// expect-warning@+4:15: the statement does not compute what its block says: it leaves 'y[1]' as it was [insum-statement-disagrees]
// expect-note@+3:15: seen with n = 4; correct the one that is wrong
// expect-note@+2:15: the statement writes y[2 * i]; the block has y[i]
// expect-note@+1:15: the statement reads x[2 * i]; the block has x[i]
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; i += 2) y[i] = 2 * x[i];
}
void steps_even(int n, const double* x, double* y) {
#pragma insum y[2*i] += x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[{2*n}] : dense(y)
  for (int i = 0; i < 2 * n; i += 2) y[i] += x[i / 2];
}
void casts(int n, int m, const long* f, const double* x, double* y) {
#pragma insum y[i] = x[f[i]]
#pragma insum tensor f[n] : dense(f)
#pragma insum tensor x[m] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[(int)f[i]];
}
void casts_wrong(int n, int m, const long* f, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 8, and the Einsum 4 [insum-statement-disagrees]
// expect-note@+1:15: seen with m = 5, n = 4; correct the one that is wrong
#pragma insum y[i] = x[f[i]]
#pragma insum tensor f[n] : dense(f)
#pragma insum tensor x[m] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = 2 * x[static_cast<unsigned>(f[i])];
}
void casts_of_reals(int n, int m, const double* f, const double* x, double* y) {
#pragma insum y[{int(f[0])}] += x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[m] : dense(y)
  // expect-remark@+2:33: the statement is not compared with its block: a number is cut to an integer [insum-statement-not-compared]
  // expect-note@+1:33: verify mode compares them when the program runs
  for (int i = 0; i < n; ++i) y[(int)f[0]] += x[i];
}
void complex_right(int n, Complex alpha, const Complex* x, Complex* y) {
#pragma insum y[i] += alpha * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] += alpha * x[i];
}
void complex_wrong(int n, Complex alpha, const std::vector<Complex>& x, std::vector<Complex>& y) {
// expect-warning@+4:15: the statement does not compute what its block says: it makes 'y[0]' -8, and the Einsum 24 [insum-statement-disagrees]
// expect-note@+3:15: seen with alpha = 4, x.size() = 5, y.size() = 5; correct the one that is wrong
// expect-note@+2:15: the statement combines by '-=', the block by '+='
// expect-note@+1:15: no value of 'n', which the block does not name, makes both agree
#pragma insum y[i] += alpha * x[i]
  for (int i = 0; i < n; ++i) y[i] -= alpha * x[i];
}
void complex_sum(int n, int m, const Complex* a, const Complex* x, Complex* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 80, and the Einsum 60 [insum-statement-disagrees]
// expect-note@+2:15: seen with m = 5, n = 4; correct the one that is wrong
// expect-note@+1:15: the statement reads a[j * n + i]; a[i,j] is a[i * m + j]
#pragma insum y[i] = a[i,j] * x[j]
#pragma insum tensor a[n,m] : dense(a)
#pragma insum tensor x[m] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    Complex s = 0;
    for (int j = 0; j < m; ++j) s += a[j * n + i] * x[j];
    y[i] = s;
  }
}
void rows_right(int n, const int* counts, int** cols, double** vals, const double* x, double* y) {
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[n,n] : rows(counts, cols, vals)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int p = 0; p < counts[i]; ++p) s += vals[i][p] * x[cols[i][p]];
    y[i] = s;
  }
}
void rows_wrong(int n, const int* counts, int** cols, double** vals, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 0, and the Einsum 16 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[n,n] : rows(counts, cols, vals)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    const double* v = vals[i];
    const int* c = cols[i];
    y[i] = 0;
    for (int p = 1; p < counts[i]; ++p) y[i] += v[p] * x[c[p]];
  }
}
void parameter(int k, const std::vector<double>& x, std::vector<double>& y) {
// expect-remark@+2:15: the statement computes what its block says where 'k' is 'x.size()', and not otherwise [insum-statement-agrees-where]
// expect-note@+1:15: nothing in the block says so: see that it is always so, or correct the block; verify mode compares them when the program runs
#pragma insum y[i] = 2 * x[i]
  for (int i = 0; i < k; ++i) y[i] = 2 * x[i];
}
void parameter_wrong(int k, const std::vector<double>& x, std::vector<double>& y) {
// expect-warning@+3:15: the statement does not compute what its block says: it leaves 'y[0]' as it was [insum-statement-disagrees]
// expect-note@+2:15: seen with x.size() = 3, y.size() = 3; correct the one that is wrong
// expect-note@+1:15: no value of 'k', which the block does not name, makes both agree
#pragma insum y[i] = 2 * x[i]
  for (int i = 1; i < k; ++i) y[i] = 2 * x[i];
}
void condition(int n, int k, const double* x, double* y) {
// expect-remark@+2:15: the statement computes what its block says where 'k' is not below 'n', and not otherwise [insum-statement-agrees-where]
// expect-note@+1:15: nothing in the block says so: see that it is always so, or correct the block; verify mode compares them when the program runs
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i)
    if (i != k) y[i] = x[i];
}
void condition_wrong(int n, int k, const double* x, double* y) {
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'y[0]' 8, and the Einsum 4 [insum-statement-disagrees]
// expect-note@+2:15: seen with n = 4; correct the one that is wrong
// expect-note@+1:15: no value of 'k', which the block does not name, makes both agree
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i)
    if (i == k) y[i] = x[i];
}
void empty(int n, const double* x, double* y) {
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  // expect-warning@+2:3: the statement below the block is empty: without insum nothing is computed, and verify mode has nothing to compare with [insum-empty-statement]
  // expect-note@+1:3: write the loop that the block stands for; where there is none, INSUM_REQUIRED; says so
  ;
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  // expect-warning@+2:3: the statement below the block is empty: without insum nothing is computed, and verify mode has nothing to compare with [insum-empty-statement]
  // expect-note@+1:3: write the loop that the block stands for; where there is none, INSUM_REQUIRED; says so
  {}
}
void do_loop(int n, const double* x, double* y) {
  int i = 0;
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  do {
    y[i] = x[i];
  } while (++i < n);
}
struct Cell { double volume, temperature; };
struct Layer { std::vector<Cell> cells; };
double structs(const Layer& layer) {
  double heat = 0;
// expect-warning@+3:15: the statement does not compute what its block says: it makes 'heat' 68, and the Einsum 72 [insum-statement-disagrees]
// expect-note@+2:15: seen with layer.cells.size() = 2; correct the one that is wrong
// expect-note@+1:15: the statement does not access 'field(layer.cells,temperature)', which 'temperature' is stored in
#pragma insum heat += volume[i] * temperature[i]
#pragma insum tensor volume[layer.cells.size()] : dense(field(layer.cells, volume))
#pragma insum tensor temperature[layer.cells.size()] : dense(field(layer.cells, temperature))
  for (const Cell& cell : layer.cells) heat += cell.volume * cell.volume;
  return heat;
}
double structs_right(const Layer& layer) {
  double heat = 0;
#pragma insum heat += volume[i] * temperature[i]
#pragma insum tensor volume[layer.cells.size()] : dense(field(layer.cells, volume))
#pragma insum tensor temperature[layer.cells.size()] : dense(field(layer.cells, temperature))
  for (const Cell& cell : layer.cells) heat += cell.volume * cell.temperature;
  return heat;
}
void matrix(double (&a)[3][4], double (&b)[3][4]) {
#pragma insum a[i,j] *= 2
#pragma insum tensor a[3,4] : dense(a)
  for (auto& row : a)
    for (double& v : row) v *= 2;
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'b[0]', which is b[0,0], 18, and the Einsum 12 [insum-statement-disagrees]
// expect-note@+1:15: seen with made-up data; correct the one that is wrong
#pragma insum b[i,j] *= 2
#pragma insum tensor b[3,4] : dense(b)
  for (auto& row : b)
    for (double& v : row) v *= 3;
}
void array(std::array<double, 3>& a) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'a[0]' 1, and the Einsum 2 [insum-statement-disagrees]
// expect-note@+1:15: seen with made-up data; correct the one that is wrong
#pragma insum a[i] = 2
#pragma insum tensor a[3] : dense(a)
  for (double& v : a) v = 1;
}
void down_by_two(int n, const double* x, double* y) {
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = n - 2; i >= 0; i -= 2) {
    y[i] = 2 * x[i];
    y[i + 1] = 2 * x[i + 1];
  }
// expect-warning@+4:15: the statement does not compute what its block says: it leaves 'y[1]' as it was [insum-statement-disagrees]
// expect-note@+3:15: seen with n = 4; correct the one that is wrong
// expect-note@+2:15: the statement writes y[n - 1 - 2 * i], y[n - 2 - 2 * i]; the block has y[i]
// expect-note@+1:15: the statement reads x[n - 1 - 2 * i], x[n - 2 - 2 * i]; the block has x[i]
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = n - 2; i > 0; i -= 2) {
    y[i] = 2 * x[i];
    y[i + 1] = 2 * x[i + 1];
  }
}
void while_down(int n, const double* x, double* y) {
  int i = n;
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 12, and the Einsum 8 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  while (i-- > 0) y[i] = 3 * x[i];
}
void unrolled_by_four(int n, const double* x, double* y) {
  int i = 0;
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  {
    for (; i + 3 < n; i += 4) {
      y[i] = 2 * x[i];
      y[i + 1] = 2 * x[i + 1];
      y[i + 2] = 2 * x[i + 2];
      y[i + 3] = 2 * x[i + 3];
    }
    for (; i < n; ++i) y[i] = 2 * x[i];
  }
}
void unrolled_by_four_wrong(int n, const double* x, double* y) {
  int i = 0;
// expect-warning@+4:15: the statement does not compute what its block says: it makes 'y[2]' 27, and the Einsum 18 [insum-statement-disagrees]
// expect-note@+3:15: seen with n = 9; correct the one that is wrong
// expect-note@+2:15: the statement writes y[4 * i + 1], y[4 * i + 2], y[4 * i + 3], y[4 * i], y[i]; the block has y[i]
// expect-note@+1:15: the statement reads x[4 * i + 1], x[4 * i + 2], x[4 * i + 3], x[4 * i], x[i]; the block has x[i]
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  {
    for (; i + 3 < n; i += 4) {
      y[i] = 2 * x[i];
      y[i + 1] = 2 * x[i + 1];
      y[i + 2] = 3 * x[i + 2];
      y[i + 3] = 2 * x[i + 3];
    }
    for (; i < n; ++i) y[i] = 2 * x[i];
  }
}
void rest_wrong(int n, const double* x, double* y) {
  int i = 0;
// expect-warning@+4:15: the statement does not compute what its block says: it makes 'y[4]' 2, and the Einsum 4 [insum-statement-disagrees]
// expect-note@+3:15: seen with n = 5; correct the one that is wrong
// expect-note@+2:15: the statement writes y[2 * i + 1], y[2 * i], y[i]; the block has y[i]
// expect-note@+1:15: the statement reads x[2 * i + 1], x[2 * i], x[i]; the block has x[i]
#pragma insum y[i] = 2 * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  {
    for (; i + 1 < n; i += 2) {
      y[i] = 2 * x[i];
      y[i + 1] = 2 * x[i + 1];
    }
    for (; i < n; ++i) y[i] = x[i];
  }
}
void unrolled_sum(int n, const double* x, const double* y, double& s) {
  int i = 0;
#pragma insum s += x[i] * y[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  {
    double a = 0, b = 0;
    for (; i + 2 <= n; i += 2) a += x[i] * y[i], b += x[i + 1] * y[i + 1];
    for (; i < n; ++i) a += x[i] * y[i];
    s += a + b;
  }
}
void unrolled_sum_wrong(int n, const double* x, const double* y, double& s) {
  int i = 0;
// expect-warning@+4:15: the statement does not compute what its block says: it makes 's' 51, and the Einsum 132 [insum-statement-disagrees]
// expect-note@+3:15: seen with n = 4; correct the one that is wrong
// expect-note@+2:15: the statement reads x[2 * i + 1], x[2 * i]; the block has x[i]
// expect-note@+1:15: the statement reads y[2 * i + 1], y[2 * i]; the block has y[i]
#pragma insum s += x[i] * y[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  {
    double a = 0, b = 0;
    for (; i + 2 < n; i += 2) a += x[i] * y[i], b += x[i + 1] * y[i + 1];
    s += a + b;
  }
}
void inner_points(int n, const double* x, double* y) {
#pragma insum y[i] = x[i] + x2[i]
#pragma insum tensor x[n - 2] : dense(x)
#pragma insum tensor x2[n - 2] : dense(x + 2)
#pragma insum tensor y[n - 2] : dense(y)
  for (int i = 0; i + 2 < n; ++i) y[i] = x[i] + x[i + 2];
// expect-warning@+2:15: the statement does not compute what its block says: it leaves 'y[1]' as it was [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = x[i] + x2[i]
#pragma insum tensor x[n - 2] : dense(x)
#pragma insum tensor x2[n - 2] : dense(x + 2)
#pragma insum tensor y[n - 2] : dense(y)
  for (int i = 0; n > 3 + i; ++i) y[i] = x[i] + x[i + 2];
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 1; i - 1 < n; ++i) y[i - 1] = x[i - 1];
}
void unsigned_down(unsigned n, const double* x, double* y) {
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  // expect-remark@+2:24: the statement is not compared with its block: the loop's condition is no comparison with its variable [insum-statement-not-compared]
  // expect-note@+1:24: verify mode compares them when the program runs
  for (unsigned i = n; i - 1 > 0; --i) y[i - 1] = x[i - 1];
}
void do_wrong(int n, const double* x, double* y) {
  int i = 0;
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[0]' 8, and the Einsum 4 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  do {
    y[i] = 2 * x[i];
    i++;
  } while (i < n);
}
void do_of_rows(int n, const int* pos, const int* crd, const double* vals, const double* x, double* y) {
// expect-warning@+2:15: the statement does not compute what its block says: it makes 'y[2]' -63, and the Einsum 0 [insum-statement-disagrees]
// expect-note@+1:15: seen with n = 4; correct the one that is wrong
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[n,n] : csr(pos, crd, vals)
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) {
    double s = 0;
    int p = pos[i];
    do s += vals[p] * x[crd[p]];
    while (++p < pos[i + 1]);
    y[i] = s;
  }
}
void do_after(int n, const double* x, double* y) {
  int i = 0;
#pragma insum y[i] = x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  // expect-remark@+2:3: the statement is not compared with its block: the loop does not count by one [insum-statement-not-compared]
  // expect-note@+1:3: verify mode compares them when the program runs
  do y[i] = x[i];
  while (i++ < n);
}

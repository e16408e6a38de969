// Pointers and references into one piece of memory, as far as the function shows.
#include <utility>
#include <vector>
void shifted(int n, double* x) {
  double* y = x + 1;
  for (int i = 0; i < n - 1; ++i) y[i] = 2 * x[i];
}
void transpose(int n, double* a) {
  double* b = a;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) b[j * n + i] = a[i * n + j];
}
void parts(int n, double* work) {
  double *x = work, *y = work + n;
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
}
void assigned(int n, double* x) {
  double* y;
  y = &x[3];
  for (int i = 0; i < n; ++i) y[i] += 2 * x[i];
}
void through_data(std::vector<double>& v, int n) {
  double* y = v.data() + 1;
  const double* x = &v[0];
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
}
void reference(std::vector<double>& v, int n) {
  std::vector<double>& w = v;
  double& s = v[0];
  for (int i = 0; i < n; ++i) v[i] += w[n - 1 - i];
  for (int i = 0; i < n; ++i) s += v[i];
}
struct Level {
  int n;
  std::vector<double> r, x;
};
struct Grid {
  std::vector<Level> levels;
  double* u;
  double* v;
  int n;
  void between(int l) {
    std::vector<double>&fine = levels[l].r, &coarse = levels[l + 1].r;
    std::vector<double>& other = levels[l].x;
    for (int i = 0; i < n; ++i) coarse[i] = 2 * fine[i];
    for (int i = 0; i < n; ++i) coarse[i] = 2 * other[i];
  }
  void members() {
    double *a = u, *b = v, *c = this->u + 2;
    for (int i = 0; i < n; ++i) a[i] = 2 * b[i];
    for (int i = 0; i < n; ++i) a[i] = 2 * c[i];
  }
};
void rows(double** p, int n) {
  double *x = p[0], *y = p[1];
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
}
struct Fields {
  int n;
  double *a, *b;
  void shift();
  void exchange(int steps);
};
struct Pair {
  Fields first;
  Fields* second;
};
void set_members(Fields& s) {
  s.b = s.a + 1;
  for (int i = 0; i < s.n; ++i) s.b[i] = 2 * s.a[i];
}
void Fields::shift() {
  this->b = this->a + 1;
  for (int i = 0; i < n; ++i) b[i] = 2 * a[i];
  std::swap(a, b);
  for (int i = 0; i < n; ++i) b[i] = 2 * a[i];
}
void Fields::exchange(int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i) b[i] = 2 * a[i];
    std::swap(a, b);
  }
}
void members_of_members(Pair& p, int n) {
  p.first.b = p.first.a + 1;
  for (int i = 0; i < n; ++i) p.first.b[i] = 2 * p.first.a[i];
  Fields& s = *p.second;
  s.b = s.a + 1;
  for (int i = 0; i < n; ++i) p.second->b[i] = 2 * p.second->a[i];
}
void sometimes(Fields& s, bool shifted) {
  if (shifted) s.b = s.a + 1;
  for (int i = 0; i < s.n; ++i) s.b[i] = 2 * s.a[i];
}
void set_behind(Fields& s) {
  for (int i = 0; i < s.n; ++i) s.b[i] = 2 * s.a[i];
  s.b = s.a + 1;
}
void new_memory(Fields& s) {
  s.a = new double[s.n];
  s.b = new double[s.n];
  for (int i = 0; i < s.n; ++i) s.b[i] = 2 * s.a[i];
}
void exchanged(int n, double* a, double* b) {
  double* c = a;
  a = b;
  b = c;
  for (int i = 0; i < n; ++i) b[i] = 2 * a[i];
}
double* memory(int n);
void one_call(int n) {
  double* p = memory(n);
  double *x = p, *y = p + 1;
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
}

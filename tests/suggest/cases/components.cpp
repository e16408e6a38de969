// Arrays in arrays, which constant subscripts name.
#include <array>
#include <memory>
#include <vector>
void behind_pointers(int n, double* const* w, double w1) {
  for (int i = 0; i < n; ++i) w[1][i] = w1 * w[0][i];
}
void vectors(std::vector<std::vector<double>>& w) {
  for (unsigned i = 0; i < w[0].size(); ++i) w[1][i] = 2 * w[0][i];
}
struct Fields {
  double* u[3];
  int n;
  std::array<std::vector<double>, 2> v;
  double m[3][40];
};
void members(Fields& f, double dt) {
  for (int i = 0; i < f.n; ++i) f.u[2][i] += dt * f.u[0][i];
  for (int i = 0; i < f.n; ++i) f.v[1][i] = f.v[0][i] + f.u[1][i];
  for (int i = 0; i < 40; ++i) f.m[1][i] = 2 * f.m[0][i];
}
void levels(int n, int l, double** w, const double* w1) {
  for (int i = 0; i < n; ++i) w[l + 1][i] = w[l][i] + w[1][i] * w1[i];
}

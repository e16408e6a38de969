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

// Arrays of containers at subscripts that are known at run time.
struct Layer {
  std::vector<double> out, weights;
  int n;
};
void of_layer(std::vector<Layer>& layers, int l, const double* x) {
  for (int i = 0; i < layers[l].n; ++i) layers[l].out[i] += layers[l].weights[i] * x[i];
}
void of_layer_behind_pointer(Layer* layers, int l, const double* x) {
  for (int i = 0; i < layers[l].n; ++i) layers[l].out[i] += layers[l].weights[i] * x[i];
}
void eliminate(std::vector<std::vector<double>>& m, int r, int s, double f) {
  for (std::size_t j = 0; j < m[r].size(); ++j) m[r][j] -= f * m[s][j];
}
void eliminate(double** m, int n, int r, int s, double f) {
  for (int j = 0; j < n; ++j) m[r][j] -= f * m[s][j];
}

// Structured bindings of elements, and parameters that are 'auto'.
#include <utility>
#include <vector>

void pairs(int n, const std::vector<std::pair<int, double>>& e, const double* x, double* y) {
  for (const auto& [j, v] : e) y[j] += v * x[j];
}

struct entry {
  int row, col;
  double value;
};
void entries(int n, const std::vector<entry>& list, const double* x, double* y) {
  for (const auto& [i, j, v] : list) y[i] += v * x[j];
}
void constants(int n, const std::vector<entry>& list, const double* x, double* y) {
  for (const auto [i, j, v] : list) y[i] += v * x[j];
}
void scaled(std::vector<entry>& list, const std::vector<double>& f) {
  for (auto& [i, j, v] : list) v *= f[j];
}

struct weighted : entry {};
void derived(int n, const std::vector<weighted>& list, const double* x, double* y) {
  for (const auto& [i, j, v] : list) y[i] += v * x[j];
}

// Copies, which nothing reads afterwards.
void copies(std::vector<entry> list, const std::vector<double>& f) {
  for (auto [i, j, v] : list) v *= f[j];
}

void generic(int n, const auto* x, auto* y) {
  for (int i = 0; i < n; ++i) y[i] = 3 * x[i];
}
void instantiates(int n, const double* x, double* y) { generic(n, x, y); }

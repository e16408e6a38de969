// Graphs whose edges have no weights: sums over neighbours, whose matrix is of ones.
#include <cstddef>
#include <vector>

void aggregate(int n, int width, const int* pos, const int* crd, const float* x, float* y) {
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int f = 0; f < width; ++f) y[i * width + f] += x[crd[p] * width + f];
}

struct Graph {
  std::vector<std::size_t> begin;
  std::vector<int> neighbour;
};

void rank(const Graph& graph, int n, double damping, const std::vector<double>& share,
          std::vector<double>& next) {
  for (int v = 0; v < n; ++v) {
    double sum = 0;
    for (std::size_t e = graph.begin[v]; e < graph.begin[v + 1]; ++e) sum += share[graph.neighbour[e]];
    next[v] = (1 - damping) / n + damping * sum;
  }
}

void from_one(int n, const int* ia, const int* ja, const double* x, double* y) {
  for (int i = 1; i <= n; ++i) {
    double t = 0;
    for (int p = ia[i - 1]; p <= ia[i] - 1; ++p) t += x[ja[p - 1] - 1];
    y[i - 1] = t;
  }
}

void push(int n, const int* pos, const int* crd, const double* x, double* y) {
  for (int j = 0; j < n; ++j)
    for (int p = pos[j]; p < pos[j + 1]; ++p) y[crd[p]] += 0.5 * x[j];
}

void differences(int n, const int* pos, const int* crd, const double* x, double* y) {
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) y[i] += x[crd[p]] - x[i];
}

void counts(int n, const int* pos, const int* crd, const int* kind, long* y) {
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (kind[i] == 1) y[i] += kind[crd[p]];
}

void twice(int n, const int* pos, const int* crd, const int* to, const int* at, const double* x, double* y) {
  for (int i = 0; i < n; ++i) {
    double t = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) t += x[crd[p]];
    for (int p = to[i]; p < to[i + 1]; ++p) t -= x[at[p]];
    y[i] = t;
  }
}

void degrees(int n, const int* pos, double* y) {
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) y[i] += 1;
}

void shortest(int n, const int* pos, const int* crd, const double* x, double* y) {
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) y[i] = x[crd[p]] < y[i] ? x[crd[p]] : y[i];
}

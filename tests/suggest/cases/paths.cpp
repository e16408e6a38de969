// Minima and maxima over stored entries: what is not stored is no path.
#include <algorithm>
#include <cmath>
#include <vector>

void relax(int n, const int* pos, const int* crd, const double* length, const double* from, double* to) {
  for (int i = 0; i < n; ++i) {
    double best = INFINITY;
    for (int p = pos[i]; p < pos[i + 1]; ++p) best = std::min(best, from[crd[p]] + length[p]);
    to[i] = best;
  }
}

void relax_once_more(int n, const std::vector<int>& pos, const std::vector<int>& crd,
                     const std::vector<float>& length, const std::vector<float>& from,
                     std::vector<float>& to) {
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (from[crd[p]] + length[p] < to[i]) to[i] = from[crd[p]] + length[p];
}

void widest(int edges, const int* head, const int* tail, const double* width, const std::vector<double>& from,
            std::vector<double>& to) {
  for (int e = 0; e < edges; ++e) to[head[e]] = std::max(to[head[e]], from[tail[e]] + width[e]);
}

// What is not stored is 0 here, as the least result is.
void largest_product(int n, const int* pos, const int* crd, const double* a, const double* x, double* y) {
  for (int i = 0; i < n; ++i) {
    double best = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) best = std::max(best, a[p] * x[crd[p]]);
    y[i] = best;
  }
}

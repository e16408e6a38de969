// Index arrays that are looked at only where a condition holds: they may hold no coordinate elsewhere.
#include <cstddef>
#include <vector>

void reads(const std::vector<int>& on, const std::vector<int>& k, const std::vector<double>& x,
           std::vector<double>& y) {
  for (std::size_t i = 0; i < k.size(); ++i)
    if (on[i]) y[i] += x[k[i]];
}
void conditions(int n, const int* on, const int* k, const double* x, double* y) {
  for (int i = 0; i < n; ++i)
    if (on[i] && x[k[i]] > 0) y[i] += x[i];
}

// Everything is reduced, into a C++ scalar.
#include <vector>
double dot(const std::vector<double>& x, const std::vector<double>& y) {
  double s;
  #pragma insum s = x[i] * y[i]
  {
    s = 0;
    for (std::size_t i = 0; i < x.size(); ++i) s += x[i] * y[i];
  }
  return s;
}

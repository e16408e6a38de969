// Everything is reduced, into a C++ scalar.
#include <vector>
double dot(const std::vector<double>& x, const std::vector<double>& y) {
  double s;
  #pragma insum s = x[i] * y[i]
  s = 0;
  return s;
}

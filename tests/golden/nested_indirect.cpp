// An array of indices indexed by another one.
#include <vector>
void gather(const std::vector<int>& outer, const std::vector<long>& inner, const std::vector<double>& x,
            std::vector<double>& y) {
  #pragma insum y[i] = x[inner[outer[i]]]
  {}
}

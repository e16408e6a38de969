// C++ functions that random programs name in `function` lines.
#pragma once
#include <cmath>

namespace differential {

inline double both(double x, double y) { return x * y; }
inline double either(double x, double y) { return x + y - x * y; }
inline double weigh(double x, double y) { return x * (y + 1); }
inline double damp(double x) { return x / (1 + std::abs(x)); }
inline double shift(double x) { return x + 0.5; }

}  // namespace differential

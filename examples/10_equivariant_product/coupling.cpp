// Clebsch-Gordan coefficients in the basis of real spherical harmonics.
#include "coupling.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdlib>

namespace {

double factorial(int n) { return std::tgamma(n + 1.0); }

double sign(int n) { return n % 2 == 0 ? 1 : -1; }

// <l1 m1 l2 m2 | l3 m1+m2> by Racah's formula.
double clebsch_gordan(int l1, int m1, int l2, int m2, int l3) {
  const int m3 = m1 + m2;
  if (std::abs(m3) > l3) return 0;
  const double triangle = factorial(l3 + l1 - l2) * factorial(l3 - l1 + l2) * factorial(l1 + l2 - l3) /
                          factorial(l1 + l2 + l3 + 1);
  const double scale = (2 * l3 + 1) * triangle * factorial(l3 + m3) * factorial(l3 - m3) *
                       factorial(l1 + m1) * factorial(l1 - m1) * factorial(l2 + m2) * factorial(l2 - m2);
  double sum = 0;
  for (int k = std::max({0, l2 - l3 - m1, l1 - l3 + m2}); k <= std::min({l1 + l2 - l3, l1 - m1, l2 + m2});
       ++k)
    sum += sign(k) / (factorial(k) * factorial(l1 + l2 - l3 - k) * factorial(l1 - m1 - k) *
                      factorial(l2 + m2 - k) * factorial(l3 - l2 + m1 + k) * factorial(l3 - l1 - m2 + k));
  return std::sqrt(scale) * sum;
}

// How much of the complex spherical harmonic of order n is in the real one of order m.
std::complex<double> in_real(int m, int n) {
  if (std::abs(m) != std::abs(n)) return 0;
  if (m == 0) return 1;
  const double half = std::sqrt(0.5) * (n > 0 ? sign(m) : 1);
  return m > 0 ? std::complex(half, 0.0) : std::complex(0.0, n > 0 ? -half : half);
}

// The same between real harmonics: real where l1 + l2 + l3 is even, else imaginary, and then a factor i is
// dropped.
double real_coefficient(int l1, int m1, int l2, int m2, int l3, int m3) {
  std::complex<double> sum = 0;
  for (const int n1 : {-m1, m1})
    for (const int n2 : {-m2, m2}) {
      const double both = (m1 == 0 ? 0.5 : 1) * (m2 == 0 ? 0.5 : 1);  // -0 and 0 are one order
      sum += both * clebsch_gordan(l1, n1, l2, n2, l3) * in_real(m1, n1) * in_real(m2, n2) *
             std::conj(in_real(m3, n1 + n2));
    }
  return (l1 + l2 + l3) % 2 == 0 ? sum.real() : sum.imag();
}

void append_row(int l1, int l2, int l3, int m3, Coupling& result) {
  for (int m1 = -l1; m1 <= l1; ++m1)
    for (int m2 = -l2; m2 <= l2; ++m2) {
      const double value = real_coefficient(l1, m1, l2, m2, l3, m3);
      if (std::abs(value) < 1e-12) continue;
      result.first.push_back(l1 * l1 + l1 + m1);
      result.second.push_back(l2 * l2 + l2 + m2);
      result.value.push_back(static_cast<float>(value));
    }
  result.pos.push_back(static_cast<int>(result.entries()));
  result.component.push_back(l3 * l3 + l3 + m3);
  result.path.push_back(result.paths);
}

}  // namespace

Coupling couple(int lmax) {
  Coupling result;
  result.components = (lmax + 1) * (lmax + 1);
  for (int l1 = 0; l1 <= lmax; ++l1)
    for (int l2 = 0; l2 <= lmax; ++l2)
      for (int l3 = std::abs(l1 - l2); l3 <= std::min(lmax, l1 + l2); ++l3, ++result.paths)
        for (int m3 = -l3; m3 <= l3; ++m3) append_row(l1, l2, l3, m3, result);
  return result;
}

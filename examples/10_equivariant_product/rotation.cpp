#include "rotation.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>

Direction rotate(const Rotation& R, const Direction& p) {
  Direction result{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) result[i] += R[i][j] * p[j];
  return result;
}

std::array<double, 16> harmonics(const Direction& p) {
  const auto [x, y, z] = p;
  const auto root = [](double square) { return std::sqrt(square); };
  return {1,
          root(3) * y,
          root(3) * z,
          root(3) * x,
          root(15) * x * y,
          root(15) * y * z,
          root(5) / 2 * (3 * z * z - 1),
          root(15) * x * z,
          root(15) / 2 * (x * x - y * y),
          root(35. / 8) * y * (3 * x * x - y * y),
          root(105) * x * y * z,
          root(21. / 8) * y * (5 * z * z - 1),
          root(7) / 2 * z * (5 * z * z - 3),
          root(21. / 8) * x * (5 * z * z - 1),
          root(105) / 2 * z * (x * x - y * y),
          root(35. / 8) * x * (x * x - 3 * y * y)};
}

// D[m, n] is the mean of harmonic m at R p times harmonic n at p: a polynomial of degree 6, for which the
// mean over 4 latitudes (Gauss and Legendre's) of 8 points each is exact.
insum::dense<double, 2> wigner(const Rotation& R, int components) {
  insum::dense<double, 2> D({components, components}, 0.0);
  const double heights[] = {0.3399810435848563, 0.8611363115940526};
  const double weights[] = {0.6521451548625461, 0.3478548451374538};
  for (int q = 0; q < 32; ++q) {
    const double z = heights[q % 2] * (q % 4 < 2 ? 1 : -1), angle = std::numbers::pi / 4 * (q / 4);
    const double radius = std::sqrt(1 - z * z);
    const Direction p = {radius * std::cos(angle), radius * std::sin(angle), z};
    const std::array<double, 16> at_p = harmonics(p), rotated = harmonics(rotate(R, p));
    for (int m = 0; m < components; ++m)
      for (int n = 0; n < components; ++n)
        D(m, n) +=
            weights[q % 2] / 16 * rotated[static_cast<std::size_t>(m)] * at_p[static_cast<std::size_t>(n)];
  }
  return D;
}

// layer [cells a side] [steps] [double|float]: heat and dissolved species in a layer of rock with flowing
// water.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "solver.hpp"

namespace {

template <class T>
int run(int side, int steps, const char* scalar) {
  Layer layer = make_layer(side);
  const int n = static_cast<int>(layer.cells.size());
  const double dt = 0.9 * stable_step(layer);
  HeatMatrix heat_matrix(layer, dt);
  const Csr<T> M = species_matrix<T>(layer, dt);
  std::vector<T> concentration(static_cast<std::size_t>(n) * species);
  for (int i = 0; i < n; ++i)
    for (int s = 0; s < species; ++s)
      concentration[i * species + s] = static_cast<T>(s == 0 && layer.cells[i].x < 0.5);
  std::vector<double> readings(layer.probes.n);
  std::printf("layer: %d cells, %zu faces, %d particles, %d probes, %d species in %s, dt %.4e\n", n,
              layer.faces.size(), layer.particles.n, layer.probes.n, species, scalar, dt);

  const double heat = total_heat(layer), mass = total_mass(layer, concentration);
  Random random;
  int iterations = 0;
  const auto start = std::chrono::steady_clock::now();
  for (int k = 1; k <= steps; ++k) {
    const Step step = advance(layer, heat_matrix.view(), M, concentration, dt, random);
    iterations += step.iterations;
    read_probes(layer, readings.data());
    if (k % std::max(1, steps / 4) == 0)
      std::printf("step %4d: %3d iterations, residual %.1e, heat %.8f, hottest probe %.6f, coldest %.6f\n", k,
                  step.iterations, step.residual, total_heat(layer),
                  *std::max_element(readings.begin(), readings.end()),
                  *std::min_element(readings.begin(), readings.end()));
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  double shares[species] = {};
  for (int i = 0; i < n; ++i)
    for (int s = 0; s < species; ++s)
      shares[s] += layer.cells[i].volume * concentration[i * species + s] / mass;
  std::printf("species:");
  for (const double share : shares) std::printf(" %.5f", share);
  const double heat_error = std::fabs(total_heat(layer) - heat - steps * dt * total_power(layer)) / heat;
  const double mass_error = std::fabs(total_mass(layer, concentration) - mass) / mass;
  std::printf("\nlost: %.0e of the heat, %.0e of the mass\n", heat_error, mass_error);
  std::printf("time: %.3f s, %d iterations\n", seconds, iterations);
  const bool conserved = heat_error < 1e-8 && mass_error < (sizeof(T) == 4 ? 1e-4 : 1e-12);
  if (!conserved) std::printf("heat or mass is not conserved\n");
  return conserved ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const int side = argc > 1 ? std::atoi(argv[1]) : 120, steps = argc > 2 ? std::atoi(argv[2]) : 40;
  if (side < 8 || side > 2000 || steps < 1) {
    std::fprintf(stderr, "usage: layer [cells a side, from 8] [steps] [double|float]\n");
    return 2;
  }
  if (argc > 3 && std::strcmp(argv[3], "float") == 0) return run<float>(side, steps, "float");
  return run<double>(side, steps, "double");
}

#pragma once
#include "layer.hpp"

// What a step tells of itself.
struct Step {
  int iterations;
  double residual;  // of the heat equation, relative to its right side
};

// The longest time step for which no cell loses more than it holds.
double stable_step(const Layer& layer);

double total_heat(const Layer& layer);

template <class T>
double total_mass(const Layer& layer, const std::vector<T>& concentration);

// The temperatures that the thermometers show.
void read_probes(const Layer& layer, double* readings);

// One step: water carries heat and species, heat is conducted, particles drift and heat, species react.
template <class T>
Step advance(Layer& layer, const Matrix& A, const Csr<T>& M, std::vector<T>& concentration, double dt,
             Random& random);

// The heat that the particles give off in a time.
double total_power(const Layer& layer);

#pragma once
#include <vector>

// A layer of rock with water flowing through it: what the solver works on, in the storage that its parts
// brought with them over the years.

constexpr int species = 6;

// From the mesh generator: an array of structs for the cells, one for the faces between two of them.
struct Cell {
  double x, y, volume, temperature, change;
};
struct Face {
  int left, right;
  double conductance, flux;  // flux: volume of water per time, from left to right
};

// From the linear solver, a C library: rows of different lengths, each with its own pointers.
struct Matrix {
  int n;
  char* entries;
  int** columns;
  double** values;
  double* diagonal;
};

// From the chemists: compressed rows of any scalar type.
template <class T>
struct Csr {
  int rows;
  std::vector<int> pos, crd;
  std::vector<T> vals;
};

// From a Fortran code: sources of heat that drift with the water, and thermometers, each a mean of some
// cells. Everything counts from 1.
struct Particles {
  int n;
  std::vector<int> cell;
  std::vector<double> power;
};
struct Probes {
  int n;
  std::vector<int> ia, ja;
  std::vector<double> a;
};

struct Layer {
  std::vector<Cell> cells;
  std::vector<Face> faces;
  std::vector<double> outflow;  // of each cell: the conductances and the fluxes that leave it
  Particles particles;
  Probes probes;
  double rates[species][species];  // what share of a species becomes which other one in a step
};

// Random numbers that are the same on every machine.
struct Random {
  unsigned long long state = 1;
  double operator()() {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state >> 40) / (1 << 24);
  }
};

Layer make_layer(int side);

// volume / dt on the diagonal, and conduction.
class HeatMatrix {
 public:
  HeatMatrix(const Layer& layer, double dt);
  Matrix view() {
    return {static_cast<int>(entries_.size()), entries_.data(), columns_.data(), values_.data(),
            diagonal_.data()};
  }

 private:
  std::vector<char> entries_;
  std::vector<std::vector<int>> column_rows_;
  std::vector<std::vector<double>> value_rows_;
  std::vector<int*> columns_;
  std::vector<double*> values_;
  std::vector<double> diagonal_;
};

// One explicit step of the transport of a dissolved species.
template <class T>
Csr<T> species_matrix(const Layer& layer, double dt);

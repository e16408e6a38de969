#pragma once

// Storage as older codes have it; nothing here knows of insum.

// Stiffness, rows of pointers: row i has counts[i] entries with columns columns[i][p] and values
// values[i][p].
struct Stiffness {
  int n;
  const char* counts;
  const int* const* columns;
  const double* const* values;
};

// Friction, compressed rows from a Fortran code: row i (from 1) has the entries ia(i) to ia(i+1)-1, and all
// count from 1.
struct Friction {
  const int* ia;
  const int* ja;
  const double* a;
};

// An array of structs, one for each node.
struct Node {
  double position, velocity, force, mass;
};

// Advances the nodes by `steps` steps of length dt: force = -K position - F velocity. The kinetic energy at
// the end.
namespace generated {
double advance(const Stiffness& K, const Friction& F, Node* nodes, double dt, int steps);
}
namespace handwritten {
double advance(const Stiffness& K, const Friction& F, Node* nodes, double dt, int steps);
}

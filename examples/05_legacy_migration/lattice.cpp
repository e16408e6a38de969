// Oscillating nodes. VARIANT is the namespace: the build compiles this file with insum and without.
#include "lattice.hpp"

namespace VARIANT {

namespace {

// The storage of rows by pointers: `rows` names its three arrays, `field` the member of the array of structs.
void spring_forces(const Stiffness& K, Node* nodes) {
#pragma insum kernel spring_forces
#pragma insum force[i] = -K[i, j] * position[j]
#pragma insum tensor K[K.n, K.n] : rows(K.counts, K.columns, K.values)
#pragma insum tensor force[K.n] : dense(field(nodes, force))
#pragma insum tensor position[K.n] : dense(field(nodes, position))
  for (int i = 0; i < K.n; ++i) {
    const int* columns = K.columns[i];
    const double* values = K.values[i];
    double sum = 0;
    for (int p = 0; p < K.counts[i]; ++p) sum -= values[p] * nodes[columns[p]].position;
    nodes[i].force = sum;
  }
}

// Arrays that Fortran filled: `base(1)` says that positions and columns count from 1.
void friction_forces(int n, const Friction& F, Node* nodes) {
#pragma insum kernel friction_forces
#pragma insum force[i] += -F[i, j] * velocity[j]
#pragma insum tensor F[n, n] : csr(F.ia, F.ja, F.a) base(1)
#pragma insum tensor force[n] : dense(field(nodes, force))
#pragma insum tensor velocity[n] : dense(field(nodes, velocity))
  for (int i = 1; i <= n; ++i)
    for (int p = F.ia[i - 1]; p < F.ia[i]; ++p)
      nodes[i - 1].force -= F.a[p - 1] * nodes[F.ja[p - 1] - 1].velocity;
}

// One loop with two results: two Einsums, executed in their order.
void move(int n, Node* nodes, double dt) {
#pragma insum kernel move
#pragma insum velocity[i] += dt * force[i] / mass[i]
#pragma insum position[i] += dt * velocity[i]
#pragma insum tensor position[n] : dense(field(nodes, position))
#pragma insum tensor velocity[n] : dense(field(nodes, velocity))
#pragma insum tensor force[n] : dense(field(nodes, force))
#pragma insum tensor mass[n] : dense(field(nodes, mass))
  for (Node* node = nodes; node != nodes + n; ++node) {
    node->velocity += dt * node->force / node->mass;
    node->position += dt * node->velocity;
  }
}

double kinetic_energy(int n, const Node* nodes) {
  double energy = 0;
#pragma insum kernel kinetic_energy
#pragma insum energy += 0.5 * mass[i] * velocity[i] * velocity[i]
#pragma insum tensor mass[n] : dense(field(nodes, mass))
#pragma insum tensor velocity[n] : dense(field(nodes, velocity))
  for (int i = 0; i < n; ++i) energy += 0.5 * nodes[i].mass * nodes[i].velocity * nodes[i].velocity;
  return energy;
}

}  // namespace

double advance(const Stiffness& K, const Friction& F, Node* nodes, double dt, int steps) {
  for (int step = 0; step < steps; ++step) {
    spring_forces(K, nodes);
    friction_forces(K.n, F, nodes);
    move(K.n, nodes, dt);
  }
  return kinetic_energy(K.n, nodes);
}

}  // namespace VARIANT

// The solver: each loop that took time, and those that did not.
#include "solver.hpp"

#include <cmath>

// ---- vectors

template <class T>
T dot(int n, const T* x, const T* y) {
  T sum = 0;
#pragma insum kernel dot
#pragma insum sum += x[i] * y[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

// y += alpha x
template <class T>
void add_multiple(int n, T alpha, const T* x, T* y) {
#pragma insum kernel add_multiple
#pragma insum y[i] += alpha * x[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] += alpha * x[i];
}

// y = x + beta y
template <class T>
void next_direction(int n, const T* x, T beta, T* y) {
#pragma insum kernel next_direction
#pragma insum y[i] = x[i] + beta * y[i]
#pragma insum tensor x[n] : dense(x)
#pragma insum tensor y[n] : dense(y)
  for (int i = 0; i < n; ++i) y[i] = x[i] + beta * y[i];
}

// ---- conduction

void multiply(const Matrix& A, const double* x, double* y) {
#pragma insum kernel multiply
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[A.n, A.n] : rows(A.entries, A.columns, A.values) unsorted duplicates
#pragma insum tensor x[A.n] : dense(x)
#pragma insum tensor y[A.n] : dense(y)
  for (int i = 0; i < A.n; ++i) {
    double sum = 0;
    const int* columns = A.columns[i];
    const double* values = A.values[i];
    for (int p = 0; p < A.entries[i]; ++p) sum += values[p] * x[columns[p]];
    y[i] = sum;
  }
}

void precondition(const Matrix& A, const double* r, double* z) {
#pragma insum kernel precondition
#pragma insum z[i] = r[i] / diagonal[i]
#pragma insum tensor r[A.n] : dense(r)
#pragma insum tensor z[A.n] : dense(z)
#pragma insum tensor diagonal[A.n] : dense(A.diagonal)
  for (int i = 0; i < A.n; ++i) z[i] = r[i] / A.diagonal[i];
}

// A sweep of Gauss and Seidel, to begin with a better guess. Row i needs what rows before it have just got.
void sweep(const Matrix& A, const double* b, double* x) {
  for (int i = 0; i < A.n; ++i) {
    double rest = b[i] + A.diagonal[i] * x[i];
    for (int p = 0; p < A.entries[i]; ++p) rest -= A.values[i][p] * x[A.columns[i][p]];
    x[i] = rest / A.diagonal[i];
  }
}

// Conjugate gradients.
Step solve(const Matrix& A, const double* b, double* x) {
  const int n = A.n;
  std::vector<double> r(b, b + n), z(n), p(n), q(n);
  sweep(A, b, x);
  multiply(A, x, q.data());
  add_multiple(n, -1.0, q.data(), r.data());
  precondition(A, r.data(), z.data());
  p = z;
  const double norm = std::sqrt(dot(n, b, b));
  double rho = dot(n, r.data(), z.data());
  int iteration = 0;
  while (iteration < 500 && std::sqrt(dot(n, r.data(), r.data())) > 1e-10 * norm) {
    multiply(A, p.data(), q.data());
    const double alpha = rho / dot(n, p.data(), q.data());
    add_multiple(n, alpha, p.data(), x);
    add_multiple(n, -alpha, q.data(), r.data());
    precondition(A, r.data(), z.data());
    const double before = rho;
    rho = dot(n, r.data(), z.data());
    next_direction(n, z.data(), rho / before, p.data());
    ++iteration;
  }
  return {iteration, std::sqrt(dot(n, r.data(), r.data())) / norm};
}

// ---- cells and faces

double stable_step(const Layer& layer) {
  const int n = static_cast<int>(layer.cells.size());
  double step = 1e30;
#pragma insum kernel stable_step
#pragma insum step min= volume[i] / outflow[i]
#pragma insum tensor volume[n] : dense(field(layer.cells, volume))
#pragma insum tensor outflow[n] : dense(layer.outflow)
  for (int i = 0; i < n; ++i)
    if (layer.cells[i].volume / layer.outflow[i] < step) step = layer.cells[i].volume / layer.outflow[i];
  return step;
}

double total_heat(const Layer& layer) {
  double heat = 0;
#pragma insum kernel total_heat
#pragma insum heat += volume[i] * temperature[i]
#pragma insum tensor volume[layer.cells.size()] : dense(field(layer.cells, volume))
#pragma insum tensor temperature[layer.cells.size()] : dense(field(layer.cells, temperature))
  for (const Cell& cell : layer.cells) heat += cell.volume * cell.temperature;
  return heat;
}

// The water that enters a cell brings the temperature of the cell that it comes from.
void convect(Layer& layer) {
  for (Cell& cell : layer.cells) cell.change = 0;
  const int m = static_cast<int>(layer.faces.size());
#pragma insum kernel convect
#pragma insum baseline
#pragma insum change[right[f]] += max(flux[f], 0) * (temperature[left[f]] - temperature[right[f]])
#pragma insum change[left[f]] += min(flux[f], 0) * (temperature[left[f]] - temperature[right[f]])
#pragma insum tensor flux[m] : dense(field(layer.faces, flux))
#pragma insum tensor left[m] : dense(field(layer.faces, left))
#pragma insum tensor right[m] : dense(field(layer.faces, right))
#pragma insum tensor temperature[layer.cells.size()] : dense(field(layer.cells, temperature))
#pragma insum tensor change[layer.cells.size()] : dense(field(layer.cells, change))
  for (int f = 0; f < m; ++f) {
    const Face& face = layer.faces[f];
    const double fall = layer.cells[face.left].temperature - layer.cells[face.right].temperature;
    layer.cells[face.flux > 0 ? face.right : face.left].change += face.flux * fall;
  }
}

// ---- particles and thermometers: what was Fortran

double total_power(const Layer& layer) {
  double power = 0;
  for (int p = 0; p < layer.particles.n; ++p) power += layer.particles.power[p];
  return power;
}

// Particles go through a face with a probability that grows with the water that leaves through it.
void drift(Layer& layer, double dt, Random& random) {
  std::vector<double> leaving(layer.cells.size(), 0);
  std::vector<int> exit(layer.cells.size(), -1);
  for (const Face& face : layer.faces) {
    const int from = face.flux > 0 ? face.left : face.right, to = face.flux > 0 ? face.right : face.left;
    if (std::fabs(face.flux) <= leaving[from]) continue;
    leaving[from] = std::fabs(face.flux);
    exit[from] = to;
  }
  for (int p = 0; p < layer.particles.n; ++p) {
    const int here = layer.particles.cell[p] - 1;
    if (random() < dt * leaving[here] / layer.cells[here].volume) layer.particles.cell[p] = exit[here] + 1;
  }
}

void deposit(const Layer& layer, double* source) {
  const Particles& P = layer.particles;
#pragma insum kernel deposit
#pragma insum source[cell[p]] += power[p]
#pragma insum tensor source[layer.cells.size()] : dense(source)
#pragma insum tensor cell[P.n] : dense(P.cell) base(1)
#pragma insum tensor power[P.n] : dense(P.power)
  for (int p = 1; p <= P.n; ++p) source[P.cell[p - 1] - 1] += P.power[p - 1];
}

void read_probes(const Layer& layer, double* readings) {
  const Probes& R = layer.probes;
#pragma insum kernel read_probes
#pragma insum readings[m] = R[m,i] * temperature[i]
#pragma insum tensor readings[R.n] : dense(readings)
#pragma insum tensor R[R.n, layer.cells.size()] : csr(R.ia, R.ja, R.a) base(1) unsorted
#pragma insum tensor temperature[layer.cells.size()] : dense(field(layer.cells, temperature))
  for (int m = 1; m <= R.n; ++m) {
    readings[m - 1] = 0;
    for (int k = R.ia[m - 1]; k < R.ia[m]; ++k)
      readings[m - 1] += R.a[k - 1] * layer.cells[R.ja[k - 1] - 1].temperature;
  }
}

// ---- species

template <class T>
void transport(const Csr<T>& M, const T* from, T* to) {
#pragma insum kernel transport
#pragma insum to[i,s] = M[i,k] * from[k,s]
#pragma insum tensor M[M.rows, M.rows] : csr(M.pos, M.crd, M.vals) unsorted duplicates
#pragma insum tensor from[M.rows, species] : dense(from)
#pragma insum tensor to[M.rows, species] : dense(to)
  for (int i = 0; i < M.rows; ++i)
    for (int s = 0; s < species; ++s) {
      T sum = 0;
      for (int p = M.pos[i]; p < M.pos[i + 1]; ++p) sum += M.vals[p] * from[M.crd[p] * species + s];
      to[i * species + s] = sum;
    }
}

template <class T>
void react(int n, const T (&rates)[species][species], const T* from, T* to) {
#pragma insum kernel react
#pragma insum to[i,t] = from[i,s] * rates[s,t]
#pragma insum tensor from[n, species] : dense(from)
#pragma insum tensor rates[species, species] : dense(&rates[0][0])
#pragma insum tensor to[n, species] : dense(to)
  for (int i = 0; i < n; ++i)
    for (int t = 0; t < species; ++t) {
      T sum = 0;
      for (int s = 0; s < species; ++s) sum += from[i * species + s] * rates[s][t];
      to[i * species + t] = sum;
    }
}

template <class T>
double total_mass(const Layer& layer, const std::vector<T>& concentration) {
  double mass = 0;
  for (std::size_t i = 0; i < layer.cells.size(); ++i)
    for (int s = 0; s < species; ++s) mass += layer.cells[i].volume * concentration[i * species + s];
  return mass;
}

// ---- the step

template <class T>
Step advance(Layer& layer, const Matrix& A, const Csr<T>& M, std::vector<T>& concentration, double dt,
             Random& random) {
  const int n = A.n;
  std::vector<double> right(n), temperature(n);
  std::vector<T> moved(concentration.size());

  drift(layer, dt, random);
  convect(layer);
  for (int i = 0; i < n; ++i) {
    const Cell& cell = layer.cells[i];
    temperature[i] = cell.temperature;
    right[i] = cell.volume / dt * cell.temperature + cell.change;
  }
  deposit(layer, right.data());
  const Step step = solve(A, right.data(), temperature.data());
  for (int i = 0; i < n; ++i) layer.cells[i].temperature = temperature[i];

  transport(M, concentration.data(), moved.data());
  T rates[species][species];
  for (int s = 0; s < species; ++s)
    for (int t = 0; t < species; ++t) rates[s][t] = static_cast<T>(layer.rates[s][t]);
  react(n, rates, moved.data(), concentration.data());
  return step;
}

template Step advance<float>(Layer&, const Matrix&, const Csr<float>&, std::vector<float>&, double, Random&);
template Step advance<double>(Layer&, const Matrix&, const Csr<double>&, std::vector<double>&, double,
                              Random&);
template double total_mass<float>(const Layer&, const std::vector<float>&);
template double total_mass<double>(const Layer&, const std::vector<double>&);

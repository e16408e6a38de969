// Members of structs in arrays.
#include <span>
#include <string>
#include <vector>
struct Particle {
  double mass, x, y, force;
  int cell;
};
struct Entry {
  int row, col;
  float value;
};
struct Cell {
  double volume, heat;
};
struct Face {
  int left, right;
  double flux;
};
struct Named {
  std::string name;
  double weight = 1;
  int group = 0;
};
struct Body {
  Particle at;
  double spin[3];
};
struct Layer {
  std::vector<Cell> cells;
  std::vector<Face> faces;
  int n;
};

double total(const std::vector<Particle>& particles) {
  double m = 0;
  for (std::size_t i = 0; i < particles.size(); ++i) m += particles[i].mass * particles[i].x;
  return m;
}
void pull(Particle* p, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) p[i].force += p[i].mass * p[j].mass * (p[j].x - p[i].x);
}
void drift(std::vector<Particle>& p, double dt) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    p[i].x += dt * p[i].force / p[i].mass;
    p[i].y += dt * p[i].mass;
  }
}
void by_reference(std::span<Particle> p, std::span<const double> w) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    Particle& one = p[i];
    one.force = w[i] * one.mass;
  }
}
void spmv_of_entries(int rows, int cols, const int* pos, const Entry* entries, const float* x, float* y) {
  for (int i = 0; i < rows; ++i) {
    float sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) sum += entries[p].value * x[entries[p].col];
    y[i] = sum;
  }
}
void list_of_entries(int rows, int cols, int count, const Entry* entries, const float* x, float* y) {
  for (int p = 0; p < count; ++p) y[entries[p].row] += entries[p].value * x[entries[p].col];
}
void vector_of_entries(int rows, int cols, const std::vector<Entry>& entries, const float* x, float* y) {
  for (std::size_t p = 0; p < entries.size(); ++p) y[entries[p].row] += entries[p].value * x[entries[p].col];
}
void heat_in_cells(Layer& layer, const double* source) {
  for (int i = 0; i < layer.n; ++i) layer.cells[i].heat += source[i] / layer.cells[i].volume;
}
void faces(Layer& layer, std::vector<double>& change) {
  for (std::size_t f = 0; f < layer.faces.size(); ++f) {
    const Face& face = layer.faces[f];
    change[face.left] += face.flux * layer.cells[face.right].heat;
    change[face.right] -= face.flux * layer.cells[face.left].heat;
  }
}
double weights(const std::vector<Named>& all, int n) {
  double w = 0;
  for (int i = 0; i < n; ++i) w += all[i].weight;
  return w;
}
void in_the_middle(const Particle* p, int n, int first, double* out) {
  for (int i = 0; i < n; ++i) out[i] += 2 * p[first + i].mass;
}
Particle world[100];
void fixed_number(double& m) {
  for (int i = 0; i < 100; ++i) m += world[i].mass;
}
void from_fortran(const Entry* e, int n, const double* x, double* y) {
  for (int p = 1; p <= n; ++p) y[p] += e[p].value * x[p];
}
void cells_of_particles(const Particle* p, int n, int cells, double* density) {
  for (int i = 0; i < n; ++i) density[p[i].cell] += p[i].mass;
}
void histogram(const Particle* p, int n, int cells, int* count) {
  for (int i = 0; i < n; ++i) ++count[p[i].cell];
}
// None.
void nested(const Body* b, int n, double* y) {
  for (int i = 0; i < n; ++i) y[i] += 2 * b[i].at.mass;
  for (int i = 0; i < n; ++i) y[i] += b[i].spin[0];
}
double over_a_range(const std::vector<Cell>& cells) {
  double sum = 0;
  for (const Cell& cell : cells) sum += cell.volume;
  return sum;
}
void copies(const Particle* p, int n, double* y) {
  for (int i = 0; i < n; ++i) {
    const Particle one = p[i];
    y[i] = 2 * one.mass;
  }
}
/// Functions without a name of their own.
struct Grid {
  int n;
  double* a;
  const double* b;
  ~Grid() {
    for (int i = 0; i < n; ++i) a[i] += 2.0 * b[i];
  }
  operator double() const {
    double s = 0;
    for (int i = 0; i < n; ++i) s += a[i] * b[i];
    return s;
  }
};

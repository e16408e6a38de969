// Makes the mesh and the matrices. Nothing here is worth a pragma: it runs once.
#include "layer.hpp"

#include <cmath>
#include <utility>

namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double diffusivity = 0.01;  // of a species, compared with heat

// The stream function: water turns in two rolls, and none passes the boundary. Fluxes between its values at
// vertices add up to zero around each cell.
double stream(int side, int i, int j) { return 0.4 * std::sin(2 * pi * i / side) * std::sin(pi * j / side); }

}  // namespace

Layer make_layer(int side) {
  Layer layer;
  Random random;
  const int n = side * side;
  std::vector<std::pair<double, double>> vertices;
  for (int j = 0; j <= side; ++j)
    for (int i = 0; i <= side; ++i) {
      const bool inside = i > 0 && j > 0 && i < side && j < side;
      const double dx = random() - 0.5, dy = random() - 0.5;
      vertices.emplace_back((i + (inside ? 0.4 * dx : 0)) / side, (j + (inside ? 0.4 * dy : 0)) / side);
    }

  // Cells are numbered as a mesh generator leaves them: those of four rows at a time in any order.
  std::vector<int> number(n);
  for (int i = 0; i < n; ++i) number[i] = i;
  for (int i = 0; i < n; ++i) {
    const int end = std::min(n, (i / (4 * side) + 1) * 4 * side);
    std::swap(number[i], number[i + static_cast<int>(random() * (end - i))]);
  }

  layer.cells.resize(n);
  for (int j = 0; j < side; ++j)
    for (int i = 0; i < side; ++i) {
      const auto [ax, ay] = vertices[j * (side + 1) + i];
      const auto [bx, by] = vertices[j * (side + 1) + i + 1];
      const auto [cx, cy] = vertices[(j + 1) * (side + 1) + i + 1];
      const auto [dx, dy] = vertices[(j + 1) * (side + 1) + i];
      Cell& cell = layer.cells[number[j * side + i]];
      cell.volume = 0.5 * ((cx - ax) * (dy - by) - (dx - bx) * (cy - ay));
      cell.x = (ax + bx + cx + dx) / 4;
      cell.y = (ay + by + cy + dy) / 4;
      cell.temperature = 10 + 30 * cell.y;
    }
  const auto connect = [&](int left, int right, double length, double flux) {
    const Cell &a = layer.cells[left], &b = layer.cells[right];
    const double distance = std::hypot(a.x - b.x, a.y - b.y);
    layer.faces.push_back({left, right, length / distance, flux});
  };
  for (int j = 0; j < side; ++j)
    for (int i = 0; i < side; ++i) {
      const int here = number[j * side + i];
      const auto length = [&](int from, int to) {
        return std::hypot(vertices[to].first - vertices[from].first,
                          vertices[to].second - vertices[from].second);
      };
      const int corner = (j + 1) * (side + 1) + i + 1;
      if (i + 1 < side)
        connect(here, number[j * side + i + 1], length(corner, corner - side - 1),
                stream(side, i + 1, j + 1) - stream(side, i + 1, j));
      if (j + 1 < side)
        connect(here, number[(j + 1) * side + i], length(corner, corner - 1),
                stream(side, i, j + 1) - stream(side, i + 1, j + 1));
      if (random() < 0.15)  // a crack conducts heat to a cell that is no neighbour
        if (const int there = static_cast<int>(random() * n); there != here) connect(here, there, 0.02, 0);
    }
  layer.outflow.assign(n, 0);
  for (const Face& face : layer.faces) {
    layer.outflow[face.left] += diffusivity * face.conductance + std::fmax(face.flux, 0);
    layer.outflow[face.right] += diffusivity * face.conductance + std::fmax(-face.flux, 0);
  }

  Particles& particles = layer.particles;
  particles.n = 8 * n;
  for (int p = 0; p < particles.n; ++p) {
    particles.cell.push_back(1 + static_cast<int>(random() * n));
    particles.power.push_back(random() / n);
  }
  Probes& probes = layer.probes;
  probes.n = n / 16;
  probes.ia.push_back(1);
  for (int m = 0; m < probes.n; ++m) {
    const int used = 2 + static_cast<int>(random() * 7);
    for (int k = 0; k < used; ++k) {
      probes.ja.push_back(1 + (m * 16 + k * 2) % n);
      probes.a.push_back(1.0 / used);
    }
    probes.ia.push_back(1 + static_cast<int>(probes.ja.size()));
  }
  for (int s = 0; s < species; ++s) {
    double rest = 1;
    for (int t = 0; t < species; ++t)
      if (t != s) rest -= layer.rates[s][t] = t == s + 1 ? 0.02 : 0.002 * random();
    layer.rates[s][s] = rest;
  }
  return layer;
}

HeatMatrix::HeatMatrix(const Layer& layer, double dt) {
  const std::size_t n = layer.cells.size();
  entries_.resize(n);
  column_rows_.resize(n);
  value_rows_.resize(n);
  diagonal_.resize(n);
  for (std::size_t i = 0; i < n; ++i) diagonal_[i] = layer.cells[i].volume / dt;
  for (const Face& face : layer.faces) {
    column_rows_[face.left].push_back(face.right);
    column_rows_[face.right].push_back(face.left);
    value_rows_[face.left].push_back(-face.conductance);
    value_rows_[face.right].push_back(-face.conductance);
    diagonal_[face.left] += face.conductance;
    diagonal_[face.right] += face.conductance;
  }
  for (std::size_t i = 0; i < n; ++i) {
    column_rows_[i].push_back(static_cast<int>(i));
    value_rows_[i].push_back(diagonal_[i]);
    entries_[i] = static_cast<char>(column_rows_[i].size());
    columns_.push_back(column_rows_[i].data());
    values_.push_back(value_rows_[i].data());
  }
}

template <class T>
Csr<T> species_matrix(const Layer& layer, double dt) {
  const int n = static_cast<int>(layer.cells.size());
  std::vector<std::vector<std::pair<int, double>>> rows(n);
  for (int i = 0; i < n; ++i) rows[i].emplace_back(i, 1 - dt * layer.outflow[i] / layer.cells[i].volume);
  for (const Face& face : layer.faces) {
    const double spread = diffusivity * face.conductance;
    rows[face.right].emplace_back(face.left,
                                  dt * (spread + std::fmax(face.flux, 0)) / layer.cells[face.right].volume);
    rows[face.left].emplace_back(face.right,
                                 dt * (spread + std::fmax(-face.flux, 0)) / layer.cells[face.left].volume);
  }
  Csr<T> matrix{n, {0}, {}, {}};
  for (const auto& row : rows) {
    for (const auto& [column, value] : row) {
      matrix.crd.push_back(column);
      matrix.vals.push_back(static_cast<T>(value));
    }
    matrix.pos.push_back(static_cast<int>(matrix.crd.size()));
  }
  return matrix;
}

template Csr<float> species_matrix<float>(const Layer&, double);
template Csr<double> species_matrix<double>(const Layer&, double);

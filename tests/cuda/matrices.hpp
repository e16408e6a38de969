// What the tests of this folder compute with. Values are whole numbers, so that any order of sums agrees.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

inline std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

/// By rows, and by its entries.
struct Matrix {
  int m, n;
  std::vector<int> pos{0}, row, col;
  std::vector<double> values;
  std::vector<double> times(const std::vector<double>& x) const {
    std::vector<double> y(at(m));
    for (std::size_t p = 0; p < values.size(); ++p) y[at(row[p])] += values[p] * x[at(col[p])];
    return y;
  }
  std::vector<double> full() const {
    std::vector<double> all(at(m * n));
    for (std::size_t p = 0; p < values.size(); ++p) all[at(row[p] * n + col[p])] = values[p];
    return all;
  }
};

/// Rows of very different lengths, some empty. `shift` moves the columns.
inline Matrix make_matrix(int m, int n, int shift = 0) {
  Matrix a{m, n, {0}, {}, {}, {}};
  for (int i = 0; i < m; ++i) {
    for (int j = (i + shift) % 7; j < n && i % 5 != 3; j += 1 + (i + shift) % 50) {
      a.row.push_back(i), a.col.push_back(j);
      a.values.push_back(i % 9 - j % 4);
    }
    a.pos.push_back(static_cast<int>(a.col.size()));
  }
  return a;
}

inline std::vector<double> make_vector(int n) {
  std::vector<double> x(at(n));
  for (int j = 0; j < n; ++j) x[at(j)] = j % 11 - 5;
  return x;
}

/// At most `width` entries a row in order, those that are missing at coordinate -1 behind them. n > width.
struct PaddedRows {
  std::vector<int> crd;
  std::vector<double> values, full;
};

inline PaddedRows make_padded_rows(int m, int n, int width) {
  PaddedRows a;
  a.full.resize(at(m * n));
  for (int i = 0; i < m; ++i)
    for (int q = 0; q < width; ++q) {
      const bool stored = q < i % (width + 1);
      const int j = q + i % (n - width + 1);
      a.crd.push_back(stored ? j : -1);
      a.values.push_back(stored ? i + q : 0);
      if (stored) a.full[at(i * n + j)] = i + q;
    }
  return a;
}

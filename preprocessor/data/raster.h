// The pattern of a matrix as a grid of cells, each with the share of its elements that are stored.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace insum::data {

struct Raster {
  std::int64_t rows = 0, cols = 0, entries = 0;  // of the matrix
  int width = 0, height = 0;                     // cells
  std::vector<std::int64_t> counts;              // row by row

  /// Elements of the matrix in the cell (x, y): cells at the end may be smaller.
  double area(int x, int y) const {
    return static_cast<double>(border(y + 1, height, rows) - border(y, height, rows)) *
           static_cast<double>(border(x + 1, width, cols) - border(x, width, cols));
  }
  /// The first element of cell n along one mode: n * size / cells, whose product need not fit 64 bits.
  static std::int64_t border(int n, int cells, std::int64_t size) {
    return size / cells * n + size % cells * n / cells;
  }
  /// The cell of an element: the n with border(n) <= i < border(n + 1).
  static int cell(std::int64_t i, int cells, std::int64_t size) {
    int n = static_cast<int>(static_cast<double>(i) / static_cast<double>(size) * cells);
    while (n > 0 && border(n, cells, size) > i) --n;
    while (n + 1 < cells && border(n + 1, cells, size) <= i) ++n;
    return n;
  }
};

/// How many cells along each mode: at most `most`, one for each element where that suffices, and not so few
/// along the shorter mode that nothing is seen.
inline Raster empty_raster(std::int64_t rows, std::int64_t cols) {
  constexpr std::int64_t most = 1000, least = 250;
  const std::int64_t longer = std::max(rows, cols);
  const auto cells = [&](std::int64_t size) {
    if (longer <= most) return static_cast<int>(size);
    const auto scaled =
        static_cast<std::int64_t>(static_cast<double>(size) / static_cast<double>(longer) * most);
    return static_cast<int>(std::min(size, std::max(scaled, least)));
  };
  Raster raster{rows, cols, 0, cells(cols), cells(rows), {}};
  raster.counts.assign(static_cast<std::size_t>(raster.width) * static_cast<std::size_t>(raster.height), 0);
  return raster;
}

/// Fills a raster from coordinates.
template <class Coordinates>
Raster make_raster(std::int64_t rows, std::int64_t cols, const Coordinates& i, const Coordinates& j) {
  Raster raster = empty_raster(rows, cols);
  raster.entries = static_cast<std::int64_t>(i.size());
  for (std::size_t p = 0; p < i.size(); ++p) {
    const int y = Raster::cell(static_cast<std::int64_t>(i[p]), raster.height, rows);
    const int x = Raster::cell(static_cast<std::int64_t>(j[p]), raster.width, cols);
    ++raster.counts[static_cast<std::size_t>(y) * static_cast<std::size_t>(raster.width) +
                    static_cast<std::size_t>(x)];
  }
  return raster;
}

}  // namespace insum::data

// Matrix products with tiles of any kind that there is.
#pragma once
#include <insum/core/types.hpp>

#include <cstdint>

/// A product in device memory: C = A * B, A by rows or, where `turned`, by columns, and B likewise.
template <class T, class S>
struct TiledProduct {
  const T *a, *b;
  S* c;
  std::int64_t m, n, k;
  bool turned = false;
};
struct TileWidths {
  int rows, columns, ahead;
};
/// C += 2 * A[rows] * B without every second 64 rows of B, and without every third row of C.
void multiply_gathered(const TiledProduct<insum::half, float>& product, const int* rows,
                       const TileWidths& widths);
void multiply(const TiledProduct<insum::half, float>& product, const TileWidths& widths);
void multiply(const TiledProduct<insum::bfloat16, float>& product, const TileWidths& widths);
void multiply(const TiledProduct<float, float>& product, const TileWidths& widths);
void multiply(const TiledProduct<double, double>& product, const TileWidths& widths);
/// What the model chooses for it on a card with so many processors.
TileWidths modelled(std::int64_t batch, std::int64_t m, std::int64_t n, std::int64_t k, int processors,
                    bool has_memory, bool has_warpgroups = false);

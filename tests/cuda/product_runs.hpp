// Batches of matrix products that add to rows of a result, with tiles of any kind that there is.
#pragma once
#include <insum/core/types.hpp>

#include "product_tiles.hpp"

/// In device memory: C[place[p]] += A[p] * B[p], each of these by rows.
template <class T>
struct BatchOfProducts {
  const int* place;
  const T *a, *b;
  float* c;
  std::int64_t batch, m, n, k;
};
/// `blocks`: of the launch; 0: those of the model.
void multiply(const BatchOfProducts<insum::half>& products, const TileWidths& widths, unsigned blocks);
void multiply(const BatchOfProducts<float>& products, const TileWidths& widths, unsigned blocks);
/// How many runs the model makes of a batch for each of so many tiles.
std::int64_t modelled_runs(std::int64_t batch, std::int64_t tiles, std::int64_t blocks_at_a_time,
                           double result);

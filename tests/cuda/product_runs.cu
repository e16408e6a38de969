#include "product_runs.hpp"

#include <insum/rt/cuda/kernel.hpp>

namespace {

namespace cuda = insum::rt::cuda;

/// Halves are copied as they are. Of floats, lines of the left factor may be anywhere, and the right one is a
/// function.
template <class Tile, class T>
__global__ void __launch_bounds__(Tile::threads, Tile::blocks) add_products(BatchOfProducts<T> of) {
  const auto left = [=](std::int64_t p, std::int64_t i, std::int64_t k) {
    return of.a + (p * of.m + i) * of.k + k;
  };
  const auto right = [=](std::int64_t p, std::int64_t k, std::int64_t j) {
    return of.b + (p * of.k + k) * of.n + j;
  };
  const auto result = cuda::in_rows<cuda::sums_are::added_atomically>(
      [=](std::int64_t p, std::int64_t i, std::int64_t j) {
        return of.c + (of.place[p] * of.m + i) * of.n + j;
      },
      [=](std::int64_t, std::int64_t, std::int64_t, float sum) { return 2 * sum; },
      [=](std::int64_t p, std::int64_t i, std::int64_t) { return of.place[p] != 2 || i % 3 != 1; },
      [=](std::int64_t p) { return of.place[p]; });
  const cuda::product_sizes sizes{of.batch, of.m, of.n, of.k};
  if constexpr (sizeof(T) == 2)
    cuda::products_in_runs<Tile, true, true>(sizes, cuda::product_array{left, of.k, of.m, of.k},
                                             cuda::product_array{right, of.n, of.k, of.n}, result);
  else
    cuda::products_in_runs<Tile, true, true>(
        sizes, cuda::product_array{left, of.k},
        [=](std::int64_t p, std::int64_t k, std::int64_t j) { return *right(p, k, j); }, result);
}

template <class T>
void multiply_with(const BatchOfProducts<T>& of, const TileWidths& widths, unsigned blocks) {
  cuda::with_product_runs<T>({of.batch, of.m, of.n, of.k}, {widths.rows, widths.columns, widths.ahead},
                             [&](auto tile, cuda::shape shape) {
                               if (blocks != 0) shape.blocks = blocks;
                               cuda::launch(add_products<decltype(tile), T>, shape,
                                            insum::cuda::detail::stream_of_thread, of);
                             });
}

}  // namespace

void multiply(const BatchOfProducts<insum::half>& products, const TileWidths& widths, unsigned blocks) {
  multiply_with(products, widths, blocks);
}
void multiply(const BatchOfProducts<float>& products, const TileWidths& widths, unsigned blocks) {
  multiply_with(products, widths, blocks);
}

std::int64_t modelled_runs(std::int64_t batch, std::int64_t tiles, std::int64_t blocks_at_a_time,
                           double result) {
  return cuda::detail::runs_of_products(batch, tiles, blocks_at_a_time, result);
}

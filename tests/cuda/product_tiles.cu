#include "product_tiles.hpp"

#include <insum/rt/cuda/kernel.hpp>

namespace {

namespace cuda = insum::rt::cuda;

template <class Tile, bool Turned, class T, class S>
__global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    product(cuda::product_sizes sizes, const T* a, const T* b, S* c) {
  const auto at_left = [=](std::int64_t i, std::int64_t k) {
    return a + (Turned ? k * sizes.rows + i : i * sizes.depth + k);
  };
  const auto at_right = [=](std::int64_t k, std::int64_t j) {
    return b + (Turned ? j * sizes.depth + k : k * sizes.columns + j);
  };
  cuda::matrix_product<Tile, !Turned, !Turned>(
      sizes,
      cuda::product_array{at_left, Turned ? sizes.rows : sizes.depth, Turned ? sizes.depth : sizes.rows,
                          Turned ? sizes.rows : sizes.depth},
      cuda::product_array{at_right, Turned ? sizes.depth : sizes.columns,
                          Turned ? sizes.columns : sizes.depth, Turned ? sizes.depth : sizes.columns},
      [=](std::int64_t i, std::int64_t j, S sum) { c[i * sizes.columns + j] = sum; });
}

template <class T, class S>
void multiply_with(const TiledProduct<T, S>& of, const TileWidths& widths) {
  const cuda::product_sizes sizes{1, of.m, of.n, of.k};
  cuda::with_product_tile<T>(
      sizes, {widths.rows, widths.columns, widths.ahead}, [&](auto tile, const cuda::shape& shape) {
        using chosen = decltype(tile);
        const auto& stream = insum::cuda::detail::stream_of_thread;
        if (of.turned)
          cuda::launch(product<chosen, true, T, S>, shape, stream, sizes, of.a, of.b, of.c);
        else
          cuda::launch(product<chosen, false, T, S>, shape, stream, sizes, of.a, of.b, of.c);
      });
}

}  // namespace

void multiply(const TiledProduct<insum::half, float>& product, const TileWidths& widths) {
  multiply_with(product, widths);
}
void multiply(const TiledProduct<float, float>& product, const TileWidths& widths) {
  multiply_with(product, widths);
}
void multiply(const TiledProduct<double, double>& product, const TileWidths& widths) {
  multiply_with(product, widths);
}

TileWidths modelled(std::int64_t batch, std::int64_t m, std::int64_t n, std::int64_t k, int processors,
                    bool has_memory) {
  const cuda::product_widths found = cuda::detail::modelled_product({batch, m, n, k}, processors, has_memory);
  return {found.rows, found.columns, found.ahead};
}

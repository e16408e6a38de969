#include "product_tiles.hpp"

#include <insum/rt/cuda/kernel.hpp>

namespace {

namespace cuda = insum::rt::cuda;

template <class Tile, bool Turned, class T, class S>
__global__ void __launch_bounds__(Tile::threads, Tile::matrix_blocks)
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

/// A's rows are chosen by a list, and every second 64 rows of B are missing; sums are added to C.
template <class Tile, class T>
__global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    gathered_product(cuda::product_sizes sizes, const T* a, const int* rows, const T* b, float* c) {
  cuda::matrix_product<Tile, true, true>(
      sizes,
      cuda::product_array{[=](std::int64_t i, std::int64_t k)
                              INSUM_RT_LAMBDA { return a + rows[i] * sizes.depth + k; },
                          sizes.depth},
      cuda::product_array_with_gaps{
          [=](std::int64_t k, std::int64_t j) INSUM_RT_LAMBDA { return b + k * sizes.columns + j; },
          [=](std::int64_t k, std::int64_t) INSUM_RT_LAMBDA { return k / 64 % 2 == 0; }, sizes.columns,
          std::int64_t{64}, sizes.columns},
      cuda::in_rows<cuda::sums_are::added_atomically>(
          [=](std::int64_t i, std::int64_t j) INSUM_RT_LAMBDA { return c + i * sizes.columns + j; },
          [=](std::int64_t, std::int64_t, float sum) INSUM_RT_LAMBDA { return 2 * sum; },
          [=](std::int64_t i, std::int64_t) INSUM_RT_LAMBDA { return i % 3 != 0; }));
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

void multiply_gathered(const TiledProduct<insum::half, float>& of, const int* rows,
                       const TileWidths& widths) {
  const cuda::product_sizes sizes{1, of.m, of.n, of.k};
  cuda::with_product_tile<insum::half>(
      sizes, {widths.rows, widths.columns, widths.ahead}, [&](auto tile, const cuda::shape& shape) {
        cuda::launch(gathered_product<decltype(tile), insum::half>, shape,
                     insum::cuda::detail::stream_of_thread, sizes, of.a, rows, of.b, of.c);
      });
}
void multiply(const TiledProduct<insum::half, float>& product, const TileWidths& widths) {
  multiply_with(product, widths);
}
void multiply(const TiledProduct<insum::bfloat16, float>& product, const TileWidths& widths) {
  multiply_with(product, widths);
}
void multiply(const TiledProduct<float, float>& product, const TileWidths& widths) {
  multiply_with(product, widths);
}
void multiply(const TiledProduct<double, double>& product, const TileWidths& widths) {
  multiply_with(product, widths);
}

TileWidths modelled(std::int64_t batch, std::int64_t m, std::int64_t n, std::int64_t k, int processors,
                    bool has_memory, bool has_warpgroups) {
  const cuda::product_widths found =
      cuda::detail::modelled_product({batch, m, n, k}, processors, has_memory, has_warpgroups);
  return {found.rows, found.columns, found.ahead};
}

// A tile of a matrix product that a block of threads has in its registers.
#pragma once

#include "matrix_instruction.hpp"

INSUM_RT_BEGIN

namespace cuda {

inline constexpr int product_threads = 128;

/// How a product is cut: a block has `Down` warps below each other and 4 / Down beside each other, each with
/// 32 rows and 32 columns, and takes `depth` products at a time. T is the type of the factors.
template <class T, int Down>
struct product_tile {
  using element = T;
  static constexpr int down = Down, across = product_threads / warp_lanes / Down, rows = 32 * down,
                       columns = 32 * across;
  static constexpr int depth = sizeof(T) == 2 ? 32 : sizeof(T) == 8 ? 8 : 16;
};

namespace detail {

/// Where an element of a tile is in shared memory.
struct tile_strides {
  int outer, inner;  // of a row and a number in depth; or of that and a column
};

/// By matrix instructions.
template <class Tile>
class warp_sums {
  using instruction = typename instruction_of<typename Tile::element>::type;
  static constexpr int high = 32 / instruction::rows, wide = 32 / instruction::columns;
  static constexpr int values = instruction::rows * instruction::columns / warp_lanes;

 public:
  using element = typename Tile::element;

  /// Adds the products of what one step brought.
  __device__ void add(const element* left, tile_strides of_left, const element* right,
                      tile_strides of_right) {
    left += row() * of_left.outer;
    right += column() * of_right.inner;
    INSUM_RT_UNROLL(4)
    for (int k = 0; k < Tile::depth; k += instruction::depth) {
      typename instruction::left a[high];
      typename instruction::right b[wide];
      INSUM_RT_UNROLL(8)
      for (int i = 0; i < high; ++i)
        a[i] = instruction::load_left(left + i * instruction::rows * of_left.outer + k * of_left.inner,
                                      of_left.outer, of_left.inner);
      INSUM_RT_UNROLL(8)
      for (int j = 0; j < wide; ++j)
        b[j] = instruction::load_right(right + k * of_right.outer + j * instruction::columns * of_right.inner,
                                       of_right.outer, of_right.inner);
      INSUM_RT_UNROLL(8)
      for (int i = 0; i < high; ++i) {
        INSUM_RT_UNROLL(8)
        for (int j = 0; j < wide; ++j) instruction::add_product(sums_[i][j], a[i], b[j]);
      }
    }
  }

  /// each(row, column, sum) for the elements that this thread has.
  template <class Each>
  __device__ void for_each(const Each& each) const {
    INSUM_RT_UNROLL(8)
    for (int i = 0; i < high; ++i) {
      INSUM_RT_UNROLL(8)
      for (int j = 0; j < wide; ++j) {
        INSUM_RT_UNROLL(8)
        for (int n = 0; n < values; ++n)
          each(row() + i * instruction::rows + instruction::row_of(n),
               column() + j * instruction::columns + instruction::column_of(n), sums_[i][j].values[n]);
      }
    }
  }

 private:
  __device__ static int warp() { return static_cast<int>(threadIdx.x) / warp_lanes; }
  __device__ static int row() { return warp() / Tile::across * 32; }
  __device__ static int column() { return warp() % Tile::across * 32; }

  typename instruction::sums sums_[high][wide] = {};
};

/// By multiplications of each thread: types without an instruction, and architectures.
template <class Tile>
class thread_sums {
  static constexpr int high = 4, wide = 8;
  static constexpr int threads_down = Tile::rows / high, threads_across = Tile::columns / wide;
  static_assert(threads_down * threads_across == product_threads);

 public:
  using element = typename Tile::element;
  using sum = std::conditional_t<std::is_same_v<element, double>, double, float>;

  __device__ void add(const element* left, tile_strides of_left, const element* right,
                      tile_strides of_right) {
    left += row(0) * of_left.outer;
    right += column(0) * of_right.inner;
    INSUM_RT_UNROLL(4)
    for (int k = 0; k < Tile::depth; ++k) {
      sum a[high], b[wide];
      INSUM_RT_UNROLL(8)
      for (int i = 0; i < high; ++i)
        a[i] = static_cast<sum>(left[i * threads_down * of_left.outer + k * of_left.inner]);
      INSUM_RT_UNROLL(8)
      for (int j = 0; j < wide; ++j)
        b[j] = static_cast<sum>(right[k * of_right.outer + j * threads_across * of_right.inner]);
      INSUM_RT_UNROLL(8)
      for (int i = 0; i < high; ++i) {
        INSUM_RT_UNROLL(8)
        for (int j = 0; j < wide; ++j) sums_[i][j] += a[i] * b[j];
      }
    }
  }

  template <class Each>
  __device__ void for_each(const Each& each) const {
    INSUM_RT_UNROLL(8)
    for (int i = 0; i < high; ++i) {
      INSUM_RT_UNROLL(8)
      for (int j = 0; j < wide; ++j) each(row(i), column(j), sums_[i][j]);
    }
  }

 private:
  __device__ static int row(int i) {
    return static_cast<int>(threadIdx.x) / threads_across + i * threads_down;
  }
  __device__ static int column(int j) {
    return static_cast<int>(threadIdx.x) % threads_across + j * threads_across;
  }

  sum sums_[high][wide] = {};
};

/// Architectures before sm_80 have none of these instructions.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
template <class T>
inline constexpr bool has_instruction = false;
#else
template <class T>
inline constexpr bool has_instruction = requires { typename instruction_of<T>::type; };
#endif

template <class Tile, bool Instructions = has_instruction<typename Tile::element>>
struct sums_of {
  using type = warp_sums<Tile>;
};
template <class Tile>
struct sums_of<Tile, false> {
  using type = thread_sums<Tile>;
};

}  // namespace detail

}  // namespace cuda

INSUM_RT_END

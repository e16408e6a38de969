// A tile of a matrix product that a block of threads has in its registers.
#pragma once

#include "matrix_instruction.hpp"

INSUM_RT_BEGIN

namespace cuda {

inline constexpr int product_threads = 128;

/// How a product is cut: a block has so many rows and columns of the result, of which its four warps have
/// equal parts, and takes `depth` products at a time, while those of `Ahead` further steps are on their way.
/// T is the type of the factors.
template <class T, int Rows, int Columns, int Ahead>
struct product_tile {
  using element = T;
  static constexpr int rows = Rows, columns = Columns, stages = Ahead + 1;
  static constexpr int depth = sizeof(T) == 2 ? 32 : sizeof(T) == 8 ? 8 : 16;

  static constexpr int elements = rows * columns / product_threads;  // of a thread
  static constexpr int warp_rows = elements > 8 ? 32 : 16, warp_columns = elements * warp_lanes / warp_rows;
  static constexpr int warps_across = columns / warp_columns;

  /// Between lines of a factor's tile in shared memory: the lanes of an instruction meet different banks.
  static constexpr int padding = sizeof(T) == 2 ? 8 : 4;
  /// For all stages of both factors, whichever way they are stored there.
  static constexpr int shared_bytes =
      stages * (rows + columns) * (depth + padding) * static_cast<int>(sizeof(T));
  static constexpr bool has_dynamic_memory = shared_bytes > usual_shared_bytes;
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
  static constexpr int high = Tile::warp_rows / instruction::rows,
                       wide = Tile::warp_columns / instruction::columns;
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
  __device__ static int row() { return warp() / Tile::warps_across * Tile::warp_rows; }
  __device__ static int column() { return warp() % Tile::warps_across * Tile::warp_columns; }

  typename instruction::sums sums_[high][wide] = {};
};

/// By multiplications of each thread: types without an instruction, and architectures.
template <class Tile>
class thread_sums {
  static constexpr int high = Tile::elements > 8 ? 4 : 2, wide = Tile::elements / high;
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

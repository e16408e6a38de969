// A tile of a matrix product that a block of threads has in its registers.
#pragma once

#include "matrix_instruction.hpp"
#include "vectors.hpp"

INSUM_RT_BEGIN

namespace cuda {

/// So many products, of so many rows and columns, and sums of so many products each.
struct product_sizes {
  std::int64_t batch, rows, columns, depth;
};

/// How a product is cut: a block has so many rows and columns of the result, of which its warps have equal
/// parts, and takes `depth` products at a time, while those of `Ahead` further steps are on their way. T is
/// the type of the factors.
template <class T, int Rows, int Columns, int Ahead>
struct product_tile {
  using element = T;
  static constexpr int rows = Rows, columns = Columns, stages = Ahead + 1;
  static constexpr int depth = sizeof(T) == 2 ? 32 : sizeof(T) == 8 ? 8 : 16;

  static constexpr int threads = rows * columns > 8192 ? 256 : 128;
  static constexpr int elements = rows * columns / threads;  // of a thread
  /// So many blocks share a multiprocessor's registers. One is said for large tiles: ptxas would rather spill
  /// than have one.
  static constexpr int blocks = elements > 32 ? 1 : sizeof(T) == 2 ? 4 : 3;
  /// ... where both factors are matrices as they are stored, of which there is less to know: of floats, which
  /// wait for shared memory, as many as leave 128 to a thread.
  static constexpr int matrix_blocks = std::is_same_v<T, float> ? 512 / threads : blocks;
  static constexpr int warp_rows = elements <= 8 ? 16 : elements > 32 && rows >= columns ? 64 : 32;
  static constexpr int warp_columns = elements * warp_lanes / warp_rows;
  static constexpr int warps_across = columns / warp_columns;

  /// Between lines of a factor's tile in shared memory: the lanes of an instruction meet different banks.
  static constexpr int padding = sizeof(T) == 2 ? 8 : 4;
  /// For all stages of both factors, whichever way they are stored there.
  static constexpr int shared_bytes =
      stages * (rows + columns) * (depth + padding) * static_cast<int>(sizeof(T));
  static constexpr bool has_dynamic_memory = shared_bytes > usual_shared_bytes;
};

namespace detail {

INSUM_HOST_DEVICE constexpr std::int64_t tiles_over(std::int64_t n, int tile) {
  return n / tile + (n % tile != 0);
}

struct tile_place {
  std::int64_t batch, row, column;
};

/// The tiles of all products, each of which has a number.
template <class Tile>
class tile_order {
 public:
  __device__ explicit tile_order(const product_sizes& sizes)
      : down_(tiles_over(sizes.rows, Tile::rows)),
        across_(tiles_over(sizes.columns, Tile::columns)),
        count_(sizes.batch * down_ * across_) {}
  __device__ std::int64_t count() const { return count_; }
  __device__ tile_place place_of(std::int64_t tile) const {
    constexpr std::int64_t together = 8;  // rows of tiles, that share the columns of the right factor
    const std::int64_t each = down_ * across_, rest = tile % each,
                       first = rest / (together * across_) * together, high = min(together, down_ - first),
                       in_band = rest - first * across_;
    return {tile / each, (first + in_band % high) * Tile::rows, in_band / high * Tile::columns};
  }

 private:
  std::int64_t down_, across_, count_;
};

/// A product by itself has functions without its number.
template <class Function, class... More>
__device__ auto call_product(const Function& function, std::int64_t batch, std::int64_t a, std::int64_t b,
                             More... more) {
#ifdef __CUDA_ARCH__
  __builtin_assume(batch >= 0);  // divisions by constants become shifts
  __builtin_assume(a >= 0);
  __builtin_assume(b >= 0);
#endif
  if constexpr (std::is_invocable_v<const Function&, std::int64_t, std::int64_t, More...>)
    return function(a, b, more...);
  else
    return function(batch, a, b, more...);
}

/// By matrix instructions. LeftByDepth, RightByColumn: where neighbours of the factors' tiles are next to
/// each other; a pitch is from a line of them to the next.
template <class Tile, bool LeftByDepth, bool RightByColumn>
class warp_sums {
  using instruction = typename instruction_of<typename Tile::element>::type;
  static constexpr int high = Tile::warp_rows / instruction::rows,
                       wide = Tile::warp_columns / instruction::columns;
  static constexpr int values = instruction::rows * instruction::columns / warp_lanes;

 public:
  using element = typename Tile::element;

  /// Adds the products of what one step brought.
  __device__ void add(const element* left, int left_pitch, const element* right, int right_pitch) {
    const strides of_left = LeftByDepth ? strides{left_pitch, 1} : strides{1, left_pitch},
                  of_right = RightByColumn ? strides{right_pitch, 1} : strides{1, right_pitch};
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
      static_assert(wide % 2 == 0);
      INSUM_RT_UNROLL(8)
      for (int j = 0; j < wide; j += 2)
        instruction::load_rights(b + j,
                                 right + k * of_right.outer + j * instruction::columns * of_right.inner,
                                 of_right.outer, of_right.inner);
      INSUM_RT_UNROLL(8)
      for (int i = 0; i < high; ++i) {
        INSUM_RT_UNROLL(8)
        for (int j = 0; j < wide; ++j) instruction::add_product(sums_[i][j], a[i], b[j]);
      }
    }
  }

  /// start(row) for the rows of which this thread has elements; what it gives takes these: take<n>(column,
  /// the sums of n neighbours).
  template <class Start>
  __device__ void for_each_row(const Start& start) const {
    INSUM_RT_UNROLL(8)
    for (int i = 0; i < high; ++i) {
      INSUM_RT_UNROLL(2)
      for (int n = 0; n < values; n += 2) {
        const auto of_row = start(row() + i * instruction::rows + instruction::row_of(n));
        INSUM_RT_UNROLL(8)
        for (int j = 0; j < wide; ++j)
          of_row.template take<2>(column() + j * instruction::columns + instruction::column_of(n),
                                  sums_[i][j].values + n);
      }
    }
  }

 private:
  struct strides {
    int outer, inner;  // of a row and a number in depth; or of that and a column
  };
  __device__ static int warp() { return static_cast<int>(threadIdx.x) / warp_lanes; }
  __device__ static int row() { return warp() / Tile::warps_across * Tile::warp_rows; }
  __device__ static int column() { return warp() % Tile::warps_across * Tile::warp_columns; }

  typename instruction::sums sums_[high][wide] = {};
};

/// Numbers of rows or columns that a thread has: `count` of them. Those that are next to each other in shared
/// memory come in vectors, those that are next to each other along the depth from lines far apart: lanes meet
/// different banks.
template <class T, int threads, int count, bool ByDepth>
struct thread_lines {
  static constexpr int together = ByDepth ? 1 : min(count, vector_bytes / static_cast<int>(sizeof(T)));
  static constexpr int vectors = count / together;
  static_assert(count % together == 0);
  __device__ static int place(int thread, int n) {
    return thread * together + n % together + n / together * (threads * together);
  }
  /// values[n][i]: number k + n in depth of a thread's line i.
  template <int depth, class Sum>
  __device__ static void load(Sum (&values)[depth][count], const T* tile, int pitch, int thread, int k) {
    const T* const from = tile + place(thread, 0) * (ByDepth ? pitch : 1) + k * (ByDepth ? 1 : pitch);
    INSUM_RT_UNROLL(8)
    for (int v = 0; v < vectors; ++v) {
      if constexpr (ByDepth) {
        const auto line = load_vector<depth>(from + v * threads * pitch);
        INSUM_RT_UNROLL(4)
        for (int n = 0; n < depth; ++n) values[n][v] = static_cast<Sum>(line[n]);
      } else {
        INSUM_RT_UNROLL(4)
        for (int n = 0; n < depth; ++n) {
          const auto lines = load_vector<together>(from + n * pitch + v * (threads * together));
          INSUM_RT_UNROLL(8)
          for (int i = 0; i < together; ++i) values[n][v * together + i] = static_cast<Sum>(lines[i]);
        }
      }
    }
  }
};

/// By multiplications of each thread: types without an instruction, and architectures.
template <class Tile, bool LeftByDepth, bool RightByColumn>
class thread_sums {
  static constexpr int high = Tile::elements > 32  ? 8
                              : Tile::elements > 8 ? 4
                                                   : 2,
                       wide = Tile::elements / high;
  static constexpr int threads_down = Tile::rows / high, threads_across = Tile::columns / wide;
  static_assert(threads_down * threads_across == Tile::threads);
  static constexpr int depth = 2;  // at a time

 public:
  using element = typename Tile::element;
  using sum = std::conditional_t<std::is_same_v<element, double>, double, float>;

  __device__ void add(const element* left, int left_pitch, const element* right, int right_pitch) {
    INSUM_RT_UNROLL(1)  // vectors of more numbers would take too many registers
    for (int k = 0; k < Tile::depth; k += depth) {
      sum a[depth][high], b[depth][wide];
      rows::load(a, left, left_pitch, down(), k);
      columns::load(b, right, right_pitch, across(), k);
      INSUM_RT_UNROLL(4)
      for (int n = 0; n < depth; ++n) {
        INSUM_RT_UNROLL(8)
        for (int i = 0; i < high; ++i) {
          INSUM_RT_UNROLL(8)
          for (int j = 0; j < wide; ++j) sums_[i][j] += a[n][i] * b[n][j];
        }
      }
    }
  }

  template <class Start>
  __device__ void for_each_row(const Start& start) const {
    INSUM_RT_UNROLL(8)
    for (int i = 0; i < high; ++i) {
      const auto of_row = start(rows::place(down(), i));
      INSUM_RT_UNROLL(8)
      for (int j = 0; j < wide; j += columns::together)
        of_row.template take<columns::together>(columns::place(across(), j), &sums_[i][j]);
    }
  }

 private:
  using rows = thread_lines<element, threads_down, high, LeftByDepth>;
  using columns = thread_lines<element, threads_across, wide, !RightByColumn>;
  __device__ static int down() { return static_cast<int>(threadIdx.x) / threads_across; }
  __device__ static int across() { return static_cast<int>(threadIdx.x) % threads_across; }

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

template <class Tile, bool LeftByDepth, bool RightByColumn,
          bool Instructions = has_instruction<typename Tile::element>>
struct sums_of {
  using type = warp_sums<Tile, LeftByDepth, RightByColumn>;
};
template <class Tile, bool LeftByDepth, bool RightByColumn>
struct sums_of<Tile, LeftByDepth, RightByColumn, false> {
  using type = thread_sums<Tile, LeftByDepth, RightByColumn>;
};

}  // namespace detail

}  // namespace cuda

INSUM_RT_END

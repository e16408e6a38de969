// Tiles of matrix products that warpgroups multiply, straight from shared memory, while the factors of
// further steps are brought there.
#pragma once

#include "product_factor.hpp"
#include "product_result.hpp"
#include "warpgroup_instruction.hpp"

INSUM_RT_BEGIN

namespace cuda {

/// Each warpgroup has 64 rows and all columns. T is the type of the factors: half or bfloat16.
template <class T, int Rows, int Columns>
struct warpgroup_tile {
  using element = T;
  static constexpr int rows = Rows, columns = Columns, depth = 64;
  static constexpr int stages = 4;
  static constexpr int threads = rows / detail::warpgroup_rows * detail::warpgroup_threads, blocks = 1,
                       matrix_blocks = 1;
  static constexpr int stage_bytes = (rows + columns) * depth * 2;
  static constexpr int shared_bytes = stages * stage_bytes + detail::panel_alignment;
  static constexpr bool has_dynamic_memory = true;
};

namespace detail {

template <class T>
inline constexpr bool has_warpgroup_tiles = std::is_same_v<T, half> || std::is_same_v<T, bfloat16>;

/// Devices after 9.0 have other instructions.
inline bool device_has_warpgroups() {
  return device_attribute(cudaDevAttrComputeCapabilityMajor) == 9 &&
         device_attribute(cudaDevAttrComputeCapabilityMinor) == 0;
}

/// Whether the program has code of this kernel, of a warpgroup's tile, that the device runs. In code for
/// other architectures than 9.0a the kernel does nothing, and needs no registers.
template <class... Parameters>
bool has_warpgroup_code(void (*kernel)(Parameters...)) {
  constexpr int least_registers = 64;  // for the sums alone
  cudaFuncAttributes found{};
  check(cudaFuncGetAttributes(&found, kernel), "cudaFuncGetAttributes");
  return found.numRegs > least_registers;
}

template <class Tile>
inline constexpr bool is_for_warpgroups = false;
template <class T, int Rows, int Columns>
inline constexpr bool is_for_warpgroups<warpgroup_tile<T, Rows, Columns>> = true;

/// As staged, in panels.
template <class Tile, int Outer, int Inner>
struct in_panels {
  using T = typename Tile::element;
  static constexpr int outer = Outer, inner = Inner;
  static constexpr int chunk = async_copy_bytes / static_cast<int>(sizeof(T)), chunks_of_line = Inner / chunk;
  static constexpr int lines_apart = Tile::threads / chunks_of_line, chunks = Outer / lines_apart;
  static_assert(Tile::threads % chunks_of_line == 0 && Outer % lines_apart == 0 && Inner % panel_width == 0);
  static_assert(lines_apart % 8 == 0);  // a thread's chunks are at the same place of their lines
  static constexpr int panel = Outer * panel_width;
  using memory = T[Outer * Inner];

  __device__ static int first_line() { return static_cast<int>(threadIdx.x) / chunks_of_line; }
  __device__ static int place_in_line() { return static_cast<int>(threadIdx.x) % chunks_of_line * chunk; }
  /// Of this thread's chunk of a line.
  __device__ static int place(int line) {
    const int in_line = place_in_line(), piece = in_line % panel_width / chunk ^ line % 8;
    return in_line / panel_width * panel + line * panel_width + piece * chunk;
  }
  static constexpr int between_chunks = lines_apart * panel_width;
};

/// The sums of a warpgroup.
template <class Tile, bool LeftByDepth, bool RightByDepth>
class warpgroup_sums {
  using T = typename Tile::element;
  using instruction = warpgroup_instruction<T, Tile::columns, LeftByDepth, RightByDepth>;

 public:
  /// Starts to add the products of what one step brought.
  template <class Left, class Right>
  __device__ void start_to_add(const T* left, const T* right) {
    left += warpgroup() * (LeftByDepth ? warpgroup_rows * panel_width : Left::panel);
    begin_products();
    INSUM_RT_UNROLL(4)
    for (int k = 0; k < Tile::depth; k += warpgroup_depth) {
      constexpr int bytes = static_cast<int>(sizeof(T));
      instruction::add_product(sums_, {left + k * (LeftByDepth ? 1 : panel_width), Left::panel * bytes},
                               {right + k * (RightByDepth ? 1 : panel_width), Right::panel * bytes});
    }
    end_product_group();
  }

  /// Waits until all is added.
  __device__ void finish() {
    wait_for_products<0>();
    INSUM_RT_UNROLL(128)
    for (float& sum : sums_) written_by_products(sum);
  }
  __device__ void clear() {
    INSUM_RT_UNROLL(128)
    for (float& sum : sums_) sum = 0.0f;
  }

  /// As warp_sums has it.
  template <class Start>
  __device__ void for_each_row(const Start& start) const {
    INSUM_RT_UNROLL(2)
    for (int n = 0; n < 4; n += 2) {
      const auto of_row = start(row() + n / 2 * 8);
      INSUM_RT_UNROLL(32)
      for (int j = 0; j < Tile::columns / 8; ++j)
        of_row.template take<2>(j * 8 + lane_in_group() * 2, sums_ + j * 4 + n);
    }
  }

 private:
  __device__ static int warpgroup() {
    // The same for all threads of a warp, which the compiler sees.
    return __shfl_sync(0xffffffffu, static_cast<int>(threadIdx.x) / warpgroup_threads, 0);
  }
  __device__ static int row() { return static_cast<int>(threadIdx.x) / warp_lanes * 16 + lane_group(); }

  float sums_[instruction::sums];
};

/// One tile of the result.
template <class Tile, bool LeftByDepth, bool RightByColumn, class Left, class Right, class Result>
class warpgroup_product {
  using element = typename Tile::element;
  using left_tile = std::conditional_t<LeftByDepth, in_panels<Tile, Tile::rows, Tile::depth>,
                                       in_panels<Tile, Tile::depth, Tile::rows>>;
  using right_tile = std::conditional_t<RightByColumn, in_panels<Tile, Tile::depth, Tile::columns>,
                                        in_panels<Tile, Tile::columns, Tile::depth>>;
  using left_view = factor_view<left_tile, !LeftByDepth, 1, Left>;
  using right_view = factor_view<right_tile, !RightByColumn, 0, Right>;
  using all_sums = warpgroup_sums<Tile, LeftByDepth, !RightByColumn>;
  static constexpr int stages = Tile::stages, ahead = stages - 2;
  struct stage {
    typename left_tile::memory left;
    typename right_tile::memory right;
  };
  static_assert(sizeof(stage) == Tile::stage_bytes);

  /// One stage after the other.
  struct turn {
    stage* tiles;
    int number = 0;
    __device__ stage& next() {
      stage& one = tiles[number];
      number = number + 1 == stages ? 0 : number + 1;
      return one;
    }
  };

 public:
  /// All tiles of the block: all of its threads call it. Those of the first steps are brought before the
  /// sums of the tile before go to the result.
  __device__ static void run(const product_sizes& sizes, const Left& of_left, const Right& of_right,
                             const Result& result) {
    const tile_order<Tile> order(sizes);
    if (blockIdx.x >= order.count()) return;
    all_sums sums;
    turn added{block_memory()}, brought = added;
    tile_place before{};
    for (std::int64_t tile = blockIdx.x;; tile += gridDim.x) {
      const bool is_tile = tile < order.count();
      const tile_place at = order.place_of(is_tile ? tile : tile - gridDim.x);
      const left_view left(of_left, at.batch, sizes.rows, sizes.depth, at.row);
      const right_view right(of_right, at.batch, sizes.depth, sizes.columns, at.column);
      const int steps = is_tile ? static_cast<int>(tiles_over(sizes.depth, Tile::depth)) : 0;
      const element *left_from = left.whole(0), *right_from = right.whole(0);
      const auto bring = [&](int step) {
        if (step < steps) {
          stage& to = brought.next();
          left_from ? left.bring_whole(to.left, left_from) : left.bring(to.left, step);
          right_from ? right.bring_whole(to.right, right_from) : right.bring(to.right, step);
        }
        end_copy_group();
        left_from = left.whole(step + 1), right_from = right.whole(step + 1);
      };
      for (int step = 0; step < ahead; ++step) bring(step);
      if (tile != blockIdx.x) store(sums, sizes, result, before);
      if (!is_tile) break;
      sums.clear();
      for (int step = 0; step < steps; ++step) {
        for (; left_from && right_from; ++step) {  // most of the work
          add(sums, added.next());
          stage& to = brought.next();
          left.bring_whole(to.left, left_from);
          right.bring_whole(to.right, right_from);
          end_copy_group();
          left_from = left.whole(step + ahead + 1), right_from = right.whole(step + ahead + 1);
          wait_for_products<1>();
        }
        add(sums, added.next());
        bring(step + ahead);
        wait_for_products<1>();
      }
      sums.finish();
      before = at;
    }
    wait_for_copies<0>();
  }

 private:
  /// What all threads brought for this step is there, and all know that the step before the last one has been
  /// multiplied: its stage is the one that is brought next.
  __device__ static void add(all_sums& sums, const stage& of) {
    wait_for_copies<ahead - 1>();
    show_to_warpgroups();
    __syncthreads();
    sums.template start_to_add<left_tile, right_tile>(of.left, of.right);
  }
  __device__ static void store(const all_sums& sums, const product_sizes& sizes, const Result& result,
                               const tile_place& at) {
    const std::int64_t rows = sizes.rows - at.row,
                       columns = min(std::int64_t{Tile::columns}, sizes.columns - at.column);
    sums.for_each_row([&](int r) {
      return start_row(result, r < rows, at.batch, at.row + r, at.column, static_cast<int>(columns));
    });
  }
  __device__ static stage* block_memory() {
    const auto at = reinterpret_cast<std::uintptr_t>(dynamic_shared());
    constexpr std::uintptr_t alignment = panel_alignment;
    return static_cast<stage*>(static_cast<void*>(static_cast<std::byte*>(dynamic_shared()) +
                                                  ((at + alignment - 1) / alignment * alignment - at)));
  }
};

}  // namespace detail

}  // namespace cuda

INSUM_RT_END

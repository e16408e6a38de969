// The matrix instructions of a warpgroup, which is four warps: they take their factors from shared memory,
// and nobody waits for them.
//
// As in NVIDIA, "Parallel Thread Execution ISA", section "Asynchronous warpgroup level matrix instructions".
#pragma once

#include "../../core/types.hpp"
#include "launch.hpp"

INSUM_RT_BEGIN

namespace cuda {

// Code of architecture 9.0a has them, and so has the emulation. Other code never multiplies by them.
#if defined(__CUDA_ARCH_FEAT_SM90_ALL) || !defined(__CUDACC__)
#define INSUM_RT_HAS_WARPGROUPS 1
#else
#define INSUM_RT_HAS_WARPGROUPS 0
#endif

namespace detail {

inline constexpr int warpgroup_threads = 4 * warp_lanes, warpgroup_rows = 64, warpgroup_depth = 16;

/// Tiles of factors for these instructions, of numbers of 16 bits. Neighbours are next to each other along a
/// line, as far as a panel reaches, which is 64 numbers wide and has as many lines as the tile; panels follow
/// each other. Of a line's eight pieces of 16 bytes the one with number p is where number p ^ (line % 8)
/// would be, so that pieces with the same number, in eight lines, meet different banks. Tiles begin at
/// multiples of `panel_alignment` bytes.
inline constexpr int panel_width = 64, panel_alignment = 1024;

/// Where 64 rows, or all columns, of 16 numbers in depth begin. `ByDepth`: lines are along the depth.
struct matrix_in_shared {
  const void* first;
  int panel_bytes;  // from one panel to the next
};

#ifdef __CUDACC__
/// The bytes between lines 0 and 8; between panels, where lines are not along the depth; the order within
/// panels.
__device__ inline std::uint64_t descriptor_of(const matrix_in_shared& matrix) {
  constexpr std::uint64_t pieces_mixed = std::uint64_t{1} << 62;
  constexpr int eight_lines = 8 * panel_width * 2;
  const auto at = static_cast<unsigned>(__cvta_generic_to_shared(matrix.first));
  return pieces_mixed | static_cast<std::uint64_t>(eight_lines >> 4) << 32 |
         static_cast<std::uint64_t>(static_cast<unsigned>(matrix.panel_bytes) >> 4) << 16 |
         static_cast<std::uint64_t>((at & 0x3ffff) >> 4);
}
#endif

/// What this thread has written to shared memory is seen by instructions of warpgroups, after a barrier.
__device__ inline void show_to_warpgroups() {
#if defined(__CUDACC__) && INSUM_RT_HAS_WARPGROUPS
  asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
#endif
}

/// Before the first instruction that adds to sums which this thread has written.
__device__ inline void begin_products() {
#if defined(__CUDACC__) && INSUM_RT_HAS_WARPGROUPS
  asm volatile("wgmma.fence.sync.aligned;" : : : "memory");
#endif
}

/// The instructions since the last call are one group.
__device__ inline void end_product_group() {
#if !defined(__CUDACC__)
  emulated::end_product_group();
#elif INSUM_RT_HAS_WARPGROUPS
  asm volatile("wgmma.commit_group.sync.aligned;" : : : "memory");
#endif
}

/// Waits for all groups of the warpgroup but the last `Open` ones. Sums may be read where none is open.
template <int Open>
__device__ void wait_for_products() {
#if !defined(__CUDACC__)
  emulated::wait_for_products(Open);
#elif INSUM_RT_HAS_WARPGROUPS
  asm volatile("wgmma.wait_group.sync.aligned %0;" : : "n"(Open) : "memory");
#endif
}

/// Compilers take a sum to be written by the instruction that names it: what uses it stays after the wait.
__device__ inline void written_by_products([[maybe_unused]] float& sum) {
#if defined(__CUDACC__) && INSUM_RT_HAS_WARPGROUPS
  asm volatile("" : "+f"(sum) : : "memory");
#endif
}

/// 64 rows and `Columns` columns of sums, of which each thread has half as many: those of a row's part of
/// eight columns are as in instruction_m16n8, warps have 16 rows each.
template <class T, int Columns, bool LeftByDepth, bool RightByDepth>
struct warpgroup_instruction {
  static constexpr int sums = Columns / 2;

  __device__ static void add_product(float* d, const matrix_in_shared& left, const matrix_in_shared& right) {
#if !defined(__CUDACC__)
    emulated::start_warpgroup_product<T, Columns, LeftByDepth, RightByDepth>(d, left.first, left.panel_bytes,
                                                                             right.first, right.panel_bytes);
#elif INSUM_RT_HAS_WARPGROUPS
    const std::uint64_t a = descriptor_of(left), b = descriptor_of(right);
#define INSUM_RT_SUMS_8(n)                                                                    \
  "+f"(d[n]), "+f"(d[n + 1]), "+f"(d[n + 2]), "+f"(d[n + 3]), "+f"(d[n + 4]), "+f"(d[n + 5]), \
      "+f"(d[n + 6]), "+f"(d[n + 7])
#define INSUM_RT_SUMS_32(n) \
  INSUM_RT_SUMS_8(n), INSUM_RT_SUMS_8(n + 8), INSUM_RT_SUMS_8(n + 16), INSUM_RT_SUMS_8(n + 24)
#define INSUM_RT_REST : "l"(a), "l"(b), "n"(LeftByDepth ? 0 : 1), "n"(RightByDepth ? 0 : 1)
#define INSUM_RT_WGMMA_128(type)                                                                 \
  asm volatile("wgmma.mma_async.sync.aligned.m64n128k16.f32." type "." type                      \
               " {"                                                                              \
               "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15,"           \
               "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31," \
               "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47," \
               "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"  \
               "}, %64, %65, 1, 1, 1, %66, %67;"                                                 \
               : INSUM_RT_SUMS_32(0), INSUM_RT_SUMS_32(32) INSUM_RT_REST)
#define INSUM_RT_WGMMA_256(type)                                                                       \
  asm volatile(                                                                                        \
      "wgmma.mma_async.sync.aligned.m64n256k16.f32." type "." type                                     \
      " {"                                                                                             \
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15,"                          \
      "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31,"                \
      "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47,"                \
      "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63,"                \
      "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79,"                \
      "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95,"                \
      "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111,"    \
      "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127" \
      "}, %128, %129, 1, 1, 1, %130, %131;"                                                            \
      : INSUM_RT_SUMS_32(0), INSUM_RT_SUMS_32(32), INSUM_RT_SUMS_32(64), INSUM_RT_SUMS_32(96) INSUM_RT_REST)
    constexpr bool is_half = std::is_same_v<T, half>;
    if constexpr (Columns == 128 && is_half)
      INSUM_RT_WGMMA_128("f16");
    else if constexpr (Columns == 128)
      INSUM_RT_WGMMA_128("bf16");
    else if constexpr (is_half)
      INSUM_RT_WGMMA_256("f16");
    else
      INSUM_RT_WGMMA_256("bf16");
#undef INSUM_RT_WGMMA_128
#undef INSUM_RT_WGMMA_256
#undef INSUM_RT_REST
#undef INSUM_RT_SUMS_32
#undef INSUM_RT_SUMS_8
#endif
  }
};

}  // namespace detail

}  // namespace cuda

INSUM_RT_END

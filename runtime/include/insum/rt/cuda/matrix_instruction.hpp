// The matrix instructions: what a warp multiplies at once, and which elements each of its lanes has of it.
//
// Places as in NVIDIA, "Parallel Thread Execution ISA", section "Matrix Fragments for mma": a lane belongs to
// one of eight groups of four.
#pragma once

#include "../../core/types.hpp"
#include "launch.hpp"

INSUM_RT_BEGIN

namespace cuda {

/// A float that is rounded to 11 bits of precision where it is multiplied: asked for by tensorize(tf32).
struct tf32 {
  float value;
  tf32() = default;
  __device__ explicit tf32(float x) : value(x) {}
  __device__ explicit operator float() const { return value; }
};

namespace detail {

__device__ inline int lane_group() { return static_cast<int>(threadIdx.x % warp_lanes) / 4; }
__device__ inline int lane_in_group() { return static_cast<int>(threadIdx.x % 4); }

__device__ inline int lane_in_matrix() { return static_cast<int>(threadIdx.x % 8); }
__device__ inline int lane_matrix() { return static_cast<int>(threadIdx.x % warp_lanes) / 8; }

/// ldmatrix: four matrices of 8x8 numbers of 16 bits from shared memory, as matrix instructions want them: a
/// lane gets two neighbours in a row, or in a column where Transposed. Each lane has the place of one row,
/// lane 8 * m + r that of row r of matrix m; rows are 16 bytes at multiples of 16.
template <bool Transposed>
__device__ void load_matrices(unsigned* words, const void* row) {
#ifdef __CUDACC__
  const auto at = static_cast<unsigned>(__cvta_generic_to_shared(row));
#define INSUM_RT_LOAD_4(how)                                                          \
  asm volatile("ldmatrix.sync.aligned.m8n8.x4" how ".shared.b16 {%0,%1,%2,%3}, [%4];" \
               : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])       \
               : "r"(at)                                                              \
               : "memory")
  if constexpr (Transposed)
    INSUM_RT_LOAD_4(".trans");
  else
    INSUM_RT_LOAD_4("");
#undef INSUM_RT_LOAD_4
#else
  emulated::load_matrices<4, Transposed>(words, row);
#endif
}

/// Rounded to nearest, ties away from zero.
__device__ inline unsigned tf32_bits(tf32 x) {
#ifdef __CUDACC__
  unsigned bits;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x.value));
  return bits;
#else
  return emulated::tf32_bits(x.value);
#endif
}

/// What instructions with sums in float share: the registers of a lane, and the places of its sums.
struct instruction_m16n8 {
  static constexpr int rows = 16, columns = 8;
  using sum = float;
  struct left {
    unsigned words[4];
  };
  struct right {
    unsigned words[2];
  };
  struct sums {
    float values[4];
  };

  __device__ static int row_of(int n) { return lane_group() + n / 2 * 8; }
  __device__ static int column_of(int n) { return lane_in_group() * 2 + n % 2; }
};

/// Numbers of 16 bits.
template <class T>
struct instruction_m16n8k16 : instruction_m16n8 {
  static constexpr int depth = 16;

  /// Tiles are in shared memory; one of the strides is 1.
  __device__ static left load_left(const T* tile, int row_stride, int depth_stride) {
    const int r = lane_in_matrix(), matrix = lane_matrix();  // left and right of each other: 2 and 3
    left a;
    if (depth_stride == 1)
      load_matrices<false>(a.words, tile + (r + matrix % 2 * 8) * row_stride + matrix / 2 * 8);
    else
      load_matrices<true>(a.words, tile + (r + matrix / 2 * 8) * depth_stride + matrix % 2 * 8);
    return a;
  }
  /// Of two instructions side by side.
  __device__ static void load_rights(right* b, const T* tile, int depth_stride, int column_stride) {
    const int r = lane_in_matrix(), matrix = lane_matrix();  // on top of each other: 0 and 1
    unsigned words[4];
    if (depth_stride == 1)
      load_matrices<false>(words, tile + (r + matrix / 2 * 8) * column_stride + matrix % 2 * 8);
    else
      load_matrices<true>(words, tile + (r + matrix % 2 * 8) * depth_stride + matrix / 2 * 8);
    b[0] = {{words[0], words[1]}};
    b[1] = {{words[2], words[3]}};
  }
  __device__ static void add_product(sums& c, const left& a, const right& b) {
#ifdef __CUDACC__
#define INSUM_RT_MMA(type)                                                                            \
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32." type "." type                                 \
               ".f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"                           \
               : "+f"(c.values[0]), "+f"(c.values[1]), "+f"(c.values[2]), "+f"(c.values[3])           \
               : "r"(a.words[0]), "r"(a.words[1]), "r"(a.words[2]), "r"(a.words[3]), "r"(b.words[0]), \
                 "r"(b.words[1]))
    if constexpr (std::is_same_v<T, half>)
      INSUM_RT_MMA("f16");
    else
      INSUM_RT_MMA("bf16");
#undef INSUM_RT_MMA
#else
    emulated::mma_m16n8k16<T>(c.values, a.words, b.words);
#endif
  }
};

struct instruction_m16n8k8 : instruction_m16n8 {
  static constexpr int depth = 8;

  __device__ static left load_left(const tf32* tile, int row_stride, int depth_stride) {
    const tf32* const at = tile + lane_group() * row_stride + lane_in_group() * depth_stride;
    return {{tf32_bits(at[0]), tf32_bits(at[8 * row_stride]), tf32_bits(at[4 * depth_stride]),
             tf32_bits(at[8 * row_stride + 4 * depth_stride])}};
  }
  __device__ static void load_rights(right* b, const tf32* tile, int depth_stride, int column_stride) {
    const tf32* at = tile + lane_in_group() * depth_stride + lane_group() * column_stride;
    b[0] = {{tf32_bits(at[0]), tf32_bits(at[4 * depth_stride])}};
    at += columns * column_stride;
    b[1] = {{tf32_bits(at[0]), tf32_bits(at[4 * depth_stride])}};
  }
  __device__ static void add_product(sums& c, const left& a, const right& b) {
#ifdef __CUDACC__
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%0,%1,%2,%3};"
        : "+f"(c.values[0]), "+f"(c.values[1]), "+f"(c.values[2]), "+f"(c.values[3])
        : "r"(a.words[0]), "r"(a.words[1]), "r"(a.words[2]), "r"(a.words[3]), "r"(b.words[0]),
          "r"(b.words[1]));
#else
    emulated::mma_m16n8k8_tf32(c.values, a.words, b.words);
#endif
  }
};

struct instruction_m8n8k4 {
  static constexpr int rows = 8, columns = 8, depth = 4;
  using sum = double;
  using left = double;
  using right = double;
  struct sums {
    double values[2];
  };

  __device__ static left load_left(const double* tile, int row_stride, int depth_stride) {
    return tile[lane_group() * row_stride + lane_in_group() * depth_stride];
  }
  __device__ static void load_rights(right* b, const double* tile, int depth_stride, int column_stride) {
    const double* const at = tile + lane_in_group() * depth_stride + lane_group() * column_stride;
    b[0] = at[0];
    b[1] = at[columns * column_stride];
  }
  __device__ static int row_of(int) { return lane_group(); }
  __device__ static int column_of(int n) { return lane_in_group() * 2 + n; }

  __device__ static void add_product(sums& c, left a, right b) {
#ifdef __CUDACC__
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
                 : "+d"(c.values[0]), "+d"(c.values[1])
                 : "d"(a), "d"(b));
#else
    emulated::mma_m8n8k4(c.values, a, b);
#endif
  }
};

template <class T>
struct instruction_of {};
template <>
struct instruction_of<half> {
  using type = instruction_m16n8k16<half>;
};
template <>
struct instruction_of<bfloat16> {
  using type = instruction_m16n8k16<bfloat16>;
};
template <>
struct instruction_of<tf32> {
  using type = instruction_m16n8k8;
};
template <>
struct instruction_of<double> {
  using type = instruction_m8n8k4;
};

}  // namespace detail

}  // namespace cuda

INSUM_RT_END

// The inner kernel of matrix products, once for each instruction set that the compiler can make code for.
// Which one runs is chosen when the program does: kernels reach a processor's speed whatever -march says.
//
// No include guard for product_tile.inc: it is the same text for each instruction set, since a function's
// vectors are lowered to those of its own target before it is inlined.
#pragma once

#include "config.hpp"

INSUM_RT_BEGIN

namespace detail {

/// c[r][j] = (add ? c[r][j] : 0) + sum(k: a[k * rows + r] * b[k * columns + j]) for a whole tile.
template <class T>
using product_tile = void (*)(std::int64_t depth, const T* a, const T* b, T* const* c, bool add);

/// The largest tile of any instruction set.
inline constexpr int most_product_rows = 8, most_product_bytes = 128;  // bytes: of the columns of a row

/// The kernels of one instruction set, for tiles of `rows`, and of the numbers below it that are there, times
/// `columns`.
template <class T>
struct product_kernels {
  int bytes;  // of a vector
  int rows, columns;
  product_tile<T> tiles[most_product_rows + 1];  // by the number of rows; null: composed of smaller ones
};

}  // namespace detail

INSUM_RT_END

#if !defined(INSUM_RT_PORTABLE) && defined(__x86_64__)
#define INSUM_RT_PRODUCT_SET product_avx512
#ifdef __clang__  // whose vectors otherwise have the width that the processor that -march names prefers
#define INSUM_RT_PRODUCT_TARGET \
  __attribute__((target("avx512f,avx512dq,avx512vl,fma"), min_vector_width(512)))
#else
#define INSUM_RT_PRODUCT_TARGET __attribute__((target("avx512f,avx512dq,avx512vl,fma")))
#endif
#define INSUM_RT_PRODUCT_BYTES 64
#define INSUM_RT_PRODUCT_ROWS 8
#include "product_tile.inc"
#define INSUM_RT_PRODUCT_SET product_avx2
#define INSUM_RT_PRODUCT_TARGET __attribute__((target("avx2,fma")))
#define INSUM_RT_PRODUCT_BYTES 32
#define INSUM_RT_PRODUCT_ROWS 6
#include "product_tile.inc"
#endif
#define INSUM_RT_PRODUCT_SET product_base
#define INSUM_RT_PRODUCT_TARGET
#define INSUM_RT_PRODUCT_BYTES 16
#define INSUM_RT_PRODUCT_ROWS 6
#include "product_tile.inc"

INSUM_RT_BEGIN

namespace detail {

/// The kernels that use vectors of so many bytes; null where this processor does not run them.
template <class T>
const product_kernels<T>* product_kernels_of(int bytes) {
#if !defined(INSUM_RT_PORTABLE) && defined(__x86_64__)
  __builtin_cpu_init();
  if (bytes == 64 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    return &product_avx512::kernels<T>;
  if (bytes == 32 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return &product_avx2::kernels<T>;
#endif
  return bytes == 16 ? &product_base::kernels<T> : nullptr;
}

/// Those with the widest vectors.
template <class T>
const product_kernels<T>& best_product_kernels() {
  static const product_kernels<T>* const best = [] {
    const product_kernels<T>* widest = product_kernels_of<T>(64);
    if (!widest) widest = product_kernels_of<T>(32);
    return widest ? widest : product_kernels_of<T>(16);
  }();
  return *best;
}

}  // namespace detail

INSUM_RT_END

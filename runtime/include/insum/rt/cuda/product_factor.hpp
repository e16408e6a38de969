// A factor of a matrix product, and its tiles in shared memory.
#pragma once

#include "async_copy.hpp"
#include "product_tile.hpp"

INSUM_RT_BEGIN

namespace cuda {

/// A factor that is an array: at(i, k) points to an element, and `run` neighbours, along the direction in
/// which they are brought, are next to each other from each multiple of `run` on.
template <class At>
struct product_array {
  At at;
  std::int64_t run;
};
template <class At>
product_array(At, std::int64_t) -> product_array<At>;

/// ... some of whose elements are zeros that are not stored: at(i, k) is null for them. Where both ends of a
/// part of a run are stored, all of it is.
template <class At>
struct product_array_with_gaps {
  At at;
  std::int64_t run;
};
template <class At>
product_array_with_gaps(At, std::int64_t) -> product_array_with_gaps<At>;

namespace detail {

/// A tile of a factor in shared memory: neighbours are next to each other along the inner of its two
/// directions.
template <class Tile, int Outer, int Inner>
struct staged {
  using T = typename Tile::element;
  static constexpr int pitch = Inner + Tile::padding;
  static constexpr int chunk = 16 / static_cast<int>(sizeof(T)), chunks = Inner / chunk;
  static_assert(Inner % chunk == 0 && Outer * chunks % product_threads == 0);
  using memory = T[Outer * pitch];

  /// Each thread of the block brings its chunks: each(place, outer, inner) for all of them.
  template <class Each>
  __device__ static void bring(T* to, const Each& each) {
    INSUM_RT_UNROLL(1)
    for (int n = static_cast<int>(threadIdx.x); n < Outer * chunks; n += product_threads)
      each(to + n / chunks * pitch + n % chunks * chunk, n / chunks, n % chunks * chunk);
  }
};

template <class Factor>
inline constexpr bool is_array = requires(const Factor& factor) { factor.run; };
template <class Factor>
inline constexpr bool has_gaps = false;
template <class At>
inline constexpr bool has_gaps<product_array_with_gaps<At>> = true;

/// A product by itself has functions without its number.
template <class Function, class... More>
__device__ auto call_product(const Function& function, std::int64_t batch, std::int64_t a, std::int64_t b,
                             More... more) {
  if constexpr (std::is_invocable_v<const Function&, std::int64_t, std::int64_t, More...>)
    return function(a, b, more...);
  else
    return function(batch, a, b, more...);
}

/// A factor of one product, whose elements have two numbers: row and depth, or depth and column. ByFirst: it
/// is brought along the first of them.
template <class T, bool ByFirst, class Factor>
class factor_view {
 public:
  __device__ factor_view(const Factor& factor, std::int64_t batch, std::int64_t first, std::int64_t second)
      : factor_(factor), batch_(batch), first_(first), second_(second) {
    if constexpr (is_array<Factor>)
      has_runs_ = factor.run % chunk == 0 || factor.run >= (ByFirst ? first : second);
  }

  /// The tile of it that begins at (first, second); zeros outside of it.
  template <class Staged>
  __device__ void bring(T* tile, std::int64_t first, std::int64_t second) const {
    Staged::bring(tile, [&](T* to, int outer, int inner) {
      bring_chunk(to, first + (ByFirst ? inner : outer), second + (ByFirst ? outer : inner));
    });
  }

 private:
  static constexpr int chunk = async_copy_bytes / static_cast<int>(sizeof(T));

  __device__ void bring_chunk(T* to, std::int64_t first, std::int64_t second) const {
    if constexpr (is_array<Factor>) {
      const bool whole =
          ByFirst ? first + chunk <= first_ && second < second_ : second + chunk <= second_ && first < first_;
      if (has_runs_ && whole) {
        const void* const from = call_product(factor_.at, batch_, first, second);
        bool there = reinterpret_cast<std::uintptr_t>(from) % async_copy_bytes == 0;
        if constexpr (has_gaps<Factor>)
          there = there && from &&
                  call_product(factor_.at, batch_, first + (ByFirst ? chunk - 1 : 0),
                               second + (ByFirst ? 0 : chunk - 1));
        if (there) return start_copy(to, from);
      }
    }
    INSUM_RT_UNROLL(8)
    for (int e = 0; e < chunk; ++e) to[e] = element(first + (ByFirst ? e : 0), second + (ByFirst ? 0 : e));
  }

  __device__ T element(std::int64_t first, std::int64_t second) const {
    if (first >= first_ || second >= second_) return T(0.0f);
    if constexpr (has_gaps<Factor>) {
      const auto* const at = call_product(factor_.at, batch_, first, second);
      return at ? static_cast<T>(*at) : T(0.0f);
    } else if constexpr (is_array<Factor>)
      return static_cast<T>(*call_product(factor_.at, batch_, first, second));
    else
      return static_cast<T>(call_product(factor_, batch_, first, second));
  }

  const Factor& factor_;
  std::int64_t batch_, first_, second_;
  bool has_runs_ = false;
};

}  // namespace detail

}  // namespace cuda

INSUM_RT_END

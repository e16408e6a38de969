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
      if (has_runs_ && bring_run(to, first, second)) return;
      INSUM_RT_UNROLL(1)  // seldom: what is next to each other in no run, or at odd addresses
      for (int e = 0; e < chunk; ++e) bring_element(to, first, second, e);
    } else {
      INSUM_RT_UNROLL(8)
      for (int e = 0; e < chunk; ++e) bring_element(to, first, second, e);
    }
  }
  __device__ void bring_element(T* to, std::int64_t first, std::int64_t second, int e) const {
    to[e] = element(first + (ByFirst ? e : 0), second + (ByFirst ? 0 : e));
  }

  /// As copies of 16 bytes, or of 8 or 4 where rows begin at multiples of these alone. What lies outside of
  /// the factor is zero. False where that cannot be.
  __device__ bool bring_run(T* to, std::int64_t first, std::int64_t second) const {
    const std::int64_t left = ByFirst ? first_ - first : second_ - second;
    const bool inside = left > 0 && (ByFirst ? second < second_ : first < first_);
    const int count = !inside ? 0 : left < chunk ? static_cast<int>(left) : chunk;
    const void* const from = inside ? place(first, second, 0) : nullptr;
    if constexpr (has_gaps<Factor>)
      if (inside && (!from || !place(first, second, count - 1))) return false;
    const int bytes = count * static_cast<int>(sizeof(T));
    const auto address = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(from));
    if (bytes == 0)
      return clear(to);
    else if (address % 16 == 0)
      return copy<16>(to, from, bytes);
    else if (address % 8 == 0)
      return copy<8>(to, from, bytes);
    else if (address % 4 == 0)
      return copy<4>(to, from, bytes);
    return false;
  }
  __device__ const void* place(std::int64_t first, std::int64_t second, int e) const {
    return call_product(factor_.at, batch_, first + (ByFirst ? e : 0), second + (ByFirst ? 0 : e));
  }
  __device__ static bool clear(T* to) {
    INSUM_RT_UNROLL(8)
    for (int e = 0; e < chunk; ++e) to[e] = T(0.0f);
    return true;
  }
  template <int Size>
  __device__ static bool copy(T* to, const void* from, int bytes) {
    INSUM_RT_UNROLL(4)
    for (int at = 0; at < async_copy_bytes; at += Size) {
      const int part = bytes - at < 0 ? 0 : bytes - at < Size ? bytes - at : Size;
      start_copy<Size>(reinterpret_cast<char*>(to) + at, static_cast<const char*>(from) + (part > 0 ? at : 0),
                       part);
    }
    return true;
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

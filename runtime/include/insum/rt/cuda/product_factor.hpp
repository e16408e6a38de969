// A factor of a matrix product, and its tiles in shared memory.
#pragma once

#include "async_copy.hpp"
#include "product_tile.hpp"

INSUM_RT_BEGIN

namespace cuda {

/// A factor that is an array: at(i, k) points to an element, and `run` neighbours, along the direction in
/// which they are brought, are next to each other from each multiple of `run` on. Of such runs, the first
/// elements of `lines` neighbours in the other direction are `apart` elements from each other, from each
/// multiple of `lines` on; where that is not known Lines is false.
template <class At, bool Lines>
struct product_array {
  At at;
  std::int64_t run, lines = 1, apart = 0;
};
template <class At>
product_array(At, std::int64_t) -> product_array<At, false>;
template <class At>
product_array(At, std::int64_t, std::int64_t, std::int64_t) -> product_array<At, true>;

/// ... of which at(i, k) may be asked where stored(i, k): other elements are zeros. Where both ends of a part
/// of a run are stored, or of such elements of lines, all of it is.
template <class At, class Stored, bool Lines>
struct product_array_with_gaps {
  At at;
  Stored stored;
  std::int64_t run, lines = 1, apart = 0;
};
template <class At, class Stored>
product_array_with_gaps(At, Stored, std::int64_t) -> product_array_with_gaps<At, Stored, false>;
template <class At, class Stored>
product_array_with_gaps(At, Stored, std::int64_t, std::int64_t, std::int64_t)
    -> product_array_with_gaps<At, Stored, true>;

namespace detail {

/// A tile of a factor in shared memory: neighbours are next to each other along the inner of its two
/// directions. Each thread of the block brings chunks of it, all at the same place of lines that are
/// `lines_apart` from each other.
template <class Tile, int Outer, int Inner>
struct staged {
  using T = typename Tile::element;
  static constexpr int outer = Outer, inner = Inner, pitch = Inner + Tile::padding;
  static constexpr int chunk = async_copy_bytes / static_cast<int>(sizeof(T)), chunks_of_line = Inner / chunk;
  static constexpr int lines_apart = Tile::threads / chunks_of_line, chunks = Outer / lines_apart;
  static_assert(Inner % chunk == 0 && Tile::threads % chunks_of_line == 0 && Outer % lines_apart == 0);
  using memory = T[Outer * pitch];

  __device__ static int first_line() { return static_cast<int>(threadIdx.x) / chunks_of_line; }
  __device__ static int place_in_line() { return static_cast<int>(threadIdx.x) % chunks_of_line * chunk; }
  /// Of this thread's chunk of a line, and from one of its chunks to the next.
  __device__ static int place(int line) { return line * pitch + place_in_line(); }
  static constexpr int between_chunks = lines_apart * pitch;
};

template <class Factor>
inline constexpr bool is_array = requires(const Factor& factor) { factor.run; };
template <class Factor>
inline constexpr bool has_gaps = false;
template <class At, class Stored, bool Lines>
inline constexpr bool has_gaps<product_array_with_gaps<At, Stored, Lines>> = true;
template <class Factor>
inline constexpr bool has_lines = false;
template <class At>
inline constexpr bool has_lines<product_array<At, true>> = true;
template <class At, class Stored>
inline constexpr bool has_lines<product_array_with_gaps<At, Stored, true>> = true;

/// A factor of one product, whose elements have two numbers: row and depth, or depth and column. It is
/// brought along the first of them where ByFirst, in tiles that begin at multiples of their size; Depth is
/// the place of the depth among the two numbers. A line is in the other direction.
template <class Staged, bool ByFirst, int Depth, class Factor>
class factor_view {
  using T = typename Staged::T;
  static constexpr int chunk = Staged::chunk;
  static constexpr bool by_depth = ByFirst == (Depth == 0);  // brought along the depth
  static constexpr int depth_of_tile = by_depth ? Staged::inner : Staged::outer,
                       rest_of_tile = by_depth ? Staged::outer : Staged::inner;
  /// Lines that may be anywhere, but are the same in all steps.
  static constexpr bool keeps_lines = is_array<Factor> && !has_lines<Factor> && !has_gaps<Factor> && by_depth;

 public:
  /// `rest` is where its tiles begin, along the direction that is not the depth's.
  __device__ factor_view(const Factor& factor, std::int64_t batch, std::int64_t first, std::int64_t second,
                         std::int64_t rest)
      : factor_(factor), batch_(batch), first_(first), second_(second), rest_(rest) {
    if constexpr (is_array<Factor>) has_runs_ = factor.run % chunk == 0 || factor.run >= inner_size();
    if constexpr (has_lines<Factor>) {
      const std::int64_t run = factor.run, lines = factor.lines;
      const std::int64_t there = (Depth == 0 ? second : first) - rest;
      rest_there_ = static_cast<int>(min(there, std::int64_t{rest_of_tile}));
      const bool whole = (run % Staged::inner == 0 || run >= inner_size()) &&
                         (lines % Staged::outer == 0 || lines >= outer_size()) && factor.apart % chunk == 0 &&
                         factor.apart <= INT32_MAX / Staged::outer && (by_depth || rest_there_ % chunk == 0);
      whole_steps_ = whole ? static_cast<int>((Depth == 0 ? first : second) / depth_of_tile) : 0;
      int place = Staged::place_in_line();
      if constexpr (!by_depth) place = min(place, rest_there_ - chunk);
      const int apart = whole ? static_cast<int>(factor.apart) : 0;
      of_thread_ = Staged::first_line() * apart + place;
      between_ = Staged::lines_apart * apart;
    }
    if constexpr (keeps_lines) keep_lines();
  }

  /// The same place of another product of the batch.
  __device__ void move_to(std::int64_t batch) {
    [[maybe_unused]] const bool is_other = batch != batch_;
    batch_ = batch;
    if constexpr (keeps_lines)
      if (is_other) keep_lines();
  }

  /// False: no tile of this step, or of later ones, is known to be whole.
  __device__ bool reaches(int step) const { return step < whole_steps_; }
  /// The first element of a step's tile, where all of it is stored, in lines whose distance is known, of
  /// chunks that can be copied as they are; else null: for all threads, or for none. For lines that may be
  /// anywhere, the thread's first. Of what is beside the factor, but in the tile, no element of the result is
  /// made: there may be anything.
  __device__ const T* whole(int step) const {
    if constexpr (keeps_lines) {
      return step < whole_steps_ ? lines_[0] + std::int64_t{step} * depth_of_tile : nullptr;
    } else if constexpr (has_lines<Factor>) {
      if (step >= whole_steps_) return nullptr;
      if constexpr (has_gaps<Factor>) {
        constexpr int d = depth_of_tile - 1;
        const int r = rest_there_ - 1;
        const bool all = static_cast<unsigned>(is_stored_at(step, 0, 0)) & is_stored_at(step, d, 0) &
                         is_stored_at(step, 0, r) & is_stored_at(step, d, r);  // mostly: no branches
        if (!all) return nullptr;
      }
      const void* const from = Depth == 0 ? place(depth_at(step, 0), rest_) : place(rest_, depth_at(step, 0));
      return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(from)) % async_copy_bytes == 0
                 ? static_cast<const T*>(from)
                 : nullptr;
    } else {
      return nullptr;
    }
  }
  __device__ void bring_whole(T* tile, const T* from) const {
    T* to = tile + Staged::place(Staged::first_line());
    from += of_thread_;
    INSUM_RT_UNROLL(8)
    for (int n = 0; n < Staged::chunks; ++n, from += between_) {
      const T* line = from;
      if constexpr (keeps_lines) line = lines_[n] + (from - lines_[0]);
      if constexpr (has_lines<Factor> && by_depth)
        if (Staged::first_line() + n * Staged::lines_apart >= rest_there_) continue;
      start_copy<async_copy_bytes>(to + n * Staged::between_chunks, line);
    }
  }

  /// Any tile; zeros outside of the factor.
  __device__ void bring(T* tile, int step) const {
    const int inner = Staged::place_in_line();
    const std::int64_t depth = std::int64_t{step} * depth_of_tile;
    INSUM_RT_UNROLL(1)
    for (int outer = Staged::first_line(); outer < Staged::outer; outer += Staged::lines_apart) {
      const std::int64_t along = (by_depth ? depth : rest_) + inner,
                         across = (by_depth ? rest_ : depth) + outer;
      bring_chunk(tile + Staged::place(outer), ByFirst ? along : across, ByFirst ? across : along);
    }
  }

 private:
  /// Lines outside of the factor are the last one.
  __device__ void keep_lines() {
    const std::int64_t lines = Depth == 0 ? second_ : first_, depth = inner_size();
    bool odd = factor_.run < depth || depth < depth_of_tile;
    INSUM_RT_UNROLL(8)
    for (int n = 0; n < Staged::chunks; ++n) {
      const std::int64_t line = min(rest_ + Staged::first_line() + n * Staged::lines_apart, lines - 1);
      const void* from = nullptr;
      if (!odd) from = Depth == 0 ? place(0, line) : place(line, 0);
      odd |= static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(from)) % async_copy_bytes != 0;
      lines_[n] = static_cast<const T*>(from) + Staged::place_in_line();
    }
    whole_steps_ = __syncthreads_or(odd) ? 0 : static_cast<int>(depth / depth_of_tile);
  }
  __device__ std::int64_t inner_size() const { return ByFirst ? first_ : second_; }
  __device__ std::int64_t outer_size() const { return ByFirst ? second_ : first_; }
  /// Compilers see what is a multiple, and not negative.
  __device__ static std::int64_t depth_at(int step, unsigned down) {
    return static_cast<std::int64_t>(std::uint64_t{static_cast<unsigned>(step)} * depth_of_tile | down);
  }
  /// An element of a step's tile, counted from its first.
  __device__ bool is_stored_at(int step, unsigned down, int beside) const {
    return Depth == 0 ? is_stored(depth_at(step, down), rest_ + beside)
                      : is_stored(rest_ + beside, depth_at(step, down));
  }

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
    if constexpr (has_gaps<Factor>)
      if (inside && (!is_stored(first, second) ||
                     !is_stored(first + (ByFirst ? count - 1 : 0), second + (ByFirst ? 0 : count - 1))))
        return false;
    const void* const from = inside ? place(first, second) : nullptr;
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
  __device__ const void* place(std::int64_t first, std::int64_t second) const {
    return call_product(factor_.at, batch_, first, second);
  }
  __device__ bool is_stored(std::int64_t first, std::int64_t second) const {
    if constexpr (has_gaps<Factor>)
      return call_product(factor_.stored, batch_, first, second);
    else
      return true;
  }
  __device__ static bool clear(T* to) {
    INSUM_RT_UNROLL(8)
    for (int e = 0; e < chunk; ++e) to[e] = T(0.0f);
    return true;
  }
  /// What is not whole goes by elements: no copy asks for bytes outside of the factor.
  template <int Size>
  __device__ static bool copy(T* to, const void* from, int bytes) {
    constexpr int each = Size / static_cast<int>(sizeof(T)), size = static_cast<int>(sizeof(T));
    const T* const elements = static_cast<const T*>(from);
    INSUM_RT_UNROLL(4)
    for (int e = 0; each > 0 && e < chunk; e += each) {
      if ((e + each) * size <= bytes) {
        start_copy<Size>(to + e, elements + e);
        continue;
      }
      INSUM_RT_UNROLL(8)
      for (int n = e; n < e + each; ++n) to[n] = n * size < bytes ? elements[n] : T(0.0f);
    }
    return each > 0;
  }

  __device__ T element(std::int64_t first, std::int64_t second) const {
    if (first >= first_ || second >= second_) return T(0.0f);
    if (!is_stored(first, second)) return T(0.0f);
    if constexpr (is_array<Factor>)
      return static_cast<T>(*call_product(factor_.at, batch_, first, second));
    else
      return static_cast<T>(call_product(factor_, batch_, first, second));
  }

  const Factor& factor_;
  std::int64_t batch_, first_, second_, rest_;
  bool has_runs_ = false;
  int of_thread_ = 0, between_ = 0;  // elements, in registers that sums need
  const T* lines_[keeps_lines ? Staged::chunks : 1] = {};
  int whole_steps_ = 0, rest_there_ = 0;
};

}  // namespace detail

}  // namespace cuda

INSUM_RT_END

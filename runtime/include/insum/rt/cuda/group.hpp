// The lanes that share the iterations of a loop.
#pragma once

#include "../ops.hpp"
#include "../search.hpp"
#include "launch.hpp"

INSUM_RT_BEGIN

namespace cuda {

namespace detail {

/// What lanes have of a value after `move(word)`, which passes words between them.
template <class T, class Move>
__device__ T moved(const T& value, const Move& move) {
  if constexpr (rt::detail::complex_like<T>) {
    return T(moved(value.real(), move), moved(value.imag(), move));
  } else {
    static_assert(sizeof(T) <= 8, "values wider than 64 bits are exchanged in parts");
    using word = std::conditional_t<(sizeof(T) > 4), unsigned long long, unsigned>;
    word bits = 0;
    memcpy(&bits, &value, sizeof value);
    bits = move(bits);
    T result;
    memcpy(static_cast<void*>(&result), &bits, sizeof result);
    return result;
  }
}

/// The value of the lane whose number differs in the bits `mask`.
template <class T>
__device__ T exchange(unsigned lanes, const T& value, int mask) {
  return moved(value, [=](auto bits) { return __shfl_xor_sync(lanes, bits, mask); });
}
/// The value of this lane of the warp.
template <class T>
__device__ T value_of(unsigned lanes, const T& value, int lane) {
  return moved(value, [=](auto bits) { return __shfl_sync(lanes, bits, lane); });
}

/// The combination of the values of `count` neighbouring lanes, a power of two, in each of them.
template <class Op, class T>
__device__ T combine_lanes(unsigned lanes, T value, int count) {
  for (int mask = count / 2; mask > 0; mask /= 2) value = Op::apply(value, exchange(lanes, value, mask));
  return value;
}

/// What two halves of the lanes have of two values: one of them for each half.
template <class Op, class T>
__device__ T combine_halves(unsigned lanes, const T& low, const T& high, bool is_high, int distance) {
  return Op::apply(is_high ? high : low, exchange(lanes, is_high ? low : high, distance));
}

__device__ inline std::int64_t thread_in_grid() {
  return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ inline std::int64_t threads_of_grid() { return static_cast<std::int64_t>(gridDim.x) * blockDim.x; }

/// *counter += value; gives what was there. Whoever finds that, and acquires it, sees what the caller did
/// before, and what it had seen of others. The multiprocessor keeps its cache, which a fence would empty.
__device__ inline unsigned long long add_and_release(unsigned long long* counter, unsigned long long value) {
#ifdef INSUM_CUDA_EMULATION
  return emulated::add_and_release(counter, value);
#else
  unsigned long long before;
  asm volatile("atom.add.release.gpu.global.u64 %0, [%1], %2;"
               : "=l"(before)
               : "l"(__cvta_generic_to_global(counter)), "l"(value)
               : "memory");
  return before;
#endif
}

/// After add_and_release: the caller sees what those did before whose additions it has found.
__device__ inline void acquire_found() {
#ifdef INSUM_CUDA_EMULATION
  emulated::acquire();
#else
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
#endif
}

/// Part `index` of `count` equal parts of [begin, end) begins here.
__device__ inline std::int64_t part_of(std::int64_t begin, std::int64_t end, std::int64_t index,
                                       std::int64_t count) {
  const std::int64_t length = end > begin ? end - begin : 0;
  if (length <= count) return begin + min(index, length);  // without the division, a tenth of a short part
  const std::int64_t each = length / count, rest = length % count;
  return begin + index * each + (index < rest ? index : rest);
}

}  // namespace detail

/// Up to here, from `begin` on, there is a whole number of times `count` iterations, a power of two.
INSUM_HOST_DEVICE inline std::int64_t whole_end(std::int64_t begin, std::int64_t end, std::int64_t count) {
  return end > begin ? begin + ((end - begin) & ~(count - 1)) : begin;
}
template <class Word>
  requires(std::is_same_v<Word, std::uint32_t>)
INSUM_HOST_DEVICE Word whole_end(Word begin, Word end, Word count) {
  return end > begin ? begin + ((end - begin) & ~(count - 1)) : begin;
}

/// A lane by itself.
class single {
 public:
  __device__ std::int64_t index() const { return detail::thread_in_grid(); }
  __device__ std::int64_t count() const { return detail::threads_of_grid(); }

  __device__ std::int64_t lane() const { return 0; }
  __device__ std::int64_t lanes() const { return 1; }
  __device__ bool leads() const { return true; }
  __device__ void sync() const {}
  __device__ const single& in_step() const { return *this; }
  __device__ const single& of_item(bool) const { return *this; }
  __device__ std::int64_t groups_of_warp() const { return 1; }
  __device__ std::int64_t warp_of(std::int64_t index) const { return index; }
  __device__ std::int64_t first_index() const { return index(); }
  __device__ std::int64_t number() const { return 0; }
  template <class Op, class T>
  __device__ T reduce(Op, const T& value) const {
    return value;
  }
  template <class Op, class T>
  __device__ void reduce_each(Op, T&, T&, T&, T&) const {}
  __device__ int sum_before(int) const { return 0; }
  __device__ bool arrives_last(unsigned long long* arrived, std::int64_t own, std::int64_t all) const {
    const unsigned long long before = detail::add_and_release(arrived, static_cast<unsigned long long>(own));
    const bool is_last = static_cast<std::int64_t>(before) + own == all;
    if (!is_last) return false;
    detail::acquire_found();  // once for a row: it empties the multiprocessor's cache
    *arrived = 0;             // for the next launch
    return true;
  }
  template <class Pos>
  __device__ std::int64_t row_of(const Pos& pos, std::int64_t rows, std::int64_t entry,
                                 std::int64_t base) const {
    return parent(pos, rows, entry, base);
  }
  __device__ std::int64_t part_begin(std::int64_t begin, std::int64_t end) const {
    return detail::part_of(begin, end, index(), count());
  }
  __device__ std::int64_t part_end(std::int64_t begin, std::int64_t end) const {
    return detail::part_of(begin, end, index() + 1, count());
  }
};

/// Neighbouring lanes of a warp, a power of two: `Lanes` of them, or, where this is 0, as many as it is told.
/// All lanes of a group run through the same statements, and so do the groups that have `Around` lanes
/// together: those of a whole warp need not find out who takes part when they exchange something.
template <int Lanes, int Around = Lanes>
class group_of {
 public:
  __device__ explicit group_of(int lanes) : group_of(lanes, lanes) {}
  __device__ group_of(int lanes, int around) : told_(lanes), told_around_(around) {}
  __device__ std::int64_t index() const { return detail::thread_in_grid() >> bits(); }
  __device__ std::int64_t count() const { return detail::threads_of_grid() >> bits(); }
  __device__ std::int64_t part_begin(std::int64_t begin, std::int64_t end) const {
    return detail::part_of(begin, end, index(), count());
  }
  __device__ std::int64_t part_end(std::int64_t begin, std::int64_t end) const {
    return detail::part_of(begin, end, index() + 1, count());
  }

  __device__ std::int64_t lane() const { return threadIdx.x & (static_cast<unsigned>(size()) - 1); }
  __device__ std::int64_t lanes() const { return size(); }
  __device__ bool leads() const { return lane() == 0; }
  /// Up to here, from `begin` on, each lane has a whole number of times `count` iterations, a power of two.
  __device__ std::int64_t wide_end(std::int64_t begin, std::int64_t end, std::int64_t count) const {
    return whole_end(begin, end, count * size());
  }
  template <class Word>
    requires(std::is_same_v<Word, std::uint32_t>)
  __device__ Word wide_end(Word begin, Word end, Word count) const {
    return whole_end(begin, end, count * static_cast<Word>(size()));
  }
  /// Its lanes are four groups of neighbours, or less where there are less; the number of this one.
  __device__ auto quarter() const {
    constexpr int of_lanes = Lanes > 4 ? Lanes / 4 : Lanes > 0 ? 1 : 0;
    return group_of<of_lanes, Around>(size() > 4 ? size() / 4 : 1, around());
  }
  __device__ std::int64_t parts() const { return size() > 4 ? 4 : size(); }
  __device__ std::int64_t part() const { return size() > 4 ? lane() >> (bits() - 2) : lane(); }
  /// Where all groups of the warp run through the same statements; the first of them, and how many are before
  /// this one.
  __device__ auto in_step() const { return group_of<Lanes, warp_lanes>(size(), warp_lanes); }
  __device__ std::int64_t first_index() const { return index() - number(); }
  __device__ std::int64_t number() const { return (threadIdx.x % warp_lanes) >> bits(); }
  __device__ std::int64_t groups_of_warp() const { return warp_lanes >> bits(); }
  /// How many warps the groups before number `index` fill.
  __device__ std::int64_t warp_of(std::int64_t index) const { return index >> (warp_bits - bits()); }
  /// The group that has an item of all groups of the warp: the whole warp where that is a piece of a row.
  __device__ auto of_item(bool is_piece) const { return group_of<0>(is_piece ? warp_lanes : size()); }
  /// What lanes have written before is seen by the others after it.
  __device__ void sync() const { __syncwarp(members()); }
  template <class Op, class T>
  __device__ T reduce(Op, const T& value) const {
    return detail::combine_lanes<Op>(members(), value, size());
  }
  /// reduce() of each of four values; quarters of the lanes have one of them each meanwhile.
  template <class Op, class T>
  __device__ void reduce_each(Op op, T& a, T& b, T& c, T& d) const {
    if (size() < 4) {
      a = reduce(op, a), b = reduce(op, b), c = reduce(op, c), d = reduce(op, d);
      return;
    }
    const int half = size() / 2, quarter = size() / 4, own = static_cast<int>(lane());
    const unsigned all = members();
    const T low = detail::combine_halves<Op>(all, a, c, (own & half) != 0, half),
            high = detail::combine_halves<Op>(all, b, d, (own & half) != 0, half);
    T one = detail::combine_halves<Op>(all, low, high, (own & quarter) != 0, quarter);
    one = detail::combine_lanes<Op>(all, one, quarter);
    const int first = static_cast<int>(threadIdx.x % warp_lanes) - own;
    a = detail::value_of(all, one, first), b = detail::value_of(all, one, first + quarter);
    c = detail::value_of(all, one, first + half), d = detail::value_of(all, one, first + half + quarter);
  }
  /// The row that has this entry, as rt::parent() finds it; all lanes ask at once.
  template <class Pos>
  __device__ std::int64_t row_of(const Pos& pos, std::int64_t rows, std::int64_t entry,
                                 std::int64_t base) const {
    if (size() == 1) return parent(pos, rows, entry, base);
    std::int64_t low = 0, high = rows;
    while (high - low > 1) {  // as many parts as there are lanes
      const std::int64_t step = (high - low + size() - 1) >> bits(), at = low + step * lane();
      const bool before = lane() == 0 || (at < high && rt::index(pos[at]) - base <= entry);
      low += step * (sum_of(before) - 1);
      high = min(high, low + step);
    }
    return low;
  }
  /// Adds `own` to what has arrived, after what lanes have written; true for the group that makes it `all`,
  /// whose lanes may read then what the others have written.
  __device__ bool arrives_last(unsigned long long* arrived, std::int64_t own, std::int64_t all) const {
    sync();
    bool is_last = false;
    if (leads()) is_last = single().arrives_last(arrived, own, all);
    is_last = sum_of(is_last) > 0;
    sync();
    return is_last;
  }
  /// The sum of the values of the lanes before this one.
  __device__ int sum_before(int value) const {
    int sum = value;
    for (int distance = 1; distance < size(); distance *= 2) {
      const int other = __shfl_up_sync(members(), sum, static_cast<unsigned>(distance), size());
      if (lane() >= distance) sum += other;
    }
    return sum - value;
  }

 private:
  /// In how many lanes it is true.
  __device__ int sum_of(bool value) const {
    return __popc(__ballot_sync(members(), value) & neighbours(size()));
  }
  __device__ unsigned members() const { return neighbours(around()); }
  __device__ static unsigned neighbours(int lanes) {
    const unsigned all = ~0u >> (warp_lanes - lanes);
    return all << (threadIdx.x % warp_lanes & ~(static_cast<unsigned>(lanes) - 1));
  }
  __device__ int size() const { return Lanes > 0 ? Lanes : told_; }
  __device__ int around() const { return Around > 0 ? Around : told_around_; }
  static constexpr int warp_bits = 5;
  /// Of numbers of lanes: a division by their number takes a hundred instructions where it is not a constant.
  __device__ int bits() const { return __ffs(size()) - 1; }
  int told_, told_around_;
};

}  // namespace cuda

INSUM_RT_END

// The entries of a tensor in device memory, by its levels: what a position of the last level, a slot, stands
// for is found level by level, from the innermost one up.
#pragma once

#include "../../core/device_arrays.hpp"
#include "../search.hpp"
#include "arrays.hpp"
#include "parts.hpp"
#include "stored_checks.hpp"

INSUM_RT_BEGIN

namespace cuda {

/// Coordinate x of a block of `step`, or of one, adds x * step to its mode. up() takes a position to that of
/// the level above; it is false where a slot is not used.
struct stored_full {
  int mode;
  std::int64_t size, step;
  __device__ bool up(std::int64_t& p, std::int64_t* x) const {
    x[mode] += p % size * step;
    p /= size;
    return true;
  }
  __device__ bool repeats(std::int64_t) const { return false; }
};
template <class Pos, class Crd>
struct stored_compressed {
  int mode;
  std::int64_t step, parents;
  const Pos* pos;
  const Crd* crd;
  std::int64_t first;  // what is in front of it belongs to no segment
  __device__ bool up(std::int64_t& p, std::int64_t* x) const {
    if (p < first) return false;
    x[mode] += index(crd[p]) * step;
    p = rt::parent(pos, parents, p, 0);
    return true;
  }
  __device__ bool repeats(std::int64_t) const { return false; }
};
/// The first of the coordinate arrays of a list of entries, and one of the others.
template <class Crd>
struct stored_list {
  int mode;
  std::int64_t step;
  const Crd* crd;
  bool first;
  __device__ bool up(std::int64_t& p, std::int64_t* x) const {
    x[mode] += index(crd[p]) * step;
    if (first) p = 0;
    return true;
  }
  __device__ bool repeats(std::int64_t) const { return false; }
};
template <class Crd>
struct stored_fixed {
  int mode;
  std::int64_t step, width;
  const Crd* crd;
  bool padded;
  __device__ bool up(std::int64_t& p, std::int64_t* x) const {
    const Crd c = crd[p];
    if (padded && c == static_cast<Crd>(-1)) return false;
    x[mode] += index(c) * step;
    p /= width;
    return true;
  }
  /// Whether the slot, if it has the fill value, is not used.
  __device__ bool repeats(std::int64_t p) const { return p % width != 0 && crd[p] <= crd[p - 1]; }
};
/// Diagonals of rows, which are a level below.
template <class Offset>
struct stored_offset {
  const Offset* offsets;
  __device__ bool up(std::int64_t& p, std::int64_t* x) const {
    x[1] = x[0] + static_cast<std::int64_t>(offsets[p]);
    p = 0;
    return x[1] >= 0;
  }
  __device__ bool repeats(std::int64_t) const { return false; }
};
template <class Pos>
struct stored_ragged {
  int mode;
  std::int64_t parents;
  const Pos* pos;
  std::int64_t first;
  __device__ bool up(std::int64_t& p, std::int64_t* x) const {
    if (p < first) return false;
    const std::int64_t row = rt::parent(pos, parents, p, 0);
    x[mode] += p - index(pos[row]);
    p = row;
    return true;
  }
  __device__ bool repeats(std::int64_t) const { return false; }
};

/// Makes the levels of a source, outermost first, and counts their positions.
class stored_levels {
 public:
  stored_levels(const conversion_source& from, const insum::cuda::detail::shared_stream& stream)
      : from_(from), checks_(stream) {
    for (std::size_t mode = 0; mode < from.sizes.size(); ++mode)
      if (from.sizes[mode] < 0)
        throw storage_error("shape", static_cast<std::int64_t>(mode), from.sizes[mode],
                            "a size cannot be negative");
  }

  /// All coordinates of a mode, of its blocks or within one: `parameter` is the number of the block size.
  stored_full dense(int mode) { return full(mode, size(mode), 1); }
  stored_full dense_blocks(int mode, int parameter) {
    const std::int64_t block = block_size(parameter);
    return full(mode, size(mode) / block + (size(mode) % block != 0), block);
  }
  stored_full within(int mode, int parameter) { return full(mode, block_size(parameter), 1); }
  template <class Pos, class Crd>
  stored_compressed<Pos, Crd> compressed(int mode, int parameter = -1) {
    const std::int64_t parents = count_;
    const auto* pos = positions<Pos>();
    return {mode, step(parameter), parents, pos, coordinates<Crd>(mode, parameter), first_};
  }
  template <class Crd>
  stored_list<Crd> list(int mode, int parameter = -1) {
    count_ = from_.lengths[next_];
    first_ = 0;
    return {mode, step(parameter), coordinates<Crd>(mode, parameter), true};
  }
  template <class Crd>
  stored_list<Crd> singleton(int mode, int parameter = -1) {
    return {mode, step(parameter), coordinates<Crd>(mode, parameter), false};
  }
  template <class Crd>
  stored_fixed<Crd> fixed(int mode, int width, bool padded, int parameter = -1) {
    const std::int64_t slots = padded ? parameter_at_least(width, 0) : block_size(width);
    count_ = checked_mul(count_, slots, "slots of a format with rows of fixed length");
    first_ *= slots;
    return {mode, step(parameter), slots, coordinates<Crd>(mode, parameter, padded), padded};
  }
  template <class Offset>
  stored_offset<Offset> offset() {
    count_ = from_.lengths[next_];
    first_ = 0;
    return {array<Offset>(count_)};
  }
  template <class Pos>
  stored_ragged<Pos> ragged(int mode) {
    const std::int64_t parents = count_;
    const auto* pos = positions<Pos>();
    return {mode, parents, pos, first_};
  }

  std::int64_t count() const { return count_; }
  /// The array behind those of the levels.
  template <class Value>
  const Value* values() {
    return array<Value>(from_.strides.empty() || count_ == 0 ? count_ : extent());
  }

 private:
  std::int64_t size(int mode) const { return from_.sizes[static_cast<std::size_t>(mode)]; }
  std::int64_t parameter_at_least(int number, std::int64_t least) const {
    const std::int64_t value = from_.parameters[static_cast<std::size_t>(number)];
    if (value < least)
      throw storage_error("argument", number, value, "must be at least " + std::to_string(least));
    return value;
  }
  std::int64_t block_size(int parameter) const { return parameter_at_least(parameter, 1); }
  /// From the lowest to the highest address of a dense tensor.
  std::int64_t extent() const {
    std::int64_t count = 1;
    for (std::size_t mode = 0; mode < from_.sizes.size(); ++mode) {
      const std::int64_t stride = from_.strides[mode] < 0 ? -from_.strides[mode] : from_.strides[mode];
      count += checked_mul(from_.sizes[mode] - 1, stride, "extent of a dense tensor");
    }
    return count;
  }
  std::int64_t step(int parameter) const { return parameter < 0 ? 1 : block_size(parameter); }
  stored_full full(int mode, std::int64_t size, std::int64_t step) {
    count_ = checked_mul(count_, size, "elements of a tensor");
    first_ *= size;
    return {mode, size, step};
  }
  const char* name() const { return from_.names[next_]; }
  template <class T>
  const T* array(std::int64_t needed) {
    const auto* a = static_cast<const T*>(from_.arrays[next_]);
    check_on_device(name(), a);
    detail::stored_checks::elements(name(), a, from_.lengths[next_], needed);
    ++next_;
    return a;
  }
  /// Of `count_` entries, or of blocks.
  template <class Crd>
  const Crd* coordinates(int mode, int parameter, bool padded = false) {
    const char* const own = name();
    const auto* crd = array<Crd>(count_);
    const std::int64_t block = step(parameter);
    checks_.coordinates(own, crd, first_, count_, size(mode) / block + (size(mode) % block != 0), padded);
    return crd;
  }
  /// Of `count_` segments; then of what they hold, which only the device can tell. Positions of no segments
  /// need no array.
  template <class Pos>
  const Pos* positions() {
    const char* const own = name();
    const bool none = count_ == 0 && from_.lengths[next_] < 0;
    const auto* pos = array<Pos>(none ? 0 : count_ + 1);
    if (none || count_ == 0) {
      first_ = 0;
      return pos;
    }
    checks_.positions(own, pos, count_);
    first_ = index(checks_.value_at(pos));
    count_ = index(checks_.value_at(pos + count_));
    return pos;
  }

  const conversion_source& from_;
  detail::stored_checks checks_;
  std::int64_t count_ = 1;
  std::int64_t first_ = 0;  // positions in front of it are of no segment
  std::size_t next_ = 0;
};

/// Which slots with the fill value are no entries.
enum class padding { none, any, repeated };

/// The slots of a tensor by its levels, outermost first.
template <class Value, int modes, padding which, class... Levels>
struct stored_slots {
  const Value* values;
  Value fill;
  std::int64_t sizes[modes], strides[modes];
  bool strided;
  detail::levels_of<Levels...> levels;

  /// Whether slot p is an entry; its coordinates, and its value.
  __device__ bool find(std::int64_t p, std::int64_t* x, Value& value) const {
    for (int m = 0; m < modes; ++m) x[m] = 0;
    if (!up(p, x, std::index_sequence_for<Levels...>())) return false;
    std::int64_t at = p;
    if (strided) at = 0;
    for (int m = 0; m < modes; ++m) {
      if (x[m] >= sizes[m]) return false;  // of a block that reaches over the edge
      if (strided) at += x[m] * strides[m];
    }
    value = values[at];
    if constexpr (which == padding::any) return !(value == fill);
    if constexpr (which == padding::repeated)
      return !(value == fill && detail::level_of<innermost>(levels).repeats(p));
    return true;
  }

 private:
  static constexpr int innermost = static_cast<int>(sizeof...(Levels)) - 1;
  template <std::size_t... l>
  __device__ bool up(std::int64_t p, std::int64_t* x, std::index_sequence<l...>) const {
    bool used = true;
    ((used = used && detail::level_of<innermost - static_cast<int>(l)>(levels).up(p, x)), ...);
    return used;
  }
};

template <class Value, int modes, padding which, class... Levels>
auto slots_of(const conversion_source& from, const Value* values, const Value& fill,
              const Levels&... levels) {
  stored_slots<Value, modes, which, Levels...> result{values,       fill, {}, {}, !from.strides.empty(),
                                                      {{levels}...}};
  for (std::size_t m = 0; m < modes; ++m) {
    result.sizes[m] = from.sizes[m];
    result.strides[m] = result.strided ? from.strides[m] : 0;
  }
  return result;
}

}  // namespace cuda

INSUM_RT_END

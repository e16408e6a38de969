// A row of a sparse result under construction: a dense accumulator that knows which coordinates it has.
#pragma once

#include "grow.hpp"
#include "ops.hpp"

INSUM_RT_BEGIN

namespace detail {

/// Memory of `count` elements, set to `value`, freed at the end of the scope.
template <class T>
class filled_array {
 public:
  filled_array(std::int64_t count, const T& value) : elements_(allocate(count)) {
    if (!all_zero(value))
      for (std::int64_t i = 0; i < count; ++i) elements_[i] = value;
  }
  ~filled_array() { std::free(elements_); }
  filled_array(const filled_array&) = delete;
  filled_array& operator=(const filled_array&) = delete;
  T* data() const { return elements_; }

 private:
  static bool all_zero(const T& value) {
    unsigned char bytes[sizeof(T)];
    __builtin_memcpy(bytes, static_cast<const void*>(&value), sizeof(T));
    for (const unsigned char b : bytes)
      if (b != 0) return false;
    return true;
  }
  // Pages of zeros cost nothing until they are used.
  static T* allocate(std::int64_t count) {
    const std::size_t elements = static_cast<std::size_t>(count) + 1;
    if (elements > most_bytes / sizeof(T)) throw std::bad_alloc();
    void* const memory = std::calloc(elements, sizeof(T));
    if (memory == nullptr) throw std::bad_alloc();
    return static_cast<T*>(memory);
  }
  T* elements_;
};

/// Sorts few numbers.
inline void sort_few(std::int64_t* x, std::int64_t n) {
  for (std::int64_t i = 1; i < n; ++i) {
    const std::int64_t moved = x[i];
    std::int64_t at = i;
    for (; at > 0 && x[at - 1] > moved; --at) x[at] = x[at - 1];
    x[at] = moved;
  }
}

}  // namespace detail

/// The values of one mode, combined by Op, and the coordinates that were touched. One thread uses it.
template <class T, class Op>
class row_workspace {
 public:
  using value_type = T;

  /// For coordinates in [0, size).
  explicit row_workspace(std::int64_t size)
      : values_(size, Op::template identity<T>()),
        seen_(size + 8, 0),
        bits_(size / 64 + 1, 0),
        blocks_(size / 4096 + 1, 0),
        coordinates_(size, 0) {}

  /// Combines v into element j. Without a branch: elements not touched hold Op's identity, and a coordinate
  /// that is already listed is written behind the list.
  template <class V>
  INSUM_RT_INLINE void update(std::int64_t j, const V& v) {
    rt::update<Op>(values_.data()[j], v);
    coordinates_.data()[count_] = j;
    count_ += 1 - seen_.data()[j];
    seen_.data()[j] = 1;
  }

  /// Makes coordinates() ascending.
  void finish() {
    std::int64_t* const list = coordinates_.data();
    std::int64_t least = list[0], most = list[0];
    bool ascending = true;
    for (std::int64_t k = 1; k < count_; ++k) {
      ascending &= list[k - 1] < list[k];
      least = list[k] < least ? list[k] : least;
      most = list[k] > most ? list[k] : most;
    }
    if (ascending) return;
    if (count_ <= few)
      detail::sort_few(list, count_);
    else if ((most - least) / 16 < count_)
      collect_dense(least, most);
    else
      collect_sparse(least, most);
  }

  std::int64_t count() const { return count_; }
  const std::int64_t* coordinates() const { return coordinates_.data(); }
  /// Indexed by coordinate.
  T* values() { return values_.data(); }
  bool touched(std::int64_t j) const { return seen_.data()[j] != 0; }

  /// Adds the entries to a compressed_part, under `parent`, and to the values that go with it. After
  /// finish().
  template <class Level, class V>
  void drain(Level& level, std::int64_t parent, grow<V>& values) const {
    level.append(parent, coordinates(), count_);
    V* const to = values.append(count_);
    const std::int64_t* const list = coordinates_.data();
    for (std::int64_t k = 0; k < count_; ++k) to[k] = detail::to<V>(values_.data()[list[k]]);
  }

  /// Forgets all entries, in time proportional to their number.
  void clear() {
    const std::int64_t* const list = coordinates_.data();
    const T identity = Op::template identity<T>();
    for (std::int64_t k = 0; k < count_; ++k) {
      values_.data()[list[k]] = identity;
      seen_.data()[list[k]] = 0;
    }
    count_ = 0;
  }

 private:
  static constexpr std::int64_t few = 24;

  static INSUM_RT_INLINE std::int64_t* list_bits(std::int64_t* to, std::uint64_t bits, std::int64_t origin) {
    for (; bits != 0; bits &= bits - 1) *to++ = origin + __builtin_ctzll(bits);
    return to;
  }

  /// Lists what seen_ has in [least, most].
  void collect_dense(std::int64_t least, std::int64_t most) {
    std::int64_t* to = coordinates_.data();
    const unsigned char* const seen = seen_.data();
    for (std::int64_t j = least; j <= most; j += 8) {
      std::uint64_t eight = 0;
      __builtin_memcpy(&eight, seen + j, 8);
      // Bytes of 0 and 1 to bits, the first byte lowest.
      const std::uint64_t bits = (eight * 0x0102040810204080u) >> 56;
      to = list_bits(to, bits, j);
    }
  }

  /// Marks the listed coordinates in a bitmap of two levels and lists them from there.
  void collect_sparse(std::int64_t least, std::int64_t most) {
    std::int64_t* to = coordinates_.data();
    std::uint64_t *const bits = bits_.data(), *const blocks = blocks_.data();
    for (std::int64_t k = 0; k < count_; ++k) {
      const std::int64_t j = to[k];
      bits[j >> 6] |= std::uint64_t{1} << (j & 63);
      blocks[j >> 12] |= std::uint64_t{1} << ((j >> 6) & 63);
    }
    for (std::int64_t block = least >> 12; block <= most >> 12; ++block)
      for (std::uint64_t words = std::exchange(blocks[block], 0); words != 0; words &= words - 1) {
        const std::int64_t word = (block << 6) + __builtin_ctzll(words);
        to = list_bits(to, std::exchange(bits[word], 0), word << 6);
      }
  }

  detail::filled_array<T> values_;
  detail::filled_array<unsigned char> seen_;
  detail::filled_array<std::uint64_t> bits_, blocks_;
  detail::filled_array<std::int64_t> coordinates_;
  std::int64_t count_ = 0;
};

INSUM_RT_END

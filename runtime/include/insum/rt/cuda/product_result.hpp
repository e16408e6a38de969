// Where the sums of a matrix product go.
#pragma once

#include "atomic.hpp"
#include "product_tile.hpp"
#include "vectors.hpp"

INSUM_RT_BEGIN

namespace cuda {

enum class sums_are { stored, added, added_atomically };

/// Of a result of which products of a batch do not share elements, or nobody knows which do.
struct no_key {};

/// A result whose elements of a row are next to each other: at(i, j) points to one, which gets value(i, j,
/// sum) where stored(i, j); these two are the same for all columns. Where sizes.batch counts several
/// products, their number is the first argument of all three. Products with equal keys of their numbers have
/// all this in common, and values that add up as sums do.
template <sums_are How, class At, class Value, class Stored, class Key = no_key>
struct product_rows {
  At at;
  Value value;
  Stored stored;
  Key key;
};
template <sums_are How, class At, class Value, class Stored, class Key = no_key>
INSUM_HOST_DEVICE product_rows<How, At, Value, Stored, Key> in_rows(const At& at, const Value& value,
                                                                    const Stored& stored,
                                                                    const Key& key = {}) {
  return {at, value, stored, key};
}

namespace detail {

template <class Result>
inline constexpr bool is_in_rows = false;
template <sums_are How, class At, class Value, class Stored, class Key>
inline constexpr bool is_in_rows<product_rows<How, At, Value, Stored, Key>> = true;
template <class Result>
inline constexpr bool has_key = false;
template <sums_are How, class At, class Value, class Stored, class Key>
inline constexpr bool has_key<product_rows<How, At, Value, Stored, Key>> = !std::is_same_v<Key, no_key>;

/// A part of one row, whose first element is at `to`; null: none of it is stored.
template <sums_are How, class T, class Value>
class row_in_memory {
 public:
  __device__ row_in_memory(T* to, int columns, const Value& value)
      : to_(to), columns_(to ? columns : 0), value_(value) {}

  /// `n` neighbours; the column is a multiple of n. As few accesses as may be.
  template <int n, class S>
  __device__ void take(int column, const S* sums) const {
    if constexpr (n == 1) {
      if (column < columns_) update(to_ + column, static_cast<T>(value_(*sums)));
    } else {
      if constexpr (is_access<n>)
        if (begins_at_multiple<n>() && column + n <= columns_) return update_together<n>(to_ + column, sums);
      take<n / 2>(column, sums), take<n / 2>(column + n / 2, sums + n / 2);
    }
  }

 private:
  static constexpr bool adds_together = INSUM_RT_ADDS_AT_ONCE != 0 && std::is_same_v<T, float>;
  template <int n>
  static constexpr bool is_access = n * sizeof(T) >= 4 && n * sizeof(T) <= vector_bytes &&
                                    (How != sums_are::added_atomically || adds_together);

  template <int n>
  __device__ bool begins_at_multiple() const {
    return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(to_)) % (n * sizeof(T)) == 0;
  }
  __device__ static void update(T* to, T value) {
    if constexpr (How == sums_are::stored)
      *to = value;
    else if constexpr (How == sums_are::added)
      *to += value;
    else
      atomic_update<op_add>(to, value);
  }
  template <int n, class S>
  __device__ void update_together(T* to, const S* sums) const {
    if constexpr (How == sums_are::added_atomically) {
      add_atomically<n>(to, sums);
    } else {
      vector_of<n, T> all;
      if constexpr (How == sums_are::added) all = load_vector<n>(to);
      INSUM_RT_UNROLL(8)
      for (int i = 0; i < n; ++i) {
        const auto value = value_(sums[i]);
        all[i] =
            How == sums_are::added ? static_cast<T>(all[i] + static_cast<T>(value)) : static_cast<T>(value);
      }
      all.store(to);
    }
  }
  template <int n, class S>
  __device__ void add_atomically([[maybe_unused]] T* to, [[maybe_unused]] const S* sums) const {
#if INSUM_RT_ADDS_AT_ONCE
    const auto value = [&](int i) { return static_cast<float>(value_(sums[i])); };
    if constexpr (n == 2)
      atomicAdd(reinterpret_cast<float2*>(to), float2{value(0), value(1)});
    else
      atomicAdd(reinterpret_cast<float4*>(to), float4{value(0), value(1), value(2), value(3)});
#endif
  }

  T* to_;
  int columns_;
  Value value_;
};

template <sums_are How, class At, class Value, class Stored, class Key>
__device__ auto start_row_in_memory(const product_rows<How, At, Value, Stored, Key>& result, bool inside,
                                    std::int64_t batch, std::int64_t row, std::int64_t column, int columns) {
  auto* const to = inside && call_product(result.stored, batch, row, column)
                       ? call_product(result.at, batch, row, column)
                       : nullptr;
  const auto value = [&result, batch, row, column](auto sum)
                         INSUM_RT_LAMBDA { return call_product(result.value, batch, row, column, sum); };
  return row_in_memory<How, std::remove_pointer_t<decltype(call_product(result.at, batch, row, column))>,
                       decltype(value)>(to, columns, value);
}

/// A part of one row of a result that is a function of each element.
template <class Result>
struct row_of_elements {
  const Result& result;
  std::int64_t batch, row, column;
  int columns;

  template <int n, class S>
  __device__ void take(int c, const S* sums) const {
    INSUM_RT_UNROLL(8)
    for (int i = 0; i < n; ++i)
      if (c + i < columns) call_product(result, batch, row, column + c + i, sums[i]);
  }
};

/// So many columns of one row, from this one on; nothing of it where it is not inside.
template <class Result>
__device__ auto start_row(const Result& result, bool inside, std::int64_t batch, std::int64_t row,
                          std::int64_t column, int columns) {
  if constexpr (is_in_rows<Result>)
    return start_row_in_memory(result, inside, batch, row, column, columns);
  else
    return row_of_elements<Result>{result, batch, row, column, inside ? columns : 0};
}

}  // namespace detail

}  // namespace cuda

INSUM_RT_END

// Where the sums of a matrix product go.
#pragma once

#include "at_once.hpp"
#include "atomic.hpp"
#include "product_tile.hpp"

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

/// Two neighbours.
template <class T>
struct alignas(2 * sizeof(T)) pair_of {
  T first, second;
};

/// A part of one row, whose first element is at `to`; null: none of it is stored.
template <sums_are How, class T, class Value>
class row_in_memory {
 public:
  __device__ row_in_memory(T* to, int columns, const Value& value)
      : to_(to),
        columns_(to ? columns : 0),
        has_pairs_(static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(to)) % sizeof(pair_of<T>) == 0),
        value_(value) {}

  template <class S>
  __device__ void take(int column, S sum) const {
    if (column < columns_) update(to_ + column, static_cast<T>(value_(sum)));
  }
  /// The column is even.
  template <class S>
  __device__ void take(int column, S first, S second) const {
    if constexpr (takes_pairs)
      if (has_pairs_ && column + 1 < columns_)
        return update_pair(to_ + column, static_cast<T>(value_(first)), static_cast<T>(value_(second)));
    take(column, first), take(column + 1, second);
  }

 private:
  static constexpr bool adds_pairs = INSUM_RT_ADDS_AT_ONCE != 0 && std::is_same_v<T, float>;
  static constexpr bool takes_pairs = sizeof(T) <= 8 && (How != sums_are::added_atomically || adds_pairs);

  __device__ static void update(T* to, T value) {
    if constexpr (How == sums_are::stored)
      *to = value;
    else if constexpr (How == sums_are::added)
      *to += value;
    else
      atomic_update<op_add>(to, value);
  }
  __device__ static void update_pair(T* to, T first, T second) {
    auto* const both = reinterpret_cast<pair_of<T>*>(to);
    if constexpr (How == sums_are::stored) {
      store_at_once(both, {first, second});
    } else if constexpr (How == sums_are::added) {
      const pair_of<T> before = load_at_once(both);
      store_at_once(both, {static_cast<T>(before.first + first), static_cast<T>(before.second + second)});
    }
#if INSUM_RT_ADDS_AT_ONCE
    if constexpr (How == sums_are::added_atomically)
      atomicAdd(reinterpret_cast<float2*>(to), float2{first, second});
#endif
  }

  T* to_;
  int columns_;
  bool has_pairs_;
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

  template <class S>
  __device__ void take(int c, S sum) const {
    if (c < columns) call_product(result, batch, row, column + c, sum);
  }
  template <class S>
  __device__ void take(int c, S first, S second) const {
    take(c, first), take(c + 1, second);
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

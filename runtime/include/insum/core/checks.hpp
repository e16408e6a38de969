// What the validate() functions of the formats share.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "../core/buffer.hpp"
#include "../core/errors.hpp"
#include "../core/types.hpp"

namespace insum::detail {

/// The name of an array for messages: "csr.crd", or "csf.crd[1]" with a level.
struct array_name {
  const char* text;
  int level = -1;

  std::string str() const {
    std::string name = text;  // appended to: gcc 12 warns of "[" + text
    if (level >= 0) name.append("[").append(std::to_string(level)).append("]");
    return name;
  }
  [[noreturn]] void fail(std::int64_t position, std::int64_t value, const std::string& reason) const {
    throw storage_error(str(), position, value, reason);
  }
};

constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return a / b + (a % b != 0 ? 1 : 0); }

template <std::size_t Rank>
void check_shape(array_name name, const std::array<std::int64_t, Rank>& shape) {
  for (std::size_t mode = 0; mode < Rank; ++mode)
    if (shape[mode] < 0) name.fail(static_cast<std::int64_t>(mode), shape[mode], "a size cannot be negative");
}

/// The product of sizes; throws when a size is negative or the product exceeds what memory can address.
inline std::int64_t checked_product(array_name name, const std::int64_t* sizes, int count) {
  constexpr std::int64_t limit = INT64_MAX / 16;
  std::int64_t product = 1;
  bool zero = false;
  for (int i = 0; i < count; ++i) {
    if (sizes[i] < 0) name.fail(i, sizes[i], "a size cannot be negative");
    zero = zero || sizes[i] == 0;
  }
  if (zero) return 0;
  for (int i = 0; i < count; ++i) {
    if (sizes[i] > limit / product) name.fail(i, sizes[i], "the product of the sizes is too large");
    product *= sizes[i];
  }
  return product;
}

inline void check_positive(array_name name, std::int64_t value) {
  if (value < 1) name.fail(-1, value, "must be at least 1");
}

inline void check_length(array_name name, std::size_t actual, std::int64_t expected) {
  if (static_cast<std::int64_t>(actual) != expected)
    name.fail(-1, static_cast<std::int64_t>(actual), "wrong length, expected " + std::to_string(expected));
}

/// The length must be the product of `sizes`, whatever they are.
inline void check_length_product(array_name name, std::size_t actual,
                                 std::initializer_list<std::int64_t> sizes) {
  check_length(name, actual, checked_product(name, sizes.begin(), static_cast<int>(sizes.size())));
}

/// `pos` must have parents + 1 elements that start at 0, never decrease and end at `children`.
template <class Index>
void check_positions(array_name name, const buffer<Index>& pos, std::int64_t parents, std::int64_t children) {
  if (static_cast<std::int64_t>(pos.size()) - 1 != parents)  // parents + 1 may be too large
    name.fail(-1, static_cast<std::int64_t>(pos.size()),
              "wrong length, expected " + std::to_string(static_cast<std::uint64_t>(parents) + 1));
  if (pos[0] != 0) name.fail(0, static_cast<std::int64_t>(pos[0]), "the first position must be 0");
  for (std::size_t i = 1; i < pos.size(); ++i)
    if (pos[i] < pos[i - 1])
      name.fail(static_cast<std::int64_t>(i), static_cast<std::int64_t>(pos[i]),
                "less than the position before it, " + std::to_string(pos[i - 1]));
  if (static_cast<std::int64_t>(pos.back()) != children)
    name.fail(parents, static_cast<std::int64_t>(pos.back()),
              "the last position must be the number of entries, " + std::to_string(children));
}

/// Every coordinate must lie in [0, bound).
template <class Index>
void check_coordinates(array_name name, const buffer<Index>& crd, std::int64_t bound) {
  for (std::size_t p = 0; p < crd.size(); ++p) {
    const std::int64_t x = static_cast<std::int64_t>(crd[p]);
    if (x < 0 || x >= bound)
      name.fail(static_cast<std::int64_t>(p), x, "out of range [0, " + std::to_string(bound) + ")");
  }
}

/// Within each segment of `pos` the coordinates must increase. Call after check_positions.
template <class Index>
void check_increasing(array_name name, const buffer<Index>& pos, const buffer<Index>& crd) {
  for (std::size_t i = 0; i + 1 < pos.size(); ++i)
    for (std::size_t p = static_cast<std::size_t>(pos[i]) + 1; p < static_cast<std::size_t>(pos[i + 1]); ++p)
      if (crd[p] <= crd[p - 1])
        name.fail(static_cast<std::int64_t>(p), static_cast<std::int64_t>(crd[p]),
                  "does not increase within its segment");
}

template <class Index>
void check_compressed(array_name pos_name, array_name crd_name, const buffer<Index>& pos,
                      const buffer<Index>& crd, std::int64_t parents, std::int64_t bound) {
  check_positions(pos_name, pos, parents, static_cast<std::int64_t>(crd.size()));
  check_coordinates(crd_name, crd, bound);
  check_increasing(crd_name, pos, crd);
}

template <class Index>
void check_not_decreasing(array_name name, const buffer<Index>& crd) {
  for (std::size_t p = 1; p < crd.size(); ++p)
    if (crd[p] < crd[p - 1])
      name.fail(static_cast<std::int64_t>(p), static_cast<std::int64_t>(crd[p]),
                "less than the one before it");
}

/// Of a list of pairs in which `major` does not decrease: `minor` must increase where that stays the same.
template <class Index>
void check_increasing_pairs(array_name name, const buffer<Index>& major, const buffer<Index>& minor) {
  for (std::size_t p = 1; p < minor.size(); ++p)
    if (major[p] == major[p - 1] && minor[p] <= minor[p - 1])
      name.fail(static_cast<std::int64_t>(p), static_cast<std::int64_t>(minor[p]),
                "does not increase within its row");
}

template <class T>
bool is_same_value(const T& a, const T& b) {
  return a == b || (a != a && b != b);  // NaN differs from itself
}

/// `count` elements from `first`, `step` apart, are all `fill`.
template <class T>
bool is_filled(const buffer<T>& values, std::int64_t first, std::int64_t count, std::int64_t step,
               const T& fill) {
  for (std::int64_t n = 0; n < count; ++n)
    if (!is_same_value(values[static_cast<std::size_t>(first + n * step)], fill)) return false;
  return true;
}

/// Within each group of `size` slots the coordinates must increase, but for those of slots that are not used.
template <class Index, class F>
void check_increasing_slots(array_name name, const buffer<Index>& crd, std::int64_t size,
                            const F& is_unused) {
  std::int64_t before = -1, slot = 0;
  for (std::size_t p = 0; p < crd.size(); ++p, slot = slot + 1 == size ? 0 : slot + 1) {
    if (slot == 0) before = -1;
    if (is_unused(static_cast<std::int64_t>(p))) continue;
    const std::int64_t x = static_cast<std::int64_t>(crd[p]);
    if (x <= before) name.fail(static_cast<std::int64_t>(p), x, "does not increase within its group");
    before = x;
  }
}

/// An element that is padding must be `fill`.
template <class T>
void check_padding(array_name name, const buffer<T>& values, std::int64_t at, const T& fill) {
  if (!is_same_value(values[static_cast<std::size_t>(at)], fill))
    throw storage_error(name.str(),
                        "the value at " + std::to_string(at) + " is padding and not the fill value");
}

/// Where a block of bm x bn values lies and which of its elements are in the matrix.
struct block_place {
  std::int64_t first, row_stride;     // of its values
  std::int64_t rows_left, cols_left;  // from its first element on
};

/// The elements of a block beyond the edges of the matrix must be `fill`.
template <class T>
void check_block_padding(array_name name, const buffer<T>& values, std::int64_t bm, std::int64_t bn,
                         const block_place& block, const T& fill) {
  if (bm <= block.rows_left && bn <= block.cols_left) return;
  for (std::int64_t r = 0; r < bm; ++r)
    for (std::int64_t c = r < block.rows_left ? block.cols_left : 0; c < bn; ++c)
      check_padding(name, values, block.first + r * block.row_stride + c, fill);
}

template <class T>
std::int64_t count_nonzero(const buffer<T>& values) {
  std::int64_t count = 0;
  for (const T& v : values) count += v == T{} ? 0 : 1;
  return count;
}

template <class... Buffers>
std::size_t bytes_of(const Buffers&... buffers) {
  return (0 + ... + (buffers.size() * sizeof(typename Buffers::value_type)));
}

}  // namespace insum::detail

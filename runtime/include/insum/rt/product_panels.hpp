// The factors of a matrix product copied into panels, which the inner kernel reads in order.
#pragma once

#include <new>

#include "config.hpp"
#include "ops.hpp"
#include "product_kernel.hpp"

INSUM_RT_BEGIN

/// A factor that is zero for whole products of the depth: value(..) is called where stored(k) holds.
template <class Stored, class Value>
struct stored_factor {
  Stored stored;
  Value value;
};
template <class Stored, class Value>
stored_factor(Stored, Value) -> stored_factor<Stored, Value>;

namespace detail {

/// Memory for panels. Each thread keeps that of its last product: fresh pages would cost more than small
/// products do.
struct product_memory {
  static constexpr std::align_val_t alignment{64};

  product_memory() = default;
  ~product_memory() { release(); }
  product_memory(const product_memory&) = delete;
  product_memory& operator=(const product_memory&) = delete;
  void release() {
    if (data) ::operator delete(data, alignment);
    data = nullptr;
    bytes = 0;
  }
  void swap(product_memory& other) {
    std::swap(data, other.data);
    std::swap(bytes, other.bytes);
  }

  void* data = nullptr;
  std::size_t bytes = 0;
};
inline thread_local product_memory kept_for_products;

/// Takes what the thread keeps, and returns it: a factor may be a function that computes products of its own.
class product_panels {
 public:
  /// At least so many bytes, at the start of a cache line, and one line where there is nothing to hold:
  /// panels have addresses.
  explicit product_panels(std::size_t bytes) {
    bytes += static_cast<std::size_t>(product_memory::alignment);
    memory_.swap(kept_for_products);
    if (memory_.bytes >= bytes) return;
    memory_.release();
    memory_.data = ::operator new(bytes, product_memory::alignment);
    memory_.bytes = bytes;
  }
  ~product_panels() {
    if (memory_.bytes > kept_for_products.bytes) memory_.swap(kept_for_products);
  }
  product_panels(const product_panels&) = delete;
  product_panels& operator=(const product_panels&) = delete;

  void* data() const { return memory_.data; }

 private:
  product_memory memory_;
};

/// How many units cover n.
constexpr std::int64_t units(std::int64_t n, std::int64_t unit) { return (n + unit - 1) / unit; }

/// The largest tile that has at most `rows` rows.
template <class T>
int tile_rows(const product_kernels<T>& kernels, std::int64_t rows) {
  int r = rows < kernels.rows ? static_cast<int>(rows) : kernels.rows;
  while (!kernels.tiles[r]) --r;
  return r;
}

/// Blocks of as many rows and columns are turned in registers.
template <class T>
inline constexpr int turned = 16 / static_cast<int>(sizeof(T));

template <class T>
struct turned_row {
  typedef T type __attribute__((vector_size(16)));
  typedef T unaligned __attribute__((vector_size(16), aligned(alignof(T)), may_alias));
};

/// to[c * distance + r] = element(r, c) for the rows and columns of one block.
template <class T, class Element>
INSUM_RT_INLINE void turn(const Element& element, T* to, std::int64_t distance) {
  using row = typename turned_row<T>::type;
  row rows[turned<T>], columns[turned<T>];
  INSUM_RT_UNROLL(4)
  for (int r = 0; r < turned<T>; ++r) {
    T line[turned<T>];
    INSUM_RT_UNROLL(4)
    for (int c = 0; c < turned<T>; ++c) line[c] = static_cast<T>(element(r, c));
    __builtin_memcpy(&rows[r], line, sizeof line);
  }
  if constexpr (turned<T> == 2) {
    columns[0] = __builtin_shufflevector(rows[0], rows[1], 0, 2);
    columns[1] = __builtin_shufflevector(rows[0], rows[1], 1, 3);
  } else {
    static_assert(turned<T> == 4);
    const row low = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5),
              low_of_second = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5),
              high = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7),
              high_of_second = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
    columns[0] = __builtin_shufflevector(low, low_of_second, 0, 1, 4, 5);
    columns[1] = __builtin_shufflevector(low, low_of_second, 2, 3, 6, 7);
    columns[2] = __builtin_shufflevector(high, high_of_second, 0, 1, 4, 5);
    columns[3] = __builtin_shufflevector(high, high_of_second, 2, 3, 6, 7);
  }
  INSUM_RT_UNROLL(4)
  for (int c = 0; c < turned<T>; ++c)
    *reinterpret_cast<typename turned_row<T>::unaligned*>(to + c * distance) = columns[c];
}

/// to[c * distance + r] = element(r, c) for r in [0, rows) and c in [0, columns), where elements of a row are
/// next to each other.
template <class T, class Element>
INSUM_RT_INLINE void copy_turned(const Element& element, std::int64_t rows, std::int64_t columns, T* to,
                                 std::int64_t distance) {
  constexpr std::int64_t n = turned<T>;
  std::int64_t r = 0;
  for (; r + n <= rows; r += n) {
    std::int64_t c = 0;
    for (; c + n <= columns; c += n)
      turn<T>([&](std::int64_t i, std::int64_t j) INSUM_RT_LAMBDA { return element(r + i, c + j); },
              to + c * distance + r, distance);
    for (; c < columns; ++c)
      for (std::int64_t i = r; i < r + n; ++i) to[c * distance + i] = static_cast<T>(element(i, c));
  }
  for (; r < rows; ++r)
    for (std::int64_t c = 0; c < columns; ++c) to[c * distance + r] = static_cast<T>(element(r, c));
}

/// Rows [begin, end) and products [from, to) of the left factor in panels of as many rows as a tile has.
template <class T, class Left>
void pack_left(const product_kernels<T>& kernels, const Left& left, std::int64_t begin, std::int64_t end,
               std::int64_t from, std::int64_t to, T* panel) {
  while (begin < end) {
    const int rows = tile_rows(kernels, end - begin);
    copy_turned([&](std::int64_t r, std::int64_t k) INSUM_RT_LAMBDA { return left(begin + r, from + k); },
                rows, to - from, panel, rows);
    panel += rows * (to - from);
    begin += rows;
  }
}

/// ... where an element is depends on k more than on its row.
template <class T, class Stored, class Value>
void pack_left(const product_kernels<T>& kernels, const stored_factor<Stored, Value>& left,
               std::int64_t begin, std::int64_t end, std::int64_t from, std::int64_t to, T* panel) {
  for (std::int64_t k = from; k < to; ++k) {
    const bool stored = left.stored(k);
    T* tile = panel;
    for (std::int64_t i = begin; i < end;) {
      const int rows = tile_rows(kernels, end - i);
      T* const at = tile + (k - from) * rows;
      for (int r = 0; r < rows; ++r) at[r] = stored ? static_cast<T>(left.value(i + r, k)) : T{0};
      tile += rows * (to - from);
      i += rows;
    }
  }
}

/// Elements (k, j) to (k, j + Width - 1) of the right factor, next to each other.
template <int Width, class T, class Right>
INSUM_RT_INLINE void pack_row(const Right& right, std::int64_t k, std::int64_t j, T* to) {
  if constexpr (requires { right.stored; }) {
    if (!right.stored(k)) {
      for (int c = 0; c < Width; ++c) to[c] = T{0};
      return;
    }
    INSUM_RT_INDEPENDENT
    for (std::int64_t c = 0; c < Width; ++c) to[c] = static_cast<T>(right.value(k, j + c));
  } else {
    INSUM_RT_INDEPENDENT
    for (std::int64_t c = 0; c < Width; ++c) to[c] = static_cast<T>(right(k, j + c));
  }
}
template <class T, class Right>
INSUM_RT_INLINE T factor_element(const Right& right, std::int64_t k, std::int64_t j) {
  if constexpr (requires { right.stored; })
    return right.stored(k) ? static_cast<T>(right.value(k, j)) : T{0};
  else
    return static_cast<T>(right(k, j));
}

/// One panel of the right factor: products [from, from + depth) of Width columns, of which `used` are there.
/// The others are zeros, whose sums nobody reads.
template <int Width, bool ByColumn, class T, class Right>
void pack_panel(const Right& right, std::int64_t from, std::int64_t depth, std::int64_t begin,
                std::int64_t used, T* panel) {
  if constexpr (ByColumn) {
    copy_turned([&](std::int64_t j, std::int64_t k)
                    INSUM_RT_LAMBDA { return factor_element<T>(right, from + k, begin + j); },
                used, depth, panel, Width);
  } else if (used == Width) {
    for (std::int64_t k = 0; k < depth; ++k, panel += Width) pack_row<Width>(right, from + k, begin, panel);
    return;
  } else {
    for (std::int64_t k = 0; k < depth; ++k)
      for (std::int64_t j = 0; j < used; ++j)
        panel[k * Width + j] = factor_element<T>(right, from + k, begin + j);
  }
  for (std::int64_t k = 0; used < Width && k < depth; ++k)
    for (std::int64_t j = used; j < Width; ++j) panel[k * Width + j] = T{0};
}

/// Panels of Width columns of the right factor, a row of all of them after the other: faster from memory that
/// is far, as long as panels are few.
template <int Width, class T, class Right>
void pack_rows(const Right& right, std::int64_t from, std::int64_t depth, std::int64_t begin,
               std::int64_t end, T* panels) {
  const std::int64_t whole = begin + (end - begin) / Width * Width;
  for (std::int64_t k = 0; k < depth; ++k) {
    T* at = panels + k * Width;
    for (std::int64_t first = begin; first < whole; first += Width, at += Width * depth)
      pack_row<Width>(right, from + k, first, at);
  }
  if (whole < end)
    pack_panel<Width, false>(right, from, depth, whole, end - whole, panels + (whole - begin) * depth);
}

/// Products [from, to) and columns [begin, end) of the right factor in panels of Width columns. ByColumn:
/// neighbours in depth are next to each other. few: there are few panels.
template <int Width, bool ByColumn, class T, class Right>
void pack_panels(const Right& right, std::int64_t from, std::int64_t to, std::int64_t begin, std::int64_t end,
                 bool few, T* panel) {
  const std::int64_t depth = to - from;
  if (few && !ByColumn) return pack_rows<Width>(right, from, depth, begin, end, panel);
  for (; begin < end; begin += Width, panel += Width * depth)
    pack_panel<Width, ByColumn>(right, from, depth, begin, rt::min(Width, end - begin), panel);
}

/// ... in panels of the kernels' width.
template <bool ByColumn, class T, class Right>
void pack_right(const product_kernels<T>& kernels, const Right& right, std::int64_t from, std::int64_t to,
                std::int64_t begin, std::int64_t end, bool few, T* panel) {
  constexpr int most = most_product_bytes / static_cast<int>(sizeof(T));
  if (kernels.columns == most)
    pack_panels<most, ByColumn>(right, from, to, begin, end, few, panel);
  else if (kernels.columns == most / 2)
    pack_panels<most / 2, ByColumn>(right, from, to, begin, end, few, panel);
  else
    pack_panels<most / 4, ByColumn>(right, from, to, begin, end, few, panel);
}

}  // namespace detail

INSUM_RT_END

// Matrix products: sums over a depth of the products of two factors, one of which does not depend on the
// column, and one not on the row. Factors are read once for each block that they belong to, into panels that
// the inner kernel reads in order, whatever their layout is: gathered, permuted or computed.
//
// Blocks as in K. Goto, R. van de Geijn, "Anatomy of high-performance matrix multiplication", ACM TOMS 34(3),
// 2008: a panel of the right factor stays in the first level of the cache, a block of the left one in the
// second.
#pragma once

#include "ops.hpp"
#include "parallel.hpp"
#include "product_kernel.hpp"
#include "product_panels.hpp"

INSUM_RT_BEGIN

/// The numbers of rows, columns, and of products that are added up for each element.
struct product_sizes {
  std::int64_t rows, columns, depth;
};

/// Element types that have kernels.
template <class T>
inline constexpr bool has_product = std::is_same_v<T, float> || std::is_same_v<T, double>;

/// Whether copying the factors into panels pays against loops, in which TileRows: tiles of several rows share
/// what they load of the right factor. These do as well while that stays in the second level of the cache,
/// and where the processor has no wider vectors than this file is compiled for. Tests with
/// INSUM_RT_EAGER_THREADS take every other size for large.
template <class T, bool TileRows>
bool is_large_product([[maybe_unused]] std::int64_t rows, [[maybe_unused]] std::int64_t columns,
                      [[maybe_unused]] std::int64_t depth) {
  if constexpr (!has_product<T>) {
    return false;
  } else {
#ifdef INSUM_RT_EAGER_THREADS
    return (rows + columns + depth) % 2 == 0;
#else
    constexpr std::int64_t least = 16, least_products = std::int64_t{1} << 18;
    constexpr std::int64_t size = sizeof(T), cached = (std::int64_t{3} << 19) / size, wide = 256 / size;
    if (rows < least || columns < least || depth < least || rows * columns < least_products / depth)
      return false;
    const bool wider = detail::best_product_kernels<T>().bytes > static_cast<int>(native_vector_bytes);
    return !TileRows || wider || (columns >= wide && columns > cached / depth);
#endif
  }
}

/// The same for products of stored blocks, a row of them at a time: `distance` elements are between rows of
/// the right factor. Loops with tiles are faster as long as the rows that they gather fit the second level of
/// the cache; at distances of many powers of two few do.
template <class T>
bool is_large_block_product(std::int64_t rows, std::int64_t columns, std::int64_t depth,
                            [[maybe_unused]] std::int64_t distance) {
#ifndef INSUM_RT_EAGER_THREADS
  constexpr std::int64_t period = 2048, cached = std::int64_t{1} << 20,
                         size = static_cast<std::int64_t>(sizeof(T));
  if (distance <= 0 || distance * size % period != 0 || depth < cached / (distance * size)) return false;
#endif
  return is_large_product<T, true>(rows, columns, depth);
}

/// What a report says of a product.
template <class T>
const char* product_form(bool is_large) {
  if constexpr (has_product<T>) {
    const int bytes = is_large ? detail::best_product_kernels<T>().bytes : 0;
    if (bytes != 0)
      return bytes == 64   ? "in blocks for AVX-512"
             : bytes == 32 ? "in blocks for AVX2"
                           : "in blocks for 16-byte vectors";
  }
  return "in loops";
}

/// The result of a product, in rows of elements that are next to each other: row(r) points to the first of
/// row r.
template <class Row>
struct product_rows {
  Row row;
  bool add;  // to what is there
};

template <class Row>
product_rows(Row, bool) -> product_rows<Row>;

/// A result of any other kind: each(r, c, sum) is called for every element and block of the depth, and adds
/// the sum to it.
template <class Each>
struct product_elements {
  Each each;
  bool apart;  // different places are different elements: several threads may call it
};
template <class Each>
product_elements(Each, bool) -> product_elements<Each>;

namespace detail {

/// Sizes of blocks: so many products of a panel fit the first level of the cache, of a block the second; the
/// depth is cut into equal parts of at most so many. Of few rows, a panel of the right factor is used once
/// only: whole rows of it are then read, of as many columns as stay near until they are.
struct product_blocks {
  static constexpr std::int64_t depth = 384, rows = 192, columns = 1024, narrow = 512, shallow = 128;
};

/// One part of a product, on one thread.
template <bool ByColumn, class T, class Left, class Right, class Result>
class product_part {
 public:
  /// sizes: of the whole product, which alone say where sums are cut: parts depend on the number of threads.
  product_part(const Left& left, const Right& right, const Result& result, const product_sizes& sizes)
      : kernels_(best_product_kernels<T>()),
        left_(left),
        right_(right),
        result_(result),
        depth_(sizes.depth),
        few_(sizes.rows <= product_blocks::rows) {}

  /// Rows [first, last) of columns [begin, end). A block of the left factor that has all rows is kept.
  void run(std::int64_t first, std::int64_t last, std::int64_t begin, std::int64_t end) {
    using blocks = product_blocks;
    const std::int64_t most = few_ ? blocks::shallow : blocks::depth,
                       cuts = rt::max<std::int64_t>(1, units(depth_, most)),
                       depth = rt::max<std::int64_t>(1, units(depth_, cuts)),
                       columns = few_ ? blocks::narrow : blocks::columns,
                       wide = units(rt::min(end - begin, columns), kernels_.columns) * kernels_.columns,
                       high = rt::min(last - first, blocks::rows);
    const product_panels panels(static_cast<std::size_t>((wide + high) * depth) * sizeof(T));
    right_panels_ = static_cast<T*>(panels.data());
    left_panels_ = right_panels_ + wide * depth;
    const std::int64_t pass =
        few_ ? end - begin : columns;  // columns that are computed before the next ones begin
    for (std::int64_t start = begin; start < end; start += pass) {
      const std::int64_t stop = rt::min(end, start + pass);
      for (std::int64_t k = 0; k == 0 || k < depth_; k += depth) {  // one block at least: of zeros
        const std::int64_t k_end = rt::min(depth_, k + depth);
        if (few_) pack_left(kernels_, left_, first, last, k, k_end, left_panels_);
        for (std::int64_t j = start; j < stop; j += columns) {
          const std::int64_t j_end = rt::min(stop, j + columns);
          pack_right<ByColumn>(kernels_, right_, k, k_end, j, j_end, few_, right_panels_);
          for (std::int64_t i = first; i < last; i += blocks::rows) {
            const std::int64_t i_end = rt::min(last, i + blocks::rows);
            if (!few_) pack_left(kernels_, left_, i, i_end, k, k_end, left_panels_);
            block(i, i_end, j, j_end, k_end - k, k == 0);
          }
        }
      }
    }
  }

 private:
  void block(std::int64_t first, std::int64_t last, std::int64_t begin, std::int64_t end, std::int64_t depth,
             bool starts) {
    for (std::int64_t j = begin; j < end; j += kernels_.columns) {
      const T* const right = right_panels_ + (j - begin) * depth;
      const std::int64_t used = rt::min(kernels_.columns, end - j);
      const T* left = left_panels_;
      for (std::int64_t i = first; i < last;) {
        const int rows = tile_rows(kernels_, last - i);
        tile(i, rows, j, used, depth, left, right, starts);
        left += rows * depth;
        i += rows;
      }
    }
  }

  void tile(std::int64_t i, int rows, std::int64_t j, std::int64_t used, std::int64_t depth, const T* left,
            const T* right, bool starts) {
    T* at[most_product_rows] = {};
    alignas(64) T sums[std::size_t{most_product_rows} * most_product_bytes / sizeof(T)];
    if constexpr (requires { result_.row; }) {
      const bool add = result_.add || !starts;
      if (used == kernels_.columns) {
        for (int r = 0; r < rows; ++r) at[r] = result_.row(i + r) + j;
        return kernels_.tiles[rows](depth, left, right, at, add);
      }
      into(sums, at, rows, depth, left, right);
      for (int r = 0; r < rows; ++r) {
        T* const row = result_.row(i + r) + j;
        for (std::int64_t c = 0; c < used; ++c) row[c] = add ? row[c] + at[r][c] : at[r][c];
      }
    } else {
      into(sums, at, rows, depth, left, right);
      for (int r = 0; r < rows; ++r)
        for (std::int64_t c = 0; c < used; ++c) result_.each(i + r, j + c, at[r][c]);
    }
  }

  void into(T* sums, T** at, int rows, std::int64_t depth, const T* left, const T* right) {
    for (int r = 0; r < rows; ++r) at[r] = sums + r * kernels_.columns;
    kernels_.tiles[rows](depth, left, right, at, false);
  }

  const product_kernels<T>& kernels_;
  const Left& left_;
  const Right& right_;
  const Result& result_;
  std::int64_t depth_;
  bool few_;  // rows
  T *left_panels_ = nullptr, *right_panels_ = nullptr;
};

/// How many parts the rows and the columns are cut into for `threads`: such that panels are copied least
/// often.
inline std::int64_t cuts_of_rows(const product_sizes& sizes, std::int64_t threads) {
  std::int64_t best = threads;
  double least = 0;
  for (std::int64_t rows = 1; rows <= threads; ++rows) {
    if (threads % rows != 0) continue;
    const double copied = static_cast<double>(sizes.rows) / static_cast<double>(rows) +
                          static_cast<double>(sizes.columns) / static_cast<double>(threads / rows);
    if (least == 0 || copied < least) least = copied, best = rows;
  }
  return best;
}

/// Cut number `part` of `parts` of [0, n), at a multiple of `unit`.
constexpr std::int64_t cut_by(std::int64_t n, std::int64_t part, std::int64_t parts, std::int64_t unit) {
  return rt::min(n, cut(units(n, unit), part, parts) * unit);
}

}  // namespace detail

/// result(i, j) = sum(k: left(i, k) * right(k, j)) for all rows i, columns j and k in [0, depth), on several
/// threads where it is not called by one of a team and elements are apart. left and right are called once or
/// more for each pair, in any order, and convert to T; each element is added up in an order that the number
/// of threads does not change. Throws std::bad_alloc before anything is written by the thread that lacks
/// memory.
template <class T, bool ByColumn, class Left, class Right, class Result>
void matrix_product(const product_sizes& sizes, const Left& left, const Right& right, const Result& result) {
  static_assert(has_product<T>, "products of this type have no kernel");
  if (sizes.rows <= 0 || sizes.columns <= 0) return;
  const auto run = [&](std::int64_t first, std::int64_t last, std::int64_t begin, std::int64_t end) {
    if (first < last && begin < end)
      detail::product_part<ByColumn, T, Left, Right, Result>(left, right, result, sizes)
          .run(first, last, begin, end);
  };
  int threads = thread_count();
  if constexpr (requires { result.apart; }) threads = result.apart ? threads : 1;
  if (threads == 1) return run(0, sizes.rows, 0, sizes.columns);
  const auto& kernels = detail::best_product_kernels<T>();
  run_team(threads, [&](int index, int size) {
    const std::int64_t high = detail::cuts_of_rows(sizes, size), wide = size / high, i = index / wide,
                       j = index % wide;
    run(detail::cut_by(sizes.rows, i, high, kernels.rows),
        detail::cut_by(sizes.rows, i + 1, high, kernels.rows),
        detail::cut_by(sizes.columns, j, wide, kernels.columns),
        detail::cut_by(sizes.columns, j + 1, wide, kernels.columns));
  });
}

/// So many products of the same sizes: the number of the product is the first argument of all functions.
/// Threads are for whole products where these are many, else for parts of each.
template <class T, bool ByColumn, class Left, class Right, class Result>
void matrix_products(std::int64_t count, const product_sizes& sizes, const Left& left, const Right& right,
                     const Result& result) {
  const auto one = [&](std::int64_t n) {
    const auto left_of = [&](std::int64_t i, std::int64_t k) INSUM_RT_LAMBDA { return left(n, i, k); };
    const auto right_of = [&](std::int64_t k, std::int64_t j) INSUM_RT_LAMBDA { return right(n, k, j); };
    if constexpr (requires { result.row; }) {
      const auto row = [&](std::int64_t i) INSUM_RT_LAMBDA { return result.row(n, i); };
      matrix_product<T, ByColumn>(sizes, left_of, right_of, product_rows{row, result.add});
    } else {
      const auto each = [&](std::int64_t i, std::int64_t j, T sum)
                            INSUM_RT_LAMBDA { result.each(n, i, j, sum); };
      matrix_product<T, ByColumn>(sizes, left_of, right_of, product_elements{each, result.apart});
    }
  };
  bool together = count >= thread_count();
  if constexpr (requires { result.apart; }) together = together && result.apart;
  if (together)
    parallel_dynamic(0, count, 2, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t n = begin; n < end; ++n) one(n);
    });
  else
    for (std::int64_t n = 0; n < count; ++n) one(n);
}

INSUM_RT_END

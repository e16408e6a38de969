// The two forms through which conversions go: a sorted coo without duplicates, and for matrices compressed
// rows.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "../core/buffer.hpp"
#include "../core/checks.hpp"
#include "../core/parallel.hpp"
#include "../formats/coo.hpp"
#include "../formats/csc.hpp"
#include "../formats/csr.hpp"
#include "block_entries.hpp"
#include "bucket_entries.hpp"
#include "entries.hpp"
#include "options.hpp"
#include "padding.hpp"
#include "sort.hpp"
#include "values.hpp"

namespace insum::detail {

template <class Index>
void check_fits(array_name name, std::int64_t position, std::int64_t value) {
  if (!std::in_range<Index>(value)) name.fail(position, value, "does not fit the index type");
}

/// Numbers of entries and coordinates below `shape` must be representable.
template <class Index, std::size_t Rank>
void check_shape_fits(const std::array<std::int64_t, Rank>& shape) {
  for (std::size_t mode = 0; mode < Rank; ++mode)
    if (shape[mode] > 0 && !std::in_range<Index>(shape[mode] - 1))
      array_name{"shape"}.fail(static_cast<std::int64_t>(mode), shape[mode],
                               "its last coordinate does not fit the index type");
}

template <class Tensor>
std::array<std::int64_t, static_cast<std::size_t>(storage<Tensor>::rank)> shape_of(const Tensor& t) {
  std::array<std::int64_t, static_cast<std::size_t>(storage<Tensor>::rank)> shape{};
  for (std::size_t mode = 0; mode < shape.size(); ++mode)
    shape[mode] = storage<Tensor>::size(t, static_cast<int>(mode));
  return shape;
}

/// Counts to first positions: counts[i + 1] holds the number of i before, where i ends after.
template <class Count>
void to_positions(buffer<Count>& counts) {
  for (std::size_t i = 1; i < counts.size(); ++i) counts[i] = static_cast<Count>(counts[i] + counts[i - 1]);
}

/// All entries of a tensor in the order of its storage.
template <class V, class I, class Tensor>
coo<V, storage<Tensor>::rank, I> collect(const Tensor& t, const convert_options& options) {
  const entries<Tensor> source(t, options.fill);
  coo<V, storage<Tensor>::rank, I> result;
  result.shape = shape_of(t);
  check_shape_fits<I>(result.shape);
  const int chunks = chunk_count(source.work());
  const std::int64_t outer = source.outer();
  buffer<std::size_t> first(static_cast<std::size_t>(chunks) + 1, 0);
  for_each_chunk(chunks, [&](int chunk) {
    std::size_t count = 0;
    source.visit(chunk_begin(outer, chunk, chunks), chunk_begin(outer, chunk + 1, chunks),
                 [&](const auto&, const auto&) { ++count; });
    first[static_cast<std::size_t>(chunk) + 1] = count;
  });
  to_positions(first);
  for (buffer<I>& array : result.crd) array.resize(first.back());
  result.vals.resize(first.back());
  for_each_chunk(chunks, [&](int chunk) {
    std::size_t to = first[static_cast<std::size_t>(chunk)];
    source.visit(chunk_begin(outer, chunk, chunks), chunk_begin(outer, chunk + 1, chunks),
                 [&](const auto& x, const auto& v) {
                   for (std::size_t mode = 0; mode < result.crd.size(); ++mode)
                     result.crd[mode][to] = static_cast<I>(x[mode]);
                   result.vals[to++] = cast_value<V>(v);
                 });
  });
  return result;
}

template <int Rank>
constexpr std::array<int, static_cast<std::size_t>(Rank)> row_major() {
  std::array<int, static_cast<std::size_t>(Rank)> order{};
  for (std::size_t n = 0; n < order.size(); ++n) order[n] = static_cast<int>(n);
  return order;
}

/// All entries, sorted by the modes in `order` and unique.
template <class V, class I, class Tensor>
coo<V, storage<Tensor>::rank, I> canonical(
    const Tensor& t, const convert_options& options,
    const std::array<int, static_cast<std::size_t>(storage<Tensor>::rank)>& order =
        row_major<storage<Tensor>::rank>()) {
  coo<V, storage<Tensor>::rank, I> result = collect<V, I>(t, options);
  make_canonical(result, order, options.drop_zeros);
  return result;
}

/// Positions of compressed rows from the rows of sorted entries.
template <class I>
buffer<I> compress(const buffer<I>& major, std::int64_t size) {
  const std::int64_t n = static_cast<std::int64_t>(major.size());
  check_fits<I>({"pos"}, size, n);
  check_padded({{{"pos"}, {size}, sizeof(I)}}, {});
  buffer<I> pos(static_cast<std::size_t>(size) + 1);
  // The ranges of `pos` that the entries fill follow each other: entry p sets those in (major[p - 1],
  // major[p]].
  parallel_ranges(n + 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t p = begin; p < end; ++p) {
      const std::int64_t from =
          p == 0 ? 0 : static_cast<std::int64_t>(major[static_cast<std::size_t>(p - 1)]) + 1;
      const std::int64_t to = p == n ? size : static_cast<std::int64_t>(major[static_cast<std::size_t>(p)]);
      for (std::int64_t i = from; i <= to; ++i) pos[static_cast<std::size_t>(i)] = static_cast<I>(p);
    }
  });
  return pos;
}

/// The arrays of a csr matrix, its own or another's; `major` stands for rows and `minor` for columns, or the
/// reverse.
template <class V, class I>
struct compressed_view {
  std::int64_t major = 0;
  std::int64_t minor = 0;
  const I* pos = nullptr;
  const I* crd = nullptr;
  const V* vals = nullptr;
  /// Where most rows have no entry and are left out: the numbers of the blocks of rows that are there, and
  /// how many rows there are in all; -1 where none is left out.
  const I* numbers = nullptr;
  std::int64_t total = -1;

  bool leaves_out_rows() const { return total >= 0; }
  /// Of block i of rows, or of row i.
  std::int64_t number(std::int64_t i) const {
    return leaves_out_rows() ? static_cast<std::int64_t>(numbers[i]) : i;
  }
  std::int64_t all_rows() const { return leaves_out_rows() ? total : major; }
  std::int64_t begin(std::int64_t i) const { return static_cast<std::int64_t>(pos[i]); }
  std::int64_t end(std::int64_t i) const { return static_cast<std::int64_t>(pos[i + 1]); }
  std::int64_t coordinate(std::int64_t p) const { return static_cast<std::int64_t>(crd[p]); }
  /// Entries in front of row i, which may be the end.
  std::int64_t before(std::int64_t i) const { return i == 0 ? first() : end(i - 1); }
  std::int64_t entries() const { return major == 0 ? 0 : end(major - 1) - first(); }
  /// 0, or where a slice of rows begins.
  std::int64_t first() const { return major == 0 ? 0 : begin(0); }
};

template <class V, class I>
compressed_view<V, I> view_of(const csr<V, I>& t) {
  return {t.rows(), t.cols(), t.pos.data(), t.crd.data(), t.vals.data()};
}
template <class V, class I>
compressed_view<V, I> view_of(const csc<V, I>& t) {
  return {t.cols(), t.rows(), t.pos.data(), t.crd.data(), t.vals.data()};
}

/// The arrays of a tensor in the format `name` with just these element types.
template <class V, class I, class Tensor>
constexpr bool has_arrays(std::string_view name) {
  if constexpr (is_format<Tensor>("csr") || is_format<Tensor>("csc")) {
    using S = storage<Tensor>;
    using pointer = const I*;
    return is_format<Tensor>(name) && std::is_same_v<typename S::value_type, V> &&
           std::is_convertible_v<decltype(S::template array<0>(std::declval<const Tensor&>())), pointer> &&
           std::is_convertible_v<decltype(S::template array<1>(std::declval<const Tensor&>())), pointer>;
  }
  return false;
}
template <class V, class I, class Tensor>
compressed_view<V, I> foreign_view(const Tensor& t) {
  using S = storage<Tensor>;
  const int major = is_format<Tensor>("csr") ? 0 : 1;
  return {S::size(t, major), S::size(t, 1 - major), S::template array<0>(t), S::template array<1>(t),
          S::template array<2>(t)};
}

/// Throws where the arrays of a tensor are not right, before they are read as they are.
template <class Tensor>
void check_stored(const Tensor& t, const convert_options& options) {
  static_cast<void>(entries<Tensor>(t, options.fill));
}

template <class V, class I>
bool is_strictly_increasing(const compressed_view<V, I>& rows) {
  const int chunks = chunk_count(rows.entries() + rows.major);
  buffer<bool> increasing(static_cast<std::size_t>(chunks), true);
  for_each_chunk(chunks, [&](int chunk) {
    bool mine = true;
    for (std::int64_t i = chunk_begin(rows.major, chunk, chunks);
         i < chunk_begin(rows.major, chunk + 1, chunks); ++i)
      for (std::int64_t p = rows.begin(i) + 1; p < rows.end(i); ++p)
        mine = mine && rows.crd[p - 1] < rows.crd[p];
    increasing[static_cast<std::size_t>(chunk)] = mine;
  });
  for (const bool one : increasing)
    if (!one) return false;
  return true;
}

/// Compressed columns of compressed rows and the reverse: a stable counting sort by the minor coordinate.
template <class To, class V, class I>
To transpose(const compressed_view<V, I>& from, const std::array<std::int64_t, 2>& shape) {
  check_shape_fits<I>(shape);
  To result;
  result.shape = shape;
  const std::int64_t n = from.entries();
  const std::size_t minor = static_cast<std::size_t>(from.minor);
  // Each chunk counts for itself; more chunks than the entries pay for would only fill memory.
  const int wanted = chunk_count(n);
  const int chunks = static_cast<std::int64_t>(wanted) * from.minor > 4 * n ? 1 : wanted;
  const auto first = [&](int chunk) {
    return balanced_begin(from.major, [&](std::int64_t i) { return from.before(i) + i; }, chunk, chunks);
  };
  check_padded({{{"pos"}, {from.minor, chunks}, sizeof(I)}, {{"pos"}, {from.minor}, sizeof(I)}}, {});
  buffer<I> counts(minor * static_cast<std::size_t>(chunks), I{0});
  for_each_chunk(chunks, [&](int chunk) {
    I* mine = counts.data() + minor * static_cast<std::size_t>(chunk);
    const std::int64_t end = from.before(first(chunk + 1));
    for (std::int64_t p = from.before(first(chunk)); p < end; ++p) ++mine[from.crd[p]];
  });
  result.pos.resize(minor + 1);
  I sum = 0;
  for (std::size_t j = 0; j < minor; ++j) {
    result.pos[j] = sum;
    for (std::size_t c = 0; c < static_cast<std::size_t>(chunks); ++c)
      sum = static_cast<I>(sum + std::exchange(counts[c * minor + j], sum));
  }
  result.pos[minor] = sum;
  result.crd.resize(static_cast<std::size_t>(n));
  result.vals.resize(static_cast<std::size_t>(n));
  for_each_chunk(chunks, [&](int chunk) {
    I* mine = counts.data() + minor * static_cast<std::size_t>(chunk);
    const std::int64_t last = first(chunk + 1);
    for (std::int64_t i = first(chunk); i < last; ++i)
      for (std::int64_t p = from.begin(i); p < from.end(i); ++p) {
        const std::size_t to = static_cast<std::size_t>(mine[from.crd[p]]++);
        result.crd[to] = static_cast<I>(i);
        result.vals[to] = from.vals[p];
      }
  });
  return result;
}

/// Compressed rows or columns of entries that are sorted by them.
template <class To, class V, class I>
To rows_of(coo<V, 2, I>&& sorted) {
  constexpr std::size_t major = is_format<To>("csr") ? 0 : 1;
  To result;
  result.shape = sorted.shape;
  result.pos = compress(sorted.crd[major], result.shape[major]);
  result.crd = std::move(sorted.crd[1 - major]);
  result.vals = std::move(sorted.vals);
  return result;
}

/// Compressed rows (To = csr) or columns (To = csc) of any matrix.
template <class To, class Tensor>
To make_compressed(const Tensor& t, const convert_options& options) {
  using V = typename To::value_type;
  using I = typename To::index_type;
  static_assert(storage<Tensor>::rank == 2, "only matrices have this format");
  constexpr bool by_rows = is_format<To>("csr");
  if constexpr (has_arrays<V, I, Tensor>(by_rows ? "csc" : "csr")) {
    check_stored(t, options);
    const compressed_view<V, I> from = foreign_view<V, I>(t);
    if (!options.drop_zeros && is_strictly_increasing(from)) return transpose<To>(from, shape_of(t));
  }
  constexpr int major = by_rows ? 0 : 1;
  return rows_of<To>(canonical<V, I>(t, options, {major, 1 - major}));
}

/// Replaces the rows of sorted entries by those that are left where blocks of `height` rows without an entry
/// are left out. Returns the numbers of the blocks that are there, and sets the number of rows that are left.
template <class V, class I>
buffer<I> leave_out_rows(coo<V, 2, I>& sorted, std::int64_t height) {
  buffer<I> numbers;
  std::int64_t before = -1, rows = 0;  // of the blocks but the last one
  for (I& row : sorted.crd[0]) {
    const std::int64_t block = static_cast<std::int64_t>(row) / height;
    if (block != before) {
      if (before >= 0) rows += height;
      numbers.push_back(static_cast<I>(block));
      before = block;
    }
    row = static_cast<I>(rows + static_cast<std::int64_t>(row) % height);
  }
  if (before >= 0) {  // the matrix may end within the last block
    const std::int64_t behind = sorted.shape[0] - before * height;
    rows += behind < height ? behind : height;
  }
  sorted.shape[0] = rows;
  return numbers;
}

/// Compressed rows to read from: those of the tensor itself where it has them, else made. For results that
/// list blocks of `height` rows, blocks without an entry are left out where most are: memory follows the
/// entries.
template <class V, class I, class Tensor>
class rows_hub {
 public:
  rows_hub(const Tensor& t, const convert_options& options, std::int64_t height = 0) : shape_(shape_of(t)) {
    if constexpr (has_arrays<V, I, Tensor>("csr")) {
      check_stored(t, options);
      view_ = foreign_view<V, I>(t);
      if (!options.drop_zeros && is_strictly_increasing(view_)) return;
    } else if (height > 0 && has_few_entries(t, options)) {
      coo<V, 2, I> sorted = canonical<V, I>(t, options);
      numbers_ = leave_out_rows(sorted, height);
      own_ = rows_of<csr<V, I>>(std::move(sorted));
      view_ = view_of(own_);
      view_.numbers = numbers_.data();
      view_.total = shape_[0];
      return;
    }
    own_ = make_compressed<csr<V, I>>(t, options);
    view_ = view_of(own_);
  }
  rows_hub(const rows_hub&) = delete;
  rows_hub& operator=(const rows_hub&) = delete;
  const compressed_view<V, I>& view() const { return view_; }
  const std::array<std::int64_t, 2>& shape() const { return shape_; }

 private:
  bool has_few_entries(const Tensor& t, const convert_options& options) const {
    constexpr std::int64_t many = std::int64_t{1} << 20;
    return shape_[0] > many && shape_[0] / 4 > entries<Tensor>(t, options.fill).work();
  }

  std::array<std::int64_t, 2> shape_;
  csr<V, I> own_;
  buffer<I> numbers_;
  compressed_view<V, I> view_;
};

}  // namespace insum::detail
